"""Words of the practice pages: settled examples, answered at once."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str, str]] = {
    "practice.title": ("Practice", "Практика", "练习"),
    "practice.lead": (
        (
            "These cases are settled, and everybody may see them. Mark the evidence, decide, and learn at once what "
            "the settled word is and why. Nothing here counts against you."
        ),
        (
            "Эти вопросы уже решены, и их могут видеть все. Отметьте подтверждения, примите решение и сразу узнайте, "
            "какое решение принято и почему. Ошибки здесь ни на что не влияют."
        ),
        "这些用例已有定论，所有人都可查看。请标记证据并作出决定，随即了解定论及其原因。这里的结果不会影响对您的评价。",
    ),
    "practice.none": (
        "The handbook holds no example yet. It takes them from approved cases that everybody may see.",
        "В руководстве пока нет примеров. Они берутся из принятых вопросов, доступных всем.",
        "手册中尚无示例。示例取自已通过且所有人可见的用例。",
    ),
    "practice.list": ("Practice cases", "Учебные вопросы", "练习用例"),
    "practice.start": ("Start", "Начать", "开始"),
    "practice.went": ("How it went", "Результат", "结果"),
    "practice.state_new": ("not tried yet", "ещё не пробовали", "尚未尝试"),
    "practice.state_right": ("right", "верно", "正确"),
    "practice.state_wrong": ("try again", "попробуйте ещё раз", "请再试一次"),
    "practice.n_of": ("Practice case {n} of {total}", "Учебный вопрос {n} из {total}", "练习用例 {n}/{total}"),
    "practice.submit": ("See what is right", "Узнать верное решение", "查看正确结果"),
    "practice.to_decision": ("Go on to the decision", "Перейти к решению", "继续作出决定"),
    "practice.right": ("Right.", "Верно.", "正确。"),
    "practice.wrong": ("Not quite.", "Не совсем.", "不完全正确。"),
    "practice.learn": ("What to take away", "Что запомнить", "要点"),
    "practice.lesson.missed": (
        "Something that a complete answer rests on was not marked.",
        "Не отмечено то, на чём держится полный ответ.",
        "遗漏了完整答案所依据的内容。",
    ),
    "practice.lesson.extra": (
        "A passage was marked that the answer does not rest on. Ask: would the answer be whole without it?",
        "Отмечен отрывок, на котором ответ не держится. Спросите себя: был бы ответ полным без него?",
        "标记了答案并不依赖的段落。请自问：没有它，答案是否依然完整？",
    ),
    "practice.lesson.one_need": (
        "Passages that are all needed were marked as if one of them were enough.",
        "Отрывки, которые нужны все, отмечены так, будто достаточно одного.",
        "把缺一不可的段落标成了任选其一。",
    ),
    "practice.lesson.two_needs": (
        "Passages each of which is enough were marked as if all were needed.",
        "Отрывки, каждого из которых достаточно, отмечены так, будто нужны все.",
        "把任选其一即可的段落标成了缺一不可。",
    ),
    "practice.lesson.decision.approved": (
        "The case holds: the draft says what the sources say, and no more.",
        "Всё верно: черновик говорит то же, что источники, и не больше.",
        "该用例成立：草稿与来源一致，且没有超出。",
    ),
    "practice.lesson.decision.rejected": (
        "The drafted answer is not what the sources say: such a case is rejected.",
        "Черновик не соответствует источникам: такой вопрос отклоняют.",
        "草拟的答案与来源不符：此类用例应驳回。",
    ),
    "practice.lesson.behaviour": (
        "A good system does something else here: {behaviour}.",
        "Хорошая система поступит здесь иначе: {behaviour}.",
        "好的系统在此应当：{behaviour}。",
    ),
    "practice.settled": ("The settled word", "Принятое решение", "定论"),
    "practice.settled_evidence": ("The settled evidence", "Принятые подтверждения", "认定的证据"),
    "practice.settled_none": (
        "It rests on no source, and that is right.",
        "Источник здесь не нужен, и это верно.",
        "此题不依据任何来源，这正是正确的。",
    ),
    "practice.must_say": ("Must be said", "Должно быть сказано", "必须提及"),
    "practice.must_not_say": ("Must not be said", "Не должно быть сказано", "不得提及"),
    "practice.twisted": (
        "The drafted answer was taken from another example on purpose.",
        "Черновик намеренно взят из другого примера.",
        "草拟的答案是特意从另一示例中取来的。",
    ),
    "practice.next": ("Next practice case", "Следующий учебный вопрос", "下一个练习用例"),
    "practice.again": ("Once more", "Ещё раз", "再来一次"),
    "practice.back": ("All practice cases", "Все учебные вопросы", "全部练习用例"),
    "practice.to_queue": ("To your reviews", "К вашим проверкам", "前往我的评审"),
}
