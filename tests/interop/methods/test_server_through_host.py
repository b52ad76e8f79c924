"""What a view asks of the server behind the host, as the official AppBridge takes it."""

import pytest

from tests.interop.methods.probe_host import Failure, ProbeHost

pytestmark = pytest.mark.asyncio(loop_scope="session")

RESULT = {"content": [{"type": "text", "text": "Rome"}], "structuredContent": {"city": "Rome", "days": [1.5]}}


# Tools


async def test_a_tool_is_called_and_gives_its_result(host: ProbeHost) -> None:
    await host.run("(result) => { bridge.oncalltool = async () => result; }", RESULT)
    assert await host.do("call_server_tool", name="forecast", arguments={"city": "Rome", "day": None}) == RESULT
    asked = await host.asked("tools/call")
    assert (asked["name"], asked["arguments"]) == ("forecast", {"city": "Rome", "day": None})
    assert isinstance(asked["_meta"]["progressToken"], int)


async def test_a_tool_s_result_is_validated(host: ProbeHost) -> None:
    await host.run("(result) => { bridge.oncalltool = async () => result; }", RESULT)
    typed = await host.do("call_server_tool", name="forecast", result_type="Forecast")
    assert typed == RESULT["structuredContent"]
    await host.run("() => { bridge.oncalltool = async () => ({ content: [], structuredContent: { city: 5 } }); }")
    with pytest.raises(Failure, match="the result of forecast: city: input should be a valid string"):
        await host.do("call_server_tool", name="forecast", result_type="Forecast")


async def test_a_tool_that_failed_is_a_result(host: ProbeHost) -> None:
    await host.run(
        "() => { bridge.oncalltool = async () => ({ isError: true, content: [{ type: 'text', text: 'no' }] }); }"
    )
    assert (await host.do("call_server_tool", name="x"))["isError"] is True
    with pytest.raises(Failure, match=r"^no$") as caught:
        await host.do("call_server_tool", name="x", result_type="Forecast")
    assert "ToolCallError" in caught.value.kinds


async def test_an_error_of_the_host_keeps_code_message_and_data(host: ProbeHost) -> None:
    await host.run(
        """() => {
          const error = Object.assign(new Error("busy"), { code: -32050, data: { a: null } });
          bridge.oncalltool = async () => { throw error; };
        }"""
    )
    with pytest.raises(Failure, match="busy") as caught:
        await host.do("call_server_tool", name="x")
    assert (caught.value.code, caught.value.data) == (-32050, {"a": None})


async def test_progress_is_heard_and_restarts_the_clock(host: ProbeHost) -> None:
    await host.run(
        """() => {
          bridge.oncalltool = async (_params, { mcpReq }) => {
            const { progressToken } = mcpReq._meta;
            for (let progress = 1; progress <= 5; progress += 1) {
              await later(300);
              await mcpReq.notify({
                method: "notifications/progress",
                params: { progressToken, progress, total: 5, message: `step ${progress}` },
              });
            }
            return { content: [] };
          };
        }"""
    )
    assert await host.do("call_server_tool", name="slow", timeout=1, on_progress="sync") == {"content": []}
    for step in range(1, 6):
        heard = await host.heard_by_view("progress")
        assert (heard["progress"], heard["total"], heard["message"]) == (step, 5, f"step {step}")


# The handler never answers, and tells when it is cancelled.
NEVER = """() => {
  window.cancelled = null;
  bridge.oncalltool = (_params, { mcpReq: { signal } }) => new Promise(() => {
    signal.addEventListener("abort", () => { window.cancelled = String(signal.reason); });
  });
}"""


async def test_a_call_that_takes_too_long_is_given_up_and_the_host_learns_of_it(host: ProbeHost) -> None:
    await host.run(NEVER)
    with pytest.raises(Failure, match=r"the host did not answer tools/call within 0\.2 s") as caught:
        await host.do("call_server_tool", name="slow", timeout=0.2)
    assert "TimeoutError" in caught.value.kinds
    await host.page.wait_for_function("cancelled !== null")
    assert "timed out after 0.2 s" in await host.run("cancelled")


async def test_a_call_whose_task_is_cancelled_is_cancelled_at_the_host(host: ProbeHost) -> None:
    await host.run(NEVER)
    await host.begin("call", "call_server_tool", name="slow")
    await host.asked("tools/call")
    await host.do("cancel", name="call")
    with pytest.raises(Failure) as caught:
        await host.end("call")
    assert "CancelledError" in caught.value.kinds
    await host.page.wait_for_function("cancelled !== null")
    assert "cancelled by the view" in await host.run("cancelled")


async def test_the_server_s_tools_are_listed_page_by_page_and_iterated(host: ProbeHost) -> None:
    await host.run(
        """() => {
          bridge.setRequestHandler("tools/list", ({ params }) => {
            const names = params?.cursor ? ["c"] : ["a", "b"];
            const tools = names.map((name) => ({ name, inputSchema: { type: "object" } }));
            return params?.cursor ? { tools } : { tools, nextCursor: "2" };
          });
        }"""
    )
    page = await host.do("list_server_tools")
    assert ([tool["name"] for tool in page["tools"]], page["nextCursor"]) == (["a", "b"], "2")
    page = await host.do("list_server_tools", cursor="2")
    assert [tool["name"] for tool in page["tools"]] == ["c"]
    assert "nextCursor" not in page
    assert [tool["name"] for tool in await host.do("collect", iterator="iter_server_tools")] == ["a", "b", "c"]


# Resources


async def test_resources_are_listed_and_iterated(host: ProbeHost) -> None:
    await host.run(
        """() => {
          bridge.onlistresources = async (params) => {
            const page = Number(params?.cursor ?? 0);
            const resources = [{ uri: `test://${page}`, name: `r${page}`, size: 5 }];
            return page < 2 ? { resources, nextCursor: String(page + 1) } : { resources };
          };
        }"""
    )
    first = await host.do("list_server_resources")
    assert first == {"resources": [{"uri": "test://0", "name": "r0", "size": 5}], "nextCursor": "1"}
    every = await host.do("collect", iterator="iter_server_resources")
    assert [resource["uri"] for resource in every] == ["test://0", "test://1", "test://2"]


async def test_a_resource_is_read(host: ProbeHost) -> None:
    await host.run(
        """() => {
          bridge.onreadresource = async ({ uri }) =>
            ({ contents: [{ uri, text: "a", mimeType: "text/plain" }, { uri, blob: "AA==", _meta: { b: 1 } }] });
        }"""
    )
    assert await host.do("read_server_resource", uri="test://a") == {
        "contents": [
            {"uri": "test://a", "text": "a", "mimeType": "text/plain"},
            {"uri": "test://a", "blob": "AA==", "_meta": {"b": 1}},
        ]
    }


# Methods of one's own


async def test_an_unknown_method_is_told_apart(host: ProbeHost) -> None:
    with pytest.raises(Failure) as caught:
        await host.do("request", method="test/unknown")
    assert "MethodNotFoundError" in caught.value.kinds


async def test_methods_of_one_s_own_are_asked_and_told(host: ProbeHost) -> None:
    await host.run(
        """() => {
          window.told = null;
          bridge.setRequestHandler("test/ask", { params: anything }, (params) => ({ echo: params }));
          bridge.setNotificationHandler("test/tell", { params: anything }, (params) => { window.told = params; });
        }"""
    )
    assert await host.do("request", method="test/ask", params={"a": [None]}) == {"echo": {"a": [None]}}
    await host.do("notify", method="test/tell", params={"b": 1})
    await host.page.wait_for_function("told?.b === 1")


async def test_the_host_s_fallbacks_are_reached(host: ProbeHost) -> None:
    await host.run(
        """() => {
          window.told = null;
          bridge.fallbackRequestHandler = async ({ method, params }) => ({ method, params });
          bridge.fallbackNotificationHandler = async ({ method }) => { window.told = method; };
        }"""
    )
    assert await host.do("request", method="test/any", params={"a": 1}) == {"method": "test/any", "params": {"a": 1}}
    await host.do("notify", method="test/note")
    await host.page.wait_for_function("told === 'test/note'")
    await host.run("() => { bridge.fallbackRequestHandler = bridge.fallbackNotificationHandler = undefined; }")
