"""Where a page loads Pyodide, PyScript and its packages from."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, urljoin, urlsplit

from .manifest import Manifest
from .pins import pins

CDN = "https://cdn.jsdelivr.net"
CDN_PACKAGES = ("pydantic", "mcp-apps-py")


@dataclass(frozen=True)
class Runtime:
    """The addresses that a page's runtime is loaded from.

    Attributes:
        pyscript: URL of the folder with PyScript's `core.js` and `core.css`; it ends with a slash.
        pyodide: URL of the folder with `pyodide.mjs`; it ends with a slash.
        packages: Wheels by URL, or packages by name, in the order of installation.
        package_origins: Origins that packages given by name come from; URLs need no mention here.
        base: URL of the runtime folder, with a slash; None for what is no such folder.
        fast: What the loader must know of the folder's fast start; None if it has none.
        modules: The modules in each part of it.
        imports: What each module of the rest imports.
        folder: The runtime folder, where all of it is to be in the page; None where it is loaded from its address.
    """

    pyscript: str
    pyodide: str
    packages: tuple[str, ...]
    package_origins: frozenset[str] = frozenset()
    base: str | None = None
    fast: Mapping[str, Any] | None = field(default=None, hash=False)
    modules: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]], hash=False)
    imports: Mapping[str, Sequence[str]] = field(default_factory=dict[str, Sequence[str]], hash=False)
    folder: Path | None = None

    @classmethod
    def at(cls, base_url: str, manifest: Manifest | Mapping[str, Any] | Path) -> Self:
        """Return the runtime whose folder, made by `assemble`, is served under one URL.

        Args:
            base_url: Absolute http or https URL of the folder.
            manifest: The folder's manifest: read, as a JSON object, or the path of the folder or of the file.

        Raises:
            FileNotFoundError: The path leads to no manifest.
            ValueError: The URL is not absolute, or the manifest lacks something; the message names it.
        """
        base = base_url if base_url.endswith("/") else f"{base_url}/"
        origin_of(base)
        known = Manifest.of(manifest)
        return cls(
            pyscript=urljoin(base, "pyscript/"),
            pyodide=urljoin(base, "pyodide/"),
            packages=tuple(urljoin(base, f"wheels/{quote(name)}") for name in known.wheels),
            base=base,
            fast=known.fast,
            modules=known.modules,
            imports=known.imports,
        )

    @classmethod
    def inline(cls, folder: Path, *, snapshot: bool = False) -> Self:
        """Return the runtime that is put into the page as a whole, so that the page loads nothing.

        Args:
            folder: A runtime folder with a fast start.
            snapshot: Whether the snapshot is put in, too: the view appears sooner, and the page is larger than what
                some clients read.

        Raises:
            FileNotFoundError: The folder has not been assembled.
            ValueError: It has no fast start.
        """
        known = Manifest.of(folder)
        if known.fast is None:
            raise ValueError(f"{folder} has no fast start, which a page without network needs: run make_fast_start")
        runtime = cls(
            pyscript="",
            pyodide="",
            packages=(),
            fast=known.fast,
            modules=known.modules,
            imports=known.imports,
            folder=folder,
        )
        return runtime if snapshot else runtime.without_snapshot()

    @classmethod
    def cdn(cls, packages: Iterable[str] = CDN_PACKAGES, package_origins: Iterable[str] = ()) -> Self:
        """Return the pinned runtime on jsDelivr.

        Args:
            packages: What to install, by name or by wheel URL.
            package_origins: Where Pyodide's installer finds the packages that are given by name and that
                Pyodide's own distribution does not hold. A host's CSP must allow these too.

        Raises:
            ValueError: An origin or a URL is not an absolute http or https URL.
        """
        return cls(
            pyscript=f"{CDN}/npm/@pyscript/core@{pins().pyscript}/dist/",
            pyodide=f"{CDN}/pyodide/v{pins().pyodide}/full/",
            packages=tuple(packages),
            package_origins=frozenset(origin_of(url) for url in package_origins),
        )

    def without_snapshot(self) -> Self:
        """Return the same runtime, which starts from its archives."""
        return replace(self, fast=None if self.fast is None else {**self.fast, "snapshot": None})

    def archives(self, imports: Iterable[str]) -> list[str]:
        """Return the archives that a view needs at once, besides what is loaded in any case.

        Args:
            imports: The dotted names of what the view imports.
        """
        if self.fast is None:
            return []
        there = {*self.modules.get("snapshot" if self.fast["snapshot"] else "library", ())}
        missing = {*imports} - there
        parts = [part for part in ("library", "rest") if missing & {*self.modules.get(part, ())}]
        # What is in the rest imports what is in the library.
        return ["library", "rest"] if "rest" in parts and self.fast["snapshot"] else parts

    def packs(self, imports: Iterable[str]) -> list[str]:
        """Return what the loader reads besides WebAssembly: the snapshot or the library, and further archives."""
        assert self.fast
        first = "snapshot" if self.fast["snapshot"] else "library"
        return [first, *(name for name in self.archives(imports) if name != first)]

    def needed_of_rest(self, imports: Iterable[str]) -> set[str]:
        """Return the modules of the rest that a view needs: those that it imports, and what they import in turn."""
        rest = {*self.modules.get("rest", ())}
        found: set[str] = set()
        waiting = [*imports]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [each for each in self.imports.get(name, ()) if each in rest]
        return found & rest

    @property
    def origins(self) -> frozenset[str]:
        """The origins that a host's CSP must allow the page to load from."""
        if self.folder:
            return frozenset()
        urls = [self.pyscript, self.pyodide, *(name for name in self.packages if "://" in name)]
        return frozenset(origin_of(url) for url in urls) | self.package_origins


def origin_of(url: str) -> str:
    """Return scheme, host and port of an absolute http or https URL.

    Raises:
        ValueError: The URL is not one; a page may be delivered where relative URLs lead nowhere.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError(f"{url!r} is not an absolute http or https URL")
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
