"""Search of the documents."""

WORDS: dict[str, tuple[str, str, str]] = {
    "search.title": ("Search the documents", "Поиск по документам", "检索文档"),
    "search.lead": (
        "Everything that you may read, passage by passage. Use the words that the document itself would use.",
        "Всё, что вам можно читать, по отрывкам. Ищите словами, которые стоят в самом документе.",
        "检索您有权阅读的全部内容，逐段显示。请使用文档中可能出现的词语。",
    ),
    "search.words": ("Words to look for", "Что искать", "检索词"),
    "search.go": ("Search", "Найти", "检索"),
    "search.found": (
        "Page {page}: {n} {n:passage|passages}, the best first.",
        "Страница {page}: {n} {n:отрывок|отрывка|отрывков}, лучшие сверху.",
        "第 {page} 页：{n} 个段落，按相关度排序。",
    ),
    "search.none": (
        "Nothing was found. Try fewer words, or other ones for the same thing.",
        "Ничего не найдено. Попробуйте меньше слов или другие слова о том же.",
        "没有找到结果。请减少检索词，或换一种说法。",
    ),
    "search.no_corpus": (
        "There are no documents here yet: the evaluation owner freezes them with “goldsmith freeze”.",
        "Документов здесь пока нет: их фиксирует ответственный за оценку командой «goldsmith freeze».",
        "目前还没有文档：需由评测负责人用“goldsmith freeze”命令冻结语料。",
    ),
    "search.no_text": (
        "The texts themselves are not kept here; you see what is known of each passage, and where its source stands.",
        "Сами тексты здесь не хранятся: показано, что известно о каждом отрывке и где находится источник.",
        "此处不保存原文，仅显示各段落的已知信息及来源位置。",
    ),
    "search.documents": ("Documents", "Документы", "文档"),
    "search.nothing_to_read": (
        "There is nothing that you may read here. Ask the evaluation owner which documents are yours to see.",
        "Здесь нет документов, открытых для вас. Спросите ответственного за оценку, что вам доступно.",
        "这里没有您可以阅读的文档。请向评测负责人确认您的阅读范围。",
    ),
    "search.untitled": ("Untitled document", "Документ без названия", "无标题文档"),
    "search.back": ("Back to the search", "Назад к поиску", "返回检索"),
    "search.empty_document": (
        "The document holds no text.",
        "В документе нет текста.",
        "该文档没有文本内容。",
    ),
    "search.no_document": ("There is no such document for you", "Такого документа для вас нет", "没有您可阅读的此文档"),
    "search.no_document_why": (
        "The address may be old: documents get new ones when the corpus is frozen again. Search for it by its words.",
        "Возможно, адрес устарел: при новой фиксации документов он меняется. Найдите документ поиском.",
        "地址可能已过期：重新冻结语料后地址会改变。请用词语重新检索。",
    ),
}
