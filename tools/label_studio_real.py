"""Hand reviews to a real Label Studio server, let two people annotate there by its API, and take them back.

    python tools/label_studio_real.py LABEL_STUDIO [--record FOLDER]

LABEL_STUDIO is the program of an environment of its own (`make label-studio` makes one). The server runs on this
machine alone, on a database that is gone afterwards; its first start takes minutes. What must hold: the marks and
labels that come back are those that were made, person by person; a skipped task, a draft, an earlier word, and one that
somebody else changed are told and kept out; the same export again adds nothing. Prints figures, then PASS or what
failed. `--record` keeps both exports.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any

from goldsmith.adapters.review_stores.memory import MemoryReviewStore
from goldsmith.interchange.label_studio import read_export
from goldsmith.ondisk.work_facts import read_fact
from goldsmith.records.review_exchange import ExchangeStep, ReviewsIn
from goldsmith.records.workbench import EvidenceGiven, Labelled
from goldsmith.workflows.freeze import FreezeOptions, freeze
from goldsmith.workflows.open_set import open_project
from goldsmith.workflows.review_desk import Desk
from goldsmith.workflows.review_exchange import HandOut, hand_out
from goldsmith.workflows.review_exchange_back import Brought, take_in
from goldsmith.workflows.review_open import open_reviews

START_S = 900
"""How long the first start may take."""
NOW = datetime(2026, 9, 8, 12, 0, tzinfo=UTC)
PEOPLE = {"ann": "ann@example.org", "ben": "ben@example.org"}
FILES = {
    "goldsmith.toml": """\
documents = "documents"

[workbench]
second_share = 1.0

[people.ann]
email = "ann@example.org"

[people.ben]
""",
    "documents/returns.md": """\
# Returns \N{SHOPPING BAGS}

Goods \N{PARTY POPPER} can be returned
within 30 days \N{WOMAN}\N{ZERO WIDTH JOINER}\N{FIRE ENGINE} of purchase.

Keep the \N{RECEIPT} receipt: no return is possible without it.
""",
    "documents/fees.txt": "The express fee is 9 euro.\n",
    "golden/set.yaml": "name: desk\ncorpus: {label: r1}\n",
    "golden/cases/a.yaml": """\
- id: fee
  question: What is the express fee?
  accept: [9 euro.]
  evidence: [{document: fees.txt, quote: 9 euro}]
- id: receipt
  question: Do I need the \N{RECEIPT} receipt to return goods?
  accept: ["Yes."]
  evidence: [{document: returns.md, quote: no return is possible without it}]
- id: window
  question: When can goods be returned?
  accept: [Within 30 days.]
  evidence: [{document: returns.md, quote: within 30 days}]
  claims:
    - required: Goods can be returned within 30 days.
    - prohibited: Goods can always be returned.
""",
}
MARKS = {
    ("ann", "fee"): (("fee is 9 euro",),),
    ("ann", "receipt"): (("Keep the \N{RECEIPT} receipt", "no return is possible without it"),),
    ("ann", "window"): (("be returned\nwithin 30 days",),),
    ("ben", "fee"): (("The express fee is 9 euro",),),
    ("ben", "receipt"): (("no return is possible",), ("the \N{RECEIPT} receipt",)),
    ("ben", "window"): (("within 30 days \N{WOMAN}\N{ZERO WIDTH JOINER}\N{FIRE ENGINE} of purchase",),),
}
"""By person and case: the words of each need."""
CLAIMS = {"window": ["1-holds", "2-holds"]}
REASON = "it says so, \N{THUMBS UP SIGN} and no more"


class FixedStore(MemoryReviewStore):
    """A store whose opaque names are always the same, so that a recorded export fits them."""

    def secret(self, name: str, /) -> str:  # noqa: ARG002 - the port has it
        """Return the same secret every time."""
        return "5" * 64


def made_desk(root: Path) -> Desk:
    """Return a desk over three cases in `root`, each open for two labels."""
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8", newline="")
    freeze(root / "documents", root=root, options=FreezeOptions(label="r1"))
    desk = Desk(open_project(root), FixedStore(), now=lambda: NOW)
    open_reviews(desk, person=desk.person("ann"))
    return desk


def said(desk: Desk, kind: type[EvidenceGiven | Labelled]) -> dict[tuple[str, str], Any]:
    """Return what stands on the desk, by person and case: the words of each need, or the label."""
    found: dict[tuple[str, str], Any] = {}
    for stored in desk.store.after(0):
        fact = read_fact(stored.body, where=stored.subject)
        key = stored.author, stored.subject.partition(":")[2]
        if isinstance(fact, kind) and isinstance(fact, EvidenceGiven):
            needs = max((mark.need for mark in fact.marks), default=-1) + 1
            quotes = (tuple(sorted(mark.quote for mark in fact.marks if mark.need == need)) for need in range(needs))
            found[key] = tuple(quotes)
        elif isinstance(fact, kind):
            found[key] = fact
    return found


class Client:
    """One signed-in person at the server."""

    def __init__(self, base: str, email: str) -> None:
        self.base = base
        self._jar = CookieJar()
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self._jar))
        page = self._send("GET", "/user/signup/", None, {}).decode()
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found is not None, "the sign-up page has no form"
        form = {"csrfmiddlewaretoken": found[1], "email": email, "password": "a-long-password-1", "elaborate": ""}
        self._send("POST", "/user/signup/?next=/", urllib.parse.urlencode(form).encode(), {"Referer": base})
        self.id = int(self.call("GET", "/api/current-user/whoami")["id"])

    def call(self, method: str, path: str, body: object = None) -> Any:
        """Return what the API replies."""
        token = next((cookie.value for cookie in self._jar if cookie.name == "csrftoken"), "") or ""
        headers = {"Content-Type": "application/json", "X-CSRFToken": token, "Referer": self.base}
        return json.loads(
            self._send(method, path, None if body is None else json.dumps(body).encode(), headers) or "{}"
        )

    def _send(self, method: str, path: str, body: bytes | None, headers: Mapping[str, str]) -> bytes:
        request = urllib.request.Request(self.base + path, data=body, method=method, headers=dict(headers))  # noqa: S310
        try:
            with self._opener.open(request, timeout=120) as reply:
                return bytes(reply.read())
        except urllib.error.HTTPError as error:
            message = f"{method} {path}: {error.code} {error.read()[:500].decode(errors='replace')}"
            raise RuntimeError(message) from None


@contextmanager
def server(program: Path, folder: Path) -> Iterator[str]:
    """Start a server with an empty database in `folder`, and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        **os.environ,
        "LABEL_STUDIO_BASE_DATA_DIR": str(folder),
        "COLLECT_ANALYTICS": "false",
        "LATEST_VERSION_CHECK": "false",
        "SENTRY_DSN": "",
        "FRONTEND_SENTRY_DSN": "",
    }
    command = [str(program), "start", "--no-browser", "--internal-host", "127.0.0.1", "--port", str(port)]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log, start_new_session=True)
    base = f"http://127.0.0.1:{port}"
    try:
        _wait(base, process, folder / "server.log")
        yield base
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=60)


def _wait(base: str, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + START_S
    while time.monotonic() < end and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{base}/health", timeout=5):  # noqa: S310 - our own server
                return
        except OSError:
            time.sleep(1)
    message = f"the server does not answer:\n{log.read_text(errors='replace')[-2000:]}"
    raise RuntimeError(message)


def project(client: Client, desk: Desk, step: ExchangeStep) -> tuple[int, list[Mapping[str, Any]]]:
    """Set up a project with what is handed to ann, and return its number and its tasks."""
    _, files = hand_out(desk, HandOut(format="label-studio", step=step))
    texts = {one.name: one.text for one in files}
    made = client.call("POST", "/api/projects", {"title": step, "label_config": texts[f"{step}.xml"]})
    number = int(made["id"])
    client.call("POST", f"/api/projects/{number}/import", json.loads(texts[f"{step}-ann.json"]))
    listed = client.call("GET", f"/api/tasks?project={number}&fields=all&page_size=100")
    return number, list(listed["tasks"])


def result(asked: str, kind: str, of: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return one answer as the front end sends it."""
    return {"from_name": asked, "to_name": of, "type": kind, "value": dict(value), "origin": "manual"}


def marked(text: str, needs: Sequence[Sequence[str]]) -> list[dict[str, Any]]:
    """Return regions over the first place of each quote as the front end makes them: in code points, on one line."""
    results = []
    for number, quotes in enumerate(needs, start=1):
        for quote in quotes:
            start = text.index(quote)
            value = {"start": start, "end": start + len(quote), "text": quote.replace("\n", "\\n")}
            results.append(result("need", "labels", "passages", {**value, "labels": [f"Need {number}"]}))
    return results


def chosen(**answers: Sequence[str]) -> list[dict[str, Any]]:
    """Return choices by question, with a reason."""
    picked = [result(name, "choices", "question", {"choices": list(held)}) for name, held in answers.items() if held]
    return [*picked, result("reason", "textarea", "question", {"text": [REASON]})]


def annotate(client: Client, task: int, results: Sequence[Mapping[str, Any]], **more: object) -> None:
    """Submit an annotation."""
    client.call("POST", f"/api/tasks/{task}/annotations/", {"result": results, "lead_time": 12.5, **more})


def case_of(task: Mapping[str, Any]) -> str:
    """Return which case a task is: its question tells the three apart."""
    question = task["data"]["question"]
    return "fee" if "fee" in question else "receipt" if "receipt" in question else "window"


def mark_all(people: Mapping[str, Client], tasks: Sequence[Mapping[str, Any]]) -> None:
    """Let everybody mark every case; ben skips one first and leaves a draft, ann says one thing twice."""
    for task in tasks:
        case, number, text = case_of(task), int(task["id"]), task["data"]["passages"]
        if case == "window":
            annotate(people["ben"], number, [], was_cancelled=True)
            people["ben"].call("POST", f"/api/tasks/{number}/drafts", {"result": marked(text, [["purchase"]])})
            annotate(people["ann"], number, marked(text, [["30 days"]]))
        for name, client in people.items():
            annotate(client, number, marked(text, MARKS[name, case]))


def label_all(people: Mapping[str, Client], tasks: Sequence[Mapping[str, Any]]) -> None:
    """Let everybody label every case."""
    for task in tasks:
        case = case_of(task)
        for client in people.values():
            answers = chosen(
                decision=["approved"],
                answer=["right"],
                behaviour=["answer"],
                confirmed=["question_plausible", "answer_within_source", "evidence_sufficient"],
                claims=CLAIMS.get(case, []),
            )
            annotate(client, int(task["id"]), answers)


def exported(client: Client, number: int) -> bytes:
    """Return the export of a project, in JSON, as the server writes it."""
    held = client.call("GET", f"/api/projects/{number}/export?exportType=JSON")
    return (json.dumps(held, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def told(name: str, found: ReviewsIn) -> str:
    """Return one line of figures."""
    words = ("kept", "already", "mapped", "dropped", "refused")
    return f"{name:<22}" + "  ".join(f"{found.count(word)} {word}" for word in words)  # type: ignore[arg-type]


def round_trip(desk: Desk, people: Mapping[str, Client], record: Path | None) -> Iterator[str]:
    """Yield figures, and what does not hold as lines that begin with FAIL."""
    ids = {str(client.id): name for name, client in people.items()}
    evidence = 0
    steps: tuple[ExchangeStep, ...] = ("evidence", "label")
    for step in steps:
        number, tasks = project(people["ann"], desk, step)
        evidence = evidence or number
        (mark_all if step == "evidence" else label_all)(people, tasks)
        data = exported(people["ann"], number)
        if record is not None:
            (record / f"{step}.json").write_bytes(data)
        brought = Brought(format="label-studio", name=f"{step}.json", data=data, annotators=ids)
        first, again = take_in(desk, brought), take_in(desk, brought)
        yield told(f"{step}: {len(tasks)} tasks", first)
        yield told("  the same again", again)
        if first.count("kept") != len(MARKS) or first.count("refused") or again.count("kept"):
            yield f"FAIL {step}: {[line for line in first.lines if line.what == 'refused']}"
        dropped = [line.told for line in first.lines if line.what == "dropped" and line.field != "lead_time"]
        if len(dropped) != (3 if step == "evidence" else 0):
            yield f"FAIL {step}: dropped {dropped}"
    yield from differences(desk)
    yield from meddled(people, asked=evidence)


def meddled(people: Mapping[str, Client], *, asked: int) -> Iterator[str]:
    """Let ben change what ann said, which the community edition allows, and yield what is made of it."""
    held = json.loads(exported(people["ann"], asked))
    theirs = next(one for one in held[0]["annotations"] if one["completed_by"] == people["ann"].id)
    people["ben"].call("PATCH", f"/api/annotations/{theirs['id']}/", {"result": theirs["result"]})
    lines = read_export(exported(people["ann"], asked), "export.json").lines
    refused = [line.told for line in lines if line.what == "refused" and line.field == "updated_by"]
    yield f"{len(refused)} annotation that another person changed is refused"
    if len(refused) != 1:
        yield f"FAIL changed by another: {refused}"


def differences(desk: Desk) -> Iterator[str]:
    """Yield where what stands on the desk is not what was said at the server."""
    wanted = {key: tuple(tuple(sorted(quotes)) for quotes in needs) for key, needs in MARKS.items()}
    marks, labels = said(desk, EvidenceGiven), said(desk, Labelled)
    yield f"{sum(marks[key] == wanted[key] for key in wanted & marks.keys())} of {len(wanted)} evidence sets equal"
    if marks != wanted:
        yield f"FAIL marks: {marks}"
    right = {
        key: label
        for key, label in labels.items()
        if (label.decision, label.answer, label.behaviour, label.reason, label.seconds)
        == ("approved", "right", "answer", REASON, 12.5)
        and len(label.claims) == len(CLAIMS.get(key[1], ()))
    }
    yield f"{len(right)} of {len(wanted)} labels equal"
    if right.keys() != wanted.keys():
        yield f"FAIL labels: {labels}"


def main() -> int:
    """Run the round trip."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("program", type=Path, metavar="LABEL_STUDIO")
    parser.add_argument("--record", type=Path, metavar="FOLDER")
    asked = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as place, tempfile.TemporaryDirectory() as root:
        desk = made_desk(Path(root))
        with server(asked.program.absolute(), Path(place)) as base:
            print(f"server up after {time.monotonic() - begun:.0f} s", flush=True)
            people = {name: Client(base, email) for name, email in PEOPLE.items()}
            lines = list(round_trip(desk, people, asked.record))
    print("\n".join(lines))
    failed = [line for line in lines if line.startswith("FAIL")]
    print(f"{len(failed)} thing(s) failed" if failed else "PASS")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
