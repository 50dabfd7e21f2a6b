"""English phrases of the behaviour recogniser."""

from __future__ import annotations

import re

from goldsmith.text.behaviour_english_words import (
    AS_I,
    BROKEN,
    CANNOT,
    HANDBOOK,
    HANDS_OVER,
    I_CANNOT,
    NOT,
    NOW,
    PERSON,
    SOURCES,
    STORE,
    TOOL,
)
from goldsmith.text.behaviour_permission import ENGLISH_DOUBT, ENGLISH_PERMISSION
from goldsmith.text.behaviour_phrases import Group, PhraseTable, phrases

ENGLISH = PhraseTable(
    language="en",
    phrases=phrases(
        "en",
        Group(
            "fail_safely",
            None,
            {
                "unreachable": (
                    rf"{I_CANNOT} (?:reach|connect to|query"
                    rf"|contact)\b.{{0,20}}{STORE}"
                ),
                "not_now": (rf"{I_CANNOT} (?:retrieve|access|load|read|search|look)\b.*\b{NOW}"),
                "technical": (
                    r"^(?=.*\b(?:i|i'm|me|my|we|our|us)\b).*\btechnical (?:error|problem|issue|difficult"
                    r"|failure|fault)"
                ),
                "went_wrong": (r"\bsomething went wrong\b"),
                "down": (
                    rf"^(?:sorry,? |unfortunately,? )?(?:the|our|my) (?:\w+ ){{0,2}}(?:{STORE}"
                    rf"|system)(?: \w+)? (?:is|are) "
                    r"(?:currently |temporarily |not )+(?:unavailable|down|offline|responding|available|reachable)"
                ),
                "timed_out": (
                    r"^(?:sorry,? |unfortunately,? )?(?:the|my|our) (?:\w+ )?(?:request|search|retrieval"
                    r"|query|lookup|call) timed out"
                ),
                "returned_error": (
                    rf"^(?:sorry,? |unfortunately,? )?(?:the|my"
                    rf"|our) (?:\w+ )?{STORE}(?: \w+)? (?:returned|raised|reported|failed with) an? ?\w* ?error"
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
                    rf"\b(?:i|i'm|we)\b.*{CANNOT}\b.*\b{STORE}(?: \w+)? (?:is|are|was|were|seems to be) {BROKEN}"
                    rf"|\b{STORE}(?: \w+)? (?:is|are|was|were|seems to be) {BROKEN}.*\b(?:i|i'm|we)\b.*{CANNOT}"
                ),
                "internal_error": (
                    r"^(?=.*\b(?:i|i'm|me|my|we|our)\b).*\b(?:internal|server|system|unexpected) error\b"
                ),
                "problem_fetching": (
                    r"\b(?:problem|issue|error|failure|trouble) (?:while |with |when )?"
                    r"(?:retrieving|loading|accessing|fetching|reading|searching|querying|connecting|reaching)\b"
                ),
                "not_working_now": (
                    rf"\b{STORE} (?:is|are|was|were)(?: not|n't) (?:working|responding|reachable|available) "
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
                "hands_over": (
                    rf"{AS_I} {HANDS_OVER}\b.*\b(?:to|over|with|on)\b.*\b(?:{PERSON}|(?:him|her|them)\b)"
                    rf"|{AS_I} (?:putting|put) you through\b|{AS_I} (?:sent|submitted|reported|sending|submitting|"
                    rf"reporting) .{{0,60}}\bto (?:a|an|our|the|my) (?:[\w-]+ ){{0,3}}{PERSON}"
                ),
                "brings_in": (
                    rf"{AS_I} (?:flag(?:ging|ged)?|loop(?:ing|ed)? in|bring(?:ing)? in|brought in"
                    rf"|call(?:ing|ed)? in|involv(?:e|ing|ed)|notif(?:y|ying|ied)|"
                    rf"alert(?:ing|ed)?|ask(?:ing|ed)? (?:a|an|our|the))\b.*\b{PERSON}"
                ),
                "takes_over": (
                    rf"\b{PERSON} (?:will|is going to|can) (?:now )?(?:take|handle|review|look into"
                    rf"|deal with) (?:it|this|over|your (?:case|request|question|issue|message))\b"
                ),
                "someone_will": (
                    r"\bsomeone (?:\w+ ){0,4}will (?:contact|call|reply|get back|reach out|follow up|be in touch)"
                    r"|^(?:this|that|it|your \w+)(?: \w+)? (?:needs?|requires?|calls for) (?:a |an )?human\b"
                    r"|^(?:this|that|it|your \w+) (?:\w+ )?(?:must|has to|needs to|have to|can only|should) be "
                    rf"(?:decided|approved|reviewed|handled|assessed|answered|settled) by (?:\w+ ){{1,4}}?{PERSON}"
                ),
                "handing_over": (
                    r"\b(?:while i|^)(?:now )?\s?(?:forward|transfer|escalat|connect|hand|redirect"
                    r"|pass)(?:ing)? (?:\w+ ){0,3}?(?:you|this|your)\b"
                    r"|^(?:forwarding|transferring|escalating|connecting|handing|redirecting"
                    r"|passing) (?:you|this|your)\b"
                ),
                "fetches": (
                    rf"\bi(?:'m going to|'ll| will| am going to) (?:get|ask|have|find|fetch) (?:a|an|our"
                    rf"|the|my|someone|somebody)\b.*\b{PERSON}"
                ),
                "lets_connect": (r"\blet me (?:connect|transfer|put|hand|pass) (?:you|this|it)\b"),
                "will_be_contacted": (
                    rf"\b{PERSON}(?: member)? (?:will|is going to) (?:contact|reply|respond|get back"
                    rf"|follow up|reach out|call|take over)"
                    rf"|\byou will be (?:contacted|called|answered) .*{PERSON}"
                    rf"|\b{PERSON}(?: member)? (?:will|is going to) be in touch\b"
                ),
                "was_handed_over": (
                    r"\b(?:your|this) (?:\w+ ){1,2}(?:has|have|is) (?:being |been )?(?:now )?"
                    r"(?:escalated|forwarded|passed(?: on)?|handed over|transferred|assigned|referred) to"
                    r"|^(?:now )?(?:escalated|forwarded|passed(?: on)?|handed (?:over|off)|transferred|referred) to "
                    rf"(?:a|an|our|the) (?:[\w-]+ ){{0,3}}{PERSON}"
                ),
                "ticket": (
                    rf"{AS_I} (?:opened|created|raised|filed|logged|opening|creating|raising|filing|logging) an? "
                    r"(?:[\w-]+ )?(?:ticket|case)"
                ),
                "emergency": (
                    r"^(?:please |so |you should )*(?:call|dial|phone|ring) (?:\w+ )?"
                    r"(?:112|911|999|000|emergency services|an ambulance|the emergency services) "
                    r"(?:now|immediately|right away|right now|at once|straight away)\b"
                ),
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
                    r"|\b(?:confidential|private|restricted|classified)\b.{0,30}\bi(?:'m| am) not\b"
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
                **ENGLISH_PERMISSION,
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
                    r"|\bi(?:'m| am) (?:only )?here to (?:answer|help with) questions (?:about|on)\b"
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
                    r"\b(?:info(?:rmation)?|data|details?|answers?|anything|sources?|documents?|records?|knowledge)\b"
                ),
                "nothing_in_handbook": (
                    r"^(?:sorry,? |unfortunately,? )?there(?: is|'s| was) (?:no|nothing|not any) (?:\w+ )?"
                    r"(?:information|details?|data|mention|answer|guidance|about|on)\b.{0,60}\bin "
                    rf"(?:the|my|our|these|any|this) (?:\w+ )?(?:{HANDBOOK}|{SOURCES})\b"
                ),
                "cannot_find": (rf"{I_CANNOT} (?:find|locate|determine|confirm|verify|identify|tell)\b"),
                "sources_silent": (
                    rf"\b{SOURCES}\b.{{0,80}}\bbut (?:they|it) (?:do|does)(?: not|n't) (?:\w+ )?"
                    r"(?:mention|say|specify|state|tell|cover|give|explain)\b|"
                    rf"\b(?:the|my|our|these|any|provided|available"
                    rf"|retrieved) (?:\w+ ){{0,2}}{SOURCES}(?: \w+){{0,3}} (?:do not|does not|don't|doesn't) "
                    r"(?:\w+ )?(?:mention|contain|include|cover|provide|specify|say|state|address|have"
                    r"|describe|give)\b"
                ),
                "handbook_silent": (
                    rf"\b(?:the|my|our|this|these|that|your|any) (?:[\w'-]+ ){{0,3}}{HANDBOOK}(?: \w+){{0,3}} {NOT} "
                    r"(?:\w+ )?(?:mention|say|specify|state|tell|address|discuss|describe)\b"
                    rf"|\b(?:the|my|our|this) (?:[\w'-]+ ){{0,2}}(?:handbook|manual|guide|wiki|faqs?) {NOT} cover\b"
                    rf"|\b(?:{HANDBOOK}|{SOURCES})(?: \w+){{0,3}} (?:says?|mentions?|states?|tells?(?: us| me| you)?)"
                    r" nothing (?:at all )?(?:about|on|of|regarding)\b"
                    rf"|^(?:sorry,? |unfortunately,? )?(?:there (?:is|was) )?nothing (?:\w+ ){{0,2}}(?:in|of|from) "
                    rf"(?:the|my|our|these|this) (?:[\w'-]+ ){{0,3}}{HANDBOOK}\b"
                    rf"|\b{HANDBOOK} (?:is|are|remains?|stays?) silent\b"
                    r"|^nothing .{0,40}(?:is|was) (?:stated|said|mentioned|written|specified)\b"
                    r".{0,40} in (?:the|my|our|this)\b"
                    rf".{{0,30}}\b(?:{HANDBOOK}|{SOURCES})"
                    rf"|\b(?:{HANDBOOK}|{SOURCES})(?: \w+){{0,3}} (?:makes?|has|have|contains?) no mention\b"
                    rf"|^(?:sorry,? |unfortunately,? )?there (?:is|was) no mention .{{0,60}} in (?:the|my|our|this)\b"
                    rf".{{0,30}}\b(?:{HANDBOOK}|{SOURCES})"
                    rf"|\b{HANDBOOK}(?: \w+){{0,3}} {NOT} (?:\w+ )?(?:provide|contain|include|give|have) "
                    r"(?:\w+ ){0,2}(?:information|mention|details?|answers?|anything)\b"
                    r"|\b(?:is|are|was|were)(?:n't| not) (?:\w+ )?"
                    r"(?:mentioned|described|specified|stated|addressed|covered)"
                    rf" (?:anywhere )?(?:in|by) (?:the|my|our|this)\b.{{0,30}}\b{HANDBOOK}"
                ),
                "nothing_there": (
                    rf"\bthere (?:is|was|are|were) (?:no|nothing)\b.{{0,80}}\b(?:in|from) (?:the|my|our"
                    rf"|any|these)\b.{{0,20}}{SOURCES}"
                ),
                "none_found": (
                    r"\bno (?:relevant |matching |such )?(?:information|results?|documents?|answers?|passages?)"
                    r"(?: \w+){0,4} (?:found|available)\b"
                ),
                "sources_hold_nothing": (
                    r"\bnone of (?:them|these|those|the (?:\w+ ){0,2}(?:passages|documents|articles|pages|sources"
                    r"|results))"
                    r" (?:\w+ )?(?:explains?|mentions?|deals?|covers?|says?|states?|contains?|address(?:es)?|describes?"
                    r"|discuss(?:es)?|answers?|tells?|gives?|relates?|concerns?)\b"
                    rf"|\b(?:nothing|none) (?:\w+ )?(?:in|of|from) (?:the|my|our|these)\b.{{0,20}}{SOURCES}"
                    rf"|\b{SOURCES}(?: \w+){{0,3}} (?:provides?|contains?|gives?|has|have|offers?"
                    rf"|includes?|holds?) (?:no|nothing)\b"
                ),
                "not_possible": (
                    r"\b(?:it is|it's) (?:not possible|impossible) to (?:determine|answer|say|tell|know)\b"
                    r"|\bcan(?:not| not|'t) be (?:determined|answered|found|inferred) (?:from|in|with"
                    r"|based)\b|^(?:unable|not able) to (?:answer|find|determine)\b"
                ),
                "does_not_know": (
                    r"\bi (?:do not|don't) know\b|\bi would rather not guess\b|\bi(?:'d| would) (?:only )?be guessing\b"
                    r"|^(?:no|not) (?:answer|information|result|match)s? (?:was |were )?(?:found|available)\W*$"
                ),
                "not_covered": (
                    r"\b(?:is|are|was|were)(?:n't| not) (?:\w+ )?(?:covered|mentioned|described|addressed"
                    r"|specified|included|found|available|provided)"
                    rf" (?:in|by|within) (?:the|my|our|any|these)\b.{{0,30}}{SOURCES}"
                ),
                "lacks": (
                    r"\bi (?:lack|have no|have nothing|am missing|have not been given|haven't been given)\b"
                    rf"|\b(?:answer|information|detail) (?:is|was)(?: not|n't) (?:\w+ )?in (?:the|my|our"
                    rf"|any)\b.{{0,20}}{SOURCES}"
                    rf"|\b{SOURCES} (?:is|are|remain|stay) silent"
                ),
            },
        ),
        Group(
            "refuse",
            "unstated",
            {
                "not_my_trade": (
                    r"\bi(?:'m| am) (?:not an?|only an?|just an?|an?) (?:\w+ ){1,4}?(?:and|so|,) (?:i )?"
                    r"(?:can ?not|can't|won't|am unable to|am not able to)\b"
                ),
                "declines": (
                    r"\bi(?:'m| am)? (?:can ?not|can't|won't|will not|unable to|not able to) "
                    r"(?:help|assist|provide|give|answer|comply|recommend|advise|respond|do that|fulfil"
                    r"|speculate|comment|verify)"
                ),
                "must_decline": (
                    r"\bi(?: must| have to| need to| will| would rather|'ll|'d rather)(?: not"
                    r"| respectfully)? (?:decline|refuse|pass on|speculate|guess|say|comment)\b"
                    r"|\bi (?:do not|don't) (?:want to )?(?:give|provide|offer|share|disclose|discuss|answer|guess)\b"
                ),
                "first_person_inability": (
                    r"\bi(?: (?:therefore|also|unfortunately|really|just|simply|still|honestly))?(?: can ?not| can't"
                    r"| could not| couldn't| won't| will not|'m unable to"
                    r"| am unable to|'m not able to| am not able to)\b(?! (?:stress|wait|emphasi[sz]e|overstate)\b)"
                ),
            },
        ),
        Group(
            "clarify",
            None,
            {
                "asks_to_specify": (
                    r"^(?:to help you,? |first,? )?(?:please|could you|can you|can u|would you|kindly"
                    r"|may i ask you to)(?: please| first)? "
                    r"(?:specify|clarify|tell me|let me know|share|provide|confirm|give me|say|send me|paste|rephrase"
                    r"|elaborate|be more specific|describe (?:the|your) (?:problem|issue|error|situation))\b"
                ),
                "needs_more": (
                    r"\bi(?:'d| would|'ll| will)?(?: first)? need (?:to know\b|(?:\w+ ){0,3}"
                    r"more (?:information|details?|context|specifics)\b)"
                    r"|\b(?:before i (?:can )?(?:answer|help|continue|start)\b.{0,30}|^)"
                    r"(?:may|could|can) i ask (?:which|what|whether|how|when|where|who|if|you)\b"
                ),
            },
        ),
    ),
    courtesy=re.compile(
        r"^(?:i'm |i am )?(?:very )?(?:sorry|apologies|hello|hi|thank you|thanks)\W*$"
        r"|\b(?:anything else|something else|other questions|further questions|more questions)\b"
        r"|^(?:please )?(?:contact|try again|come back|reach out|ask|check with|consult|repeat)\b"
        r"|\btry again (?:later|in)\b|^(?:does|did) (?:this|that) help|^let me know if\b"
        r"|^(?:would you like|do you want|want|shall i|should i) (?:me to\b|(?:show|tell|send|explain|help|walk)\b)"
    ),
    opening=re.compile(
        r"^you(?:'re| are) (?:very )?welcome\W*$|^(?:great|good|nice|excellent) question\W*$|^(?:sure|of course"
        r"|certainly|absolutely|oops|sorry|unfortunately)\W*$"
        r"|^(?:(?:i'm |i am |i'd be )?(?:very )?happy|glad|pleased) to (?:help|assist|look into (?:this|that|it))"
        r"(?: you)?(?: with (?:that|this))?\W*$"
        r"|^i (?:completely |fully |really |can )*(?:understand|see) (?:how|that|your|why) [^,:;\d]{1,60}$"
        r"|^(?:many )?thank(?:s| you)(?: very much| so much)? for [^,:;\d]{1,50}$"
        r"|^(?:i'm |i am )?(?:very |so |really )?sorry (?:for|about|to hear)\b[^,:;\d]{1,60}$"
        r"|^i(?:'ve| have)? (?:just )?(?:looked|searched|checked|gone|went|read|reviewed) [^:;\d]{1,90}$"
    ),
    prelude=re.compile(
        r"\b(?:that|it|this|which) depends on\b|^depends on\b|\b(?:\w+) (?:quick )?questions first\b"
        r"|\bfirst,? (?:a few|some|two|one) (?:quick )?questions?\b"
        r"|\b(?:two|three|several|more than one|multiple|different)(?: \w+){0,2} (?:ways|meanings|called|named)\b"
        r"|\bnot (?:quite |entirely |completely )?(?:sure|clear) (?:what|which|whether) (?:you|this|that)\b"
        r"|\b(?:could|can|may) (?:refer to|mean)\b|\bto make sure\b|\b(?:differs?|vary|varies|is different"
        r"|are different)\b"
    ),
    notice=re.compile(
        rf"\b(?:{TOOL})(?: \w+){{0,3}}? (?:is|are|was|were|seems? to be|appears? to be) "
        r"(?:currently |temporarily |not |down for |under |out of )*"
        r"(?:unavailable|unreachable|down|offline|damaged|corrupt(?:ed)?|unreadable|maintenance"
        r"|overloaded|lost|interrupted|(?<=not )(?:responding|available|reachable|working))\b"
        rf"|\b(?:{TOOL})(?: \w+)? (?:is|are|was|were)n't (?:responding|available|reachable|working)\b"
        rf"|\b(?:{TOOL})(?: \w+){{0,3}}? (?:(?:returned|raised|reported|gave|threw) (?:me )?(?:an? (?:\w+ )?error"
        rf"|nothing|no (?:response|reply))|failed|crashed|broke|timed out"
        r"|did not (?:respond|answer|load|open|return|complete)|didn't (?:respond|answer|load|open|return|complete)"
        r"|(?:could not|couldn't|can ?not|can't) be (?:loaded|opened|read|reached|processed|parsed|accessed"
        r"|completed))\b"
        r"|\b(?:an?|some) (?:\w+ )?(?:error|problem|failure|fault|issue) (?:has )?(?:occurred|happened|came up)\b"
        r"|^(?:error|warning|failure)\s*(?::|\d{3}\b)|\bsomething (?:broke|failed|went wrong|crashed)\b"
        r"|\b(?:an?|some) (?:\w+ )?(?:error|problem|failure|fault|issue|glitch) (?:on|at) (?:our|my) (?:side|end)\b"
        r"|^(?:service|system|server|search) (?:temporarily |currently )?(?:unavailable|error|overloaded|down)\b"
        r"|^too many requests\b|\bhigh (?:demand|traffic|load|volumes?)\b|\bconnection (?:was |got )?(?:lost|closed"
        r"|reset)\b"
        r"|\b(?:got|received|had|with) no (?:response|reply|answer) from\b|\bbut (?:got|received) no (?:response"
        r"|reply)\b"
        r"|\bdown for maintenance\b|^(?:answers|replies) (?:are|were) (?:not|un)(?:n't)? ?available\b"
        r"|\btimed out (?:before|while)\b"
        r"|^(?:your|the|this) (?:question|request|message|query) (?:was|has|could|can) ?(?:not|n't) (?:be |been )?"
        r"(?:processed|completed|handled)\b|\b(?:it|which|they) (?:is|was|are|were|seems?"
        r"|appears?)(?: to be)? (?:damaged|corrupt\w*|unreadable|encrypted"
        r"|password-protected)\b|^no (?:answer|reply|response) (?:was|has been|could be) (?:generated|produced)\b"
        r"|\btext recognition failed\b|\btaking (?:longer|too long)\b"
    ),
    doubt=re.compile(
        rf"\b(?:{HANDBOOK}|{SOURCES}|notes|contract|search)\b.{{0,40}}\b(?:not|nothing|no|none|never|without)\b"
        rf"|(?:\b(?:not|nothing|no|none|never)|n't)\b.{{0,40}}\b(?:{HANDBOOK}|{SOURCES}|notes|contract|search)\b"
        rf"|\b{PERSON}\b.{{0,40}}\b(?:will|'ll)\b|\b(?:he|she|they)'ll\b|\byour (?:case|request|question|message)\b"
        rf"|{ENGLISH_DOUBT}"
    ),
    habit=re.compile(
        r"\b(?:means?|indicates?|usually|typically|generally|normally|often|sometimes|always|every|each|because|nightly"
        r"|daily|weekly|during the|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|caused|happens?)\b"
    ),
    retry=re.compile(
        r"\b(?:try|trying|ask|asking|give it|send it) (?:\w+ ){0,2}(?:again|later|another go|another try|in a (?:few"
        r"|moment|"
        r"minute))\b|\bretry\b|^(?:please )?(?:wait|reload|refresh|come back|check back)\b"
    ),
    condition=re.compile(
        r"^(?:if|when(?! i\b)|whenever|unless|until|once|where|after|before(?! i\b)|while|although|though"
        r"|even though)\b"
    ),
    contrast=re.compile(
        r"^(?:however|but|that said|nevertheless|still|what i can (?:say|tell)|the (?:documents|sources) do\b)"
    ),
    addressed=re.compile(r"\b(?:you|your|you're|yours|u)\b"),
    letters=re.compile(r"[a-z]"),
)
