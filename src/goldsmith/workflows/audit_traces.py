"""Hold what a production system recorded against the access rules of its date: who saw what they may not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from pathlib import Path

from goldsmith.errors import ConfigurationError, InputError
from goldsmith.interchange.trace_format import TraceFormat, Unread
from goldsmith.interchange.trace_formats import TRACE_FORMATS, recognised_traces
from goldsmith.ondisk.foreign_files import open_foreign
from goldsmith.ondisk.project import find_root, load_settings
from goldsmith.ondisk.refreshes import load_refreshed
from goldsmith.ondisk.revisions import StoredRevision, documents, list_revisions, load_revision, view
from goldsmith.ports.foreign import ForeignSource, Part, Row
from goldsmith.records.access import denies
from goldsmith.records.audit import Audit, AuditedTrace, RulesUsed, Untold
from goldsmith.records.case import Case, Identity
from goldsmith.records.corpus import Document
from goldsmith.records.observation import Leak
from goldsmith.records.response import Failure, Reply, RetrievedItem
from goldsmith.records.trace import Trace
from goldsmith.scoring.naming import DocumentNames, document_of_id, lookup
from goldsmith.scoring.observe import Observer
from goldsmith.stats.intervals import upper_bound_if_none
from goldsmith.tables.chunks import CorpusView
from goldsmith.text.fingerprints import fingerprints

_AT_ONCE = 500
_NAMED = 5
_MAPPED = ("user", "tenant", "roles")
_NO_EXPORT = "a file is no export of traces that is known"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Rules:
    """The access rules of one revision, and from when on they hold."""

    stored: StoredRevision
    since: str
    documents: Mapping[str, Document]


@dataclass(slots=True)
class _Tally:
    """What was found so far."""

    options: Mapping[str, str]
    traces: int = 0
    tried: int = 0
    free: int = 0
    leaking: list[AuditedTrace] = field(default_factory=list)
    untold: dict[str, list[str]] = field(default_factory=dict)
    used: dict[str, int] = field(default_factory=dict)

    def cannot_tell(self, why: str, trace: str) -> None:
        self.untold.setdefault(why, []).append(trace)


def audit(start: Path, paths: Sequence[Path], *, since: Sequence[tuple[str, str]], options: Mapping[str, str]) -> Audit:
    """Return who saw what they may not, in the traces at `paths`.

    `since`: revisions and the UTC time (ISO 8601) from which the rules of each hold; none given: those of the pin
    of the set, as it moved (``refreshes.jsonl``), else the only revision there is. `options` name attributes of the
    traces (``user``, ``tenant``, ``roles``). Raises InputError, InvalidFileError, ConfigurationError.
    """
    _refuse_unknown(options)
    root = find_root(start)
    rules = _rules(root, since)
    source = open_foreign(paths, options=options, workbook=_no_workbook)
    tally = _Tally(options=options)
    known = _known(source, tally)
    traces = chain.from_iterable(one.traces(part) for one, part in known)
    while batch := list(islice(traces, _AT_ONCE)):
        _take(batch, rules, tally)
    if not tally.traces:
        raise InputError(f"{paths[0]} holds no trace", next_step="export the traces with their spans, then audit them")
    return _told(tally, rules, ", ".join(one.name for one, _ in known), tuple(part.name for part in source.parts))


def _no_workbook(path: Path) -> Iterator[Row]:
    raise InputError(f"{path} is a workbook, which no tool exports traces to", next_step="export them as JSON")


def _refuse_unknown(options: Mapping[str, str]) -> None:
    for name in options:
        if name not in _MAPPED:
            message = f"--map {name}: an audit reads {', '.join(_MAPPED[:-1])} and {_MAPPED[-1]} of the traces"
            raise InputError(message, next_step="write it as --map user=ATTRIBUTE")


def _known(source: ForeignSource, tally: _Tally) -> list[tuple[TraceFormat, ForeignSource]]:
    """Return the files of each format; a file of data that is none of them cannot be told, and so nothing is clean."""
    found: dict[str, list[Part]] = {}
    for part in source.parts:
        known = recognised_traces(replace(source, parts=(part,)))
        if known is not None:
            found.setdefault(known.name, []).append(part)
        elif part.container != "lines" and part.first is not None:
            tally.cannot_tell(_NO_EXPORT, part.name)
    if not found:
        names = ", ".join(TRACE_FORMATS.get(name).title for name in TRACE_FORMATS)
        first = source.parts[0]
        looks = f"it begins with the names {', '.join(first.columns[:6])}" if first.columns else "it holds no objects"
        message = f"{first.name} is no export of traces that is known: {looks}"
        raise InputError(message, next_step=f"export them in one of these forms: {names}")
    return [(TRACE_FORMATS.get(name), replace(source, parts=tuple(found[name]))) for name in found]


def _rules(root: Path, since: Sequence[tuple[str, str]]) -> tuple[_Rules, ...]:
    chosen = [(load_revision(root, label), _moment(when)) for label, when in since] or _as_pinned(root)
    held = [
        _Rules(stored=stored, since=when, documents={one.id: one for one in documents(stored)})
        for stored, when in chosen
    ]
    return tuple(sorted(held, key=lambda one: one.since))


def _moment(text: str) -> str:
    """Return a date or time as one that compares with those of traces."""
    from datetime import UTC, datetime

    if not text:
        return ""
    try:
        moment = datetime.fromisoformat(text)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        message = f"{text!r} is no date"
        raise InputError(message, next_step="write it as --corpus LABEL=2026-09-08 (or with a time)") from None
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")


def _as_pinned(root: Path) -> list[tuple[StoredRevision, str]]:
    """Return the revisions to which the pin of the first set moved, each from its time on; else the only one frozen."""
    held = {one.record.label: one for one in list_revisions(root)}
    if not held:
        raise InputError(
            "no corpus is frozen here, so nobody can tell who may see what",
            next_step="goldsmith freeze (tenant and allowed principals stand in the documents), then audit again",
        )
    path = root / next((item.path for item in load_settings(root).sets if item.enabled), "golden")
    moves = load_refreshed(path / "refreshes.jsonl") if path.is_dir() else ()
    if moves:
        labels = [(moves[0].previous.label, ""), *((move.current.label, move.at) for move in moves)]
        missing = [label for label, _ in labels if label not in held]
        if not missing:
            return [(held[label], when) for label, when in labels]
    if len(held) == 1:
        return [(next(iter(held.values())), "")]
    message = f"{len(held)} revisions are frozen, and nothing says from when on the rules of each held"
    example = " ".join(
        f"--corpus {label}={day}" for label, day in zip(sorted(held)[:2], ("", "2026-09-08"), strict=False)
    )
    raise ConfigurationError(message, next_step=f"say it, the first with no date: {example.replace('= ', ' ')}")


def _take(batch: Iterable[Trace | Unread], rules: Sequence[_Rules], tally: _Tally) -> None:
    """Hold some traces against the rules of their dates; what the corpus has to give is read once for all of them."""
    by_rules: dict[int, list[Trace]] = {}
    for one in batch:
        if isinstance(one, Unread):
            tally.cannot_tell(one.told, one.where)
            continue
        tally.traces += 1
        place = _in_force(one, rules)
        why = _unclear(one, tally.options) if place is not None else _undated(one)
        if why:
            tally.cannot_tell(why, one.id)
        elif place is not None:
            by_rules.setdefault(place, []).append(one)
    for place, traces in sorted(by_rules.items()):
        _hold(traces, rules[place], tally)


def _in_force(trace: Trace, rules: Sequence[_Rules]) -> int | None:
    held = [place for place, one in enumerate(rules) if not one.since or (trace.at and one.since <= trace.at)]
    if len(rules) > 1 and not trace.at:
        return None
    return held[-1] if held else None


def _undated(trace: Trace) -> str:
    return "it is older than the first access rules" if trace.at else "it tells no time, and the rules changed"


def _unclear(trace: Trace, options: Mapping[str, str]) -> str:
    identity = trace.identity
    if identity is None or not identity.user.strip():
        return "it names nobody who asked, or several people (--map user=ATTRIBUTE)"
    if "tenant" in options and identity.tenant is None:
        return f"it tells no tenant under {options['tenant']}"
    return f"it tells no roles under {options['roles']}" if "roles" in options and not identity.roles else ""


def _hold(traces: Sequence[Trace], rules: _Rules, tally: _Tally) -> None:
    label = rules.stored.record.label
    tally.used[label] = tally.used.get(label, 0) + len(traces)
    denied: dict[Identity, frozenset[str]] = {}
    for trace in traces:
        if trace.identity is not None and trace.identity not in denied:
            denied[trace.identity] = frozenset(
                name for name in rules.documents if denies(trace.identity, name, rules.documents)
            )
    ids = {name for trace in traces for name in _ids(trace)}
    nameless = any(_is_nameless(item) for trace in traces for item in _items(trace))
    wanted = rules.documents.keys() if nameless else frozenset().union(*denied.values())
    corpus = view(rules.stored, ids, fingerprinted=wanted)
    words = frozenset().union(*corpus.fingerprints.values()) if nameless else frozenset()
    known = _Known(corpus, DocumentNames(corpus), words)
    observer = Observer(corpus, access="open")
    for trace in traces:
        if trace.identity is not None:
            leaks = _leaks(trace, trace.identity, observer)
            if leaks:
                tally.tried += 1
                tally.leaking.append(_leaking(trace, trace.identity, label, leaks))
            else:
                _without_leak(trace, known, tally, free=not denied[trace.identity])


def _leaks(trace: Trace, identity: Identity, observer: Observer) -> tuple[Leak, ...]:
    reply = trace.outcome if isinstance(trace.outcome, Reply) else Reply(answer=trace.outcome.message)
    # What a system repeats of a question is no leak; a prompt that holds passages is no question.
    is_prompt = trace.question != "" and any(trace.question in event.text for event in reply.events or ())
    question = "" if is_prompt else trace.question
    return observer.leaks(Case(id=trace.id, question=question, messages=trace.messages, identity=identity), reply)


def _leaking(trace: Trace, identity: Identity, label: str, leaks: tuple[Leak, ...]) -> AuditedTrace:
    return AuditedTrace(
        trace=trace.id,
        at=trace.at,
        user=identity.user,
        tenant=identity.tenant,
        rules=label,
        leaks=leaks,
        where=trace.where,
    )


def _without_leak(trace: Trace, known: _Known, tally: _Tally, *, free: bool) -> None:
    strange = any(not known.holds(item) for item in _items(trace))
    if isinstance(trace.outcome, Failure):
        tally.cannot_tell("nothing was answered", trace.id)
    elif free and not strange:
        tally.free += 1
    elif trace.outcome.retrieved is None:
        tally.cannot_tell("it does not show what was retrieved", trace.id)
    elif strange:
        tally.cannot_tell("it retrieved what the corpus does not hold, so no rule covers it", trace.id)
    else:
        tally.tried += 1


@dataclass(frozen=True, slots=True)
class _Known:
    """What the corpus holds of what was retrieved."""

    corpus: CorpusView
    names: DocumentNames
    words: frozenset[int]
    """Fingerprints of all its documents, where a passage comes without a name."""

    def holds(self, item: RetrievedItem) -> bool:
        """Say whether a passage is of a document of the corpus, by its name or, where it has none, by its words."""
        if _is_nameless(item):
            return not self.words.isdisjoint(fingerprints(item.text or ""))
        documents = self.corpus.documents
        if lookup(self.corpus.chunks, item.id) is not None or item.document in documents:
            return True
        return document_of_id(item.id, self.corpus) in documents or self.names.item(item).document in documents


def _is_nameless(item: RetrievedItem) -> bool:
    return not item.id.strip() and not item.document


def _items(trace: Trace) -> Iterator[RetrievedItem]:
    reply = trace.outcome
    if isinstance(reply, Reply):
        yield from (item for part in (reply.retrieved, reply.candidates) for item in part or ())


def _ids(trace: Trace) -> Iterator[str]:
    yield from (item.id for item in _items(trace) if item.id)
    reply = trace.outcome
    if isinstance(reply, Reply):
        yield from (citation.id for citation in reply.citations or ())


def _told(tally: _Tally, rules: Sequence[_Rules], known: str, files: tuple[str, ...]) -> Audit:
    untold = tuple(
        Untold(why=why, traces=len(names), first=tuple(names[:_NAMED]))
        for why, names in sorted(tally.untold.items(), key=lambda pair: (-len(pair[1]), pair[0]))
    )
    bound = upper_bound_if_none(tally.tried) if tally.tried and not tally.leaking else None
    leaking = tuple(sorted(tally.leaking, key=lambda one: (one.at, one.trace)))
    return Audit(
        files=files,
        format=known,
        traces=tally.traces,
        tried=tally.tried,
        leaking=leaking,
        untold=untold,
        free=tally.free,
        rules=tuple(
            RulesUsed(
                revision=one.stored.record.label, since=one.since, traces=tally.used.get(one.stored.record.label, 0)
            )
            for one in rules
        ),
        rules_out=bound if isinstance(bound, float) else None,
        notes=_notes(rules),
        next_step=_next_step(leaking, untold, tally),
    )


def _notes(rules: Sequence[_Rules]) -> tuple[str, ...]:
    if len(rules) == 1 and not rules[0].since:
        return (f"the rules of {rules[0].stored.record.label} were taken for every date",)
    return ()


def _next_step(leaking: Sequence[AuditedTrace], untold: Sequence[Untold], tally: _Tally) -> str:
    if leaking:
        one = leaking[0]
        return f"close the way by which {one.user} got {one.leaks[0].document}, and make it a case: goldsmith add"
    if untold:
        return f"let the traces tell more, so that {untold[0].traces} of them can be judged: {untold[0].why}"
    if not tally.tried:
        return "nothing is denied to anybody who asked: audit traces of people who may not see everything"
    return "nothing stands in the way"
