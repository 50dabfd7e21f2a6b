"""Words of the page that says what became of a decision."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str, str]] = {
    "outcome.title": ("What became of your decision", "Что стало с вашим решением", "您的决定的结果"),
    "outcome.link": ("What became of it", "Что в итоге", "查看结果"),
    "outcome.open": (
        "Your decision is kept. The case is not settled yet.",
        "Ваше решение сохранено. Окончательного решения по вопросу пока нет.",
        "您的决定已保存。该用例尚未有定论。",
    ),
    "outcome.settled": (
        "The case is settled. It enters the set with the next update.",
        "Решение принято. В набор оно попадёт при следующем обновлении.",
        "该用例已有定论，将在下次更新时写入评测集。",
    ),
    "outcome.applied": (
        "The case is settled and stands in the set.",
        "Решение принято и внесено в набор.",
        "该用例已有定论，并已写入评测集。",
    ),
    "outcome.closed": (
        "This review was closed without a decision on the case: the case was changed, or is looked at anew.",
        "Эта проверка закрыта без решения: вопрос изменили или его рассматривают заново.",
        "本次评审已关闭，未作出定论：用例已被修改，或将重新评审。",
    ),
    "outcome.same": (
        "What holds is what you said.",
        "Итог совпадает с вашим решением.",
        "定论与您的判断一致。",
    ),
    "outcome.own": ("What you said", "Ваше решение", "您的判断"),
    "outcome.word": ("What holds", "Итоговое решение", "定论"),
    "outcome.differ": ("Where you differ", "В чём расхождение", "不同之处"),
    "outcome.withheld": (
        "{n} {n:passage stands|passages stand} in documents that are not yours to see.",
        "Ещё {n} {n:отрывок|отрывка|отрывков} — в документах, к которым у вас нет доступа.",
        "另有 {n} 个段落位于您无权查看的文档中。",
    ),
    "outcome.hidden": ("What was hidden from you", "Что было скрыто", "此前对您隐藏的内容"),
    "outcome.hidden_why": (
        "It would have told you what somebody expects. Your word counts because you did not know.",
        "Это подсказало бы, чего от вас ждут. Ваше решение ценно тем, что вы этого не знали.",
        "这些内容会透露他人的预期。正因为您事先不知道，您的判断才有价值。",
    ),
    "outcome.case": ("Name of the case", "Название вопроса", "用例名称"),
    "outcome.expected_behaviour": (
        "What the author expects a system to do",
        "Чего автор ждёт от системы",
        "作者期望系统怎么做",
    ),
    "outcome.refusal_reason": ("Why a system declines", "Почему система отказывает", "系统拒绝的原因"),
    "outcome.tags": ("Tags", "Метки", "标签"),
    "outcome.variant_of": ("Another wording of", "Другая формулировка вопроса", "改写自"),
    "outcome.description": ("Description", "Описание", "说明"),
    "outcome.notes": ("Notes of the author", "Заметки автора", "作者备注"),
    "outcome.expected_evidence": (
        "What the author rests the answer on",
        "На что автор опирает ответ",
        "作者给出的依据",
    ),
    "outcome.remarks": ("Remarks", "Замечания", "备注"),
    "outcome.yours": ("yours", "ваше", "您的"),
    "outcome.remark": ("Is there more to say?", "Есть что добавить?", "还有补充吗？"),
    "outcome.remark_field": ("Remark", "Замечание", "备注"),
    "outcome.remark_how": (
        "Whoever settles the case reads it. Nobody who still has to judge it does.",
        "Его прочтёт тот, кто принимает итоговое решение, но не те, кому ещё предстоит судить.",
        "作出裁决的人会看到，尚未作出判断的人不会看到。",
    ),
    "outcome.remark_send": ("Send the remark", "Отправить замечание", "提交备注"),
    "outcome.kept": ("Your remark is kept.", "Замечание сохранено.", "备注已保存。"),
    "outcome.too_late": (
        "The case was settled meanwhile: nobody would read the remark any more.",
        "За это время решение уже приняли: замечание никто бы не прочёл.",
        "该用例已有定论，备注不会再被看到。",
    ),
    "outcome.add_remark": ("Add a remark", "Добавить замечание", "添加备注"),
}
