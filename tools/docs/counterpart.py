"""Writes the table counterpart ↔ Python, and finds what is missing in it."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

import griffe

from tools.docs import reference, source, typescript
from tools.docs.rows import LEFT_OUT, ONLY_OURS, ROWS, Row
from tools.docs.source import PACKAGE, Object

OWN_MODULES = ("browser", "types", "testing")
CLASSES = ("App", "AppOptions", "RegisteredAppTool", "AppEventMap")
OF_PROTOCOL = ("Protocol", "ProtocolOptions", "RequestOptions", "BaseContext")
EXPORTING = ("app.d.ts", "types.d.ts", "styles.d.ts", "constants.d.ts", "server/index.d.ts")
HELPERS_OF_HOSTS = re.compile(r"export declare (?:function|const) (\w+)")
TYPESCRIPT = re.compile(r"TypeScript:\s+(\w+)")


def tables() -> str:
    """Write all tables, in Markdown."""
    parts: list[str] = []
    for title, rows in ROWS.items():
        parts += [f"## {title}", _table(("TypeScript", "Python", ""), [_cells(each) for each in rows])]
    parts += ["## Only in Python", _table(("Python", ""), [(_ours(each), each.says) for each in ONLY_OURS])]
    parts += ["## Types", _table(("TypeScript", "Python"), [(f"`{a}`", f"`{b}`") for a, b in type_pairs()])]
    parts += ["## Left out", _table(("TypeScript", "because"), [(f"`{a}`", b) for a, b in LEFT_OUT.items()])]
    return "\n\n".join(parts)


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def _cells(each: Row) -> tuple[str, str, str]:
    return "<br>".join(f"`{name}`" for name in each.theirs), _ours(each), each.says


def _ours(each: Row) -> str:
    return "<br>".join(f"`{written(path)}`" for path in each.ours).replace("|", "\\|")


def written(path: str) -> str:
    """Write a name of ours as an author does: with its parameters, if it is called."""
    found = resolve(path)
    shown = path.replace("App.", "app.", 1) if path.startswith("App.") else path
    if isinstance(found, griffe.Function):
        asking = "await " if "async" in found.labels and "AsyncIterator" not in str(found.returns) else ""
        return f"{asking}{shown}({', '.join(_parameters(found))})"
    if isinstance(found, griffe.Class) and path == "App":
        maker = found.members["__init__"]
        assert isinstance(maker, griffe.Function)
        return f"App({', '.join(_parameters(maker))})"
    return shown


def _parameters(function: griffe.Function) -> Iterator[str]:
    for parameter in reference.parameters(function):
        name, _, rest = parameter.partition(":")
        default = rest.rpartition(" = ")[2] if " = " in rest else ""
        yield f"{name}={default}" if default else name


def resolve(path: str) -> Object:
    """Find what a path such as `App.host.info` leads to.

    Raises:
        LookupError: If it leads nowhere.
    """
    head, *rest = path.split(".")
    module = f"{PACKAGE}.{head}" if head in OWN_MODULES else PACKAGE
    name = rest.pop(0) if head in OWN_MODULES else head
    if name not in source.public_names(module):
        raise LookupError(f"{module} has no public name {name!r}")
    found = source.public_object(module, name)
    for step in rest:
        found = _member(_class_of(found), step)
    return found


def _class_of(found: Object) -> griffe.Class:
    if isinstance(found, griffe.Class):
        return found
    assert isinstance(found, griffe.Attribute)
    written_type = re.match(r"\w+", str(found.annotation or found.value))
    if written_type is None or found.parent is None:
        raise LookupError(f"the type of {found.path} is not written down")
    owner = source.package()[found.parent.resolve(written_type[0]).partition(".")[2]]
    target = source.final(owner)
    assert isinstance(target, griffe.Class)
    return target


def _member(owner: griffe.Class, name: str) -> Object:
    found = next((each for each in source.members(owner) if each.name == name), None)
    if found is None:
        raise LookupError(f"{owner.path} has no {name!r}")
    return found


def type_pairs() -> list[tuple[str, str]]:
    """Give the TypeScript types and the models that say which of them they are."""
    pairs: list[tuple[str, str]] = []
    for name in source.public_names(f"{PACKAGE}.types"):
        docstring = source.public_object(f"{PACKAGE}.types", name).docstring
        pairs += [(theirs, f"types.{name}") for theirs in TYPESCRIPT.findall(docstring.value if docstring else "")]
    return sorted(pairs)


def names_of_the_counterpart() -> list[str]:
    """Give every public name of the counterpart that the table must account for."""
    names: list[str] = []
    for owner in CLASSES:
        kind = "class" if owner == "App" else "type"
        names += [
            f"{owner}.{each}" for each in typescript.members(typescript.declarations("app.d.ts"), f"{kind} {owner}")
        ]
    for owner in OF_PROTOCOL:
        kind = "class" if owner == "Protocol" else "type"
        names += [
            f"{owner}.{each}" for each in typescript.members(typescript.protocol_declarations(), f"{kind} {owner}")
        ]
    owner = "PostMessageTransport"
    transport = typescript.declarations("message-transport.d.ts")
    names += [f"{owner}.{each}" for each in typescript.members(transport, f"class {owner}")]
    names += [each for file in EXPORTING for each in typescript.exported(typescript.declarations(file))]
    names += HELPERS_OF_HOSTS.findall(typescript.declarations("app-bridge.d.ts"))
    return list(dict.fromkeys(names))


def unaccounted() -> list[str]:
    """Give the names of the counterpart that stand neither in a row, nor in the list of types, nor are left out."""
    known = {name for rows in ROWS.values() for each in rows for name in each.theirs}
    known |= {theirs for theirs, _ in type_pairs()}
    left_out = [name for name in names_of_the_counterpart() if name not in known]
    return [name for name in left_out if not any(fnmatchcase(name, pattern) for pattern in LEFT_OUT)]


def made_up() -> list[str]:
    """Give what the table says of the counterpart that the counterpart does not have."""
    there = names_of_the_counterpart()
    rows = [name for rows in ROWS.values() for each in rows for name in each.theirs if name not in there]
    return rows + [pattern for pattern in LEFT_OUT if not any(fnmatchcase(name, pattern) for name in there)]
