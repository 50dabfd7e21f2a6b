"""Words of the page on which a person looks at sources that changed, old beside new."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str, str]] = {
    "refresh.title": ("Sources that changed", "Изменившиеся источники", "来源变更"),
    "refresh.none": (
        "No change of the sources waits for you.",
        "Изменений в источниках, требующих вашего внимания, нет.",
        "没有需要您处理的来源变更。",
    ),
    "refresh.all_done": (
        "That was the last change. The owner of the set moves it to the new sources now.",
        "Это было последнее изменение. Теперь владелец набора переведёт его на новые источники.",
        "这是最后一处变更。题集负责人将据此切换到新的来源。",
    ),
    "refresh.progress": ("{n} of {total}", "{n} из {total}", "第 {n} 项，共 {total} 项"),
    "refresh.from_to": ("From {old} to {new}", "С {old} на {new}", "从 {old} 到 {new}"),
    "refresh.answer": ("Accepted answer", "Принятый ответ", "认可的答案"),
    "refresh.what": ("What changed", "Что изменилось", "变更内容"),
    "refresh.old": ("Before", "Было", "变更前"),
    "refresh.new": ("Now", "Стало", "变更后"),
    "refresh.gone": ("The words stand nowhere any more.", "Этих слов больше нигде нет.", "这些文字已不复存在。"),
    "refresh.new_only": ("There was nothing here before.", "Раньше здесь ничего не было.", "此处原先没有内容。"),
    "refresh.more": ("Other changes to this case", "Другие изменения по этому вопросу", "此用例的其他变更"),
    "refresh.judge": ("What do you say?", "Ваше решение", "您的判断"),
    "refresh.stands": ("Still stands", "Остаётся в силе", "仍然成立"),
    "refresh.stands_how": (
        "Question, answer and evidence are right with the new words.",
        "Вопрос, ответ и подтверждения верны и с новым текстом.",
        "在新文字下，问题、答案和证据仍然正确。",
    ),
    "refresh.revise": ("Write it anew", "Переписать", "需要重写"),
    "refresh.revise_how": (
        "The answer has to be written anew.",
        "Ответ нужно написать заново.",
        "答案需要重新撰写。",
    ),
    "refresh.retire": ("Retire", "Снять", "停用"),
    "refresh.retire_how": (
        "Nobody needs to ask this any more.",
        "Этот вопрос больше никому не нужен.",
        "不再有人需要问这个问题。",
    ),
    "refresh.unanswerable": ("Now unanswerable", "Теперь ответа нет", "现已无法回答"),
    "refresh.unanswerable_how": (
        "No source answers it any more.",
        "Ни один источник больше не отвечает на него.",
        "不再有来源能回答。",
    ),
    "refresh.reason": (
        "Reason (empty: what changed)",
        "Обоснование (пусто: что изменилось)",
        "理由（留空则为变更内容）",
    ),
    "refresh.cannot_stand": ("It cannot stand as it is", "Остаться в силе не может", "无法维持原状"),
    "refresh.skip": ("Look at the next one first", "Сначала посмотреть следующее", "先看下一项"),
    "refresh.saved": ("Saved.", "Сохранено.", "已保存。"),
    "refresh.superseded": (
        "That change is no longer asked about.",
        "Это изменение больше не требует ответа.",
        "该变更已无需处理。",
    ),
}
