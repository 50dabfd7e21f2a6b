"""Sentinels: the few cases by which everybody is measured."""

WORDS: dict[str, tuple[str, str, str]] = {
    "sentinels.title": ("Sentinels", "Контрольные вопросы", "哨兵用例"),
    "sentinels.lead": (
        "Cases that are settled beyond doubt and labelled again every {days} days: one ruler for people and machines.",
        "Бесспорно решённые вопросы, которые каждые {days} дн. оценивают заново: одна мерка для людей и машин.",
        "已确凿定案的用例，每 {days} 天重新标注一次：以同一把尺衡量人与机器。",
    ),
    "sentinels.none": (
        "There are no sentinels yet. Let the page suggest some below; a person marks those that they agree to.",
        "Контрольных вопросов пока нет. Ниже можно получить предложения; отмечает их человек.",
        "尚无哨兵用例。可在下方获取建议，由人确认后标记。",
    ),
    "sentinels.due": (
        "{n} {n:is|are} due to be labelled again.",
        "Пора оценить заново: {n}.",
        "有 {n} 个应重新标注。",
    ),
    "sentinels.open_due": ("Open their reviews", "Открыть проверку", "发起评审"),
    "sentinels.opened": (
        "Opened. Two people label each of them without each other.",
        "Открыто. Каждый независимо оценят двое.",
        "已发起。每个用例由两人互不可见地标注。",
    ),
    "sentinels.none_due": ("Nothing was due.", "Ничего открывать не нужно.", "没有到期的用例。"),
    "sentinels.caption": ("What is due comes first", "Сначала те, которым пора", "到期的排在最前"),
    "sentinels.case": ("Case", "Вопрос", "用例"),
    "sentinels.state": ("State", "Состояние", "状态"),
    "sentinels.state.open": ("being labelled", "оценивается", "标注中"),
    "sentinels.state.due": ("due", "пора", "已到期"),
    "sentinels.state.fine": ("in order", "в порядке", "正常"),
    "sentinels.calibrated": ("Settled by two", "Решён двоими", "两人定案"),
    "sentinels.not_calibrated": ("not yet", "ещё нет", "尚未"),
    "sentinels.is_calibrated": ("settled by two", "решён двоими", "已由两人定案"),
    "sentinels.labelled": ("Last labelled", "Последняя оценка", "上次标注"),
    "sentinels.again": ("Again from", "Снова с", "下次标注"),
    "sentinels.hidden": (
        "hidden until you have labelled it",
        "скрыто, пока не ответите вы",
        "在您标注之前不显示",
    ),
    "sentinels.ruler": ("The ruler", "Мерка", "衡量结果"),
    "sentinels.ruler_why": (
        "How often somebody says of sentinels what was settled before. The floor is {floor}.",
        "Как часто о контрольных вопросах говорят то, что решено раньше. Порог {floor}.",
        "对哨兵用例的判断与此前定论一致的频率。下限为 {floor}。",
    ),
    "sentinels.ruler_caption": (
        "Shares with their 95 % interval; the line on the scale is the floor",
        "Доли с 95 %-интервалом; черта на шкале — порог",
        "比例及其 95% 区间；刻度上的竖线为下限",
    ),
    "sentinels.no_readings": (
        (
            "Nobody has labelled a sentinel since it was settled. "
            "Figures appear when those that are due were labelled again."
        ),
        "Решённые контрольные вопросы заново никто не оценивал. Числа появятся после повторной оценки.",
        "自定案以来尚无人重新标注哨兵用例。到期用例重新标注后会显示数字。",
    ),
    "sentinels.who": ("Who", "Кто", "对象"),
    "sentinels.kind.reviewer": ("reviewer", "рецензент", "评审员"),
    "sentinels.kind.generator": ("generator", "генератор", "生成器"),
    "sentinels.kind.judge": ("judge", "судья", "评判模型"),
    "sentinels.labels": ("Labels", "Оценок", "标注数"),
    "sentinels.same_word": ("Same word", "То же решение", "决定相同"),
    "sentinels.same_evidence": ("Same evidence", "Те же подтверждения", "依据相同"),
    "sentinels.n": ("n = {n}", "n = {n}", "n = {n}"),
    "sentinels.verdict": ("Verdict", "Вывод", "结论"),
    "sentinels.ruler.holds": ("holds", "выше порога", "达标"),
    "sentinels.ruler.drifted": (
        "drifted: read the handbook together",
        "отклонение: разберите руководство вместе",
        "已偏离：请共同研读手册",
    ),
    "sentinels.ruler.cannot_tell": ("cannot be told yet", "пока не определить", "尚无法判断"),
    "sentinels.apart": (
        "differs on {n} {n:case|cases}",
        "расхождение по {n} {n:вопросу|вопросам|вопросам}",
        "在 {n} 个用例上不同",
    ),
    "sentinels.choose": ("Which to choose", "Какие выбрать", "选择哪些"),
    "sentinels.suggest": ("Suggest cases", "Предложить вопросы", "建议用例"),
    "sentinels.choose_how": (
        "Approved cases by what they decide, the best first. Mark those that you agree to with this command:",
        "Принятые вопросы по весу решения, лучшие сверху. Подходящие отметьте командой внизу:",
        "按判定价值排列的已通过用例，最佳在前。同意的请用下方命令标记：",
    ),
    "sentinels.no_choices": (
        "No approved case is left to choose.",
        "Принятых вопросов для выбора не осталось.",
        "没有可供选择的已通过用例。",
    ),
}
