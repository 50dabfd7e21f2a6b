"""Every error that a caller can meet: a stable code, an exit status, where it is, and the next step.

GoldsmithError
├── InputError            exit 2   the call or the input could not be used
│   ├── InvalidFileError           a file cannot be read as what it should hold; every problem has its place
│   ├── UnknownNameError           no system, measure, rule … has this name
│   ├── ConfigurationError         goldsmith.toml or set.yaml says something that cannot be done
│   ├── SetNotUsableError          the golden set has errors that nobody waived
│   ├── IdentityDriftError         no retrieved id is known to the set or to the corpus
│   ├── UnsupportedTargetError     the object given as a system cannot be called as one
│   └── MissingExtraError          an optional package is not installed
├── ConflictError         exit 2   somebody else wrote the file meanwhile
├── IncompleteError       exit 3   the work is not finished; results are kept and the same command resumes
└── IntegrityError        exit 4   one of our own files does not hold what its digest says
"""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_TOLD = 1_000
"""Characters of a part of an error that are shown: what was found may be as long as a file."""
MOST_TOLD = 200
"""Problems of one error that are shown; a program finds all of them in `problems`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One thing that is wrong with an input, and where."""

    message: str
    """What was found and what was expected."""
    file: str = ""
    line: int = 0
    """First line is 1; 0 where lines have no meaning."""
    column: int = 0
    """First column is 1; 0 where unknown."""
    case_id: str = ""
    field: str = ""
    """Dotted path inside the record, such as ``claims.0.match``."""
    mend: str = ""
    """The edit or command that mends it."""

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}"
            if self.column:
                place += f":{self.column}"
        case_id, field = _cut(self.case_id), _cut(self.field)
        subject = " ".join(part for part in (case_id and f"[{case_id}]", field) if part)
        head = ": ".join(part for part in (place, subject, _cut(self.message)) if part)
        return f"{head}\n      mend: {_cut(self.mend)}" if self.mend else head


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}… ({len(text)} characters)"


class GoldsmithError(Exception):
    """The root of every error that Goldsmith raises on purpose.

    Picklable: an error may cross from a worker process.
    """

    code = "GSE-100"
    exit_status = 2

    def __init__(self, message: str, *, next_step: str = "", problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.next_step = next_step
        self.problems = problems

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.message, self.next_step, self.problems))

    def __str__(self) -> str:
        lines = [f"{self.code} {_cut(self.message)}"]
        lines += [f"    {problem}" for problem in self.problems[:MOST_TOLD]]
        if len(self.problems) > MOST_TOLD:
            lines.append(f"    … and {len(self.problems) - MOST_TOLD} more")
        if self.next_step:
            lines.append(f"  Next: {_cut(self.next_step)}")
        return "\n".join(lines)


def _rebuild(kind: type[GoldsmithError], message: str, next_step: str, problems: tuple[Problem, ...]) -> GoldsmithError:
    return kind(message, next_step=next_step, problems=problems)


class InputError(GoldsmithError):
    """The call or the input could not be used."""

    code = "GSE-101"


class InvalidFileError(InputError):
    """A file cannot be read as what it should hold; every problem is listed with its place."""

    code = "GSE-102"


class UnknownNameError(InputError):
    """No system, measure, rule or command has this name; the nearest known one is suggested."""

    code = "GSE-103"


class ConfigurationError(InputError):
    """The configuration says something that cannot be done."""

    code = "GSE-104"


class SetNotUsableError(InputError):
    """The golden set has errors that nobody waived, so nothing may be measured with it."""

    code = "GSE-105"


class IdentityDriftError(InputError):
    """No retrieved id is known to the golden set or to the corpus: the ids are of another index."""

    code = "GSE-106"


class UnsupportedTargetError(InputError):
    """The object that was given as a system cannot be called as one."""

    code = "GSE-107"


class MissingExtraError(InputError):
    """An optional package is needed and not installed."""

    code = "GSE-108"


class ConflictError(InputError):
    """Somebody else wrote the file meanwhile; nothing was overwritten."""

    code = "GSE-201"


class IncompleteError(GoldsmithError):
    """The work is not finished. Results are kept and the same command resumes."""

    code = "GSE-301"
    exit_status = 3


class IntegrityError(GoldsmithError):
    """One of our own files does not hold what its digest says."""

    code = "GSE-401"
    exit_status = 4
