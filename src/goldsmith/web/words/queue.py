"""Words of the queue: what waits for a reviewer, and what they did last."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str, str]] = {
    "queue.title": ("Your reviews", "Ваши проверки", "我的评审"),
    "queue.next": ("Take the next case", "Взять следующий вопрос", "开始下一个用例"),
    "queue.continue": ("Carry on where you stopped", "Продолжить начатое", "继续未完成的用例"),
    "queue.nothing": ("Nothing waits for you.", "Для вас сейчас ничего нет.", "目前没有等待您处理的用例。"),
    "queue.nothing_more": (
        "Thank you. New cases appear here by themselves; you may close this page.",
        "Спасибо. Новые вопросы появятся здесь сами; страницу можно закрыть.",
        "谢谢。新的用例会自动出现在这里，您可以关闭此页面。",
    ),
    "queue.waiting": ("What waits for you", "Что вас ждёт", "等待您处理"),
    "queue.begun": ("Begun by you", "Начатые вами", "您已开始的"),
    "queue.open": ("Open for you", "Доступные вам", "可供您评审的"),
    "queue.refresh": ("Sources that changed", "Изменившиеся источники", "来源已变更的"),
    "queue.disputes": ("Differences to settle", "Расхождения, которые нужно разрешить", "待裁决的分歧"),
    "queue.last": ("Your last decisions", "Ваши последние решения", "您最近的决定"),
    "queue.last_none": (
        "You have not decided anything yet.",
        "Вы ещё не приняли ни одного решения.",
        "您还没有作出任何决定。",
    ),
    "queue.question": ("Question", "Вопрос", "问题"),
    "queue.decision": ("Decision", "Решение", "决定"),
    "queue.when": ("When", "Когда", "时间"),
    "queue.since": ("Since then", "Что дальше", "后续"),
    "queue.samples": ("Cases of batches to check", "Вопросы партий на проверку", "待抽检的批次用例"),
    "queue.undo": ("Undo", "Отменить", "撤销"),
    "queue.closed": ("can no longer be changed", "изменить уже нельзя", "已不能更改"),
    "queue.saved": ("Saved.", "Сохранено.", "已保存。"),
    "queue.all_done": ("Saved. That was the last one.", "Сохранено. Это был последний.", "已保存。这是最后一个。"),
    "queue.gone": (
        "That case no longer waits for you.",
        "Этот вопрос больше не ждёт вас.",
        "该用例已不再等待您处理。",
    ),
    "queue.practice": ("Practise first", "Сначала потренироваться", "先练习一下"),
    "queue.practice_why": (
        "Settled examples, with an answer at once. Nothing that you say there counts.",
        "Решённые примеры с мгновенным ответом. Сказанное там не учитывается.",
        "已有定论的示例，立即给出反馈。练习中的回答不计入结果。",
    ),
    "queue.quiet": (
        "You judge alone. What others said is not shown until you have said your own.",
        "Вы судите самостоятельно. Чужие ответы не видны, пока вы не дали свой.",
        "您独立判断。在您给出自己的判断之前，不会显示他人的意见。",
    ),
    "queue.minutes": (
        "At your pace that is about {n} {n:minute|minutes} of work.",
        "В вашем темпе это около {n} {n:минуты|минут|минут} работы.",
        "按您的速度，大约需要 {n} 分钟。",
    ),
    "queue.hours": (
        "At your pace that is about {n} {n:hour|hours} of work.",
        "В вашем темпе это около {n} {n:часа|часов|часов} работы.",
        "按您的速度，大约需要 {n} 小时。",
    ),
}
