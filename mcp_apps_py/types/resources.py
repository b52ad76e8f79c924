"""Resources of a server, and how they are listed and read."""

from ._base import Json, Number, Params, Result, WireModel
from .content import Annotations, Icon, ResourceContents
from .tools import PaginatedParams, PaginatedResult


class Resource(WireModel):
    """A resource that the server offers (TypeScript: Resource); `size` is in bytes."""

    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: Number | None = None
    icons: list[Icon] | None = None
    annotations: Annotations | None = None
    meta: Json | None = None


class ResourceTemplate(WireModel):
    """A family of resources, its URI an RFC 6570 template (TypeScript: ResourceTemplate)."""

    uri_template: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    icons: list[Icon] | None = None
    annotations: Annotations | None = None
    meta: Json | None = None


class ListResourcesParams(PaginatedParams):
    """Params of `resources/list` (TypeScript: ListResourcesRequest)."""


class ListResourcesResult(PaginatedResult):
    """Result of `resources/list` (TypeScript: ListResourcesResult)."""

    resources: list[Resource]


class ListResourceTemplatesParams(PaginatedParams):
    """Params of `resources/templates/list` (TypeScript: ListResourceTemplatesRequest)."""


class ListResourceTemplatesResult(PaginatedResult):
    """Result of `resources/templates/list` (TypeScript: ListResourceTemplatesResult)."""

    resource_templates: list[ResourceTemplate]


class ReadResourceParams(Params):
    """Params of `resources/read` (TypeScript: ReadResourceRequest)."""

    uri: str


class ReadResourceResult(Result):
    """Result of `resources/read` (TypeScript: ReadResourceResult)."""

    contents: list[ResourceContents]
