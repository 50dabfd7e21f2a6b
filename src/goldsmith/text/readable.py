"""What a reader sees of a Markdown text: its words and punctuation, without the marks that only lay them out.

Two texts that read the same may be written with other list marks, other marks of emphasis, another form of a link or of
an image. Where a link leads is not seen, but followed: its target stays, as the last part of its path. What is struck
through is seen as struck through: those marks stay, in one spelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_LINE_MARKS = re.compile(
    r"^(?:[ \t]*(?:>|[-*+•](?=[ \t])|\d{1,3}[.)](?=[ \t])|#{1,6}(?=[ \t]|$)))+[ \t]*", re.MULTILINE
)
_RULE = re.compile(
    r"^[ \t]*(?:(?:[-=*_][ \t]*){3,}|(?:`{3,}|~{3,})[ \t]*[\w+-]{0,20}[ \t]*)$|^[ \t|:+-]*\|[ \t|:+-]*$", re.MULTILINE
)
"""Rules, underlines of headings, fences with their language, and the line below the head of a table."""
_IMAGE = re.compile(r"!\[[^\]\n]{0,500}\](?:\([^)\n]{0,1000}\)|\[[^\]\n]{0,200}\])")
_TEMPLATE = re.compile(r"\{%[-\s]*(?:include\s+)?(?:image|img|figure)\b[^%]{0,1000}%\}|\{:[^}\n]{0,300}\}")
_LINK = re.compile(
    r"\[(?P<words>(?:[^\[\]\n]|\n(?!\n)){1,1000})\]"
    r"\((?P<target><[^>\n]{0,1000}>|\{%[^%\n]{0,500}%\}|\{\{[^}\n]{0,500}\}\}[^\s)]{0,1000}|[^\s()]{0,1000}"
    r"(?:\([^\s()]{0,500}\)[^\s()]{0,500})?)"
    r"(?:\s+\"[^\"\n]{0,500}\")?\s*\)"
)
_TAG = re.compile(r"<(?!https?:|mailto:)/?[A-Za-z][^<>\n]{0,500}>|<!--.{0,5000}?-->", re.DOTALL)
_EMPHASIS = re.compile(r"(?<!\\)(?:\*{1,3}(?=\S)|(?<=\S)\*{1,3}|(?<![\w`])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\w`])|`{1,2})")
_STRIKING_TAG = re.compile(r"<(?P<ends>/?)(?:del|s|strike)(?:\s[^<>\n]{0,500})?>", re.IGNORECASE)
_STRIKING = re.compile(rf"(?P<mark>(?<![~\\])~~(?!~))|(?P<break>\n[ \t]*\n)|{_STRIKING_TAG.pattern}", re.IGNORECASE)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~])")
_ANGLED = re.compile(r"<((?:https?|mailto):[^>\s]{1,1000})>")
_TEMPLATE_WORDS = frozenset({"page", "link", "site.baseurl"})
_TARGET_WORD = re.compile(r"[^/\s\"'{}%]+")


def readable(text: str) -> str:
    """Return the Markdown `text` as a reader sees it; a target of a link stands in brackets behind its words.

    Blanks are left where marks were, so compare two results after folding blanks.
    """
    plain = _STRIKING_TAG.sub("~~", _TEMPLATE.sub(" ", _IMAGE.sub(" ", text)))
    plain = _TAG.sub(" ", plain)
    plain = _ANGLED.sub(r"\1", plain)
    plain = _LINK.sub(lambda found: f"{found['words']} ({_last_part(found['target'])})", plain)
    plain = _LINE_MARKS.sub("", _RULE.sub("", plain))
    plain = _ESCAPE.sub(r"\1", _EMPHASIS.sub("", plain))
    return plain.replace("|", " ")


def struck_through(text: str) -> Iterator[tuple[int, int]]:
    """Yield where `text` is struck through, in order: between tildes inside a paragraph, or between tags."""
    opened: int | None = None
    begun, depth = 0, 0
    for found in _STRIKING.finditer(text):
        if found["break"]:
            opened = None
        elif found["mark"]:
            if opened is not None:
                yield opened, found.start()
            opened = found.end() if opened is None else None
        elif not found["ends"]:
            begun = begun if depth else found.end()
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield begun, found.start()


def _last_part(target: str) -> str:
    """Return what tells one document from another in a target: the last part of its path, without ending and anchor."""
    path, _, anchor = target.strip("<>").partition("#")
    parts = [part for part in _TARGET_WORD.findall(path.partition("?")[0]) if part not in _TEMPLATE_WORDS]
    last = parts[-1] if parts else anchor
    return re.sub(r"\.(?:md|html?|markdown)$", "", last).casefold()
