"""Nothing of the protocol is left out by the tests beside this one, which run before it."""

from pathlib import Path

import pytest

from mcp_apps_py.methods import TO_HOST, TO_VIEW
from tests.interop.methods.probe_host import ProbeHost

HERE = Path(__file__).parent


@pytest.mark.asyncio(loop_scope="session")
async def test_every_method_has_crossed_in_its_direction(host: ProbeHost, request: pytest.FixtureRequest) -> None:
    if {item.path for item in request.session.items} < set(HERE.glob("test_*.py")):
        pytest.skip("only some of the tests run")
    assert set(TO_HOST) - host.seen["view"] == set()
    assert set(TO_VIEW) - host.seen["host"] == set()
