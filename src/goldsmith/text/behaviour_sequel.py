"""What stands beside a refusal: an answer all the same, or only words around it.

A clause asserts where it brings a number, a date or a time, or where a contrast ("but", "но", "但") leads to a
statement. Nothing is asserted by a pointer to a person, a page or a desk, a question, an apology or an offer of help,
whatever numbers they hold. A plain further sentence that may be the answer or the reason for the refusal is unsure.
"""

from __future__ import annotations

import re
from typing import Literal

Sequel = Literal["asserted", "turned", "unsure", "pointed", "none"]
"""`asserted`: states a number, date or time; `turned`: states something else after a contrast; `pointed`: says where
else to go."""

_TURN = re.compile(
    r",?\s+but\b(?! rather\b)|[,;]?\s*\b(?:however|nevertheless|nonetheless|even so|that said)\b"
    r"|,\s*(?:though|although|even though|yet|still|except)\b|\s-\s"
    r"|,?\s*\b(?:но|однако|зато|хотя|тем не менее|впрочем)\b"
    r"|[,;]?\s*(?:(?<![不非])但是?(?!凡)|不过|然而|可是|只是)"
)
_LEAD = re.compile(r"^(?:[\s,;:.>*-]|\b(?:and|so|и|а)\b)+")
_REFERENCE = re.compile(
    r"\[\d+\]|\S+@\S+|(?:https?://|www\.)\S+"
    r"|\b(?:extensions?|ext|phone|tel|hotline|rooms?|pages?|sections?|chapters?|floors?|tickets?|reference|desk)\b"
    r"[\s.:#]*(?:(?:is|number|no)\b[\s.:#]*)*\d[\d -]*"
    r"|\b(?:телефон\w*|добавочн\w+|кабинет\w*|комнат\w+|страниц\w+|раздел\w*|этаж\w*|заявк\w+|стр|тел)"
    r"[\s.:#№]*\d[\d -]*"
    r"|\b(?:номер\w*|reference|ref|ticket|case)\b[\s.:#№`]*(?:(?:is|number|no)\b[\s.:#`]*)?(?:[a-z]+-?)?\d[\w-]*"
    r"|(?:分机|电话|热线|房间|工单号?|编号)[\s:为是]*\d[\d -]*|第\s*\d+\s*[页章节条]|\d+\s*(?:楼|室|号线)"
    r"|编号[\s:为是`]*[a-z]*-?\d[\w-]*"
)
_PERSON = (
    r"(?:agents?|specialists?|team|supervisor|managers?|colleagues?|department|desk|advis[oe]rs?|staff|hr|support|"
    r"office|experts?|lawyers?|doctors?)"
)
_POINTS = re.compile(
    r"^(?:please|kindly|do|instead|(?:for|if|to|should|in case) [^,]{1,60}(?=,))?,?\s*"
    r"(?:please )?(?:call|contact|write|e-?mail|ask|visit|see|check|consult|reach|refer|dial|try|speak|talk|go to"
    r"|turn to)\b"
    r"|\b(?:you|we|i) (?:can|could|may|might|should|would|must|will|'d|need to|recommend|suggest)?\s?"
    r"(?:also |always |best |want to |like to |try to )?"
    r"(?:find|call(?:ing)?|contact(?:ing)?|write|writing|e-?mail|ask(?:ing)?|visit(?:ing)?|see|check(?:ing)?|"
    r"consult(?:ing)?|reach|refer|dial|speak|talk|point|turn to|recommend|suggest|direct)\b"
    rf"|\b{_PERSON}\b.{{0,40}}\b(?:can|will|could|may|might|should|would|knows?|has|helps?)\b.{{0,20}}"
    r"(?:\b(?:help|assist|answer|tell|advise|explain|confirm|check|know)\b|\W*$)"
    r"|\b(?:may|might|can|will|could|should) (?:be able to(?: help| assist| answer)?|know|help)\W*(?:you\W*)?$"
    r"|\b(?:обратитесь|обращайтесь|посоветуйтесь|проконсультируйтесь|позвоните|звоните|напишите|свяжитесь|спросите"
    r"|уточните|посмотрите|загляните|узнайте)\b"
    r"|\b(?:вы|можете|можно|стоит|лучше|рекоменд\w+|советую|следует|нужно)\b.{0,25}"
    r"\b(?:обрат|позвон|напи|связ|свяж|спрос|уточн|посмотр|смотр|узна|найд|найти|иска|поиска|провер)\w*"
    r"|\b(?:служб|отдел|поддержк|коллег|специалист|сотрудник|команд|менеджер|оператор)\w*\b.{0,40}"
    r"\b(?:помо[гж]|ответ|подскаж|знает|сможет|может)\w*"
    r"|(?:^|,)\s*(?:请|可|建议|欢迎|麻烦|不妨).{0,12}(?:联系|致电|拨打|咨询|查看|查阅|访问|写信|发|参阅|参考|询问"
    r"|前往|问|见|到)"
    r"|(?:您|你).{0,3}(?:可|能|请|应).{0,6}(?:联系|致电|拨打|咨询|查看|查阅|访问|写信|发|参阅|询问|前往|问|找|在)"
    r"|(?:服务台|客服|团队|同事|部门|人事部|专员|经理).{0,10}(?:可以|能|会|可能).{0,6}(?:帮|协助|回答|解答|告诉|知道)"
    r"|请见|请参"
)
_OFFERS = re.compile(
    r"\b(?:happy|glad|pleased) to\b|\b(?:i|we)(?: can| could|'ll| will|'d| would)? (?:only |also |gladly )?"
    r"(?:help|assist|answer|discuss|support)\b|\b(?:sorry|apologi[sz]e|apologies|feel free|let me know|thank)\b"
    r"|\b(?:готов|рад|рада|готова)\b|\bмогу (?:\w+ ){0,2}(?:помо|ответ|обсу|подсказать друг)\w*"
    r"|\b(?:извин|прост|сожал|спасибо)\w*|\bесли (?:у вас )?(?:нужн|есть вопрос|остал|понадоб)\w*"
    r"|(?:抱歉|对不起|谢谢|很遗憾|乐意)|我(?:们)?(?:很)?(?:可以|能|会).{0,4}(?:帮|协助|解答|回答)"
)
_NO_ANSWER = (
    r"(?:\bnot\b|n't\b|confidential|private|restricted|sensitive|internal|personal|secret|outside|beyond|unknown"
    r"|unclear|"
    r"\b(?:requires?|needs?|depends?|involves?|varies|falls|concerns?|would|could|might|may)\b"
    r"|\b(?:не|конфиденциальн\w*|секретн\w*|закрыт\w*|личн\w*|внутренн\w*|зависит|требует\w*|опасно|неизвестно"
    r"|выходит)\b"
    r"|保密|机密|隐私|敏感|不|没|未|无|取决|需要|涉及|内部|超出)"
)
_REASONS = re.compile(
    rf"^(?:(?:this|that|it|these|those|such|they|это|эти|он[аио]?|такие)\b|[这那该此它]).*{_NO_ANSWER}"
    r"|\b(?:i|i'm|i've|i'd|we|мы|я|мне)\b|我"
    r"|\b(?:confidential|privacy|private|permissions?|access|authori[sz]ation|policy|policies|scope|question|request|"
    r"information|data|topic|context|documents?|documentation|sources?|knowledge base|passages?|excerpts?|search)\b"
    r"|(?:конфиденциальн|документ|источник|контекст|информаци|данны|вопрос|запрос|доступ|прав[аи]?\b|тем[аы]\b"
    r"|баз[аеы]\b)"
    r"|(?:保密|机密|隐私|权限|检索|搜索|段落|文档|资料|知识库|来源|信息|数据|问题|请求|上下文)"
)
_SOURCES = re.compile(
    r"\b(?:context|documents?|documentation|sources?|knowledge base|passages?|excerpts?|search)\b"
    r"|\b(?:документ|источник|контекст|материал|фрагмент|поиск)|(?:文档|资料|知识库|来源|上下文|检索|搜索|段落)"
)
_CARRIES_ON = re.compile(
    rf"^(?:it|they|he|she|their|his|her)\b|^(?:the|our|this) (?:\w+ )?{_PERSON}\b|\byou(?:r)?\b"
    r"|\b(?:reply|response|call ?back|answer)\b.{0,25}\b(?:expected|within|in|by|tomorrow|today)\b"
    r"|^expected (?:reply|response)"
    r"|\b(?:ответ|звонок|решение)\w*\b.{0,25}(?:ожида|в течение|прид|поступ|завтра|сегодня)|(?:预计|将在"
    r"|会在).{0,12}(?:回复|答复|联系|致电)"
    r"|^(?:он[аио]?|там|их)\b|\b(?:служб|отдел|поддержк|специалист|вас|вам|ваш)\w*|^(?:他|她|它|该|那里)|您|服务台|客服"
)
_DESK = re.compile(
    rf"^(?:the|our) (?:\w+ ){{0,2}}{_PERSON}\b|^(?:наш\w* )?(?:служб|отдел|поддержк)\w*|^(?:服务台|客服|人事部)"
)
_ASKED = re.compile(r"\byou (?:asked|want|mention|are asking)|\bвы (?:спр|проси|упом)|(?:您|你)(?:问|想|提)")
_NUMBER = re.compile(r"\d|[一二三四五六七八九十百千万两][点年月天日元小岁成倍周个]")


def sequel_of(clause: str, *, turned: bool) -> Sequel:
    """Say what a clause (in comparison form) beside a refusal does; `turned`: a contrast leads to it."""
    words = _LEAD.sub("", clause)
    if not any(character.isalnum() for character in words) or words.rstrip().endswith("?"):
        return "none"
    if _POINTS.search(words):
        return "pointed"
    if _OFFERS.search(words):
        return "none"
    if states_figure(words):
        doubtful = not turned and (_SOURCES.search(words) or _DESK.search(words))
        return "unsure" if doubtful else "asserted"
    if turned:
        return "turned"
    return "none" if _REASONS.search(words) or _DESK.search(words) else "unsure"


def states_figure(clause: str) -> bool:
    """Say whether a clause brings a number, a date or a time that is more than a reference."""
    return _NUMBER.search(_REFERENCE.sub(" ", clause)) is not None


def turned_clauses(sentence: str) -> tuple[str, tuple[str, ...]]:
    """Return what stands before the first contrast inside a sentence, and the clauses that contrasts lead to."""
    first, *rest = _TURN.split(sentence)
    return first, tuple(rest)


def gives_reasons(clause: str) -> bool:
    """Say whether a clause speaks of the question, the sources or the speaker rather than of the matter."""
    return _REASONS.search(clause) is not None or _ASKED.search(clause) is not None


def carries_on(sentence: str) -> bool:
    """Say whether a sentence only goes on about the person or place that was pointed to before."""
    return _CARRIES_ON.search(_LEAD.sub("", sentence)) is not None


def names_sources(clause: str) -> bool:
    """Say whether a clause speaks of what was searched."""
    return _SOURCES.search(clause) is not None
