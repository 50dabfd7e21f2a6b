"""What stands around every page, and what is said when something is in the way."""

WORDS: dict[str, tuple[str, str, str]] = {
    "shell.lang": ("en", "ru", "zh-Hans"),
    "shell.skip": ("Skip to the content", "Перейти к содержанию", "跳到正文"),
    "shell.navigation": ("Pages", "Разделы", "页面导航"),
    "shell.menu": ("Menu", "Меню", "菜单"),
    "shell.language": ("Language", "Язык", "语言"),
    "shell.sign_out": ("Sign out", "Выйти", "退出"),
    "shell.handbook": ("Handbook", "Руководство", "评审手册"),
    "shell.keys": ("Keyboard keys", "Клавиши", "键盘快捷键"),
    "shell.home": ("To the first page", "На главную", "返回首页"),
    "shell.pages": ("Pages of the list", "Страницы списка", "列表分页"),
    "shell.page_of": ("Page {page} of {pages}", "Страница {page} из {pages}", "第 {page} 页，共 {pages} 页"),
    "shell.earlier_page": ("Previous", "Назад", "上一页"),
    "shell.later_page": ("Next", "Вперёд", "下一页"),
    "shell.way.local": (
        "At this machine: no sign-in is needed.",
        "На этом компьютере: вход не нужен.",
        "您正在本机使用，无需登录。",
    ),
    "shell.way.proxy": (
        "Signed in by your organisation.",
        "Вход выполнен через вашу организацию.",
        "已通过您所在机构的账号登录。",
    ),
    "shell.role.product_owner": ("product owner", "владелец продукта", "产品负责人"),
    "shell.role.domain_reviewer": ("domain reviewer", "эксперт-рецензент", "领域评审员"),
    "shell.role.security_owner": ("security owner", "ответственный за безопасность", "安全负责人"),
    "shell.role.evaluation_owner": ("evaluation owner", "ответственный за оценку", "评测负责人"),
    "shell.to.queue": ("Queue", "Очередь", "待办"),
    "shell.to.practice": ("Practice", "Практика", "练习"),
    "shell.to.disputes": ("Disputes", "Споры", "分歧裁决"),
    "shell.to.refresh": ("Changed sources", "Изменения", "来源变更"),
    "shell.to.write": ("Write a case", "Новый вопрос", "撰写用例"),
    "shell.to.search": ("Search", "Поиск", "检索"),
    "shell.to.coverage": ("Coverage", "Охват", "覆盖情况"),
    "shell.to.agreement": ("Agreement", "Согласие", "一致性"),
    "shell.to.runs": ("Runs", "Прогоны", "运行记录"),
    "shell.to.load": ("Workload", "Нагрузка", "工作量"),
    "shell.to.batches": ("Batches", "Партии", "批次验收"),
    "shell.to.sentinels": ("Sentinels", "Контрольные вопросы", "哨兵用例"),
    "shell.to.people": ("People", "Участники", "人员"),
    "shell.to.audit": ("Audit", "Журнал", "审计日志"),
    "shell.stranger": ("You are not signed in", "Вы не вошли", "您尚未登录"),
    "shell.stranger.why": (
        "Reviewers come in with a personal link. Open yours from the message in which it was sent to you.",
        "Рецензенты входят по личной ссылке. Откройте свою из сообщения, в котором вы её получили.",
        "评审员通过个人链接进入。请从发给您的消息中打开您的链接。",
    ),
    "shell.stranger.again": (
        (
            "If it opens nothing any more, ask the evaluation owner of your team for a new one: a link works once, "
            "and it is made in a minute."
        ),
        (
            "Если она больше не открывается, попросите новую у ответственного за оценку в вашей команде: ссылка "
            "действует один раз, и сделать её — дело минуты."
        ),
        "如果链接已失效，请向团队的评测负责人索取新的链接：每个链接只能使用一次，重新生成只需一分钟。",
    ),
    "shell.stranger.unknown": (
        (
            "Your organisation signs you in as {name}, and nobody of that name takes part here. Ask the evaluation "
            "owner of your team to add you."
        ),
        (
            "Ваша организация называет вас «{name}», но среди участников такого имени нет. Попросите ответственного "
            "за оценку в вашей команде добавить вас."
        ),
        "您所在机构的账号名为“{name}”，但参与人员中没有此人。请联系团队的评测负责人将您加入。",
    ),
    "shell.missing": ("There is no such page", "Такой страницы нет", "没有这个页面"),
    "shell.missing.why": (
        "The address may be mistyped, or the page was moved.",
        "Возможно, в адресе опечатка или страницу перенесли.",
        "地址可能有误，或页面已移动。",
    ),
    "shell.not_yours": ("This page is not yours to open", "У вас нет доступа к этой странице", "您无权打开此页面"),
    "shell.not_yours.why": (
        "Your role does not include it. If it should, ask the evaluation owner of your team.",
        "Ваша роль её не предусматривает. Если это ошибка, обратитесь к ответственному за оценку в вашей команде.",
        "您的角色不包含此项权限。如有疑问，请联系团队的评测负责人。",
    ),
    "shell.forged": ("The form could not be taken", "Форму не удалось принять", "无法接收此表单"),
    "shell.forged.why": (
        (
            "It was opened in another session, or it did not come from this site. Nothing was saved: go back, "
            "reload the page and send it again."
        ),
        (
            "Она открыта в другом сеансе или отправлена не с этого сайта. Ничего не сохранено: вернитесь назад, "
            "обновите страницу и отправьте ещё раз."
        ),
        "表单来自另一个会话，或并非由本站发出。内容未保存：请返回，刷新页面后重新提交。",
    ),
    "shell.elsewhere": (
        "These pages open on their own machine only",
        "Эти страницы открываются только на своём компьютере",
        "这些页面只能在本机打开",
    ),
    "shell.elsewhere.why": (
        (
            "No people are configured, so whoever sits at the machine is let in, and nobody else. Open "
            "http://localhost with the port of the server."
        ),
        (
            "Участники не заданы, поэтому войти может только тот, кто сидит за этим компьютером. Откройте "
            "http://localhost с портом сервера."
        ),
        "尚未配置人员，因此只有本机使用者可以进入。请用服务器端口打开 http://localhost。",
    ),
    "shell.too_fast": ("Too many forms at once", "Слишком много отправок подряд", "提交过于频繁"),
    "shell.too_fast.why": (
        "Nothing was saved. Wait {seconds} {seconds:second|seconds} and send it again.",
        "Ничего не сохранено. Подождите {seconds} {seconds:секунду|секунды|секунд} и отправьте ещё раз.",
        "内容未保存。请等待 {seconds} 秒后重新提交。",
    ),
    "shell.conflict": ("Somebody was faster", "Кто-то успел раньше", "已有人先行修改"),
    "shell.conflict.why": (
        (
            "This was changed meanwhile, in another window or by somebody else. Nothing was overwritten: go back, "
            "copy what you wrote, reload the page and look at how it stands now."
        ),
        (
            "За это время запись изменили — в другом окне или другой человек. Ничего не перезаписано: вернитесь "
            "назад, скопируйте введённое, обновите страницу и посмотрите, как обстоит дело сейчас."
        ),
        "此内容已在其他窗口或被他人更改。没有任何内容被覆盖：请返回，复制您写的内容，刷新页面查看最新状态。",
    ),
    "shell.unusable": ("That could not be done", "Это сделать не удалось", "无法完成此操作"),
    "shell.unusable.why": (
        "Nothing was saved. What was found, and what to do about it:",
        "Ничего не сохранено. Что обнаружено и как это исправить:",
        "内容未保存。发现的问题及处理办法：",
    ),
    "shell.unavailable": ("This cannot be done right now", "Сейчас это невозможно", "暂时无法完成"),
    "shell.unavailable.why": (
        "What was saved before is kept. Try again in a while; if it stays, show this to the evaluation owner:",
        "Сохранённое раньше не потеряно. Попробуйте позже; если не поможет, покажите это ответственному за оценку:",
        "之前保存的内容仍然保留。请稍后再试；如仍有问题，请将以下信息告知评测负责人：",
    ),
    "shell.overview": ("Overview", "Обзор", "概览"),
    "shell.trouble": (
        "The files of the set cannot be read now, so you see the set as it was before. What you save is kept.",
        "Сейчас файлы набора не читаются, поэтому показано его прежнее состояние. Всё, что вы сохраняете, не пропадёт.",
        "当前无法读取评测集的文件，页面显示的是之前的状态。您保存的内容不会丢失。",
    ),
}
