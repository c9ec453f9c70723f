"""The program under test: it submits one picture, again under the same key while the service fails."""

import json
import urllib.error
import urllib.request


def ask(account, path, body=None, headers=None, method=None):
    request = urllib.request.Request(
        account["base_url"] + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": f"Bearer {account['api_key']}", "Content-Type": "application/json", **(headers or {})},
        method=method,
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def render_picture(account, prompt, key):
    body = {"model": "vendor-a/image-1", "input": {"prompt": prompt}}
    for attempt in (1, 2):
        try:
            job = ask(account, "/v2/jobs", body, {"Idempotency-Key": key})
            break
        except urllib.error.HTTPError as error:
            if error.code < 500 or attempt == 2:
                raise
    return ask(account, f"/v2/jobs/{job['id']}")
