"""What an author wants to be in a snapshot, besides what every view needs."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ViewTop:
    """The top of a view: what stands above the mark in its file, and runs once for all, when a snapshot is made.

    Attributes:
        name: The file's name.
        text: Its text from the first line to the mark.
        modules: The text of the modules beside the file that this imports, by their paths.
    """

    name: str
    text: str
    modules: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)

    @property
    def digest(self) -> str:
        """What changes with every change of the text and of the modules."""
        content = json.dumps([self.name, self.text, dict(self.modules)], sort_keys=True)
        return hashlib.sha256(content.encode()).hexdigest()[:16]

    @property
    def lines(self) -> int:
        """How many lines of the file it has."""
        return self.text.count("\n")

    def to_json(self) -> dict[str, Any]:
        """Give it in a form for JSON."""
        return {"name": self.name, "text": self.text, "modules": dict(self.modules), "digest": self.digest}


@dataclass(frozen=True)
class Wishes:
    """What a fast start is to be like.

    Attributes:
        snapshot: Whether there is to be a snapshot.
        preload: Modules that it holds, besides the SDK.
        top: The top of a view that it holds, too.
    """

    snapshot: bool = True
    preload: tuple[str, ...] = ()
    top: ViewTop | None = None

    def __post_init__(self) -> None:
        if self.top and not self.snapshot:
            raise ValueError(f"the top of {self.top.name} can be kept in a snapshot only, and there is to be none")
