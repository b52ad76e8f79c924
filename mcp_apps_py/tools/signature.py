"""A Python function as a tool: its parameters and return type as validated, described JSON."""

import dataclasses
import inspect
import re
from collections.abc import Callable
from typing import Annotated, Any, get_args, get_origin, is_typeddict

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, create_model
from pydantic.fields import FieldInfo

from ..context import RequestContext
from ..errors import LocalProtocolError, ResultValidationError
from ..validation import adapter_for, describe, validate_into


@dataclasses.dataclass(frozen=True)
class Signature:
    """What a tool function takes and gives.

    Attributes:
        description: The docstring without its argument section, or None.
        arguments: A model with one field a parameter, whose alias is the parameter's name.
        context_name: The parameter that wants the `RequestContext`, or None.
        output: Validates the return value, or None if the function does not say.
        structured: Whether the return value is an object, so that it has a schema.
    """

    description: str | None
    arguments: type[BaseModel]
    context_name: str | None
    output: TypeAdapter[Any] | None
    structured: bool

    def input_schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments: an object."""
        schema = self.arguments.model_json_schema(by_alias=True)
        schema.pop("title", None)
        schema.setdefault("properties", {})
        return {"type": "object", **schema}

    def output_schema(self) -> dict[str, Any] | None:
        """The JSON schema of the structured content, or None."""
        if self.output is None or not self.structured:
            return None
        return {"type": "object"} | self.output.json_schema(mode="serialization")

    def validate(self, arguments: dict[str, Any], context: RequestContext) -> dict[str, Any]:
        """Make keyword arguments for the function.

        Raises:
            ResultValidationError: If they don't fit; the text names the field.
        """
        try:
            model = self.arguments.model_validate(arguments)
        except ValidationError as error:
            raise ResultValidationError(describe(error)) from error
        fields = self.arguments.model_fields
        values = {str(f.alias): getattr(model, name) for name, f in fields.items()}
        if self.context_name is not None:
            values[self.context_name] = context
        return values

    def validate_output(self, outcome: Any) -> Any:
        """Validate what the function gave, if its annotation says what that is.

        Raises:
            ResultValidationError: If it does not fit.
        """
        if self.output is None:
            return outcome
        return validate_into(self.output, outcome, "the tool's return value")


def read_signature(function: Callable[..., Any]) -> Signature:
    """Read a function's signature and docstring.

    Raises:
        LocalProtocolError: If a parameter can't be given by name, or pydantic does not know
            what to do with an annotation.
    """
    name = getattr(function, "__name__", "tool")
    try:
        signature = inspect.signature(function, eval_str=True)
    except Exception as error:
        raise LocalProtocolError(f"{name}: its signature can't be read: {error}") from error
    description, described = read_docstring(inspect.getdoc(function) or "")
    fields: dict[str, Any] = {}
    context_name = None
    for parameter in signature.parameters.values():
        if RequestContext in (parameter.annotation, *get_args(parameter.annotation)):
            context_name = parameter.name
            continue
        field = _field(parameter, described.get(parameter.name), name)
        # Numbered names with aliases: a parameter may be called `json` or `model_config`.
        fields[f"argument_{len(fields)}"] = field
    try:
        arguments = create_model(f"{name}_arguments", __config__=ConfigDict(allow_inf_nan=False), **fields)
    except Exception as error:
        raise LocalProtocolError(f"{name}: its parameters can't be validated: {error}") from error
    return Signature(description, arguments, context_name, *_output(signature.return_annotation, name))


def _field(parameter: inspect.Parameter, described: str | None, tool: str) -> tuple[Any, Any]:
    if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
        raise LocalProtocolError(f"{tool}: arguments come by name, so {parameter} can't be a tool's parameter")
    annotation: Any = Any if parameter.annotation is parameter.empty else parameter.annotation
    bare, *facts = get_args(annotation) if get_origin(annotation) is Annotated else (annotation,)
    # The later fact wins: what the author wrote at the parameter goes before the docstring.
    facts = [Field(description=described), *facts]
    if isinstance(parameter.default, FieldInfo):
        facts.append(parameter.default)
    has_default = parameter.default is not parameter.empty and not isinstance(parameter.default, FieldInfo)
    field: Any = Field(parameter.default, alias=parameter.name) if has_default else Field(alias=parameter.name)
    return Annotated[bare, *facts], field


def _output(annotation: Any, tool: str) -> tuple[TypeAdapter[Any] | None, bool]:
    if annotation in (inspect.Signature.empty, None, str, Any):
        return None, False
    if getattr(annotation, "__module__", "").partition(".")[0] == __name__.partition(".")[0]:
        return None, False
    adapter = adapter_for(annotation, f"{tool}'s return value")
    return adapter, _is_object(annotation)


def _is_object(annotation: Any) -> bool:
    if get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    origin: Any = get_origin(annotation) or annotation
    if not isinstance(origin, type):
        return False
    return issubclass(origin, BaseModel | dict) or dataclasses.is_dataclass(annotation) or is_typeddict(annotation)


_SECTION = re.compile(r"^(Args|Arguments|Parameters|Returns|Raises|Yields|Examples?):\s*$", re.MULTILINE)
_ARGUMENT = re.compile(r"^\s+\*{0,2}(\w+)\s*(?:\([^)]*\))?:\s*(.+(?:\n\s{5,}.+)*)", re.MULTILINE)


def read_docstring(docstring: str) -> tuple[str | None, dict[str, str]]:
    """Split a Google-style docstring into its description and its arguments' descriptions."""
    first = _SECTION.search(docstring)
    description = docstring[: first.start()] if first else docstring
    arguments: dict[str, str] = {}
    for section in _SECTION.finditer(docstring):
        if section[1] not in ("Args", "Arguments", "Parameters"):
            continue
        following = _SECTION.search(docstring, section.end())
        body = docstring[section.end() : following.start() if following else None]
        for name, text in _ARGUMENT.findall(body):
            arguments[name] = " ".join(text.split())
    return description.strip() or None, arguments
