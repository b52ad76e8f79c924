"""Write what is made from the code in docs/: `make docs`."""

from tools.console import ROOT, say
from tools.docs.pages import write_pages

changed = write_pages()
say("\n".join(f"wrote {path.relative_to(ROOT)}" for path in changed) or "the docs are up to date")
