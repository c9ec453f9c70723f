import json
import os
import subprocess
import uuid

import pytest
from client import ask


@pytest.fixture(scope="session")
def sandbox(tmp_path_factory):
    """The service, on a free port, over a folder of its own."""
    environment = {**os.environ, "GENCTL_HOME": str(tmp_path_factory.mktemp("genctl")), "GENCTL_SANDBOX_SPEED": "instant"}
    command = [os.environ.get("GENCTL", "genctl"), "sandbox", "serve", "--port", "0", "--json"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as server:
        yield json.loads(server.stdout.readline())
        server.terminate()


@pytest.fixture
def account(sandbox):
    """An account of the test's own, so that tests may run side by side."""
    yield {"base_url": sandbox["base_url"], "api_key": f"sbx_{uuid.uuid4().hex}"}


@pytest.fixture
def requests_of(account):
    """The requests that came for this account."""
    return lambda: ask(account, "/_sandbox/requests")["data"]
