"""What a reviewer reads where something could not be done; the English sentence is told by the error itself."""

from __future__ import annotations

WORDS: dict[str, tuple[str, str, str]] = {
    "error.other_tab": (
        "You changed this case in another tab since you opened it here. Load the page again: what you entered is kept.",
        "Вы изменили этот вопрос в другой вкладке. Обновите страницу: введённое там сохранено.",
        "您在另一个标签页中更改了此用例。请刷新页面，您在那里填写的内容已保留。",
    ),
    "error.said_already": (
        "You have said this already. Load the page again: it shows where you are.",
        "Вы это уже отправили. Обновите страницу: она покажет, на каком вы шаге.",
        "您已经提交过了。请刷新页面，查看当前进度。",
    ),
    "error.place_lost": (
        "You were away for over half an hour, and somebody else took this case. Take the next one.",
        "Вас не было больше получаса, и этот вопрос взял другой рецензент. Возьмите следующий.",
        "您离开超过半小时，此用例已由他人接手。请开始下一个用例。",
    ),
    "error.opened_anew": (
        "The case was changed and opened anew since you opened it here. Take it again to see what it says now.",
        "Вопрос изменили и открыли заново. Возьмите его ещё раз, чтобы увидеть нынешний текст.",
        "此用例已被修改并重新开放评审。请重新打开以查看当前内容。",
    ),
    "error.crowded": (
        "Many people are at work on the same cases at this moment. Send it again.",
        "С этими вопросами сейчас работает много людей. Отправьте ещё раз.",
        "此刻有许多人在处理相同的用例。请重新提交。",
    ),
    "error.nothing_here": (
        "There is nothing for you to do under this address. Take the next case of your queue.",
        "По этому адресу для вас ничего нет. Возьмите следующий вопрос из очереди.",
        "此地址没有需要您处理的内容。请从待办中开始下一个用例。",
    ),
    "error.no_source": (
        "There is no such source for you. Open the case again.",
        "Такого источника для вас нет. Откройте вопрос заново.",
        "没有可供您查看的此来源。请重新打开用例。",
    ),
    "error.not_back": (
        "This cannot be taken back any more. Say what you think now in a remark: whoever settles the case reads it.",
        "Отменить это уже нельзя. Напишите своё мнение в замечании: его прочтёт тот, кто принимает решение.",
        "已无法撤销。请在备注中说明您现在的看法，作出裁决的人会看到。",
    ),
    "error.overtaken": (
        "Somebody said something about this case since you opened it. Nothing of yours was written: look at it again.",
        "Пока страница была открыта, по этому вопросу высказался кто-то ещё. Ничего не записано: посмотрите снова.",
        "您打开后，已有其他人对此用例作出判断。您的内容未写入，请重新查看。",
    ),
    "error.evidence_first": (
        "Evidence comes first: mark the passages, or say that there are none.",
        "Сначала подтверждения: отметьте отрывки или укажите, что их нет.",
        "请先给出证据：标记相关段落，或说明没有。",
    ),
    "error.remark_length": (
        "Write a remark of at most 10,000 characters.",
        "Напишите замечание не длиннее 10 000 знаков.",
        "请填写备注，不超过 10,000 个字符。",
    ),
    "error.too_long": (
        "The text is too long. Shorten it.",
        "Текст слишком длинный. Сократите его.",
        "文字过长，请缩短。",
    ),
    "error.no_form": (
        "This form does not fit the page as it is now. Open the case again from your queue.",
        "Эта форма не соответствует нынешней странице. Откройте вопрос заново из очереди.",
        "此表单与当前页面不符。请从待办中重新打开用例。",
    ),
}
