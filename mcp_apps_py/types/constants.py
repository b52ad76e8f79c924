"""The fixed words of MCP Apps, for views and for the servers that offer them."""

LATEST_PROTOCOL_VERSION = "2026-01-26"
"""The version of MCP Apps that the SDK speaks."""

KNOWN_PROTOCOL_VERSIONS = ("2025-11-21", LATEST_PROTOCOL_VERSION)
"""Versions whose messages the SDK is known to understand, the oldest first."""

RESOURCE_MIME_TYPE = "text/html;profile=mcp-app"
"""The MIME type of a resource that holds a view."""

RESOURCE_URI_SCHEME = "ui://"
"""What the URI of a view's resource begins with."""

EXTENSION_ID = "io.modelcontextprotocol/ui"
"""The key of MCP Apps in a client's `extensions`."""

RESOURCE_URI_META_KEY = "ui/resourceUri"
"""The flat key of a tool's `_meta` that named the view before `_meta.ui.resourceUri` did."""
