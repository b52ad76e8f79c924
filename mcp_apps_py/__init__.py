"""The view side of MCP Apps, in Python."""
