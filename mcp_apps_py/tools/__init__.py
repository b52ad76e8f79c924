"""App tools: Python functions that the model can call in the view."""

from .app_tools import AppTool, AppTools

__all__ = ["AppTool", "AppTools"]
