"""How the reference system reads: words as stems, passages as sentences, steps and table rows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from goldsmith.records.corpus import Chunk
from goldsmith.text.tokens import terms

LONG_QUESTION = 12
"""Content words above which the story in a question is told apart from what it asks."""

_ENGLISH_STOP = """
a about after again all also am an and any anything are as ask at be because been before but by can could did do
does doing don't else ever every everything for from get give gives got had has have he hello help her here him his
hope how i if in into is it it's its just know last let like long made make many may me might mine more most much
must my need needs no not now of off on once one only or other our out over please same say she should since so some
step still such take tell than that the their them then there these they this those through to too until up us use
used very want was we went were what when where which while who why will with within without would yes yet you your
"""
_RUSSIAN_STOP = """
а без бы был была было быть в вас ваш ваша во вот все всё вы где да для до его ее если есть еще ещё её за и из или
их к как какая какие какой ко когда кто ли меня мне можно мои мой моя мы на наш не него нет но ну нужен нужна нужно
о он она они от по при с свой сколько со так также там то только ты у уже чем что чтобы эта эти это этого этом я
"""
_STOP = frozenset(f"{_ENGLISH_STOP} {_RUSSIAN_STOP}".split())
_RUSSIAN_ROOT = 5
_SHORTEST_STEM = 3
_ENDINGS = (("ies", "y", 5), ("ing", "", 6), ("ied", "y", 5), ("ed", "", 5), ("s", "", 4))
"""Ending, what stands in its place, and the fewest letters of a word that is cut."""

CYRILLIC = re.compile(r"[а-яё]", re.IGNORECASE)
_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,3}[.)])\s+")
_HEADING = re.compile(r"\s*#{1,6}\s")
_RULE = re.compile(r"\s*\|?[\s:|-]+\|?\s*")
_SENTENCE = re.compile(r"[^\s].*?(?:[.!?](?=\s|$)|[。！？]|$)", re.DOTALL)
_ASKS_HOW = re.compile(r"\bhow (?:do|can|to|should)\b|\bsteps?\b|\bкак\b|怎么|如何", re.IGNORECASE)
_ORDER_TO_THE_MACHINE = re.compile(
    r"\b(?:ignore|disregard|forget)\b.{0,60}\b(?:instructions?|rules?|polic(?:y|ies)|prompts?)\b"
    r"|\bnote to the (?:assistant|model)\b|^(?:assistant|system)\s*:"
    r"|\bdo not (?:mention|reveal|repeat) (?:this|these|your)\b.{0,20}\b(?:notes?|instructions?|prompts?)\b",
    re.IGNORECASE | re.DOTALL,
)
_HAND_OVER = re.compile(
    r"\b(?:hand|pass|transfer)\b.{0,40}\bto (?:the|our)\b.{0,30}\b(?:desk|team|officer)\b|\bescalate\b.{0,40}\bto\b",
    re.IGNORECASE,
)


def asks_how(question: str) -> bool:
    """Say whether a question asks for a procedure."""
    return _ASKS_HOW.search(question) is not None


def part_long(question: str) -> tuple[str, str]:
    """Return what a question asks, and the story around it: the sentences that are not questions, in a long one."""
    sentences = _sentences(question)
    asking = [sentence for sentence in sentences if sentence.endswith(("?", "？"))]
    if len(stems(question)) <= LONG_QUESTION or not asking:
        return question, ""
    return " ".join(asking), " ".join(sentence for sentence in sentences if sentence not in asking)


def stems(text: str) -> tuple[str, ...]:
    """Return the content words of `text` in order, each cut to its stem; repeated words repeated."""
    return tuple(_stem(word) for word in terms(text) if word not in _STOP)


def _stem(word: str) -> str:
    if CYRILLIC.match(word):
        return word[:_RUSSIAN_ROOT]
    if not word.isalpha() or not word.isascii():
        return word
    for ending, kept, least in _ENDINGS:
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            word = word.removesuffix(ending) + kept
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2] and word[-1] not in "lsz":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > _SHORTEST_STEM else word


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One sentence, step or table row of a passage."""

    chunk: str
    document: str
    text: str
    """Exactly as it stands in the passage."""
    said: str
    """As it is said in an answer: a table row with the heads of its columns."""
    step: bool
    """An item of a list."""
    at: int
    """Place in the passage, from 0."""
    stems: frozenset[str]
    heading_stems: frozenset[str]

    @property
    def orders_the_machine(self) -> bool:
        """Say whether it speaks to the assistant; such words are evidence of nothing and are not quoted."""
        return _ORDER_TO_THE_MACHINE.search(self.text) is not None

    @property
    def hands_over(self) -> bool:
        """Say whether it tells to hand the matter to somebody else."""
        return _HAND_OVER.search(self.text) is not None


def read_pieces(chunk: Chunk) -> tuple[Piece, ...]:
    """Return the sentences, steps and table rows of a passage; headings and rulers are none."""
    found: list[tuple[str, str, bool]] = []
    paragraph: list[str] = []
    heads: list[str] = []
    for line in [*(chunk.text or "").split("\n"), ""]:
        is_row = line.lstrip().startswith("|")
        if not line.strip() or is_row or _HEADING.match(line) or _ITEM.match(line):
            found += [(text, text, False) for text in _sentences("\n".join(paragraph))]
            paragraph = []
        if is_row:
            found += _row(line, heads)
        elif _ITEM.match(line):
            found.append((line.strip(), line.strip(), True))
        elif line.strip() and not _HEADING.match(line):
            paragraph.append(line)
    above = frozenset(stems(chunk.section or ""))
    return tuple(
        Piece(
            chunk=chunk.id,
            document=chunk.document,
            text=text,
            said=" ".join(said.split()),
            step=step,
            at=at,
            stems=frozenset(stems(said)),
            heading_stems=above,
        )
        for at, (text, said, step) in enumerate(found)
    )


def _sentences(paragraph: str) -> list[str]:
    return [match[0].strip() for match in _SENTENCE.finditer(paragraph) if match[0].strip()]


def _row(line: str, heads: list[str]) -> list[tuple[str, str, bool]]:
    if _RULE.fullmatch(line):
        return []
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if not heads:
        heads.extend(cells)
        return []
    said = "; ".join(f"{head}: {cell}" for head, cell in zip(heads, cells, strict=False))
    return [(line.strip(), f"{said}.", False)]
