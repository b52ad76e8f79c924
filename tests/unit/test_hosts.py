import json
from pathlib import Path
from typing import Any

import pytest

from mcp_apps_py import hosts
from mcp_apps_py.hosts import ProfileError

CDN = "https://cdn.example"
DECLARED = {"connectDomains": ["https://api.example"], "resourceDomains": [CDN], "wasmUnsafeEval": True}


def sources(profile: hosts.Profile, directive: str, declared: dict[str, Any] | None = DECLARED) -> list[str]:
    policy = profile.content_security_policy(declared)
    assert policy is not None
    return dict(part.split(" ", 1) for part in policy.split("; "))[directive].split()


def write(folder: Path, **values: object) -> Path:
    path = folder / "mine.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", hosts.names())
def test_every_profile_is_well_formed_and_answers_the_handshake(name: str):
    profile = hosts.load(name)
    assert profile.name == name
    initialize = profile.rules.get("initialize")
    assert initialize
    assert {"protocolVersion", "hostInfo", "hostCapabilities", "hostContext"} <= initialize.keys()


def test_the_specification_allows_what_is_declared_and_no_webassembly():
    spec = hosts.load("spec")
    assert sources(spec, "script-src") == ["'self'", "'unsafe-inline'", CDN]
    assert sources(spec, "connect-src") == ["'self'", "https://api.example"]
    assert sources(spec, "default-src") == ["'none'"]


def test_the_specification_lets_a_view_that_declares_nothing_connect_nowhere():
    assert sources(hosts.load("spec"), "connect-src", None) == ["'none'"]


def test_a_directive_without_sources_becomes_none():
    assert sources(hosts.load("spec"), "frame-src") == ["'none'"]
    assert sources(hosts.load("spec"), "frame-src", {"frameDomains": ["https://a.example"]}) == ["https://a.example"]


def test_a_host_that_knows_wasm_unsafe_eval_allows_it_only_when_declared():
    profile = hosts.load("spec-wasm")
    assert "'wasm-unsafe-eval'" in sources(profile, "script-src")
    assert "'wasm-unsafe-eval'" not in sources(profile, "script-src", {"wasmUnsafeEval": False})
    assert "'unsafe-eval'" not in sources(profile, "script-src")


def test_claude_allows_eval_and_takes_blob_and_data_out_of_connect_src():
    declared = {"connectDomains": ["blob:", "data:", "https://api.example"]}
    assert {"'unsafe-eval'", "blob:", "data:"} <= set(sources(hosts.load("claude"), "script-src"))
    assert sources(hosts.load("claude"), "connect-src", declared) == ["'self'", "https://api.example"]


def test_vscode_allows_webassembly_by_a_quoted_entry_alone():
    declared = {"resourceDomains": ["'wasm-unsafe-eval'", CDN]}
    assert "'wasm-unsafe-eval'" not in sources(hosts.load("vscode"), "script-src")
    assert "'wasm-unsafe-eval'" in sources(hosts.load("vscode"), "script-src", declared)
    assert "'wasm-unsafe-eval'" not in sources(hosts.load("spec"), "script-src", declared)
    assert "'wasm-unsafe-eval'" not in sources(hosts.load("mcpjam"), "script-src", declared)


def test_goose_splits_entries_at_commas():
    assert sources(hosts.load("goose"), "font-src", {"resourceDomains": ["https://a.example, https://b.example"]}) == [
        "'self'",
        "https://a.example",
        "https://b.example",
    ]


def test_mcp_cli_has_a_policy_for_views_that_declare_one_only():
    assert hosts.load("mcp-cli").content_security_policy(None) is None
    assert hosts.load("mcp-cli").content_security_policy({}) is not None


@pytest.mark.parametrize("entry", ["https://a.example; script-src *", "https://a.example *", "", "a\r\nX-Header: b"])
def test_no_declared_entry_can_add_a_directive_or_a_source(entry: str):
    for name in hosts.names():
        policy = hosts.load(name).content_security_policy({"resourceDomains": [entry]})
        assert policy == hosts.load(name).content_security_policy({})


@pytest.mark.parametrize("value", [None, "https://a.example", 5, {"a": 1}])
def test_a_declaration_of_the_wrong_type_declares_nothing(value: object):
    assert sources(hosts.load("spec"), "font-src", {"resourceDomains": value}) == ["'self'"]


def test_an_unknown_name_is_answered_with_the_known_ones():
    with pytest.raises(ProfileError, match=r"no host profile 'cluade'; there are .*claude, .*vscode"):
        hosts.load("cluade")


def test_a_profile_of_ones_own_says_only_what_differs(tmp_path: Path):
    path = write(
        tmp_path,
        extends="claude",
        title="Mine",
        frame={"patience": 5},
        csp={"directives": {"img-src": ["*"]}},
        rules={"answers": {"ui/message": {"silent": True}}, "initialize": {"protocolVersion": "0.1"}},
    )
    mine, claude = hosts.load(path), hosts.load("claude")
    assert (mine.name, mine.title, mine.notes) == ("mine", "Mine", ())
    assert (mine.frame.patience, mine.frame.delivery) == (5, "write")
    assert sources(mine, "img-src") == ["*"]
    assert sources(mine, "script-src") == sources(claude, "script-src")
    assert mine.rules.get("answers") == {**claude.rules.get("answers", {}), "ui/message": {"silent": True}}
    assert mine.rules.get("initialize") == {**(claude.rules.get("initialize") or {}), "protocolVersion": "0.1"}


@pytest.mark.parametrize(
    ("values", "problem"),
    [
        ({"extends": "spec", "farme": {}}, "farme: Extra inputs"),
        ({"extends": "spec", "frame": 5}, "frame: Input should be"),
        ({"extends": "spec", "frame": {"delivery": "carrier pigeon"}}, "frame.delivery: Input should be 'url'"),
        ({"extends": "spec", "rules": {"anwsers": {}}}, "rules: anwsers: Extra inputs"),
        ({"extends": "spec", "rules": {"answers": []}}, "rules: answers: Input should be a valid dict"),
        ({"extends": "spec", "rules": 5}, "rules: "),
        ({"extends": "sunpeak", "csp": {"directives": {}}, "title": 1}, "title: Input should be"),
        ({"extends": "sepc"}, "extends: there is no host profile 'sepc'; there are basic-host"),
        ({"extends": 5}, "extends: there is no host profile 5"),
        ({"title": "Mine"}, "frame: Field required"),
    ],
)
def test_a_wrong_profile_is_refused_by_file_and_field(tmp_path: Path, values: dict[str, Any], problem: str):
    with pytest.raises(ProfileError) as caught:
        hosts.load(write(tmp_path, **values))
    assert f"{tmp_path / 'mine.json'}: {problem}" in str(caught.value)


@pytest.mark.parametrize(("text", "problem"), [("{", "is not JSON"), ("[]", "is a JSON object, not list")])
def test_a_file_that_is_no_json_object_is_refused(tmp_path: Path, text: str, problem: str):
    path = tmp_path / "mine.json"
    path.write_text(text)
    with pytest.raises(ProfileError, match=problem):
        hosts.load(path)


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(ProfileError, match=r"none\.json: there is no such file"):
        hosts.load(tmp_path / "none.json")


def test_rules_from_elsewhere_are_checked_and_name_where_they_come_from():
    assert hosts.check_rules({"teardown": "notification"}, "scenario T1") == {"teardown": "notification"}
    with pytest.raises(ProfileError, match="scenario T1: teardown: Input should be 'request' or 'notification'"):
        hosts.check_rules({"teardown": "never"}, "scenario T1")


@pytest.mark.parametrize(
    "whole", [None, {"error": {"code": 1, "message": "no"}}, {"result": {"protocolVersion": "0.1"}}]
)
def test_an_initialize_answer_that_is_whole_replaces_the_old_one(whole: dict[str, Any] | None):
    rules = hosts.load("spec").rules
    assert hosts.merge_rules(rules, {"initialize": whole}).get("initialize") == whole


def test_rules_that_are_not_mentioned_stay():
    rules = hosts.load("vscode").rules
    assert hosts.merge_rules(rules, {}) == rules
    assert hosts.merge_rules(rules, {"onload": [1]}).get("after_initialize") == ["$tool-input", "$tool-result"]
