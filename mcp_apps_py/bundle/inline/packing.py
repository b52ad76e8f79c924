"""Bytes as ASCII text that may stand in a script element; `page/inline.js` is the other side.

The text is denser than base64: two characters of 91 carry 13 bits, so it grows by 1.23 instead of 1.33.
"""

import gzip

# All that is printable, but for what ends a script or a comment, and what JSON and JavaScript would escape.
ALPHABET = "".join(character for character in map(chr, range(0x21, 0x7F)) if character not in '"<\\')
PAIRS = [first + second for second in ALPHABET for first in ALPHABET][: 1 << 13]
GROUP_BYTES = 13
SHIFTS = tuple(range(0, 8 * GROUP_BYTES, 13))


def packed_element(name: str, content: bytes, *, is_compressed: bool = False) -> str:
    """Return the script element that holds an asset, and one that lets the page read it at once.

    Args:
        name: The asset's name.
        content: Its bytes.
        is_compressed: Whether they are compressed with gzip already.
    """
    compressed = content if is_compressed else gzip.compress(content, 9, mtime=0)
    facts = f'data-asset="{name}" data-length="{len(compressed)}"'
    return (
        f'<script type="text/plain" {facts}>{to_text(compressed)}</script>'
        "<script>mcpAppsInline.take(document.currentScript.previousElementSibling)</script>\n"
    )


def to_text(content: bytes) -> str:
    """Write bytes as text; the last bits are filled up with zeros."""
    padded = content + bytes(-len(content) % GROUP_BYTES)
    groups = (
        int.from_bytes(padded[start : start + GROUP_BYTES], "little") for start in range(0, len(padded), GROUP_BYTES)
    )
    text = "".join([PAIRS[group >> shift & 8191] for group in groups for shift in SHIFTS])
    return text[: 2 * -(-8 * len(content) // 13)]
