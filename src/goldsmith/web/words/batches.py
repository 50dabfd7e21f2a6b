"""Batches of settled cases, their plans, and the check of a sample."""

WORDS: dict[str, tuple[str, str, str]] = {
    "batches.title": ("Batches", "Партии", "批次验收"),
    "batches.lead": (
        (
            "Settled cases are accepted together: an expert labels a sample of them again, blind; if too many of it "
            "are wrong, every case of the batch is labelled anew."
        ),
        (
            "Решённые вопросы принимают партией: эксперт вслепую оценивает выборку заново; если ошибок слишком много, "
            "заново проверяется вся партия."
        ),
        "已定案的用例成批验收：专家在不知原结论的情况下重新标注一个样本；若错误过多，整批重新标注。",
    ),
    "batches.mine": ("For you to check", "Вам на проверку", "待您复核"),
    "batches.check_next": (
        "Check the next case of {name}",
        "Проверить следующий из {name}",
        "复核 {name} 的下一个用例",
    ),
    "batches.left_for_you": (
        "{n} {n:case|cases} left for you",
        "для вас осталось {n} {n:вопрос|вопроса|вопросов}",
        "还有 {n} 个用例待您复核",
    ),
    "batches.nothing_mine": (
        "No sample waits for you. Cases that you labelled or settled yourself are checked by others.",
        "Для вас ничего нет. Вопросы, по которым решали вы, проверяют другие.",
        "没有待您复核的样本。您本人标注或裁决过的用例由他人复核。",
    ),
    "batches.nothing": (
        "Nothing of that sample is left for you.",
        "В этой выборке для вас больше ничего нет.",
        "该样本中已没有待您复核的用例。",
    ),
    "batches.checked": (
        "Saved. That was the last one for you.",
        "Сохранено. Для вас это был последний.",
        "已保存。这是您需要复核的最后一个。",
    ),
    "batches.all": ("All batches", "Все партии", "全部批次"),
    "batches.caption": ("The newest first; times are UTC", "Сначала новые; время UTC", "最新的排在最前；时间为 UTC"),
    "batches.none": ("No batch was drawn yet.", "Партий пока нет.", "尚未抽取批次。"),
    "batches.batch": ("Batch", "Партия", "批次"),
    "batches.state": ("State", "Состояние", "状态"),
    "batches.state.checking": ("being checked", "проверяется", "复核中"),
    "batches.state.accepted": ("accepted", "принята", "已验收"),
    "batches.state.returned": ("returned whole", "возвращена целиком", "整批退回"),
    "batches.next.checking": (
        "Experts label the sample again; nothing of the batch is applied until then.",
        "Эксперты заново оценивают выборку; до этого партия в набор не вносится.",
        "专家正在重新标注样本；在此之前整批不写入测试集。",
    ),
    "batches.next.nobody": (
        "Nobody may check what is left: it takes an expert who said nothing of these cases and sees their sources.",
        "Проверить остаток некому: нужен эксперт, не решавший по этим вопросам и видящий их источники.",
        "剩余部分无人可复核：需要一位未参与过这些用例且有权查看其来源的专家。",
    ),
    "batches.next.accepted": (
        "Its cases can be written to the set with “goldsmith review apply”.",
        "Её вопросы можно внести в набор командой «goldsmith review apply».",
        "可用“goldsmith review apply”将其写入测试集。",
    ),
    "batches.next.returned": (
        "Every case of it is labelled anew; they are in the queues of the reviewers.",
        "Все её вопросы проверяются заново и уже стоят в очередях рецензентов.",
        "其中所有用例重新标注，已进入评审员的待办。",
    ),
    "batches.size": ("Cases", "Вопросов", "用例数"),
    "batches.checked_of": ("Checked", "Проверено", "已复核"),
    "batches.of": ("{part} of {n}", "{part} из {n}", "{part} / {n}"),
    "batches.drawn": ("Drawn", "Составлена", "抽取时间"),
    "batches.by": ("By", "Кем", "抽取人"),
    "batches.draw": ("Draw a batch", "Составить партию", "抽取批次"),
    "batches.draw_why": (
        (
            "Everything that is settled and in no batch yet. Which "
            "cases are checked is decided by lot, once the batch is drawn."
        ),
        "Всё решённое, что ещё не в партии. Что проверять, решает жребий, когда партия составлена.",
        "包含所有已定案且不在任何批次中的用例。抽取后以随机方式决定复核哪些。",
    ),
    "batches.nothing_settled": (
        "No case is settled that was not in a batch. Once reviewers have settled some, they can be drawn here.",
        "Решённых вопросов вне партий нет. Когда рецензенты решат, партию можно составить здесь.",
        "目前没有可抽取的已定案用例。评审员定案后即可在此抽取。",
    ),
    "batches.good": ("Good: up to, %", "Хорошая: до, %", "合格：错误率上限 %"),
    "batches.good_how": ("wrong; should be accepted", "ошибок; должна быть принята", "应予验收"),
    "batches.bad": ("Bad: from, %", "Плохая: от, %", "不合格：错误率起点 %"),
    "batches.bad_how": ("wrong; should go back", "ошибок; должна вернуться", "应予退回"),
    "batches.risk": ("Risk, %", "Риск, %", "风险 %"),
    "batches.risk_how": ("of either mistake, at most", "каждой из ошибок, не больше", "两类误判各不超过"),
    "batches.no_share": (
        "Write a number above 0 and below 100.",
        "Введите число от 0 до 100.",
        "请输入 0 到 100 之间的数。",
    ),
    "batches.good_below_bad": (
        "A bad batch has a greater share wrong than a good one.",
        "В плохой партии доля ошибок больше, чем в хорошей.",
        "不合格批次的错误率应高于合格批次。",
    ),
    "batches.preview": ("Show the plan", "Показать план", "显示方案"),
    "batches.name": ("Name of the batch", "Имя партии", "批次名称"),
    "batches.name_how": (
        "Letters, digits, dots and dashes.",
        "Буквы, цифры, точки и дефисы.",
        "字母、数字、点和短横线。",
    ),
    "batches.draw_it": (
        "Draw a batch of {n} {n:case|cases}",
        "Составить партию из {n} {n:вопроса|вопросов|вопросов}",
        "抽取一批，共 {n} 个用例",
    ),
    "batches.check": (
        "Check {sample} of {n}. Accepted with up to {accept} wrong; returned whole with {over} or more.",
        (
            "Проверить {sample} из {n}. Принимается, если ошибок не "
            "больше {accept}; при {over} и больше — возврат целиком."
        ),
        "从 {n} 个中复核 {sample} 个。错误不超过 {accept} 个则验收；达到 {over} 个则整批退回。",
    ),
    "batches.check_all": (
        (
            "Check all {n}: no smaller sample is enough. Accepted with "
            "up to {accept} wrong; returned whole with {over} or more."
        ),
        "Проверить все {n}: меньшей выборки мало. Принимается при ошибках не больше {accept}; при {over} — возврат.",
        "{n} 个全部复核：更小的样本不够。错误不超过 {accept} 个则验收；达到 {over} 个则整批退回。",
    ),
    "batches.check_none": (
        "Check {sample} of {n}. Accepted where none is wrong; returned whole with {over} or more.",
        "Проверить {sample} из {n}. Принимается, если ошибок нет; при {over} и больше — возврат целиком.",
        "从 {n} 个中复核 {sample} 个。全部正确则验收；有 {over} 个及以上错误则整批退回。",
    ),
    "batches.check_all_none": (
        "Check all {n}: no smaller sample is enough. Accepted where none is wrong; returned whole with {over} or more.",
        "Проверить все {n}: меньшей выборки мало. Принимается, если ошибок нет; при {over} и больше — возврат.",
        "{n} 个全部复核：更小的样本不够。全部正确则验收；有 {over} 个及以上错误则整批退回。",
    ),
    "batches.spares_always": (
        "A good batch (at most {n} wrong, {good}) is never returned.",
        "Хорошая партия (ошибок не больше {n}, {good}) не возвращается никогда.",
        "合格批次（错误不超过 {n} 个，{good}）不会被误退。",
    ),
    "batches.guards": (
        "A bad batch ({n} or more wrong, {bad}) slips through in at most {chance} of draws.",
        "Плохая партия (ошибок {n} и больше, {bad}) проходит не чаще чем в {chance} случаев.",
        "不合格批次（错误 {n} 个及以上，{bad}）被误收的可能性至多 {chance}。",
    ),
    "batches.spares": (
        "A good batch (at most {n} wrong, {good}) is returned in at most {chance} of draws.",
        "Хорошая партия (ошибок не больше {n}, {good}) возвращается не чаще чем в {chance} случаев.",
        "合格批次（错误不超过 {n} 个，{good}）被误退的可能性至多 {chance}。",
    ),
    "batches.curve": (
        "Chance that the batch is accepted, by how many of its cases are really wrong",
        "Вероятность принять партию в зависимости от числа действительных ошибок",
        "批次被验收的概率，随实际错误数变化",
    ),
    "batches.curve_across": (
        "really wrong, of {n}",
        "действительных ошибок, из {n}",
        "实际错误数（共 {n}）",
    ),
    "batches.as_table": ("As a table", "Таблицей", "以表格查看"),
    "batches.really_wrong": ("Really wrong", "Ошибок", "实际错误"),
    "batches.share": ("Share", "Доля", "占比"),
    "batches.accepted": ("Accepted", "Принимается", "验收概率"),
    "batches.dot.good": ("good: {n}", "хорошая: {n}", "合格：{n}"),
    "batches.dot.bad": ("bad: {n}", "плохая: {n}", "不合格：{n}"),
    "batches.plan": ("The plan", "План", "方案"),
    "batches.readings": ("What a sample would say", "Что сказала бы выборка", "样本说明什么"),
    "batches.reading_accept": (
        "{found} wrong in the sample: {low} to {high} of {n} wrong in the batch (95 %) – accepted",
        "В выборке ошибок {found}: в партии от {low} до {high} из {n} (95 %) — принимается",
        "样本中错误 {found} 个：整批 {n} 个中错误 {low} 至 {high} 个（95%）——验收",
    ),
    "batches.reading_return": (
        "{found} wrong in the sample: {low} to {high} of {n} wrong in the batch (95 %) – returned whole",
        "В выборке ошибок {found}: в партии от {low} до {high} из {n} (95 %) — возврат целиком",
        "样本中错误 {found} 个：整批 {n} 个中错误 {low} 至 {high} 个（95%）——整批退回",
    ),
    "batches.says": ("What the sample says", "Что говорит выборка", "样本的结论"),
    "batches.wrong": (
        "Settled otherwise than the expert decided:",
        "Решено иначе, чем решил эксперт:",
        "原结论与专家判断不同的用例：",
    ),
    "batches.wrong_hidden": (
        "Cases that you may still judge are not listed.",
        "Вопросы, которые вам ещё предстоит оценить, не перечислены.",
        "您尚待评审的用例不在此列出。",
    ),
    "batches.sample_title": ("A case to check", "Вопрос на контроль", "待复核用例"),
    "batches.sample_of": (
        "Sample of the batch {name}. What was decided before is not shown.",
        "Выборка партии {name}. Прежние решения не показаны.",
        "批次 {name} 的样本。原先的决定不显示。",
    ),
    "batches.save_next": ("Save and check the next", "Сохранить и взять следующий", "保存并复核下一个"),
    "batches.leave": ("Back to the batches", "Назад к партиям", "返回批次"),
}
