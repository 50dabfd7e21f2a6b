"""What an import writes, a record at a time: cases, passages as a chunk manifest, recorded answers, the loss report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from goldsmith._base.plain_data import plain
from goldsmith.ondisk.runs import slug
from goldsmith.ondisk.staged import Staged
from goldsmith.ondisk.yaml_write import emit_yaml
from goldsmith.records.interchange import ForeignPassage, ForeignResponse, LossLine, PublishedScore
from goldsmith.records.response import Failure
from goldsmith.workflows.import_renaming import other_name
from goldsmith.workflows.import_taking import BAD_TEXT, writable

MOST_READABLE = 1_000
"""Cases that are written as YAML, for people; more are one line of JSON each."""
TWO_TEXTS = "the source gives two texts to one id: the later one was given another id"
DOCUMENT_DISAGREES = "the passages of one document disagree about it: what the first one says holds"
NO_TEXT = "the passage has no text"
OUTSIDE = "the path leads out of the folder of the corpus: left out"
REPEATED = "a second reply to the same question: kept as a repeat"

_OUTSIDE = re.compile(r"(?:^|[/\\])\.\.(?:[/\\]|$)|^[/\\]|^[A-Za-z]:[/\\]|^file:")


def _line(data: Mapping[str, Any]) -> bytes:
    return (json.dumps(data, ensure_ascii=False) + "\n").encode("utf-8", "replace")


class CaseWriter:
    """Writes cases: the first thousand wait, because few are written as YAML and many as JSON Lines."""

    _NAME = "cases"

    def __init__(self, files: Staged) -> None:
        self._files = files
        self._waiting: list[bytes] = []
        self.number = 0

    def add(self, line: bytes) -> None:
        """Write one case, which is a line of JSON."""
        self.number += 1
        self._waiting.append(line)
        if self.number > MOST_READABLE:
            self._files.stream(self._NAME).writelines(self._waiting)
            self._waiting.clear()

    def finish(self, folder: Path, stem: str) -> Path | None:
        """Put the cases into a file of their own below `folder`; None where there is none."""
        if not self.number:
            return None
        suffix = ".jsonl"
        if self._waiting:
            suffix = ".yaml"
            self._files.stream(self._NAME).write(emit_yaml(list(map(json.loads, self._waiting))).encode())
        # Neither name of a stem may be there: a reader would take them for one file in two forms.
        taken = {path.stem for path in folder.glob("*")}
        names = (stem, *(f"{stem}-{number}" for number in range(2, len(taken) + 3)))
        target = folder / f"{next(name for name in names if name not in taken)}{suffix}"
        self._files.put(self._NAME, target)
        return target


class PassageWriter:
    """Writes passages as a chunk manifest that `freeze` takes: each id once, and documents that agree with themselves.

    The spans of a case that cites them count in the passage; the manifest says no place in a document.
    """

    _NAME = "passages"

    def __init__(self, files: Staged) -> None:
        self._files = files
        self._texts: dict[str, bytes] = {}
        self._documents: dict[str, tuple[str | None, ...]] = {}
        self.number = 0

    def add(self, passage: ForeignPassage, record: str) -> Iterator[LossLine]:
        """Write a passage that was not written yet; yield a line for what could not be kept of it."""
        if not passage.text.strip():
            yield LossLine(record=record, fate="dropped", field="", told=NO_TEXT, found=passage.id)
            return
        own, name = _digest(passage.text), passage.id
        if self._texts.get(name, own) != own:
            name = other_name(passage)
            if name not in self._texts:
                yield LossLine(record=record, fate="wrong", field="", told=TWO_TEXTS, found=f"{passage.id}: {name}")
        if name in self._texts:
            return
        self._texts[name] = own
        document = passage.document or name
        source = passage.source
        if source is not None and _OUTSIDE.search(source):
            yield LossLine(record=record, fate="dropped", field="", told=OUTSIDE, found=source)
            source = None
        said = (passage.title, source)
        held = self._documents.setdefault(document, said)
        if held != said:
            yield LossLine(record=record, fate="wrong", field="", told=DOCUMENT_DISAGREES, found=document)
        title, source = held
        named = {"chunk_id": name, "document": document, "title": title, "source": source, "language": passage.language}
        row: dict[str, Any] = {key: value for key, value in named.items() if value is not None}
        row["text"] = passage.text
        # Not under a name that a manifest is read by: what another tool calls `start` or `version` is not ours.
        row |= {"about": passage.metadata} if passage.metadata else {}
        row, mended = writable(row)
        if mended:
            yield LossLine(record=record, fate="wrong", field="", told=BAD_TEXT, found=name)
        self._files.stream(self._NAME).write(_line(row))
        self.number += 1

    def names(self, passages: Iterable[ForeignPassage]) -> dict[tuple[str, str], str]:
        """Return, of passages that were added, those that are called otherwise than the source calls them."""
        others = ((passage, other_name(passage)) for passage in passages if passage.id in self._texts)
        return {(passage.id, passage.text): name for passage, name in others if self._is(passage, name)}

    def _is(self, passage: ForeignPassage, name: str) -> bool:
        return name in self._texts and self._texts[name] == _digest(passage.text) != self._texts[passage.id]

    def finish(self, folder: Path, stem: str) -> tuple[Path, bool] | None:
        """Put the manifest below `folder`; return it and whether it was not there yet. None: there is no passage."""
        return self._files.put_beside(self._NAME, folder, stem, ".jsonl") if self.number else None


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenResponses:
    """One file of recorded answers."""

    path: Path
    number: int
    is_new: bool


class ResponseWriter:
    """Writes recorded answers as the system `recorded` reads them without being told anything, one file a system."""

    def __init__(self, files: Staged) -> None:
        self._files = files
        self._seen: dict[tuple[str, str], tuple[tuple[int, bytes], ...]] = {}
        self._numbers: dict[str, int] = {}

    @property
    def number(self) -> int:
        """Answers that were written."""
        return sum(self._numbers.values())

    def add(self, response: ForeignResponse, case: str, record: str) -> Iterator[LossLine]:
        """Write an answer to `case`; the same one a second time is passed over, another one becomes a repeat."""
        row, mended = writable(_recorded(response, case))
        if mended:
            yield LossLine(record=record, fate="wrong", field="", told=BAD_TEXT)
        own = blake2b(json.dumps(row, sort_keys=True).encode(), digest_size=16).digest()
        seen = self._seen.get((response.system, case), ())
        if any(held == own for _, held in seen):
            return
        taken = {repeat for repeat, _ in seen}
        repeat = response.repeat
        while repeat in taken:
            repeat += 1
        if repeat != response.repeat:
            yield LossLine(record=record, fate="inferred", field="", told=REPEATED)
        self._seen[response.system, case] = (*seen, (repeat, own))
        self._files.stream(_stream(response.system)).write(_line(_of_repeat(row, repeat)))
        self._numbers[response.system] = self._numbers.get(response.system, 0) + 1

    def finish(self, folder: Path, stem: str) -> tuple[WrittenResponses, ...]:
        """Put the answers of each system into a file of its own below `folder`."""
        found = []
        for system in sorted(self._numbers):
            name = "-".join(part for part in (stem, slug(system) or ("other" if system else "")) if part)
            path, is_new = self._files.put_beside(_stream(system), folder, name, ".jsonl")
            found.append(WrittenResponses(path=path, number=self._numbers[system], is_new=is_new))
        return tuple(found)


def _stream(system: str) -> str:
    return f"responses-{blake2b(system.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}"


def _recorded(response: ForeignResponse, case: str) -> dict[str, Any]:
    outcome = response.outcome
    said = {"error": outcome.message} if isinstance(outcome, Failure) else plain(outcome)
    row = {"id": case, "repeat": response.repeat, **said}
    return row if response.latency_ms is None else row | {"latency_ms": response.latency_ms}


def _of_repeat(row: Mapping[str, Any], repeat: int) -> dict[str, Any]:
    """Return a row with the number of its repeat, which is not written where it is the only or first one."""
    return {key: repeat if key == "repeat" else value for key, value in row.items() if key != "repeat" or repeat != 1}


class ReportWriter:
    """Writes what became of each record: a line of JSON, with the fields that were simply kept as a list of names."""

    _NAME, _SCORES = "report", "scores"

    def __init__(self, files: Staged) -> None:
        self._files = files
        files.stream(self._NAME)

    def add(self, record: str, case: str, lines: Iterable[LossLine]) -> None:
        """Write the line of a record; `case` is empty where it became none."""
        kept: list[str] = []
        told = []
        for line in lines:
            if line.fate == "kept" and not line.told:
                kept.append(line.field)
            else:
                told.append({key: value for key, value in _parts(line).items() if value})
        row = {"record": record, "case": case, "kept": kept, "lines": told}
        self._files.stream(self._NAME).write(_line({key: value for key, value in row.items() if value}))

    def score(self, score: PublishedScore) -> None:
        """Write a figure of one case that the source gives."""
        self._files.stream(self._SCORES).write(_line(plain(score)))

    def finish(self, folder: Path, stem: str) -> Path:
        """Put the report, and the figures of single cases beside it, into `folder`; return the report."""
        path = folder / f"{stem}.jsonl"
        if self._SCORES in self._files:
            self._files.put(self._SCORES, folder / f"{stem}.scores.jsonl")
        self._files.put(self._NAME, path)
        return path


def _parts(line: LossLine) -> dict[str, str]:
    return {"fate": line.fate, "field": line.field, "told": line.told, "found": line.found}
