"""Reads the package's source: which names are public, and what they are."""

from functools import cache
from importlib import import_module

import griffe

from tools.console import ROOT

PACKAGE = "mcp_apps_py"
Object = griffe.Object

MODULES = (
    PACKAGE,
    f"{PACKAGE}.browser",
    f"{PACKAGE}.types",
    f"{PACKAGE}.testing",
    f"{PACKAGE}.testing.browser",
    f"{PACKAGE}.testing.server",
    f"{PACKAGE}.testing.scenario",
    f"{PACKAGE}.bundle",
    f"{PACKAGE}.runtime",
    f"{PACKAGE}.hosts",
)
"""Modules with public names, in the order of the reference."""

BASES_NOT_SHOWN = ("BaseModel", "WireModel")
"""What every model has stands with `WireModel`, once."""


@cache
def package() -> griffe.Module:
    """Read the source; nothing of it is run."""
    found = griffe.load(PACKAGE, search_paths=[ROOT], resolve_aliases=True, docstring_parser="google")
    assert isinstance(found, griffe.Module)
    return found


def module(name: str) -> griffe.Module:
    """Give a module by its dotted name."""
    path = name.partition(".")[2]
    found = package()[path] if path else package()
    assert isinstance(found, griffe.Module)
    return found


def public_names(name: str) -> list[str]:
    """Give what a module offers: its `__all__`, else what it defines without an underscore."""
    found = module(name)
    if found.exports is not None:
        return sorted({str(export) for export in found.exports}, key=lambda each: (each.casefold(), each))
    own = (member for member in found.members.values() if not member.is_alias and not member.name.startswith("_"))
    return [member.name for member in own if member.is_class or member.is_function]


def public_object(module_name: str, name: str) -> Object:
    """Give what a public name stands for.

    Raises:
        KeyError: If it stands for nothing.
    """
    found = module(module_name)
    if name in found.members and not final(found[name]).is_module:
        return final(found[name])
    # A name that the module loads on demand, or a function named like its module.
    value = getattr(import_module(module_name), name)
    return final(package()[f"{value.__module__}.{value.__qualname__}".partition(".")[2]])


def final(found: Object | griffe.Alias) -> Object:
    """Give the object itself, whatever it was imported through."""
    return found.final_target if isinstance(found, griffe.Alias) else found


def members(owner: griffe.Class) -> list[Object]:
    """Give the public members of a class, in the order of the source; those that it inherits after its own."""
    inherited = [each for base in owner.mro() if base.name not in BASES_NOT_SHOWN for each in base.members.values()]
    found: dict[str, Object] = {}
    for member in (*owner.members.values(), *inherited):
        if is_public(member.name) and member.name not in found:
            found[member.name] = final(member)
    return list(found.values())


def is_public(name: str) -> bool:
    """Whether a member is for authors."""
    return not name.startswith("_") or name == "__call__"


def is_value(member: Object) -> bool:
    """Whether a member is read and not called."""
    return isinstance(member, griffe.Attribute)


def is_model(owner: griffe.Class) -> bool:
    """Whether a class is a pydantic model."""
    return any(
        str(base).split(".")[-1] in ("BaseModel", "WireModel") for each in (owner, *owner.mro()) for base in each.bases
    )


def sections(found: Object) -> list[griffe.DocstringSection]:
    """Give the parts of a docstring."""
    return found.docstring.parsed if found.docstring else []


def attribute_sections(found: Object) -> list[griffe.DocstringSectionAttributes]:
    """Give what a docstring says of attributes."""
    return [section for section in sections(found) if isinstance(section, griffe.DocstringSectionAttributes)]
