"""From the files of a view to one page. CPython only.

What comes out is what an MCP server serves:

    page = write_page(Path("index.html"), runtime=Runtime.cdn())
    page.html    # the resource's text
    page.meta    # the resource's `_meta.ui`
"""

from .errors import PageError
from .metadata import DomainError
from .page import Page, write_page
from .top import view_top

__all__ = ["DomainError", "Page", "PageError", "view_top", "write_page"]
