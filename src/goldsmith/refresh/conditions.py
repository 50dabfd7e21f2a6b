"""Words by which a sentence makes an exception, sets a condition or ends a rule, in English, Russian and Chinese."""

from __future__ import annotations

import re

from goldsmith.text.normal import fold_text

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|янв|фев|мар|апр|ма[йя]|июн|июл|авг|сен|окт|ноя|дек)\w*"
_DATE = rf"(?:the\ )?(?:\d{{1,2}}(?:st|nd|rd|th|\.\d\d?\.\d{{4}})?(?:\ of)?\ ?)?(?:{_MONTH}|(?<!\d)\d{{4}}\b)"
_EXCEPTION = re.compile(
    rf"""
    \b(?: except(?:ion|ions|ing|ed)?\b | unless\b | only\ (?:if|when|after|with)\b | (?:no|not\ any)\ longer\b
    | excluding\b | excluded\b | exempt\w*\b | other\ than\b | instead\ of\b | (?:do|does)(?:\ not|n't)\ apply\b
    | provided\ that\b | regardless\b | waive[ds]?\b | (?:as\ of|effective|starting(?:\ from|\ in|\ on)?|from|until)
      \ {_DATE} )
    | \b(?: кроме\b | за\ исключением\b | исключени\w+ | если\ (?:только\ )?не\b | только\ (?:если|при|после)\b
    | больше\ не\b | при\ условии\b | вместо\b | не\ (?:применя|распростран|действу)\w+
    | (?:начиная\ )?(?:с|до|по)\ {_DATE} )
    | 除非 | 除外 | 除了 | 例外 | 不再 | 仅当 | 只有 | 仅限 | 不适用 | 直到 | 截至 | 取消 | (?:自|从)[^，。；]{{1,14}}起
    """,
    re.VERBOSE,
)
_CONDITION = re.compile(
    r"""
    \b(?: must\b | must\ not\b | not\b | \w+n't\b | cannot\b | never\b | only\b | until\b | required\b | forbidden\b
    | если\b | не\b | нельзя\b | должн\w+ | обязан\w* | запрещ\w+ | только\b | до\b | необходимо\b )
    | 不 | 必须 | 禁止 | 应当 | 仅 | 如果 | 否则
    """,
    re.VERBOSE,
)
_VALIDITY = re.compile(
    r"""
    \b(?: none\ of\b | no\ longer\b | (?:any\ ?more|any\ longer)\b | only\b | until\b | till\b | former(?:ly)?\b
    | previous(?:ly)?\b | abolish\w* | abandon\w* | withdrawn?\b | revok\w+ | repeal\w* | cancel\w* | suspend\w*
    | discontinu\w+ | deprecat\w+ | obsolete\b | outdated\b | archiv\w+ | histor(?:y|ic|ical)\b | superseded\b
    | expire[ds]?\b | expiry\b | replace[ds]?\b | (?:in)?valid\b | void\b | (?:not\ )?in\ force\b | ceased?\b
    | (?:do|does|did)(?:\ not|n't)\ (?:hold|apply|count)\b | not\ (?:for|to)\b
    | no\ more\b | (?:is|are)\ (?:only\ )?(?:a\ )?drafts?\b
    | ни\ одн\w+ | больше\ не | уже\ не\b | только\b | лишь\b | до\b | прежн\w+ | ранее\b | бывш\w+ | отмен\w+
    | упраздн\w+ | отозван\w* | изъят\w* | утрати\w+ | истек\w* | заменен\w* | недействител\w* | действовал\w*
    | прекра[тщ]\w+ | приостан\w+ | устар\w+ | архив\w* )
    | 不再 | 仅 | 只 | 直到 | 截至 | 之前 | 以前 | 曾 | 原先 | 废止 | 废除 | 作废 | 撤销 | 撤回 | 取消
    | 失效 | 过期 | 到期 | 取代 | 代替 | 替换 | 停止 | 暂停 | 无效 | 均不 | 都不
    """,
    re.VERBOSE,
)

_NEGATIONS = frozenset({"not", "не", "不"})


def validity_of(sentence: str) -> str:
    """Return the words by which `sentence` says that what stands below it holds no more, or not for all; empty: none
    does. An exception or a condition is one of them; a mere negation is none.
    """
    plain = _plain(sentence)
    bound = (found[0].strip() for found in _CONDITION.finditer(plain))
    binding = next((word for word in bound if word not in _NEGATIONS and not word.endswith("n't")), "")
    return _first(_VALIDITY, sentence) or exception_of(sentence) or binding


def exception_of(sentence: str) -> str:
    """Return the words by which `sentence` makes an exception or begins or ends to hold; empty: it does not."""
    return _first(_EXCEPTION, sentence)


def condition_of(sentence: str) -> str:
    """Return the word by which `sentence` binds or forbids, which many sentences do; empty: it does not."""
    return _first(_CONDITION, sentence)


def _first(pattern: re.Pattern[str], sentence: str) -> str:
    found = pattern.search(_plain(sentence))
    return "" if found is None else found[0].strip()


def _plain(sentence: str) -> str:
    return fold_text(sentence).replace("ё", "е")
