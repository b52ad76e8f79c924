"""Where a page loads Pyodide, PyScript and its packages from."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
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
    """

    pyscript: str
    pyodide: str
    packages: tuple[str, ...]
    package_origins: frozenset[str] = frozenset()

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
        wheels = Manifest.of(manifest).wheels
        return cls(
            pyscript=urljoin(base, "pyscript/"),
            pyodide=urljoin(base, "pyodide/"),
            packages=tuple(urljoin(base, f"wheels/{quote(name)}") for name in wheels),
        )

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

    @property
    def origins(self) -> frozenset[str]:
        """The origins that a host's CSP must allow the page to load from."""
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
