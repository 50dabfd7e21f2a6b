"""The reviewer handbook as a page: its headings; what it says is rendered from the set."""

WORDS: dict[str, tuple[str, str, str]] = {
    "handbook.title": ("Reviewer handbook", "Руководство рецензента", "评审手册"),
    "handbook.version": ("Version", "Версия", "版本"),
    "handbook.contents": ("Parts of this page", "Разделы страницы", "本页目录"),
    "handbook.in_english": (
        "The handbook follows from the set and is kept in English.",
        "Руководство составляется по набору и ведётся на английском языке.",
        "手册由测试集生成，正文为英文。",
    ),
    "handbook.not_in_use": (
        (
            "This version is not the saved one, so decisions do not name it. Save it with “goldsmith review handbook” "
            "and commit it beside the set."
        ),
        (
            "Эта версия не сохранена, поэтому решения на неё не ссылаются. Сохраните её командой «goldsmith review "
            "handbook» рядом с набором."
        ),
        "此版本尚未保存，因此决定不会引用它。请用“goldsmith review handbook”保存并随测试集提交。",
    ),
    "handbook.purpose": ("What you decide, and why", "Что вы решаете и зачем", "您要判断什么，为什么"),
    "handbook.rules": ("Four rules", "Четыре правила", "四条规则"),
    "handbook.decisions": ("Your decision", "Ваше решение", "您的决定"),
    "handbook.decisions_why": (
        "One of these words, with a reason that somebody else can follow later.",
        "Одно из этих слов и обоснование, понятное потом другому человеку.",
        "选择其中一个，并写出他人日后能看懂的理由。",
    ),
    "handbook.confirmations": ("Three confirmations", "Три подтверждения", "三项确认"),
    "handbook.confirmations_why": (
        "Approving says that all three hold.",
        "Принять — значит подтвердить все три.",
        "通过即表示三项均成立。",
    ),
    "handbook.marking": ("How to mark evidence", "Как отмечать подтверждения", "如何标记依据"),
    "handbook.marking_why": (
        "Mark the words that an answer rests on, and nothing else.",
        "Отмечайте слова, на которых держится ответ, и ничего больше.",
        "只标记答案所依据的文字。",
    ),
    "handbook.gates": ("Hard gates", "Жёсткие пороги", "硬性门槛"),
    "handbook.gates_why": (
        "One case that breaks one of them stops a release, whatever the averages say.",
        "Один вопрос, нарушивший порог, останавливает выпуск, какими бы ни были средние.",
        "只要有一个用例未过门槛，无论平均值如何，都会阻止发布。",
    ),
    "handbook.thresholds": ("This set adds:", "Этот набор добавляет:", "本测试集另有："),
    "handbook.axes": ("Words that describe a case", "Слова, описывающие вопрос", "描述用例的词语"),
    "handbook.any_word": ("Any word.", "Любое слово.", "任意词语。"),
    "handbook.examples": ("Worked examples", "Разобранные примеры", "示例"),
    "handbook.no_examples": (
        "There is no example to show yet: approved cases that every reviewer may see become examples.",
        "Примеров пока нет: ими становятся принятые вопросы, открытые всем рецензентам.",
        "暂无示例：已通过且所有评审员都可查看的用例会成为示例。",
    ),
    "handbook.agreement": ("Agreement", "Согласие", "一致性"),
}
