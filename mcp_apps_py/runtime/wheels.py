"""Wheels of a page: whether they are for its Pyodide, and the one of this package itself."""

import base64
import hashlib
import re
import zipfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from .pins import pins

DISTRIBUTION = "mcp-apps-py"
PACKAGE = Path(__file__).resolve().parent.parent
FILE_NAME = re.compile(
    r"(?P<name>[^-]+)-(?P<version>[^-]+)(?:-\d[^-]*)?-(?P<python>[^-]+)-(?P<abi>[^-]+)-(?P<platform>[^-]+)\.whl"
)
TIME = (1980, 1, 1, 0, 0, 0)
WHEEL_FILE = "Wheel-Version: 1.0\nGenerator: mcp-apps-py\nRoot-Is-Purelib: true\nTag: py3-none-any\n"


class WheelError(ValueError):
    """A wheel cannot be part of a page; the message names the file and says what is needed."""


def check_wheel(path: Path) -> None:
    """See that a wheel can be installed in this Pyodide.

    Raises:
        WheelError: It cannot.
    """
    named = FILE_NAME.fullmatch(path.name)
    if not path.is_file():
        raise WheelError(f"{path}: there is no such file")
    if not named:
        raise WheelError(f"{path}: this is not the name of a wheel, such as thing-1.0-py3-none-any.whl")
    tags = named["python"], named["abi"], named["platform"]
    if not any(_fits(*tag) for tag in _single(*tags)):
        python = f"cp{pins().python.replace('.', '')}"
        raise WheelError(
            f"{path}: it is built for {'-'.join(tags)}; Pyodide {pins().pyodide} takes wheels of pure Python "
            f"(py3-none-any), and native ones for {python}-{python}-{pins().platform}"
        )
    try:
        with zipfile.ZipFile(path) as archive:
            broken = archive.testzip()
            names = archive.namelist()
    except (OSError, zipfile.BadZipFile) as error:
        raise WheelError(f"{path}: it cannot be read as a wheel ({error}); download it anew") from error
    if broken:
        raise WheelError(f"{path}: {broken} in it is damaged; download it anew")
    if not any(name.endswith(".dist-info/METADATA") for name in names):
        raise WheelError(f"{path}: it is no wheel, since it has no METADATA; build or download it anew")


def _single(python: str, abi: str, platform: str) -> Iterator[tuple[str, str, str]]:
    for one in python.split("."):
        for other in abi.split("."):
            yield from ((one, other, third) for third in platform.split("."))


def _fits(python: str, abi: str, platform: str) -> bool:
    own = f"cp{pins().python.replace('.', '')}"
    if platform not in {"any", pins().platform}:
        return False
    if abi == "none":
        return python == own or _is_older(python, "py")
    return platform == pins().platform and ((python, abi) == (own, own) or (abi == "abi3" and _is_older(python, "cp")))


def _is_older(python: str, kind: str) -> bool:
    """Tell whether a Python tag is `py3`, or of this Python or one before."""
    found = re.fullmatch(rf"{kind}3(\d*)", python)
    return bool(found) and int(found[1] or 0) <= int(pins().python.partition(".")[2])


def is_pinned(path: Path) -> bool:
    """Tell whether a wheel is, by its name, one that every page has besides this package's own."""
    return any(path.name.startswith(pin.prefix) for pin in pins().wheels)


def check_pinned(path: Path) -> None:
    """See that a wheel that every page has is the very file that is pinned.

    Raises:
        WheelError: It is another one.
    """
    pin = next(pin for pin in pins().wheels if path.name.startswith(pin.prefix))
    if hashlib.sha256(path.read_bytes()).hexdigest() != pin.sha256:
        raise WheelError(f"{path}: this is not the pinned file of {pin.name} {pin.version}; download it anew")


def build_own_wheel(folder: Path) -> Path:
    """Build the wheel of this package out of its installed files, the same every time.

    Args:
        folder: Where to put it.

    Returns:
        The wheel.

    Raises:
        WheelError: The package is not installed, so that there is no metadata of it.
    """
    try:
        installed = distribution(DISTRIBUTION)
    except PackageNotFoundError as error:
        raise WheelError(f"{DISTRIBUTION} is not installed; install it, or give its wheel with --wheel") from error
    stem = f"{PACKAGE.name}-{installed.version}"
    metadata = f"{stem}.dist-info"
    files = {path.relative_to(PACKAGE.parent).as_posix(): path.read_bytes() for path in _package_files()}
    files[f"{metadata}/METADATA"] = (installed.read_text("METADATA") or "").encode()
    files[f"{metadata}/WHEEL"] = WHEEL_FILE.encode()
    record = [f"{name},sha256={_digest(content)},{len(content)}\n" for name, content in files.items()]
    files[f"{metadata}/RECORD"] = "".join([*record, f"{metadata}/RECORD,,\n"]).encode()
    wheel = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(zipfile.ZipInfo(name, TIME), content, zipfile.ZIP_DEFLATED)
    return wheel


def _package_files() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def _digest(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
