"""`mcp-apps-py runtime …`: the folder that pages load Python from."""

import tempfile
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from ..bundle import view_top
from ..bundle.top import MARK
from ..runtime import Manifest, Wishes, find_maker
from ..runtime.export import check_target, export, out_of_date
from ..runtime.sources import Sources, find_sources
from .terminal import errors_in_words, fail, progress, say

app = typer.Typer(no_args_is_help=True, help="The folder that pages load Python from.")


class MakerKind(StrEnum):
    """What may make a fast start."""

    AUTO = "auto"
    NODE = "node"
    CHROMIUM = "chromium"


@app.callback()
def _group() -> None:  # pyright: ignore[reportUnusedFunction] - it makes `export` a command of its own
    pass


@app.command("export")
def export_command(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make or to bring up to date.")],
    *,
    node_modules: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where npm has installed pyodide and @pyscript/core; default: node_modules."),
    ] = None,
    pyodide: Annotated[Path | None, typer.Option(metavar="DIR", help="The npm package pyodide, unpacked.")] = None,
    pyscript: Annotated[
        Path | None, typer.Option(metavar="DIR", help="The npm package @pyscript/core, unpacked.")
    ] = None,
    wheel: Annotated[
        list[Path], typer.Option(metavar="FILE", help="A wheel that every page has, or a folder with them; repeatable.")
    ] = [],  # noqa: B006 - Typer copies it
    with_: Annotated[
        list[Path],
        typer.Option("--with", metavar="FILE", help="A wheel that your views need, or a folder; repeatable."),
    ] = [],  # noqa: B006
    preload: Annotated[list[str], typer.Option(metavar="MODULE", help="A module for the snapshot; repeatable.")] = [],  # noqa: B006
    view: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"A view; what stands above {MARK!r} goes into the snapshot.")
    ] = None,
    snapshot: Annotated[bool, typer.Option(help="Whether to make a snapshot of the memory.")] = True,
    maker: Annotated[
        MakerKind, typer.Option(help="What makes the fast start; auto: Node, else Chromium.")
    ] = MakerKind.AUTO,
    browser: Annotated[Path | None, typer.Option(metavar="FILE", help="The Chromium to make it with.")] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing; exit with 1 if something would change.")
    ] = False,
) -> None:
    """Lay out Pyodide, PyScript and wheels in a folder that can be served, and make Python start fast from it."""
    with errors_in_words(), tempfile.TemporaryDirectory() as scratch:
        check_target(folder)
        wishes = _wishes(view, tuple(preload), snapshot=snapshot)
        sources = find_sources(
            Path(scratch), node_modules=node_modules, pyodide=pyodide, pyscript=pyscript, wheels=wheel, given=with_
        )
        if check:
            _check(folder, sources, wishes)
            return
        with progress() as tell:
            export(folder, sources, wishes, maker=find_maker(maker.value, browser), tell=tell)
        say(_summary(folder))


def _wishes(view: Path | None, preload: tuple[str, ...], *, snapshot: bool) -> Wishes:
    top = None if view is None else view_top(view)
    if view and not top:
        fail(f"{view} has no line {MARK!r}, so nothing of it can be in the snapshot")
    return Wishes(snapshot=snapshot, preload=preload, top=top)


def _check(folder: Path, sources: Sources, wishes: Wishes) -> None:
    if reason := out_of_date(folder, sources, wishes):
        say(f"not up to date: {reason}")
        raise typer.Exit(1)
    say(f"{folder} is up to date")


def _summary(folder: Path) -> str:
    manifest = Manifest.of(folder)
    assets: dict[str, dict[str, Any]] = manifest.fast["assets"] if manifest.fast else {}
    snapshot = assets.get("snapshot")
    size = sum(asset["size"] for asset in assets.values())
    started = f"with a snapshot of {snapshot['size'] / 1e6:.1f} MB" if snapshot else "without a snapshot"
    return (
        f"{folder}: Pyodide {manifest.pyodide}, PyScript {manifest.pyscript}, {len(manifest.wheels)} wheels; "
        f"a fast start of {size / 1e6:.1f} MB, {started}"
    )
