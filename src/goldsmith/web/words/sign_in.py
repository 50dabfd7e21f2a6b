"""Coming in and going out."""

WORDS: dict[str, tuple[str, str, str]] = {
    "sign_in.title": ("Come in", "Вход", "登录"),
    "sign_in.welcome": ("Welcome, {name}", "Здравствуйте, {name}", "您好，{name}"),
    "sign_in.why": (
        "This link is yours alone. It works once, in the browser in which you will review.",
        "Эта ссылка только для вас. Она действует один раз — в том браузере, в котором вы будете работать.",
        "此链接仅供您本人使用，且只能使用一次。请在您将用于评审的浏览器中打开。",
    ),
    "sign_in.enter": ("I am {name}, come in", "Это я, {name}. Войти", "我是{name}，进入"),
    "sign_in.not_me": (
        "You are not {name}? Then close this page and tell whoever sent you the link.",
        "Вы не {name}? Закройте страницу и сообщите тому, кто прислал ссылку.",
        "您不是{name}？请关闭此页面，并告知发送链接的人。",
    ),
    "sign_in.dead": ("This link opens nothing any more", "Эта ссылка больше не действует", "此链接已失效"),
    "sign_in.dead.why": (
        ("It was used, a newer one took its place, or it is older than seven days. Ask whoever sent it for a new one."),
        (
            "Её уже использовали, вместо неё выдали новую или прошло больше семи дней. Попросите новую у того, кто "
            "её прислал."
        ),
        "链接可能已被使用、已由新链接取代，或已超过七天。请向发送者索取新的链接。",
    ),
    "sign_in.already": (
        "You are in already, as {name}: go on",
        "Вы уже вошли как {name}: продолжить",
        "您已以{name}的身份登录：继续",
    ),
    "sign_in.out": ("You are signed out", "Вы вышли", "您已退出"),
    "sign_in.out.why": (
        (
            "In every browser in which you were signed in. What you saved is kept. To come in again, ask the "
            "evaluation owner of your team for a new link."
        ),
        (
            "Во всех браузерах, где был выполнен вход. Всё сохранённое осталось. Чтобы войти снова, попросите новую "
            "ссылку у ответственного за оценку в вашей команде."
        ),
        "您在所有浏览器中的登录均已退出，已保存的内容不受影响。如需再次进入，请向团队的评测负责人索取新的链接。",
    ),
}
