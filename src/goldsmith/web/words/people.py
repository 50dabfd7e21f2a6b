"""The page of people."""

WORDS: dict[str, tuple[str, str, str]] = {
    "people.title": ("People", "Участники", "人员"),
    "people.lead": (
        "Who takes part in reviews, as what, and which documents they may see. A link lets one person in, once.",
        (
            "Кто участвует в рецензировании, в какой роли и какие документы может видеть. Ссылка впускает одного "
            "человека один раз."
        ),
        "谁参与评审、担任什么角色、可以查看哪些文档。每个链接只供一个人使用一次。",
    ),
    "people.alone": (
        "Nobody is configured, so whoever sits at this machine works alone and may do everything.",
        "Участники не заданы: работает тот, кто сидит за этим компьютером, и ему доступно всё.",
        "尚未配置人员：由本机使用者独自工作，拥有全部权限。",
    ),
    "people.link": ("A link for {name}", "Ссылка для {name}", "{name}的登录链接"),
    "people.link_once": (
        "It is shown only now. Copy it and send it to {name} yourself; an earlier unused link counts no more.",
        (
            "Она показана только сейчас. Скопируйте её и отправьте ({name}) сами; прежняя неиспользованная ссылка "
            "больше не действует."
        ),
        "链接仅在此时显示。请复制并自行发送给{name}；先前未使用的链接随即失效。",
    ),
    "people.link_until": ("It works once, until", "Действует один раз, до", "只能使用一次，有效期至"),
    "people.is_out": (
        "Every session of {name} has ended.",
        "Все сеансы завершены: {name}.",
        "{name}的所有登录均已结束。",
    ),
    "people.clearance": ("May see", "Может видеть", "可查看"),
    "people.cases": ("Cases", "Вопросы", "负责的用例"),
    "people.last_seen": ("Came in last", "Последний вход", "最近登录"),
    "people.never": ("never", "ещё не входил(а)", "从未登录"),
    "people.link_waits": ("A link waits until", "Ссылка ждёт до", "链接待使用，有效期至"),
    "people.invite": ("Make a link", "Создать ссылку", "生成链接"),
    "people.sign_out": ("End sessions", "Завершить сеансы", "结束登录"),
    "people.all_languages": ("all languages", "все языки", "所有语言"),
    "people.all_fields": ("all fields", "все области", "所有领域"),
    "people.sees_all": ("every document", "все документы", "所有文档"),
    "people.sees_open": ("what everybody may see", "то, что доступно всем", "对所有人开放的文档"),
    "people.tenant": ("tenant {names}", "организация {names}", "租户 {names}"),
    "people.groups": ("groups {names}", "группы: {names}", "群组：{names}"),
    "people.allowed": ("also {names}", "также {names}", "另可查看：{names}"),
    "people.denied": ("not {names}", "кроме {names}", "不可查看：{names}"),
    "people.where": (
        "People are added and changed in goldsmith.toml, under [people.NAME].",
        "Участников добавляют и изменяют в goldsmith.toml, в разделах [people.NAME].",
        "人员在 goldsmith.toml 的 [people.NAME] 中添加和修改。",
    ),
    "people.by_proxy": (
        "Your organisation's sign-in names them, so nobody needs a link.",
        "Их называет система входа вашей организации, поэтому ссылки не нужны.",
        "由您所在机构的登录系统识别身份，因此不需要链接。",
    ),
}
