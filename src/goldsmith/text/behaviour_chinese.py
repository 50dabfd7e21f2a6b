"""Chinese phrases of the behaviour recogniser; full-width punctuation is plain here, except 。"""

from __future__ import annotations

import re

from goldsmith.text.behaviour_phrases import PhraseTable, phrases

_SOURCES = "(?:知识库|资料|文档|文件|上下文|来源|材料|数据库|内容)"
_INFORMATION = "(?:信息|内容|资料|答案|文档|规定|结果|记录|数据|说明)"
_PERSON = "(?:客服|人工|团队|专员|主管|同事|工程师|部门|专家|技术支持|经理|律师)"
_SELF = "(?:我|为您|帮您|您的|正在|此问题|这个问题)"
_NOT_A_DEFINITION = "^(?!.*(?:表示|意味|是指))"

CHINESE = PhraseTable(
    phrases=phrases(
        "zh",
        (
            (
                "unreachable",
                "fail_safely",
                None,
                "(?:我|目前|现在|暂时).{0,6}(?:无法|不能)(?:连接|访问|读取|获取|检索)"
                "|(?:知识库|数据库|文档库|服务器).{0,4}(?:连接失败|无法连接|连接不上)|未能(?:获取|读取|连接)",
            ),
            ("technical", "fail_safely", None, "^(?=.*(?:我|目前|暂时)).*(?:技术|系统)(?:故障|问题|原因|错误|异常)"),
            (
                "search_failed",
                "fail_safely",
                None,
                f"{_NOT_A_DEFINITION}.{{0,8}}(?:检索|搜索|查询|读取).{{0,10}}(?:出错|出了错|失败|异常|返回错误|超时)",
            ),
            (
                "down",
                "fail_safely",
                None,
                f"{_NOT_A_DEFINITION}.{{0,8}}(?:服务|系统|知识库|数据库)(?:暂时|目前|现在)(?:不可用|无法使用|不能使用|无响应)",
            ),
            (
                "hands_over",
                "escalate",
                None,
                f"{_SELF}.*(?:转交|转接|转给|移交|升级给|升级至|提交给|转到|反馈给).{{0,12}}{_PERSON}",
            ),
            (
                "will_be_contacted",
                "escalate",
                None,
                f"{_PERSON}.{{0,20}}(?:与您联系|联系您|回复您|答复您|跟进)",
            ),
            ("ticket", "escalate", None, "为您(?:创建|提交|建立|开)了?(?:一个)?工单"),
            ("calls_in", "escalate", None, f"(?:帮|为|替)您联系.{{0,12}}{_PERSON}"),
            ("unsafe", "refuse", "unsafe", "(?:不能|不会|无法).*(?:危险|有害|违法|不安全)"),
            (
                "will_not_disclose",
                "refuse",
                "not_permitted",
                "(?:我|抱歉|对不起).{0,4}(?:不能|无法|无权|不可以|不便)(?:透露|分享|展示|泄露|披露|公开|提供其他)",
            ),
            ("no_permission", "refuse", "not_permitted", "您(?:没有|无)权?限?.*(?:因此|所以|我无法|我不能)"),
            ("scope", "refuse", "out_of_scope", "超出.{0,4}我的?.{0,6}(?:范围|能力)|不在我的.{0,6}范围"),
            (
                "cannot_find",
                "refuse",
                "not_found",
                f"(?:没有|没|未能?|找不|查不)(?:找到|查到|检索到|发现|到).{{0,20}}{_INFORMATION}",
            ),
            (
                "sources_silent",
                "refuse",
                "not_found",
                f"{_SOURCES}(?:中|里|内)?.{{0,4}}(?:没有|未|并未|没)(?:关于|提及|提到|说明|包含|涉及|找到|相关|记载|提供|给出)",
            ),
            ("does_not_know", "refuse", "not_found", f"我(?:不知道|不清楚|不了解)|我(?:这里)?没有.{{0,8}}{_INFORMATION}"),
            ("cannot_determine", "refuse", "not_found", "无法(?:确定|找到|确认|得出|给出)(?:具体|确切|准确)?.{0,4}答案"),
            (
                "declines",
                "refuse",
                "unstated",
                "(?:无法|不能)(?:为您)?(?:回答|解答)|帮不了|(?:我|抱歉).{0,3}(?:不能|无法)(?:帮|协助|提供|为您)",
            ),
            (
                "asks_to_specify",
                "clarify",
                None,
                "^(?:麻烦|请)(?:您)?(?:先)?(?:提供|说明|告诉|告知|确认|补充|明确|指明|具体)|(?:能否|可否|可以)(?:请您)?(?:告诉|告知|提供|说明)",
            ),
        ),
    ),
    courtesy=re.compile(
        "^(?:很)?(?:抱歉|对不起|您好|你好|谢谢)[,!。]*$|还有(?:什么|其他|别的).{0,12}(?:帮|问题)|如有.{0,8}(?:问题|疑问)|^请(?:联系|稍后|重试|咨询)"
    ),
    condition=re.compile("^(?:如果|若|当|假如|要是|一旦|除非)|时,|的话,"),
    contrast=re.compile("^(?:但|但是|不过|然而|可是)"),
    addressed=re.compile("[您你]|请问"),
)
