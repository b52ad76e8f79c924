"""Where Python meets JavaScript: the only file that imports `js` and `pyodide`.

It can be imported anywhere. Off the page, `window` and `document` are placeholders that explain
themselves when they are touched.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Any

from ..errors import LocalProtocolError, RemoteProtocolError
from .bridge import SCRIPT

try:
    import js as _js_module
    from pyodide import ffi as _ffi_module
except ImportError:
    _js_module = _ffi_module = None

js: Any = _js_module
ffi: Any = _ffi_module
JsException: type[Exception] = ffi.JsException if ffi else NotImplementedError

_HIDDEN_FRAME_MS = 250
_LONG_TEXT = 4096  # characters from which on text crosses faster as bytes


class NotInAPage:
    """Stands for a page's object where there is no page."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        raise LocalProtocolError(
            f"{self._name}.{attribute} exists only on the main thread of a web page, and this code runs outside of one"
        )


in_page = False
"""Whether this is a page's main thread; False on CPython, in Node and in a worker."""

in_worker = False
"""Whether this is a web worker."""

making = False
"""Whether the top of a view is run for a snapshot, before there is a page."""

window: Any = NotInAPage("window")
document: Any = NotInAPage("document")


def meet() -> None:
    """Find out where this runs; whatever is kept of the page is taken anew.

    A snapshot of the memory is made outside of any page, so this happens again where it is restored.
    """
    global in_page, in_worker, window, document  # noqa: PLW0603 - the one place that sets them
    in_page = js is not None and hasattr(js, "document")
    in_worker = js is not None and hasattr(js, "WorkerGlobalScope")
    window = js if in_page else NotInAPage("window")
    document = window.document if in_page else NotInAPage("document")


def new_element(tag: str, text: str | None = None) -> Any:
    """Make an element that is not in the page yet, with text in it if there is some."""
    element = document.createElement(tag)
    if text is not None:
        element.textContent = text
    return element


def listen(target: Any, event: str, callback: Callable[[Any], None], *, capture: bool = False) -> Callable[[], None]:
    """Add an event listener; gives the function that removes it and releases its proxy.

    Args:
        target: What dispatches the event.
        event: The event's name.
        callback: Gets the event.
        capture: Whether to hear what happens below the target, of events that do not bubble.
    """
    proxy = ffi.create_proxy(callback)
    # VS Code patches addEventListener and insists on a plain function, which a proxy is not.
    listener = js.Function.prototype.call.bind(proxy, None)
    target.addEventListener(event, listener, capture)

    def unlisten() -> None:
        target.removeEventListener(event, listener, capture)
        proxy.destroy()

    return unlisten


def shim() -> Any:
    """Give the script that has spoken for the view so far, `page/shim.js`; None if the page has none."""
    return getattr(window, "mcpAppsShim", None) if in_page else None


def take_over() -> Any:
    """Give what that script has done and heard, and let it stop hearing; None if there is nothing to go on with."""
    speaker = shim()
    return None if speaker is None else speaker.adopt()


def open_port(
    target: Any, source: Any, take: Callable[[str], None], fail: Callable[[RemoteProtocolError], None]
) -> "Port":
    """Hear what one window posts and post to another, as JSON text.

    The target origin is "*": an opaque origin can't be named, and the parent is trusted with
    everything anyway.

    Args:
        target: The window to post to.
        source: The window whose messages count; what any other posts is dropped before it is looked at.
        take: Gets the text of each message that claims to be JSON-RPC 2.0; anything else is noise.
        fail: Gets an error for each of them that has no form in JSON.
    """
    if not hasattr(js, "mcpAppsBridge"):
        script = new_element("script", SCRIPT)
        document.documentElement.append(script)
        script.remove()
    kind = ScriptedPort if hasattr(js, "mcpAppsBridge") else PlainPort
    return kind(target, source, take, fail)


class ScriptedPort:
    """A port whose work is done by `bridge.SCRIPT`; see `open_port`."""

    def __init__(
        self, target: Any, source: Any, take: Callable[[str], None], fail: Callable[[RemoteProtocolError], None]
    ) -> None:
        def taken(text: Any) -> None:
            if isinstance(text, str):
                take(text)
                return
            _hold_collection()
            take(text.to_bytes().decode())

        def failed(reason: str, nested: bool) -> None:  # noqa: FBT001 - JavaScript knows no keywords
            fail(_no_json(reason, nested=nested))

        self._proxies = [ffi.create_proxy(taken), ffi.create_proxy(failed)]
        self._port = js.mcpAppsBridge(target, source, *self._proxies)
        self._post = self._port.post

    def post(self, text: str) -> None:
        """Post JSON text as plain objects and arrays."""
        self._post(text if len(text) < _LONG_TEXT else ffi.to_js(text.encode()))

    def replay(self, kept: Any) -> None:
        """Hear, in a JavaScript array, what the source posted before this was open."""
        self._port.replay(kept)

    def close(self) -> None:
        """Stop hearing, and release the proxies."""
        self._port.close()
        for proxy in self._proxies:
            proxy.destroy()


def _hold_collection() -> None:
    """Let no garbage be looked for until the next turn of the loop.

    A long message becomes many objects of which none is garbage, and to look at them again and again while they are
    made takes about as long as a third of that.
    """
    if gc.isenabled():
        gc.disable()
        asyncio.get_event_loop().call_soon(gc.enable)


class PlainPort:
    """The same without a script, for a page whose policy forbids inline ones; several times as slow."""

    def __init__(
        self, target: Any, source: Any, take: Callable[[str], None], fail: Callable[[RemoteProtocolError], None]
    ) -> None:
        def give(data: Any) -> None:
            if getattr(data, "jsonrpc", None) == "2.0":
                try:
                    text = _to_text(data)
                except RemoteProtocolError as error:
                    fail(error)
                    return
                take(text)

        def heard(event: Any) -> None:
            if event.source == source:
                give(event.data)

        self._give = give
        self._post = target.postMessage
        self.close = listen(window, "message", heard)

    def post(self, text: str) -> None:
        """Post JSON text as plain objects and arrays."""
        self._post(js.JSON.parse(text), "*")

    def replay(self, kept: Any) -> None:
        """Hear, in a JavaScript array, what the source posted before this was open."""
        for data in kept:
            self._give(data)


Port = ScriptedPort | PlainPort


def _to_text(data: Any) -> str:
    try:
        return js.JSON.stringify(data)
    except JsException as error:
        # Where the stack has overflowed, calling Python from its end would be the end of Python.
        if getattr(error, "name", "") == "RangeError":
            raise _no_json(error, nested=True) from error
        return _to_text_with_bigints(data)


def _to_text_with_bigints(data: Any) -> str:
    def replace(_key: str, value: Any) -> Any:
        if isinstance(value, ffi.JsBigInt):
            return str(int(value))
        if isinstance(value, int) and not isinstance(value, bool):
            return float(value)  # as an int, the largest would come out as a BigInt again
        return value

    replacer = ffi.create_proxy(replace)
    try:
        return js.JSON.stringify(data, replacer)
    except JsException as error:
        raise _no_json(error, nested=False) from error
    finally:
        replacer.destroy()


def _no_json(reason: object, *, nested: bool) -> RemoteProtocolError:
    return RemoteProtocolError(f"a message {'is nested too deeply' if nested else 'has no form in JSON'}: {reason}")


class FrameCallback:
    """Runs a function before the next animation frame, however often it is asked to.

    A hidden frame has no animation frames; there the function runs a little later.
    """

    def __init__(self, callback: Callable[[], None]) -> None:
        self._callback = callback
        self._proxy = ffi.create_proxy(self._run)
        self._frame: int | None = None
        self._timeout: int | None = None

    def ask(self) -> None:
        """Run the function once, soon."""
        if self._frame is None:
            self._frame = js.requestAnimationFrame(self._proxy)
            self._timeout = js.setTimeout(self._proxy, _HIDDEN_FRAME_MS)

    def _run(self, *_time: float) -> None:
        self._forget()
        self._callback()

    def _forget(self) -> None:
        if self._frame is not None:
            js.cancelAnimationFrame(self._frame)
            js.clearTimeout(self._timeout)
            self._frame = self._timeout = None

    def close(self) -> None:
        """Do not run it any more, and release the proxy."""
        self._forget()
        self._proxy.destroy()


def observe_sizes(elements: list[Any], callback: Callable[[], None]) -> Callable[[], None]:
    """Call back when an element's size changes; gives the function that stops it."""
    return _observe(js.ResizeObserver, callback, lambda observer: [observer.observe(e) for e in elements])


def observe_mutations(element: Any, callback: Callable[[], None], *, below: bool = True) -> Callable[[], None]:
    """Call back when an element's content changes; gives the function that stops it.

    Args:
        element: What is observed.
        callback: Runs once for many changes.
        below: Whether to hear of everything below it, not only of its children.
    """
    what = '{"childList": true, "subtree": true, "characterData": true, "attributes": true}'
    options = js.JSON.parse(what if below else '{"childList": true}')
    return _observe(js.MutationObserver, callback, lambda observer: observer.observe(element, options))


def _observe(kind: Any, callback: Callable[[], None], begin: Callable[[Any], object]) -> Callable[[], None]:
    def changed(*_records: Any) -> None:
        callback()

    proxy = ffi.create_proxy(changed)
    observer = kind.new(proxy)
    begin(observer)

    def stop() -> None:
        observer.disconnect()
        proxy.destroy()

    return stop
