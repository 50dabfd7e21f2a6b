"""The page of keys."""

WORDS: dict[str, tuple[str, str, str]] = {
    "keys.title": ("Keyboard keys", "Клавиши", "键盘快捷键"),
    "keys.lead": (
        (
            "Everything here can be done without a mouse. Where a key stands beside a button or a choice, pressing "
            "the key does the same."
        ),
        (
            "Всё здесь можно делать без мыши. Если рядом с кнопкой или вариантом указана клавиша, нажатие на неё "
            "делает то же самое."
        ),
        "这里的一切操作都可以不用鼠标完成。按钮或选项旁标有按键时，按下该键效果相同。",
    ),
    "keys.typing": (
        "While you type in a field, single keys only write; keys with Ctrl still work.",
        "Пока вы пишете в поле, одиночные клавиши только вводят текст; сочетания с Ctrl действуют.",
        "在输入框中打字时，单个按键只用于输入；带 Ctrl 的组合键仍然有效。",
    ),
    "keys.caption": ("Keys that mean the same on every page", "Клавиши, общие для всех страниц", "各页面通用的按键"),
    "keys.key": ("Key", "Клавиша", "按键"),
    "keys.does": ("What it does", "Что делает", "作用"),
    "keys.this_page": ("Opens this page", "Открывает эту страницу", "打开本页"),
    "keys.tab": (
        "Goes to the next link, field or button; with Shift, back",
        "Переходит к следующей ссылке, полю или кнопке; с Shift — назад",
        "移到下一个链接、输入框或按钮；按住 Shift 则向前移",
    ),
    "keys.enter": ("Follows a link, presses a button", "Открывает ссылку, нажимает кнопку", "打开链接或按下按钮"),
    "keys.space": ("Ticks a box, chooses an option", "Ставит отметку, выбирает вариант", "勾选或选择选项"),
    "keys.escape": ("Closes an open menu", "Закрывает открытое меню", "关闭已展开的菜单"),
    "keys.next_page": ("The next page of a long list", "Следующая страница длинного списка", "长列表的下一页"),
    "keys.previous_page": (
        "The previous page of a long list",
        "Предыдущая страница длинного списка",
        "长列表的上一页",
    ),
    "keys.switch": ("Single keys", "Одиночные клавиши", "单键快捷键"),
    "keys.switch_why": (
        "If you dictate or touch the keyboard by accident, switch them off in this browser.",
        "Если вы диктуете текст или случайно задеваете клавиатуру, отключите их в этом браузере.",
        "如果您使用语音输入或容易误触键盘，可以在此浏览器中关闭单键快捷键。",
    ),
    "keys.turn_on": ("Switch on", "Включить", "开启"),
    "keys.turn_off": ("Switch off", "Отключить", "关闭"),
    "keys.is_on": ("They are on.", "Они включены.", "已开启。"),
    "keys.is_off": ("They are off.", "Они отключены.", "已关闭。"),
}
