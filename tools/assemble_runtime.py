"""Build this package's wheel and lay out .runtime/.

It runs in .venv; `tools/prepare.py` calls it when a source has changed.
"""

import json
from pathlib import Path

from console import ROOT, run
from mcp_apps_py.runtime import assemble, make_fast_start, pins

NODE_MODULES = ROOT / "node_modules"
PAGE_WHEELS = ROOT / ".cache" / "wheels"
OWN_WHEEL = ROOT / ".cache" / "own-wheel"


def build_own_wheel() -> Path:
    """Build the wheel of this package and return its path."""
    for old in OWN_WHEEL.glob("*.whl"):
        old.unlink()
    run([ROOT / ".venv/bin/python", "-m", "hatchling", "build", "-t", "wheel", "-d", OWN_WHEEL])
    [wheel] = OWN_WHEEL.glob("mcp_apps_py-*.whl")
    return wheel


def check_npm_version(package: str, wanted: str) -> Path:
    """Return the folder of an npm package after a look at its version, which stands in two places."""
    folder = NODE_MODULES / package
    found = json.loads((folder / "package.json").read_text(encoding="utf-8"))["version"]
    if found != wanted:
        raise SystemExit(f"error: {package} is {found} in package.json, but {wanted} in mcp_apps_py/runtime/pins.json")
    return folder


def main() -> None:
    """Assemble the folder from what the set-up has downloaded."""
    pyodide = check_npm_version("pyodide", pins().pyodide)
    pyscript = check_npm_version("@pyscript/core", pins().pyscript)
    wheels = [path for pin in pins().wheels for path in PAGE_WHEELS.glob(f"{pin.prefix}*.whl")]
    target = ROOT / ".runtime"
    assemble(target, pyodide=pyodide, pyscript=pyscript / "dist", wheels=[*wheels, build_own_wheel()])
    make_fast_start(target)


if __name__ == "__main__":
    main()
