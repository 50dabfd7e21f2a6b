"""Phrases by which access is refused, one table a language: to whom one speaks, or the very thing that was asked for.

A rule of the documents is no refusal ("customers may not access the warehouse", "the report is confidential and is kept
for 7 years"): a third person does not ask, and a place or an act is not what a reply could show. So each phrase needs
the speaker, the person addressed or a pointing word ("this", "that"), and something that can be read or told.
"""

from __future__ import annotations

_LEAD = (
    r"^(?:(?:(?:i'm |i am )?(?:very )?(?:sorry|afraid)|unfortunately|apologies|regrettably|no)\b"
    r"[,:;]? ?(?:but |that )?)?"
)
_YOU = r"you\b(?:(?<=^you)|(?<=[,;:(-] you)|(?<=because you)|(?<=since you)|(?<=as you)|(?<=but you)|(?<=afraid you))"
"""The person addressed, where a clause begins; the word comes first, since a search for it is quick."""
_HELD = (
    r"\b(?:info(?:rmation)?|data|details?|documents?|documentation|files?|records?|reports?|figures?|salar(?:y|ies)"
    r"|payroll|contents?|pages?|folders?|messages?|answers?|numbers?|address(?:es)?|results?|materials?|sources?|minutes"
    r"|statements?|invoices?|contracts?|memos?|letters?|lists?|tables?|sections?|articles?|knowledge)\b"
)
_POINTED = rf"(?:this|that|these|those|such|it|the requested)\b(?: (?:[\w-]+ ){{0,2}}?{_HELD})?(?: you [\w ]{{3,30}}?)?"
_ASKED = rf"the {_HELD} you (?:ask|request|want|mention)[\w ]{{1,30}}?"
_NAMED = (
    rf"(?:{_ASKED}|(?:this|that|these|those|such|the requested) (?:[\w-]+ ){{0,2}}?{_HELD}(?: you [\w ]{{3,30}}?)?)"
)
_READ = r"(?:view|see|access|read|open|know|receive|retrieve|query|look at|look into|be shown|be told)"
_READING = r"(?:viewing|seeing|accessing|reading|opening|access to|to (?:view|see|access|read|open))"
_WAYS = (
    r"(?!.*\b(?:from|after|before|without|outside|during|unless|until|through|via|using|while|when"
    r"|on (?:an?|your|private|personal|mobile))\b)"
)
_RIGHTS = r"(?:permissions?|access|rights?|authori[sz]ation|clearance|privileges?)"
_CLOSED = (
    r"(?:confidential|restricted|classified|internal|secret|privileged|sensitive|private|protected|not public"
    r"|off[- ]limits)"
)
_WHOM = r"(?: (?!one|two|three|four|five|ten|pages?|years?)[^\W\d][\w-]*){1,5}"
_STAFF = (
    r"(?: [^\W\d][\w-]*){0,4}? (?:staff|personnel|employees|managers?|management|users?|teams?|departments?|hr"
    r"|administrators?|owners?|people|groups?|executives?|directors?|board|roles?|clearance|accounts?|use)"
)
_TELL = r"(?:shar(?:e|ed)|disclosed?|reveal(?:ed)?|released?|discuss(?:ed)?|shown?|given out|passed on|told)"
_SO = r"(?:,| -|;| and| so)+ .*\b(?:i|we|you|can ?not|can't|may not|must not)\b"

ENGLISH_PERMISSION = {
    "you_may_not": (
        rf"{_YOU}(?:'re not| are not| aren't) (?:\w+ )?(?:authori[sz]ed|permitted|allowed|cleared|entitled|eligible) "
        rf"{_WAYS}"
        rf"(?:to {_READ}|for)\b.{{0,40}}?(?:{_HELD}|\b(?:this|that|these|those|it|them)\W*$)"
        rf"|{_YOU} (?:may not|can ?not|can't) {_READ} {_NAMED}\W*$"
    ),
    "you_lack": (
        rf"{_YOU} (?:(?:currently )?(?:do not|don't)(?: currently)? have|lack|are missing|have no) "
        rf"(?:(?:the|any|sufficient|enough|necessary|required|appropriate|proper|right|needed) )*{_RIGHTS}"
        rf"(?:\W*$|,| (?:(?:to|for|needed|required)\b) {_WAYS}"
        rf".{{0,50}}?(?:{_HELD}|\b(?:this|that|these|those|it|them)\W*$))"
    ),
    "your_role": (
        r"your\b(?<!\wyour) (?:\w+ )?(?:role|account|profile|login|clearance|permissions?|rights|access|department"
        r"|team)(?: level)? "
        r"(?:(?:do|does|is|are)(?: not|n't)|can ?not|can't|lacks?) (?:\w+ )?(?:permit(?:ted)?|allow(?:ed)?|cleared|"
        rf"authori[sz]ed?|entitled?|let|extend|cover|include access|(?:have )?(?:the )?{_RIGHTS}|{_READ})\b"
        rf".{{0,50}}?(?:{_HELD}|\b(?:this|that|these|those|it|them)\W*$)"
    ),
    "is_secret": (
        rf"{_LEAD}(?:{_ASKED}|{_POINTED})(?:'s| (?:is|are|remains?))(?: \w+)?(?: as)? {_CLOSED}"
        rf"(?:(?: information| data| material| only)?(?: (?:to|for){_WHOM})?\W*$|{_SO})"
    ),
    "access_denied": (
        rf"{_LEAD}access to {_NAMED} (?:is|was|has been)(?: \w+)? (?:restricted|denied|limited|refused|forbidden"
        rf"|blocked|not (?:permitted|allowed|granted))(?: (?:to|for)(?: [\w-]+){{1,4}})?(?:\W*$|{_SO})"
        r"|^access (?:is |was )?(?:denied|refused|forbidden)(?=\W*$|[:;,]| -)"
    ),
    "staff_only": (
        rf"{_LEAD}{_NAMED} (?:is|are) (?:(?:\w+ ){{0,2}}(?:for|to){_STAFF} only|only (?:\w+ )?(?:for|to){_STAFF}"
        r"|not (?:available|accessible|visible|open) to you"
        rf"|(?:(?:reserved|intended|meant) for|(?:limited|restricted) to){_STAFF})\b"
        r"|^(?:for )?(?:authori[sz]ed|cleared|internal) (?:staff|personnel|users?|use|employees) only\W*$"
    ),
    "requires_role": (
        rf"^(?:{_READING} {_NAMED}|{_NAMED}) (?:\w+ )?(?:requires?|needs|you (?:would )?need)\b.{{0,40}}"
        rf"\b(?:role|{_RIGHTS})\b"
        rf"|{_LEAD}(?:this|that|it) (?:requires?|needs) (?:[\w-]+ ){{0,3}}"
        rf"(?:clearance\b|{_RIGHTS} (?:that |which )?you )"
        rf"|^you (?:would )?need (?:[\w-]+ ){{1,4}}?(?:role|{_RIGHTS}) (?:to|for) {_READ}? ?"
        rf"(?:{_NAMED}|this|that|these|it)\W*$"
    ),
    "cannot_disclose": (
        r"we\b(?<!\wwe)(?:'re| are)? (?:can ?not|can't|won't|unable to|not able to|not (?:allowed|permitted"
        rf"|authori[sz]ed|at liberty) to|must not) (?:{_TELL}|give out|tell)\b"
        r"(?!.*\b(?:third part|advertis|with any|with other|with your))"
    ),
    "not_free_to_tell": (
        rf"i (?:do not|don't) have (?:the )?(?:permission|authority|clearance|right) to (?:{_TELL}|tell)\b"
        r"|i(?:'m| am) not (?:at liberty|in a position|supposed|cleared) to\b"
    ),
    "not_to_be_told": (
        rf"{_LEAD}{_POINTED} (?:[\w' ]{{0,20}} )?(?:can ?not|can't|may not|must not) be {_TELL}"
        rf"(?: (?:with|to) you| here)?\W*$"
        rf"|{_LEAD}{_POINTED} .*(?:,| and| so| -)+ (?:they |it )?(?:can ?not|can't|may not) be {_TELL}"
        r" (?:with|to) you\b"
    ),
}
ENGLISH_DOUBT = (
    rf"\b(?:is|are) (?:\w+ )?{_CLOSED}\W*$"
    rf"|^only \w+(?: \w+){{0,3}} (?:can|may|has|have) (?:{_READ}|access)\b"
)
"""What may be a refusal or a rule of the documents."""

_RU_LEAD = r"^(?:(?:к сожалению|извините|простите|увы|нет|боюсь)[,:]? (?:но )?)?"
_RU_YOU_HAVE, _RU_YOU, _RU_TO_YOU = (
    rf"{word}\b(?:(?<=^{word})|(?<=[,;:] {word})|(?<=сожалению {word})|(?<=что {word}))"
    for word in ("у вас", "вы", "вам")
)
_RU_HELD = (
    r"\b(?:информаци|данны|сведени|документ|файл|запис|отчет|цифр|зарплат|оклад|материал|папк|страниц|раздел|договор"
    r"|показател|список|списк|таблиц|адрес|номер|ответ)\w*"
)
_RU_THIS = (
    r"(?:эт(?:а|о|от|и|ой|ому|ого|им|их|ом|ими|у)|данн(?:ая|ый|ое|ые|ому|ым|ой|ых)"
    r"|так(?:ие|ая|ой|им|их)|запрошенн\w+)"
)
_RU_NAMED = rf"{_RU_THIS} (?:\w+ )?{_RU_HELD}"
_RU_RIGHTS = r"(?:прав\w*|доступ\w*|разрешени\w*|полномочи\w*|допуск\w*)"
_RU_READ = r"(?:просм|посмотр|смотр|откр|чита|прочит|виде|увид|знаком|ознаком|получ|узна|знать|доступ)\w*"
_RU_CLOSED = (
    r"(?:конфиденциальн\w*|секретн\w*|засекречен\w*|закрыт\w*|служебн\w*"
    r"|для (?:внутреннего|служебного) (?:ис)?пользования)"
)
_RU_END = r"(?:\W*$|[,;].*\b(?:я|мы|вам|не|нельзя)\b|(?: -|,? и| поэтому).*\b(?:я|мы|вам|нельзя)\b)"

RUSSIAN_PERMISSION = {
    "you_lack": (
        rf"{_RU_YOU_HAVE} (?:\w+ )?нет (?:\w+ )?{_RU_RIGHTS}"
        rf"(?:\W*$|,|.{{0,20}}\b{_RU_READ} (?:\w+ ){{0,2}}?{_RU_HELD}| (?:к|на|для) (?:\w+ ){{0,2}}?{_RU_HELD}"
        r"| к (?:этому|нему|ней|ним)\W*$)"
    ),
    "you_may_not": (
        rf"{_RU_YOU} не (?:уполномочен|имеете (?:права|доступа|разрешения)|допущен|авторизован|вправе)\w*"
        rf" (?:на )?(?:{_RU_READ} |к )(?:\w+ ){{0,2}}?{_RU_HELD}"
    ),
    "not_for_you": (
        rf"{_RU_TO_YOU} (?:нельзя|не разрешен\w*|запрещен\w*|не положен\w*) {_RU_READ} (?:\w+ ){{0,2}}?{_RU_HELD}"
        rf"|{_RU_TO_YOU} недоступн\w+ (?:{_RU_NAMED}|{_RU_HELD})"
    ),
    "closed_to_you": (
        rf"{_RU_LEAD}{_RU_HELD}.{{0,40}} (?:закрыт|недоступн)\w* (?:для вас|вам)\W*$"
        rf"|{_RU_LEAD}{_RU_NAMED} вам (?:недоступн|не положен|не видн)\w*"
    ),
    "too_few_rights": (r"н(?:(?<=^н)|(?<=[,:;-] н)|(?<=у вас н))(?:едостаточно|е хватает) (?:прав|полномочий)\b"),
    "your_role": (
        r"ваш\w* (?:\w+ )?(?:рол|учетн\w+ запис|профил|уров|аккаунт|должност|допуск|прав)\w*(?: доступа)? "
        rf"не (?:позволя|да|разреша|име|допущ|предусматрива|предполага)\w*.{{0,50}}(?:{_RU_HELD}|\bэт\w+\W*$)"
    ),
    "is_secret": (rf"{_RU_LEAD}(?:{_RU_NAMED}|это) (?:- )?(?:\w+ )?(?:к )?{_RU_CLOSED}(?: {_RU_HELD})?{_RU_END}"),
    "access_denied": (
        rf"{_RU_LEAD}доступ к (?:{_RU_NAMED}) (?:\w+ )?(?:ограничен|закрыт|запрещен"
        r"|есть только|имеют только|разрешен только)"
        r"|^доступ (?:\w+ )?(?:запрещен|закрыт)(?=\W*$|[,:;])|^в доступе (?:\w+ )?отказано"
    ),
    "staff_only": (
        rf"{_RU_LEAD}{_RU_NAMED} (?:\w+ )?(?:предназначен|доступн?|открыт|видн)\w* (?:только|лишь|исключительно)\b"
        rf"|{_RU_LEAD}{_RU_NAMED} (?:только|лишь|исключительно) для\b"
    ),
    "requires_role": (
        rf"^(?:для (?:просмотра|доступа к|чтения|открытия|получения)|чтобы {_RU_READ}) {_RU_NAMED},? .{{0,20}}"
        rf"(?:требу|нуж|необходим)\w*.{{0,20}}\b(?:рол[ьи]|{_RU_RIGHTS})"
        rf"|^для этого (?:\w+ )?(?:требу|нуж|необходим)\w* .{{0,30}}\b{_RU_RIGHTS}.{{0,20}},? котор\w+ у вас нет"
        r"|^для этого (?:\w+ )?(?:требу|нуж|необходим)\w* (?:\w+ )?(?:допуск|уров\w+ доступа)\b"
    ),
    "cannot_disclose": (
        r"мы не (?:можем|вправе|имеем права) (?:вам )?(?:раскр|разгла|показ|сообщ|подели|дели)(?!.*треть)"
        rf"|(?:сообщ|раскр|разгла|показ|переда|подели|дели)\w+ (?:вам )?(?:их|ее|его|это|этим|{_RU_NAMED}) "
        r"(?:вам |с вами )?(?:нельзя|запрещено|не разрешено)"
    ),
    "not_to_be_told": (
        rf"{_RU_LEAD}(?:{_RU_NAMED}|это) (?:\w+ )?не (?:подлежит|подлежат) (?:разгла|раскр)\w*"
        rf"|{_RU_LEAD}{_RU_NAMED} (?:\w+ )?(?:нельзя|запрещено) (?:раскр|разгла|показ|сообщ|переда)\w*(?: вам)?\W*$"
    ),
}
RUSSIAN_DOUBT = rf"\b{_RU_HELD}(?: \w+)? (?:строго )?(?:конфиденциальн|секретн|засекречен)\w+\W*$"

_ZH_LEAD = "^(?:(?:很)?(?:抱歉|对不起|遗憾|不好意思)[,!]?(?:但)?)?"
_ZH_YOU = "[您你](?:(?<=^.)|(?<=[,:;].)|(?<=因为.)|(?<=由于.)|(?<=但.)|(?<=抱歉.)|(?<=对不起.))"
_ZH_HELD = (
    "(?:信息|数据|资料|文件|文档|内容|记录|报告|薪资|工资|薪酬|数字|档案|答案|页面|详情|合同|材料|问题|名单|邮件)"
)
_ZH_THIS = "(?:该|此|这|那|所请求的|您(?:请求|询问|要|问)的)(?:些|份|个|条|项|类|一)?"
_ZH_READ = "(?:查看|查阅|访问|打开|读取|获取|浏览|知晓|阅读|了解|接触)"
_ZH_RIGHTS = "(?:权限|授权|许可|资格|权)"
_ZH_TELL = "(?:透露|分享|展示|泄露|披露|公开|告知|告诉|提供)"
_ZH_CLOSED = "(?:保密|机密|涉密|绝密|内部|限制级|非公开|受限)"

CHINESE_PERMISSION = {
    "you_lack": (
        f"{_ZH_YOU}(?:目前|当前|暂时|还|并)?(?:没有|无|缺少|缺乏|不具备|未获|未被|尚未获得)"
        f"(?:(?:相应|相关|足够|所需|必要)?的?{_ZH_RIGHTS}[。!]*$"
        f"|.{{0,6}}{_ZH_READ}.{{0,12}}{_ZH_HELD})"
        f"|{_ZH_YOU}(?:不得|不能|不可以?|不被允许|不允许){_ZH_READ}{_ZH_THIS}.{{0,4}}{_ZH_HELD}[。!]*$"
    ),
    "too_few_rights": ("权(?:(?<=^.)|(?<=[,:;].)|(?<=[您你]的.))限(?:不足|不够)"),
    "your_role": (
        "[您你]的(?:角色|账号|账户|帐号|职位|权限|级别|身份|部门).{0,6}"
        f"(?:不允许|不能|无法|无权|未获|没有|不具备|未被|不可).{{0,6}}{_ZH_READ}.{{0,10}}{_ZH_HELD}"
    ),
    "is_secret": (
        f"{_ZH_LEAD}{_ZH_THIS}.{{0,4}}{_ZH_HELD}?(?:属于?|是|为|均为|都是|涉及)?(?:公司|严格|高度|内部)?"
        f"{_ZH_CLOSED}(?:性|级)?的?(?:{_ZH_HELD})?(?:[。!]*$|,.*(?:[我您你]|不便|不能|无法))"
    ),
    "access_denied": (
        f"{_ZH_LEAD}(?:对)?{_ZH_THIS}.{{0,4}}{_ZH_HELD}的?(?:访问|查阅)?(?:权限)?(?:已)?(?:受到?限制|受限|被限制|被拒绝)"
        "|^(?:访问|请求)(?:已)?(?:被|遭)?(?:拒绝|受限)(?=[。!]*$|[,:;])"
    ),
    "staff_only": (
        f"{_ZH_LEAD}{_ZH_THIS}.{{0,4}}{_ZH_HELD}(?:仅|只)(?:供|限|对|向|允许|能由|有).{{0,12}}"
        "(?:人员|员工|部门|使用|查阅|开放|内部|查看|访问)"
    ),
    "requires_role": (
        f"^{_ZH_READ}{_ZH_THIS}.{{0,4}}{_ZH_HELD}(?:需要?|须|必须|要求).{{0,8}}(?:角色|权限|许可|授权|级别)"
        "|^(?:这|此|该操作)需要.{0,8}(?:权限|级别|许可|授权).{0,4}(?:您|你)(?:目前|还|并|尚)?(?:没有|不具备|未)"
    ),
    "cannot_disclose": (
        f"我们?(?:不能|无法|无权|不可以?|不便|不得|不被允许|未被授权|未获授权|没有权限)(?:向.{{1,6}}?)?"
        f"(?:提供.{{0,10}}{_ZH_HELD}|(?!提供){_ZH_TELL})(?!.*第三方)|,(?:恕)?(?:不便|不能|无法|不得)(?:向[您你])?{_ZH_TELL}[。!]*$"
    ),
}
CHINESE_DOUBT = f"{_ZH_HELD}(?:属于?|是|为)(?:公司|严格)?(?:保密|机密|涉密)(?:的|信息|内容|文件|资料)?[。!]*$"
