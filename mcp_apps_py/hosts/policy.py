"""How a host makes a content security policy of what a view declares in `_meta.ui.csp`."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, cast

from pydantic import BaseModel, ConfigDict

Directives = dict[str, tuple[str, ...]]


class Policy(BaseModel):
    """A host's way to write the Content-Security-Policy header.

    A source that begins with `$` stands for what the view declares under that name: `$connectDomains`,
    `$resourceDomains`, `$frameDomains`, `$baseUriDomains`, `$scriptDirectives`, and `$wasmUnsafeEval`, which
    becomes `'wasm-unsafe-eval'`. A directive that ends up without sources becomes `'none'`.

    Attributes:
        directives: The sources of each directive.
        undeclared: Other sources, for a view that declares nothing; None if such a view gets no policy at all.
        quoted_entries: What becomes of declared entries with quotes, such as `'wasm-unsafe-eval'`.
        split_commas: Whether a declared entry with commas counts as several.
        dropped_schemes: Entries that are taken out, such as `blob:`, by the name they are declared under.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    directives: Directives
    undeclared: Directives | None = {}
    quoted_entries: Literal["kept", "dropped", "unquoted"] = "kept"
    split_commas: bool = False
    dropped_schemes: dict[str, tuple[str, ...]] = {}

    def header(self, declared: Mapping[str, Any] | None) -> str | None:
        """Return the header's value for a view that declares `declared`; None if it gets no policy."""
        directives = self.directives
        if declared is None:
            if self.undeclared is None:
                return None
            directives = {**directives, **self.undeclared}
        written = [f"{name} {self._sources(sources, declared or {})}" for name, sources in directives.items()]
        return "; ".join(written)

    def _sources(self, sources: Iterable[str], declared: Mapping[str, Any]) -> str:
        found: list[str] = []
        for source in sources:
            found += self._declared(source[1:], declared) if source.startswith("$") else [source]
        return " ".join(dict.fromkeys(found)) or "'none'"

    def _declared(self, name: str, declared: Mapping[str, Any]) -> list[str]:
        value = declared.get(name)
        if name == "wasmUnsafeEval":
            return ["'wasm-unsafe-eval'"] if value is True else []
        entries = [str(entry) for entry in cast("list[object]", value)] if isinstance(value, list) else []
        if self.split_commas:
            entries = [part.strip() for entry in entries for part in entry.split(",")]
        if self.quoted_entries == "unquoted":
            entries = [entry.replace("'", "") for entry in entries]
        dropped = self.dropped_schemes.get(name, ())
        return [entry for entry in entries if entry not in dropped and self._is_harmless(entry)]

    def _is_harmless(self, entry: str) -> bool:
        """No host lets an entry begin a directive of its own, or bring in several sources."""
        forbidden = "; \t\r\n'\"" if self.quoted_entries == "dropped" else "; \t\r\n"
        return bool(entry) and not set(entry) & set(forbidden)
