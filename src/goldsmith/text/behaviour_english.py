"""English phrases of the behaviour recogniser."""

from __future__ import annotations

import re

from goldsmith.text.behaviour_phrases import PhraseTable, phrases

_PERSON = (
    r"(?:agent|specialist|team|human|person|supervisor|manager|engineer|colleague|representative|expert|department|"
    r"operator|lawyer|officer|support|desk)"
)
_SOURCES = (
    r"(?:context|documents?|documentation|sources?|knowledge base|passages?|materials?|excerpts?|records?|articles?|"
    r"database|search results)"
)
_STORE = r"(?:knowledge base|document store|documents|database|index|search|retriev\w+|sources|service|server|backend)"
_CANNOT = r"(?:can ?not|can't|could not|couldn't|(?:am|'m|was) (?:currently )?(?:unable|not able) to|wasn't able to|failed to)"
_I_CANNOT = rf"\bi ?{_CANNOT}"
_NOW = r"(?:right now|at the moment|at this time|currently|temporarily|due to|because of|timeout|timed out)"
_HANDS_OVER = (
    r"(?:hand(?:ing|ed)?|pass(?:ing|ed)?|forward(?:ing|ed)?|transfer(?:ring|red)?|escalat(?:e|ing|ed)|rout(?:e|ing|ed)|"
    r"refer(?:ring|red)?|redirect(?:ing|ed)?|connect(?:ing|ed)?|assign(?:ing|ed)?)"
)
_AS_I = r"\b(?:i|we)(?:'m| am| are|'re|'ll| will|'ve| have)?(?: now| already| just)?"

ENGLISH = PhraseTable(
    phrases=phrases(
        "en",
        (
            ("unreachable", "fail_safely", None, rf"{_I_CANNOT} (?:reach|connect to|query|contact)\b.{{0,20}}{_STORE}"),
            ("not_now", "fail_safely", None, rf"{_I_CANNOT} (?:retrieve|access|load|read|search|look)\b.*\b{_NOW}"),
            (
                "technical",
                "fail_safely",
                None,
                r"^(?=.*\b(?:i|i'm|me|my|we|our|us)\b).*\btechnical (?:error|problem|issue|difficult|failure|fault)",
            ),
            ("went_wrong", "fail_safely", None, r"\bsomething went wrong\b"),
            (
                "down",
                "fail_safely",
                None,
                rf"^(?:sorry,? |unfortunately,? )?(?:the|our|my) (?:\w+ ){{0,2}}(?:{_STORE}|system)(?: \w+)? (?:is|are) "
                r"(?:currently |temporarily |not )+(?:unavailable|down|offline|responding|available|reachable)",
            ),
            (
                "timed_out",
                "fail_safely",
                None,
                r"^(?:sorry,? |unfortunately,? )?(?:the|my|our) (?:\w+ )?(?:request|search|retrieval|query|lookup|call) timed out",
            ),
            (
                "returned_error",
                "fail_safely",
                None,
                rf"^(?:sorry,? |unfortunately,? )?(?:the|my|our) (?:\w+ )?{_STORE}(?: \w+)? (?:returned|raised|reported|failed with) an? ?\w* ?error",
            ),
            ("met_error", "fail_safely", None, r"\bi (?:have )?(?:encountered|ran into|hit|got) an? (?:\w+ )?error"),
            ("connection", "fail_safely", None, r"^(?:my|our|the) connection to .{0,40}\b(?:failed|was lost|broke)"),
            ("hands_over", "escalate", None, rf"{_AS_I} {_HANDS_OVER}\b.*\b(?:to|over|with|on)\b.*\b{_PERSON}"),
            ("lets_connect", "escalate", None, r"\blet me (?:connect|transfer|put|hand|pass) (?:you|this|it)\b"),
            (
                "will_be_contacted",
                "escalate",
                None,
                rf"\b{_PERSON}(?: member)? (?:will|is going to) (?:contact|reply|respond|get back|follow up|reach out|call|take over)",
            ),
            (
                "was_handed_over",
                "escalate",
                None,
                r"\b(?:your|this) (?:\w+ ){1,2}(?:has|have|is) (?:being |been )?(?:now )?"
                r"(?:escalated|forwarded|passed|handed over|transferred) to",
            ),
            ("ticket", "escalate", None, rf"{_AS_I} (?:opened|created|raised|filed) an? (?:\w+ )?(?:ticket|case)"),
            (
                "unsafe",
                "refuse",
                "unsafe",
                r"\bi (?:can ?not|can't|won't|will not) .*\b(?:dangerous|harm|harmful|unsafe|illegal|hazard\w*)\b",
            ),
            (
                "may_not",
                "refuse",
                "not_permitted",
                r"\bi(?:'m| am) not (?:allowed|permitted|authori[sz]ed|able) to "
                r"(?:share|disclose|show|reveal|discuss|access|view|release)",
            ),
            (
                "will_not_disclose",
                "refuse",
                "not_permitted",
                r"\bi (?:can ?not|can't|won't|will not|am unable to) (?:share|disclose|show|reveal|discuss|display|release)\b",
            ),
            (
                "no_permission",
                "refuse",
                "not_permitted",
                r"\byou (?:do not|don't) have (?:the )?(?:permissions?|access|rights?|authori[sz]ation|clearance)\b.*\bi\b"
                r"|\byou(?:'re| are) not (?:authori[sz]ed|permitted|allowed) to (?:view|see|access|read) (?:this|that|these)\b",
            ),
            ("not_authorised", "refuse", "not_permitted", r"\bi(?:'m| am) not (?:allowed|permitted|authori[sz]ed) to\b"),
            (
                "scope",
                "refuse",
                "out_of_scope",
                r"\b(?:outside|beyond|out of|not within)(?: of)? (?:my|our|the) (?:scope|area|remit|knowledge|expertise)"
                r"|^i (?:can )?only (?:answer|help with)",
            ),
            (
                "no_information",
                "refuse",
                "not_found",
                r"\b(?:i|we) (?:do not|don't|did not|didn't)(?: currently)? (?:have|see|find)\b.{0,30}"
                r"\b(?:information|data|details?|answers?|anything|sources?|documents?|records?|knowledge)\b",
            ),
            ("cannot_find", "refuse", "not_found", rf"{_I_CANNOT} (?:find|locate|determine|confirm|verify|identify|tell)\b"),
            (
                "sources_silent",
                "refuse",
                "not_found",
                rf"\b(?:the|my|our|these|any|provided|available|retrieved) (?:\w+ ){{0,2}}{_SOURCES}(?: \w+){{0,3}} (?:do not|does not|don't|doesn't) "
                r"(?:\w+ )?(?:mention|contain|include|cover|provide|specify|say|state|address|have|describe|give)\b",
            ),
            (
                "nothing_there",
                "refuse",
                "not_found",
                rf"\bthere (?:is|was|are|were) (?:no|nothing)\b.{{0,80}}\b(?:in|from) (?:the|my|our|any|these)\b.{{0,20}}{_SOURCES}",
            ),
            (
                "none_found",
                "refuse",
                "not_found",
                r"\bno (?:relevant |matching |such )?(?:information|results?|documents?|answers?|passages?)"
                r"(?: \w+){0,4} (?:found|available)\b",
            ),
            ("does_not_know", "refuse", "not_found", r"\bi (?:do not|don't) know\b"),
            (
                "not_covered",
                "refuse",
                "not_found",
                r"\b(?:is|are|was|were)(?:n't| not) (?:covered|mentioned|described|addressed|specified|included|found|available|provided)"
                rf" (?:in|by|within) (?:the|my|our|any|these)\b.{{0,30}}{_SOURCES}",
            ),
            (
                "declines",
                "refuse",
                "unstated",
                r"\bi(?:'m| am)? (?:can ?not|can't|won't|will not|unable to|not able to) "
                r"(?:help|assist|provide|give|answer|comply|recommend|advise|respond|do that|fulfil)",
            ),
            (
                "asks_to_specify",
                "clarify",
                None,
                r"^(?:to help you,? |first,? )?(?:please|could you|can you|would you|may i ask you to)(?: please| first)? "
                r"(?:specify|clarify|tell me|let me know|share|provide|confirm|give me|say)\b",
            ),
        ),
    ),
    courtesy=re.compile(
        r"^(?:i'm |i am )?(?:very )?(?:sorry|apologies|hello|hi|thank you|thanks)\W*$"
        r"|\b(?:anything else|other questions|further questions|more questions)\b"
        r"|^(?:please )?(?:contact|try again|come back|reach out|ask|check with|consult|repeat)\b"
        r"|\btry again (?:later|in)\b|^(?:does|did) (?:this|that) help|^would you like me to\b|^let me know if\b"
    ),
    condition=re.compile(r"^(?:if|when|whenever|unless|until|once|where|after|before)\b"),
    contrast=re.compile(r"^(?:however|but|that said|nevertheless|still|what i can (?:say|tell)|the (?:documents|sources) do\b)"),
    addressed=re.compile(r"\b(?:you|your|you're|yours)\b"),
)
