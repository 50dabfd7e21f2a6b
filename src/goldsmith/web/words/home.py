"""The first page of who does not label."""

WORDS: dict[str, tuple[str, str, str]] = {
    "home.title": ("Overview", "Обзор", "概览"),
    "home.lead": (
        "What you can look at and do here:",
        "Что здесь можно посмотреть и сделать:",
        "您可以在这里查看和处理：",
    ),
    "home.write": (
        "Propose a question with its evidence; reviewers decide on it.",
        "Предложите вопрос с подтверждением из документов; решение примут рецензенты.",
        "提出一个问题及其依据，由评审员作出决定。",
    ),
    "home.search": ("Find words in the documents.", "Поиск слов в документах.", "在文档中查找词句。"),
    "home.coverage": (
        "Which tasks, risks and documents the set covers, and where it has gaps.",
        "Какие задачи, риски и документы охвачены и где пробелы.",
        "测试集覆盖了哪些任务、风险和文档，以及还有哪些空白。",
    ),
    "home.agreement": (
        "How far reviewers agree without having seen each other's labels.",
        "Насколько сходятся рецензенты, не видя решений друг друга.",
        "评审员在互不可见的情况下，意见有多一致。",
    ),
    "home.runs": (
        "How the system did, and what changed since the last time.",
        "Как справилась система и что изменилось с прошлого раза.",
        "系统表现如何，与上次相比有何变化。",
    ),
}
