from client import ask, render_picture


def test_renders_a_picture(account, requests_of):
    job = render_picture(account, "a fox", "one")
    assert job["status"] == "succeeded"
    assert requests_of()[0]["body"]["input"] == {"prompt": "a fox"}


def test_submits_again_while_the_service_fails(account, requests_of):
    ask(account, "/_sandbox/faults", {"route": "POST /v2/jobs", "status": 503, "times": 1})
    assert render_picture(account, "a fox", "one")["status"] == "succeeded"
    posts = [request for request in requests_of() if request["method"] == "POST"]
    assert [request["answer"]["status"] for request in posts] == [503, 202]


def test_starts_over(account, requests_of):
    render_picture(account, "a fox", "one")
    assert ask(account, "/_sandbox/reset", {}) == {"jobs": 1}
    assert requests_of() == []
