"""Make a whole runtime folder in one stroke: either it is there and complete, or nothing has changed."""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from .folder import assemble, layout
from .job import make_job
from .makers import Maker
from .making import FOLDER, is_whole, make_fast_start
from .manifest import MANIFEST_NAME, Manifest
from .sources import Sources
from .wishes import Wishes


class TargetError(ValueError):
    """The target is something else than a runtime folder."""


def export(
    target: Path,
    sources: Sources,
    wishes: Wishes,
    *,
    maker: Maker | None = None,
    tell: Callable[[str], None] = lambda _doing: None,
) -> Manifest:
    """Make a runtime folder, or bring it up to date; what has not changed is left alone.

    Everything is made in a folder beside the target and moved there when all is well.

    Args:
        target: The folder.
        sources: What it is made of.
        wishes: What its fast start is to be like.
        maker: What makes that; by default Node, or a Chromium where there is no Node.
        tell: Is told what is being done, in a few words.

    Raises:
        TargetError: The target is not empty and no runtime folder, or a file.
        MakerError: The fast start could not be made; the message says why.
        OSError: Something cannot be read or written.
        ValueError: The sources are not of the pinned versions.
    """
    check_target(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{target.name}-", dir=target.parent) as scratch:
        stage = Path(scratch)
        tell("collecting the files")
        _keep_fast(target, stage)
        assemble(stage, pyodide=sources.pyodide, pyscript=sources.pyscript, wheels=sources.wheels)
        manifest = make_fast_start(stage, wishes, maker=maker, tell=tell)
        _settle(stage, target)
    return manifest


def out_of_date(target: Path, sources: Sources, wishes: Wishes) -> str:
    """Say why `export` would change a folder, "" if it would not.

    Args:
        target: The folder.
        sources: What it is to be made of.
        wishes: What its fast start is to be like.

    Raises:
        ValueError: The sources are not of the pinned versions.
    """
    if not (target / MANIFEST_NAME).is_file():
        return f"{target} is no runtime folder yet"
    try:
        manifest = Manifest.of(target)
    except ValueError as error:
        return str(error)
    if reason := _changed_file(target, sources):
        return reason
    if manifest.wheels != tuple(wheel.name for wheel in sources.wheels):
        return f"{target / MANIFEST_NAME} names other wheels than were given"
    if manifest.fast is None:
        return f"{target} has no fast start"
    if manifest.fast["id"] != make_job(target, manifest, wishes)[0].id:
        return f"the fast start in {target / FOLDER} was made with other options, or by another version of this package"
    if not is_whole(target, manifest.fast):
        return f"{target / FOLDER} is not complete"
    return ""


def _changed_file(target: Path, sources: Sources) -> str:
    for part, files in layout(sources.pyodide, sources.pyscript, sources.wheels).items():
        for source in files:
            copy = target / part / source.name
            if not copy.is_file():
                return f"{copy} is missing"
            if copy.read_bytes() != source.read_bytes():
                return f"{copy} differs from {source}"
    return ""


def check_target(target: Path) -> None:
    """See that a folder may be filled.

    Raises:
        TargetError: It may not.
    """
    if target.exists() and not target.is_dir():
        raise TargetError(f"{target} is a file; name a folder")
    if target.is_dir() and any(target.iterdir()) and not (target / MANIFEST_NAME).is_file():
        raise TargetError(f"{target} is not empty and no runtime folder; name another one, or empty it")


def _keep_fast(target: Path, stage: Path) -> None:
    """Bring along what was made before; whether it still fits, its maker finds out."""
    try:
        Manifest.of(target)
    except (FileNotFoundError, ValueError):
        return  # it was never finished
    if (target / FOLDER).is_dir():
        shutil.copytree(target / FOLDER, stage / FOLDER)
        shutil.copy2(target / MANIFEST_NAME, stage)


def _settle(stage: Path, target: Path) -> None:
    """Move everything to its place; the manifest last, since it says what is there."""
    target.mkdir(exist_ok=True)
    for folder in sorted(path for path in stage.iterdir() if path.is_dir()):
        there = target / folder.name
        there.mkdir(exist_ok=True)
        names = {path.name for path in folder.iterdir()}
        for name in names:
            _move(folder / name, there / name)
        for path in there.iterdir():
            if path.name not in names:
                path.unlink()
    _move(stage / MANIFEST_NAME, target / MANIFEST_NAME)


def _move(source: Path, target: Path) -> None:
    """Put a file in another's place unless they are the same, so that what a server hands out keeps its time."""
    if not (target.is_file() and target.read_bytes() == source.read_bytes()):
        source.replace(target)
