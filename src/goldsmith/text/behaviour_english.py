"""English phrases of the behaviour recogniser."""

from __future__ import annotations

import re

from goldsmith.text.behaviour_phrases import Group, PhraseTable, phrases

_PERSON = (
    r"(?:agents?|specialist|team|human|person|supervisor|manager|engineer|colleague|representative"
    r"|expert|department|"
    r"operator|lawyer|officer|support|desk|advis[oe]r|staff|physician|doctor|nurse)"
)
_SOURCES = (
    r"(?:context|documents?|documentation|sources?|knowledge base|passages?|materials?|excerpts?"
    r"|records?|articles?|"
    r"database|search results)"
)
_HANDBOOK = (
    r"(?:(?:hand|work|rule|run)book|manual|guide(?:lines?|book)?|policy|policies|wiki|faqs?|pages?|text|chapter|section"
    r"|catalogue|brochure|leaflet|terms|regulations|rules|instructions|files?)"
)
_NOT = r"(?:do not|does not|don't|doesn't|did not|didn't)"
_STORE = (
    r"(?:knowledge base|document store|documents|database|index|search|retriev\w+|sources|service|server"
    r"|backend|vector store|store|engine|system)"
)
_BROKEN = (
    r"(?:currently |temporarily |not )*(?:unavailable|unreachable|down|offline|responding|reachable"
    r"|available|working)"
)
_CANNOT = (
    r"(?:can ?not|can't|could not|couldn't|(?:am|'m|was) (?:currently )?(?:unable|not able) to"
    r"|wasn't able to|failed to)"
)
_I_CANNOT = rf"\bi ?{_CANNOT}"
_NOW = r"(?:right now|at the moment|at this time|currently|temporarily|due to|because of|timeout|timed out)"
_HANDS_OVER = (
    r"(?:hand(?:ing|ed)?|pass(?:ing|ed)?|forward(?:ing|ed)?|transfer(?:ring|red)?|escalat(?:e|ing|ed)"
    r"|rout(?:e|ing|ed)|"
    r"refer(?:ring|red)?|redirect(?:ing|ed)?|connect(?:ing|ed)?|assign(?:ing|ed)?)"
)
_AS_I = r"\b(?:i|we)(?:'m| am| are|'re|'ll| will|'ve| have)?(?: now| already| just)?"

ENGLISH = PhraseTable(
    phrases=phrases(
        "en",
        Group(
            "fail_safely",
            None,
            {
                "unreachable": (
                    rf"{_I_CANNOT} (?:reach|connect to|query"
                    rf"|contact)\b.{{0,20}}{_STORE}"
                ),
                "not_now": (rf"{_I_CANNOT} (?:retrieve|access|load|read|search|look)\b.*\b{_NOW}"),
                "technical": (
                    r"^(?=.*\b(?:i|i'm|me|my|we|our|us)\b).*\btechnical (?:error|problem|issue|difficult"
                    r"|failure|fault)"
                ),
                "went_wrong": (r"\bsomething went wrong\b"),
                "down": (
                    rf"^(?:sorry,? |unfortunately,? )?(?:the|our|my) (?:\w+ ){{0,2}}(?:{_STORE}"
                    rf"|system)(?: \w+)? (?:is|are) "
                    r"(?:currently |temporarily |not )+(?:unavailable|down|offline|responding|available|reachable)"
                ),
                "timed_out": (
                    r"^(?:sorry,? |unfortunately,? )?(?:the|my|our) (?:\w+ )?(?:request|search|retrieval"
                    r"|query|lookup|call) timed out"
                ),
                "returned_error": (
                    rf"^(?:sorry,? |unfortunately,? )?(?:the|my"
                    rf"|our) (?:\w+ )?{_STORE}(?: \w+)? (?:returned|raised|reported|failed with) an? ?\w* ?error"
                ),
                "met_error": (
                    r"\bi (?:have )?(?:encountered|ran into|hit"
                    r"|got) an? (?:\w+ )?error"
                ),
                "connection": (
                    r"^(?:my|our|the) connection to .{0,40}\b(?:failed"
                    r"|was lost|broke)"
                ),
                "cannot_because_down": (
                    rf"\b(?:i|i'm|we)\b.*{_CANNOT}\b.*\b{_STORE}(?: \w+)? (?:is|are|was|were|seems to be) {_BROKEN}"
                    rf"|\b{_STORE}(?: \w+)? (?:is|are|was|were|seems to be) {_BROKEN}.*\b(?:i|i'm|we)\b.*{_CANNOT}"
                ),
                "internal_error": (
                    r"^(?=.*\b(?:i|i'm|me|my|we|our)\b).*\b(?:internal|server|system|unexpected) error\b"
                ),
                "problem_fetching": (
                    r"\b(?:problem|issue|error|failure|trouble) (?:while |with |when )?"
                    r"(?:retrieving|loading|accessing|fetching|reading|searching|querying|connecting|reaching)\b"
                ),
                "not_working_now": (
                    rf"\b{_STORE} (?:is|are|was|were)(?: not|n't) (?:working|responding|reachable|available) "
                    r"(?:right now|at the moment|at this time|currently|today)"
                ),
                "trouble": (
                    r"\bi(?:'m| am|'ve| have| had)? (?:having |experiencing |ran into |run into |met )?(?:some )?"
                    r"(?:trouble|a problem|problems|an issue|issues|a failure)\b"
                ),
                "lookup_failed": (
                    r"^(?:sorry,? |unfortunately,? )?(?:the|my|our) (?:\w+ )?(?:lookup|search|query"
                    r"|retrieval|request|call) (?:has |have )?(?:failed|did not complete|crashed)"
                    r"|^(?:lookup|search|retrieval) (?:has )?failed\b"
                ),
            },
        ),
        Group(
            "escalate",
            None,
            {
                "hands_over": (rf"{_AS_I} {_HANDS_OVER}\b.*\b(?:to|over|with|on)\b.*\b{_PERSON}"),
                "brings_in": (
                    rf"{_AS_I} (?:flag(?:ging|ged)?|loop(?:ing|ed)? in|bring(?:ing)? in|brought in"
                    rf"|call(?:ing|ed)? in|involv(?:e|ing|ed)|notif(?:y|ying|ied)|"
                    rf"alert(?:ing|ed)?|ask(?:ing|ed)? (?:a|an|our|the))\b.*\b{_PERSON}"
                ),
                "takes_over": (
                    rf"\b{_PERSON} (?:will|is going to|can) (?:now )?(?:take|handle|review|look into"
                    rf"|deal with) (?:it|this|over|your (?:case|request|question|issue|message))\b"
                ),
                "someone_will": (r"\bsomeone (?:\w+ ){0,4}will (?:contact|call|reply|get back|reach out|follow up)"),
                "handing_over": (
                    r"\b(?:while i|^)(?:now )?\s?(?:forward|transfer|escalat|connect|hand|redirect"
                    r"|pass)(?:ing)? (?:\w+ ){0,3}?(?:you|this|your)\b"
                    r"|^(?:forwarding|transferring|escalating|connecting|handing|redirecting"
                    r"|passing) (?:you|this|your)\b"
                ),
                "fetches": (
                    rf"\bi(?:'m going to|'ll| will| am going to) (?:get|ask|have|find|fetch) (?:a|an|our"
                    rf"|the|my)\b.*\b{_PERSON}"
                ),
                "lets_connect": (r"\blet me (?:connect|transfer|put|hand|pass) (?:you|this|it)\b"),
                "will_be_contacted": (
                    rf"\b{_PERSON}(?: member)? (?:will|is going to) (?:contact|reply|respond|get back"
                    rf"|follow up|reach out|call|take over)"
                    rf"|\byou will be (?:contacted|called|answered) .*{_PERSON}"
                ),
                "was_handed_over": (
                    r"\b(?:your|this) (?:\w+ ){1,2}(?:has|have|is) (?:being |been )?(?:now )?"
                    r"(?:escalated|forwarded|passed|handed over|transferred|assigned|referred) to"
                ),
                "ticket": (rf"{_AS_I} (?:opened|created|raised|filed) an? (?:\w+ )?(?:ticket|case)"),
            },
        ),
        Group(
            "refuse",
            "unsafe",
            {
                "unsafe": (
                    r"\bi (?:can ?not|can't|won't|will not) .*\b(?:dangerous|harm|harmful|unsafe|illegal|hazard\w*)\b"
                ),
            },
        ),
        Group(
            "refuse",
            "not_permitted",
            {
                "may_not": (
                    r"\bi(?:'m| am) not (?:allowed|permitted|authori[sz]ed|able) to "
                    r"(?:share|disclose|show|reveal|discuss|access|view|release)"
                ),
                "will_not_disclose": (
                    r"\bi (?:can ?not|can't|won't|will not|am unable to) (?:share|disclose|show|reveal"
                    r"|discuss|display|release)\b"
                ),
                "no_permission": (
                    r"\byou (?:do not|don't) have (?:the )?(?:permissions?|access|rights?"
                    r"|authori[sz]ation|clearance)\b.*\bi\b"
                    r"|\byou(?:'re| are) not (?:authori[sz]ed|permitted|allowed) to (?:view|see|access"
                    r"|read) (?:this|that|these)\b"
                ),
                "not_authorised": (r"\bi(?:'m| am) not (?:allowed|permitted|authori[sz]ed) to\b"),
                "confidential": (r"\bconfidential\b.*\bi (?:can ?not|can't|won't)\b"),
            },
        ),
        Group(
            "refuse",
            "out_of_scope",
            {
                "scope": (
                    r"\b(?:outside|beyond|out of|not within)(?: of)? (?:my|our|the) (?:scope|area|remit"
                    r"|knowledge|expertise)"
                    r"|^i (?:can )?only (?:answer|help with)|\boutside (?:of )?what i\b"
                ),
                "only": (r"\bi(?:'m| am| can) only (?:able to )?(?:discuss|answer|help|talk|assist)\b"),
            },
        ),
        Group(
            "refuse",
            "not_found",
            {
                "no_information": (
                    r"\b(?:i|we) (?:do not|don't|did not|didn't)(?: currently)? (?:have|see|find)\b.{0,30}"
                    r"\b(?:information|data|details?|answers?|anything|sources?|documents?|records?|knowledge)\b"
                ),
                "nothing_in_handbook": (
                    r"^(?:sorry,? |unfortunately,? )?there(?: is|'s| was) (?:no|nothing|not any) (?:\w+ )?"
                    r"(?:information|details?|data|mention|answer|guidance|about|on)\b.{0,60}\bin "
                    rf"(?:the|my|our|these|any|this) (?:\w+ )?(?:{_HANDBOOK}|{_SOURCES})\b"
                ),
                "cannot_find": (rf"{_I_CANNOT} (?:find|locate|determine|confirm|verify|identify|tell)\b"),
                "sources_silent": (
                    rf"\b(?:the|my|our|these|any|provided|available"
                    rf"|retrieved) (?:\w+ ){{0,2}}{_SOURCES}(?: \w+){{0,3}} (?:do not|does not|don't|doesn't) "
                    r"(?:\w+ )?(?:mention|contain|include|cover|provide|specify|say|state|address|have"
                    r"|describe|give)\b"
                ),
                "handbook_silent": (
                    rf"\b(?:the|my|our|this|these|that|your|any) (?:[\w'-]+ ){{0,3}}{_HANDBOOK}(?: \w+){{0,3}} {_NOT} "
                    r"(?:\w+ )?(?:mention|say|specify|state|tell|address|discuss|describe)\b"
                    rf"|\b(?:the|my|our|this) (?:[\w'-]+ ){{0,2}}(?:handbook|manual|guide|wiki|faqs?) {_NOT} cover\b"
                    rf"|\b(?:{_HANDBOOK}|{_SOURCES})(?: \w+){{0,3}} (?:says?|mentions?|states?|tells?(?: us| me| you)?)"
                    r" nothing (?:at all )?(?:about|on|of|regarding)\b"
                    rf"|^(?:sorry,? |unfortunately,? )?(?:there (?:is|was) )?nothing (?:\w+ ){{0,2}}(?:in|of|from) "
                    rf"(?:the|my|our|these|this) (?:[\w'-]+ ){{0,3}}{_HANDBOOK}\b"
                    rf"|\b{_HANDBOOK} (?:is|are|remains?|stays?) silent\b"
                    r"|^nothing .{0,40}(?:is|was) (?:stated|said|mentioned|written|specified)\b"
                    r".{0,40} in (?:the|my|our|this)\b"
                    rf".{{0,30}}\b(?:{_HANDBOOK}|{_SOURCES})"
                    rf"|\b(?:{_HANDBOOK}|{_SOURCES})(?: \w+){{0,3}} (?:makes?|has|have|contains?) no mention\b"
                    rf"|^(?:sorry,? |unfortunately,? )?there (?:is|was) no mention .{{0,60}} in (?:the|my|our|this)\b"
                    rf".{{0,30}}\b(?:{_HANDBOOK}|{_SOURCES})"
                    rf"|\b{_HANDBOOK}(?: \w+){{0,3}} {_NOT} (?:\w+ )?(?:provide|contain|include|give|have) "
                    r"(?:\w+ ){0,2}(?:information|mention|details?|answers?|anything)\b"
                    r"|\b(?:is|are|was|were)(?:n't| not) (?:\w+ )?"
                    r"(?:mentioned|described|specified|stated|addressed|covered)"
                    rf" (?:anywhere )?(?:in|by) (?:the|my|our|this)\b.{{0,30}}\b{_HANDBOOK}"
                ),
                "nothing_there": (
                    rf"\bthere (?:is|was|are|were) (?:no|nothing)\b.{{0,80}}\b(?:in|from) (?:the|my|our"
                    rf"|any|these)\b.{{0,20}}{_SOURCES}"
                ),
                "none_found": (
                    r"\bno (?:relevant |matching |such )?(?:information|results?|documents?|answers?|passages?)"
                    r"(?: \w+){0,4} (?:found|available)\b"
                ),
                "sources_hold_nothing": (
                    rf"\b(?:nothing|none) (?:\w+ )?(?:in|of|from) (?:the|my|our|these)\b.{{0,20}}{_SOURCES}"
                    rf"|\b{_SOURCES}(?: \w+){{0,3}} (?:provides?|contains?|gives?|has|have|offers?"
                    rf"|includes?|holds?) (?:no|nothing)\b"
                ),
                "not_possible": (
                    r"\b(?:it is|it's) (?:not possible|impossible) to (?:determine|answer|say|tell|know)\b"
                    r"|\bcan(?:not| not|'t) be (?:determined|answered|found|inferred) (?:from|in|with"
                    r"|based)\b|^(?:unable|not able) to (?:answer|find|determine)\b"
                ),
                "does_not_know": (r"\bi (?:do not|don't) know\b"),
                "not_covered": (
                    r"\b(?:is|are|was|were)(?:n't| not) (?:\w+ )?(?:covered|mentioned|described|addressed"
                    r"|specified|included|found|available|provided)"
                    rf" (?:in|by|within) (?:the|my|our|any|these)\b.{{0,30}}{_SOURCES}"
                ),
                "lacks": (
                    r"\bi (?:lack|have no|have nothing|am missing|have not been given|haven't been given)\b"
                    rf"|\b(?:answer|information|detail) (?:is|was)(?: not|n't) (?:\w+ )?in (?:the|my|our"
                    rf"|any)\b.{{0,20}}{_SOURCES}"
                    rf"|\b{_SOURCES} (?:is|are|remain|stay) silent"
                ),
            },
        ),
        Group(
            "refuse",
            "unstated",
            {
                "declines": (
                    r"\bi(?:'m| am)? (?:can ?not|can't|won't|will not|unable to|not able to) "
                    r"(?:help|assist|provide|give|answer|comply|recommend|advise|respond|do that|fulfil"
                    r"|speculate|comment|verify)"
                ),
                "must_decline": (
                    r"\bi(?: must| have to| need to| will| would rather|'ll|'d rather)(?: not"
                    r"| respectfully)? (?:decline|refuse|pass on|speculate|guess|say|comment)\b"
                    r"|\bi (?:do not|don't) (?:give|provide|offer|share|disclose|discuss|answer)\b"
                ),
                "first_person_inability": (
                    r"\bi(?: can ?not| can't| could not| couldn't| won't| will not|'m unable to"
                    r"| am unable to|'m not able to| am not able to)\b(?! (?:stress|wait|emphasi[sz]e|overstate)\b)"
                ),
            },
        ),
        Group(
            "clarify",
            None,
            {
                "asks_to_specify": (
                    r"^(?:to help you,? |first,? )?(?:please|could you|can you|would you"
                    r"|may i ask you to)(?: please| first)? "
                    r"(?:specify|clarify|tell me|let me know|share|provide|confirm|give me|say)\b"
                ),
            },
        ),
    ),
    courtesy=re.compile(
        r"^(?:i'm |i am )?(?:very )?(?:sorry|apologies|hello|hi|thank you|thanks)\W*$"
        r"|\b(?:anything else|something else|other questions|further questions|more questions)\b"
        r"|^(?:please )?(?:contact|try again|come back|reach out|ask|check with|consult|repeat)\b"
        r"|\btry again (?:later|in)\b|^(?:does|did) (?:this|that) help|^would you like me to\b|^let me know if\b"
    ),
    condition=re.compile(
        r"^(?:if|when(?! i\b)|whenever|unless|until|once|where|after|before|while|although|though|even though)\b"
    ),
    contrast=re.compile(
        r"^(?:however|but|that said|nevertheless|still|what i can (?:say|tell)|the (?:documents|sources) do\b)"
    ),
    addressed=re.compile(r"\b(?:you|your|you're|yours)\b"),
)
