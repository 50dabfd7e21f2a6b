"""Classes of English words of which the phrases of the behaviour recogniser are made; patterns without compilation."""

from __future__ import annotations

PERSON = (
    r"(?:agents?|specialists?|team|human|person|supervisor|manager|engineer|colleague|representative"
    r"|expert|department|"
    r"operator|lawyer|officer|support|desk|advis[oe]r|analyst|someone|board|committee|customer (?:care|service)"
    r"|staff|physician|doctor|nurse)"
)
SOURCES = (
    r"(?:context|documents?|documentation|sources?|knowledge base|passages?|materials?|excerpts?"
    r"|records?|articles?|"
    r"database|search results)"
)
HANDBOOK = (
    r"(?:(?:hand|work|rule|run)book|manual|guide(?:lines?|book)?|policy|policies|wiki|faqs?|pages?|text|chapter|section"
    r"|catalogue|brochure|leaflet|terms|regulations|rules|instructions|files?)"
)
NOT = r"(?:do not|does not|don't|doesn't|did not|didn't)"
STORE = (
    r"(?:knowledge base|document store|documents|database|index|search|retriev\w+|sources|service|server"
    r"|backend|vector store|store|engine|system)"
)
TOOL = (
    r"knowledge base|document store|database|index|search|retrieval|service|services|server|servers|backend|store"
    r"|engine"
    r"|systems?|tool|api|model|connection|request|query|lookup|pdf|attachment|scan|file|document|link|site|portal"
)
BROKEN = (
    r"(?:currently |temporarily |not )*(?:unavailable|unreachable|down|offline|responding|reachable"
    r"|available|working)"
)
CANNOT = (
    r"(?:can ?not|can't|could not|couldn't|(?:am|'m|was) (?:currently )?(?:unable|not able) to"
    r"|wasn't able to|failed to)"
)
I_CANNOT = rf"\bi(?: (?:therefore|also|unfortunately|really|just|simply|currently|still|honestly))? ?{CANNOT}"
NOW = r"(?:right now|at the moment|at this time|currently|temporarily|due to|because of|timeout|timed out)"
HANDS_OVER = (
    r"(?:hand(?:ing|ed)?|pass(?:ing|ed)?|forward(?:ing|ed)?|transfer(?:ring|red)?|escalat(?:e|ing|ed)"
    r"|rout(?:e|ing|ed)|"
    r"refer(?:ring|red)?|redirect(?:ing|ed)?|connect(?:ing|ed)?|assign(?:ing|ed)?)"
)
AS_I = r"\b(?:i|we)(?:'m| am| are|'re|'ll| will|'ve| have)?(?: now| already| just)?"
