"""The files beside a page: finding and reading them."""

import base64
import mimetypes
import tokenize
from pathlib import Path
from urllib.parse import unquote, urlsplit

from .errors import PageError

# Not the machine's own table, so that a page is the same wherever it is made.
MEDIA_TYPES = mimetypes.MimeTypes()
for _suffix in ("avif", "webp"):
    MEDIA_TYPES.add_type(f"image/{_suffix}", f".{_suffix}")
for _suffix in ("otf", "ttf", "woff", "woff2"):
    MEDIA_TYPES.add_type(f"font/{_suffix}", f".{_suffix}")


def is_absolute(url: str) -> bool:
    """Tell whether a URL means the same wherever the page is; fragments do."""
    return bool(urlsplit(url).scheme) or url.startswith("#")


def local_file(url: str, asked_by: Path, line: int) -> Path:
    """Return the file that a relative URL means.

    Args:
        url: The URL.
        asked_by: The file that it stands in.
        line: The line where it stands.

    Raises:
        PageError: It means a place on a web server, or there is no such file.
    """
    if url.startswith("/"):
        raise PageError(asked_by, line, f"{url!r} starts with a slash; write it relative to this file, or as https://…")
    path = asked_by.parent / unquote(urlsplit(url).path)
    if not path.is_file():
        raise PageError(asked_by, line, f"there is no file {url!r}")
    return path


def read_text(path: Path) -> str:
    """Return the text of a file in UTF-8, without its byte order mark, with plain line ends.

    Raises:
        PageError: The file cannot be read, or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise PageError(path, line, f"is not UTF-8: {error.reason}") from error
    except OSError as error:
        raise PageError(path, None, f"cannot be read: {error.strerror}") from error


def read_python(path: Path) -> str:
    """Return the text of a Python file, read in the encoding that it declares.

    Raises:
        PageError: The file cannot be read or decoded.
    """
    try:
        with tokenize.open(path) as file:
            return file.read()
    except (OSError, SyntaxError, UnicodeDecodeError) as error:
        raise PageError(path, None, f"cannot be read: {error}") from error


def data_url(path: Path) -> str:
    """Return a file as a data URL.

    Raises:
        PageError: The file cannot be read, or nobody knows its type.
    """
    kind, encoding = MEDIA_TYPES.guess_type(path.name)
    if kind is None or encoding is not None:
        raise PageError(path, None, "the type of this file is unknown, so it cannot be put into the page")
    try:
        content = path.read_bytes()
    except OSError as error:
        raise PageError(path, None, f"cannot be read: {error.strerror}") from error
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"
