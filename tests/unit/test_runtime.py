"""Where a page's runtime is loaded from, and the folder that it is served from."""

import dataclasses
import json
import re
from pathlib import Path

import pytest

from mcp_apps_py.runtime import Manifest, Runtime, assemble, pins

ROOT = Path(__file__).resolve().parent.parent.parent
MANIFEST = {"pyodide": "1.0", "pyscript": "2.0", "wheels": ["a-1-py3-none-any.whl", "b-2+local-py3-none-any.whl"]}
PYODIDE_FILES = ["pyodide-lock.json", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide.mjs", "python_stdlib.zip"]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


class Sources:
    """The three things that a runtime folder is assembled from, as small files."""

    def __init__(self, folder: Path) -> None:
        self.pyodide, self.pyscript, self.downloads = folder / "pyodide", folder / "dist", folder / "downloads"
        self.fill(self.pyodide, [*PYODIDE_FILES, "pyodide.d.ts", "package.json"])
        self.fill(self.pyscript, ["core.js", "core.css", "core-abc.js", "core.js.map"])
        self.wheels = [self.downloads / f"{pin.prefix}py3-none-any.whl" for pin in pins().wheels]
        self.fill(self.downloads, [path.name for path in self.wheels])

    def fill(self, folder: Path, files: list[str]) -> None:
        folder.mkdir()
        for name in files:
            (folder / name).write_text(name, encoding="utf-8")

    def assemble(self, target: Path) -> Manifest:
        return assemble(target, pyodide=self.pyodide, pyscript=self.pyscript, wheels=self.wheels)


@pytest.fixture
def sources(tmp_path: Path) -> Sources:
    folder = tmp_path / "sources"
    folder.mkdir()
    return Sources(folder)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "runtime"


class TestALocation:
    @pytest.mark.parametrize("base", ["http://127.0.0.1:8000/runtime", "http://127.0.0.1:8000/runtime/"])
    def test_one_url_leads_to_everything_in_the_folder(self, base: str) -> None:
        runtime = Runtime.at(base, MANIFEST)
        assert runtime.pyscript == "http://127.0.0.1:8000/runtime/pyscript/"
        assert runtime.pyodide == "http://127.0.0.1:8000/runtime/pyodide/"
        assert runtime.packages == (
            "http://127.0.0.1:8000/runtime/wheels/a-1-py3-none-any.whl",
            "http://127.0.0.1:8000/runtime/wheels/b-2%2Blocal-py3-none-any.whl",
        )

    def test_everything_below_one_url_is_one_origin(self) -> None:
        assert Runtime.at("https://files.example:444/x", MANIFEST).origins == {"https://files.example:444"}

    def test_an_origin_shows_no_password(self) -> None:
        assert Runtime.at("https://me:secret@files.example", MANIFEST).origins == {"https://files.example"}

    @pytest.mark.parametrize("url", ["/runtime", "runtime/", "file:///runtime", "//files.example/x", ""])
    def test_a_url_that_leads_nowhere_from_inside_a_frame_is_refused(self, url: str) -> None:
        with pytest.raises(ValueError, match=re.escape(repr(url.rstrip("/") + "/") + " is not an absolute http")):
            Runtime.at(url, MANIFEST)

    def test_the_cdn_serves_the_pinned_versions(self) -> None:
        runtime = Runtime.cdn()
        assert f"@{pins().pyscript}/" in runtime.pyscript
        assert f"/v{pins().pyodide}/" in runtime.pyodide
        assert runtime.origins == {"https://cdn.jsdelivr.net"}

    def test_packages_from_elsewhere_bring_their_origins(self) -> None:
        packages = ["pydantic", "https://files.example/a-1-py3-none-any.whl"]
        runtime = Runtime.cdn(packages, package_origins=["https://index.example/simple/"])
        assert runtime.packages == tuple(packages)
        assert runtime.origins == {"https://cdn.jsdelivr.net", "https://files.example", "https://index.example"}


class TestAManifest:
    def test_is_read_from_json_a_file_or_a_folder(self, tmp_path: Path) -> None:
        manifest = Manifest.of(MANIFEST)
        manifest.write(tmp_path)
        assert Manifest.of(tmp_path) == Manifest.of(tmp_path / "manifest.json") == Manifest.of(manifest) == manifest
        assert json.loads((tmp_path / "manifest.json").read_text(encoding="utf-8")) == MANIFEST

    @pytest.mark.parametrize(
        ("member", "value"),
        [("pyodide", None), ("pyscript", 7), ("wheels", "a.whl"), ("wheels", [1]), ("wheels", None)],
    )
    def test_that_lacks_something_says_what_and_where(self, tmp_path: Path, member: str, value: object) -> None:
        (tmp_path / "manifest.json").write_text(json.dumps({**MANIFEST, member: value}), encoding="utf-8")
        with pytest.raises(ValueError, match=rf"manifest\.json: '{member}' must be"):
            Manifest.of(tmp_path)

    @pytest.mark.parametrize(("text", "complaint"), [("{", "is not JSON"), ("[]", "must be a JSON object, not list")])
    def test_that_is_something_else_is_named(self, tmp_path: Path, text: str, complaint: str) -> None:
        (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=rf"manifest\.json.* {complaint}"):
            Manifest.of(tmp_path)

    def test_of_a_folder_that_was_never_assembled_is_missed_by_name(self, tmp_path: Path) -> None:
        with pytest.raises(FileNotFoundError, match=r"manifest\.json does not exist"):
            Manifest.of(tmp_path)


class TestAFolder:
    def test_holds_what_a_page_loads_and_nothing_else(self, sources: Sources, target: Path) -> None:
        sources.assemble(target)
        assert names(target) == ["manifest.json", "pyodide", "pyscript", "wheels"]
        assert names(target / "pyodide") == PYODIDE_FILES
        assert names(target / "pyscript") == ["core-abc.js", "core.css", "core.js"]
        assert names(target / "wheels") == sorted(path.name for path in sources.wheels)

    def test_says_in_its_manifest_what_it_holds(self, sources: Sources, target: Path) -> None:
        manifest = sources.assemble(target)
        assert manifest == Manifest.of(target)
        assert (manifest.pyodide, manifest.pyscript) == (pins().pyodide, pins().pyscript)
        assert manifest.wheels == tuple(path.name for path in sources.wheels)

    def test_loses_what_no_longer_belongs_there(self, sources: Sources, target: Path) -> None:
        old = sources.downloads / "mine-1-py3-none-any.whl"
        new = sources.downloads / "mine-2-py3-none-any.whl"
        old.write_text("1", encoding="utf-8")
        new.write_text("2", encoding="utf-8")
        pinned = sources.wheels
        sources.wheels = [*pinned, old]
        sources.assemble(target)
        sources.wheels = [*pinned, new]
        sources.assemble(target)
        assert new.name in names(target / "wheels")
        assert old.name not in names(target / "wheels")

    def test_takes_over_a_changed_file_and_leaves_the_others_alone(self, sources: Sources, target: Path) -> None:
        sources.assemble(target)
        old = {path.name: path.stat().st_ino for path in (target / "pyscript").iterdir()}
        (sources.pyscript / "core.css").write_text("changed", encoding="utf-8")
        sources.assemble(target)
        new = {path.name: path.stat().st_ino for path in (target / "pyscript").iterdir()}
        assert (target / "pyscript" / "core.css").read_text(encoding="utf-8") == "changed"
        assert {name for name in new if new[name] != old[name]} == {"core.css"}

    @pytest.mark.parametrize("missing", ["pyodide/pyodide.asm.wasm", "dist/core.js"])
    def test_without_a_needed_file_is_refused_by_name(self, sources: Sources, target: Path, missing: str) -> None:
        (sources.pyodide.parent / missing).unlink()
        with pytest.raises(FileNotFoundError, match=re.escape(f"{Path(missing).name} is missing")):
            sources.assemble(target)
        assert not (target / "manifest.json").exists()

    def test_without_a_pinned_wheel_is_refused_by_name(self, sources: Sources, target: Path) -> None:
        pydantic = pins().wheels[-1]
        sources.wheels.pop()
        with pytest.raises(ValueError, match=f"no wheel of pydantic {re.escape(pydantic.version)} among typing_ext"):
            sources.assemble(target)


class TestThePins:
    def test_are_the_versions_that_npm_installs(self) -> None:
        packages = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]
        assert packages["pyodide"] == pins().pyodide
        assert packages["@pyscript/core"] == pins().pyscript

    def test_are_the_versions_that_the_tests_run_with(self) -> None:
        lock = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
        missing = [pin.name for pin in pins().wheels if f"\n{pin.name}=={pin.version} " not in lock]
        assert missing == []

    def test_cannot_be_changed_by_a_reader(self) -> None:
        with pytest.raises(dataclasses.FrozenInstanceError):
            pins().pyodide = "0"  # type: ignore[misc]
