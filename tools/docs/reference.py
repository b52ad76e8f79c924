"""Writes the API reference: a page for each module with public names, made from signatures and docstrings."""

import re
from collections.abc import Iterable

import griffe

from tools.docs import source
from tools.docs.source import Object

WIDTH = 100
NOTE = "<!-- Made by `make docs` from the docstrings. Do not edit. -->"
HEADINGS = {
    griffe.DocstringSectionKind.parameters: "Arguments",
    griffe.DocstringSectionKind.attributes: "Attributes",
    griffe.DocstringSectionKind.returns: "Returns",
    griffe.DocstringSectionKind.raises: "Raises",
}


def reference_pages() -> dict[str, str]:
    """Give the pages of the reference by their file names."""
    pages = {page_name(name): module_page(name) for name in source.MODULES}
    return {"README.md": index_page(), **pages}


def page_name(module: str) -> str:
    """Give the file name of a module's page."""
    return f"{module}.md"


def index_page() -> str:
    """Write the list of all public names."""
    parts = [
        NOTE,
        "# API reference",
        "Made from the docstrings. Every name is imported from the module in its heading.",
    ]
    for name in source.MODULES:
        links = (f"[{each}]({page_name(name)}#{anchor(each)})" for each in source.public_names(name))
        parts += [f"## [`{name}`]({page_name(name)})", summary(source.module(name)), " · ".join(links)]
    return "\n\n".join(parts) + "\n"


def module_page(name: str) -> str:
    """Write the page of one module."""
    parts = [NOTE, f"# `{name}`", docstring_text(source.module(name))]
    for public in source.public_names(name):
        parts += entry(public, source.public_object(name, public), level=2)
    return "\n\n".join(part for part in parts if part) + "\n"


def entry(title: str, found: Object, level: int) -> list[str]:
    """Write a class, a function or a value."""
    heading = f"{'#' * level} `{title}`"
    if isinstance(found, griffe.Class):
        return [heading, *class_entry(title, found, level)]
    if isinstance(found, griffe.Function):
        return [heading, code(*signatures(title, found)), *documentation(found)]
    return [heading, code(declaration(title, found)), *documentation(found)]


def class_entry(title: str, found: griffe.Class, level: int) -> list[str]:
    """Write a class with its members."""
    shown = source.members(found)
    fields = [member for member in shown if source.is_value(member) and "property" not in member.labels]
    parts = [code(class_head(title, found, fields)), *documentation(found), *inherited_attributes(found)]
    for member in shown:
        documented = member.docstring is not None and (not source.is_model(found) or "property" in member.labels)
        if isinstance(member, griffe.Function) or (member not in fields and documented):
            parts += entry(f"{title}.{member.name}", member, level + 1)
    return parts


def inherited_attributes(found: griffe.Class) -> list[str]:
    """Write what the docstrings of the bases say of attributes."""
    own = {each.name for section in source.attribute_sections(found) for each in section.value}
    bases = (section for base in found.mro() for section in source.attribute_sections(base))
    items = [item(each) for section in bases for each in section.value if each.name not in own]
    return ["**Inherited attributes**\n\n" + "\n".join(items)] if items else []


def class_head(title: str, found: griffe.Class, fields: Iterable[Object]) -> str:
    """Write how a class is made: its constructor, or its fields."""
    bases = ", ".join(str(base).split(".")[-1] for base in found.bases)
    if source.is_model(found) or "dataclass" in found.labels or "TypedDict" in bases or "Enum" in bases:
        lines = [declaration(field.name, field) for field in fields if field.name != "model_config"]
        return "\n    ".join([f"class {title}({bases}):" if bases else f"class {title}:", *lines])
    makers = [each for base in (found, *found.mro()) if (each := base.members.get("__init__"))]
    if makers and isinstance(maker := source.final(makers[0]), griffe.Function):
        return "\n".join(signatures(title, maker, returns=False))
    return f"class {title}({bases})" if bases else f"class {title}"


def declaration(name: str, found: Object) -> str:
    """Write an attribute with its type and its value."""
    assert isinstance(found, griffe.Attribute)
    annotation = f": {found.annotation}" if found.annotation is not None else ""
    value = str(found.value) if found.value is not None else ""
    short = value and len(value) < WIDTH - len(name) and "\n" not in value
    return f"{name}{annotation}" + (f" = {value}" if short else "")


def signatures(name: str, function: griffe.Function, *, returns: bool = True) -> list[str]:
    """Write how a function is called; once for each overload."""
    return [signature(name, each, returns=returns) for each in (function.overloads or [function])]


def signature(name: str, function: griffe.Function, *, returns: bool) -> str:
    """Write how a function is called, on several lines if it is long."""
    start = f"{'async ' if 'async' in function.labels else ''}{name.removesuffix('.__call__')}"
    end = f" -> {function.returns}" if returns and function.returns is not None else ""
    given = list(parameters(function))
    line = f"{start}({', '.join(given)}){end}"
    if len(line) <= WIDTH:
        return line
    return "\n".join([f"{start}(", *(f"    {each}," for each in given), f"){end}"])


def parameters(function: griffe.Function) -> Iterable[str]:
    """Write the parameters of a function, without `self`."""
    kinds = griffe.ParameterKind
    named = False
    for parameter in function.parameters:
        if parameter.name in ("self", "cls"):
            continue
        if parameter.kind is kinds.keyword_only and not named:
            yield "*"
        named = named or parameter.kind in (kinds.keyword_only, kinds.var_positional)
        stars = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(parameter.kind or kinds.keyword_only, "")
        annotation = f": {parameter.annotation}" if parameter.annotation is not None else ""
        default = f" = {parameter.default}" if parameter.default is not None and not stars else ""
        yield f"{stars}{parameter.name}{annotation}{default}"


def documentation(found: Object) -> list[str]:
    """Write a docstring: text, and lists of what it takes, has, gives and raises."""
    parts: list[str] = []
    for section in source.sections(found):
        if section.kind is griffe.DocstringSectionKind.text:
            parts.append(prose(section.value))
        elif section.kind in HEADINGS:
            parts.append(f"**{HEADINGS[section.kind]}**\n\n" + "\n".join(map(item, section.value)))
    return parts


def item(element: griffe.DocstringElement) -> str:
    """Write one argument, attribute, result or exception."""
    text = " ".join(element.description.split())
    if isinstance(element, griffe.DocstringRaise):
        return f"- `{element.annotation}`: {text}"
    return (
        f"- `{element.name}`: {text}"
        if isinstance(element, griffe.DocstringNamedElement) and element.name
        else f"- {text}"
    )


def docstring_text(found: Object) -> str:
    """Write the text of a docstring without its sections."""
    texts = (section.value for section in source.sections(found) if section.kind is griffe.DocstringSectionKind.text)
    return "\n\n".join(map(prose, texts))


def prose(text: str) -> str:
    """Fence what is indented in a docstring, so that it is shown as it stands there."""
    fenced = re.sub(r"(?:^ {4,}.*\n?|^\n(?= {4}))+", lambda block: fence(block[0]), text, flags=re.MULTILINE)
    return fenced.strip()


def fence(block: str) -> str:
    """Make a fenced block of an indented one."""
    lines = [line[4:] for line in block.strip("\n").split("\n")]
    return "\n```text\n" + "\n".join(lines) + "\n```\n"


def code(*lines: str) -> str:
    """Write signatures; they are not marked as Python, since they can't be run."""
    return "```text\n" + "\n".join(lines) + "\n```"


def summary(found: Object) -> str:
    """Give the first sentence of a docstring."""
    return docstring_text(found).split("\n\n")[0]


def anchor(title: str) -> str:
    """Give the anchor that a forge makes of a heading."""
    return re.sub(r"[^\w -]", "", title).lower().replace(" ", "-")
