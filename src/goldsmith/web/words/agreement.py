"""How far reviewers agree."""

WORDS: dict[str, tuple[str, str, str]] = {
    "agreement.title": ("Agreement", "Согласие", "一致性"),
    "agreement.lead": (
        "How far reviewers say the same who did not see each other's labels. Only settled decisions count.",
        "Насколько сходятся рецензенты, не видевшие решений друг друга. Учтены только закреплённые решения.",
        "评审员在互不可见的情况下意见有多一致。仅统计已定案的决定。",
    ),
    "agreement.none": (
        "No two reviewers have decided on the same case yet, so that nothing can be said.",
        "Пока нет вопросов, по которым решили двое, поэтому сказать нечего.",
        "还没有两位评审员就同一用例作出决定，因此无法判断。",
    ),
    "agreement.none_next": (
        (
            "Cases of high risk and a sample of the others go to two "
            "people by themselves; figures appear once both are in."
        ),
        "Вопросы высокого риска и часть остальных сами попадают к двоим; числа появятся, когда ответят оба.",
        "高风险用例和部分其他用例会自动分给两人；两人都完成后即可看到数字。",
    ),
    "agreement.too_few": (
        "{n} more {n:case|cases} that two decide on are needed before a figure means something.",
        "Чтобы числа что-то значили, нужно ещё {n} {n:вопрос|вопроса|вопросов} с решениями двоих.",
        "还需 {n} 个由两人共同决定的用例，数字才有意义。",
    ),
    "agreement.state.holds": ("holds", "выше порога", "达标"),
    "agreement.state.below": ("below the floor", "ниже порога", "低于下限"),
    "agreement.state.cannot_tell": ("cannot be told", "не определить", "无法判断"),
    "agreement.state.not_asked": ("not asked", "не проверяется", "未统计"),
    "agreement.floor": ("Floor", "Порог", "下限"),
    "agreement.figure.kappa": ("Cohen's kappa", "Каппа Коэна", "Cohen κ"),
    "agreement.figure.alpha": ("Krippendorff's alpha", "Альфа Криппендорфа", "Krippendorff α"),
    "agreement.figure.alpha_masi": ("Alpha of evidence", "Альфа подтверждений", "依据 α"),
    "agreement.raw": ("Same word", "Одинаковое решение", "决定相同"),
    "agreement.ac1": ("Gwet's AC1", "AC1 Гвета", "Gwet AC1"),
    "agreement.beyond_chance": ("Beyond chance", "Сверх случайного", "排除偶然后"),
    "agreement.evidence": ("Evidence", "Подтверждения", "依据"),
    "agreement.n": ("Cases", "Вопросов", "用例数"),
    "agreement.group": ("Cases or reviewers", "Вопросы или рецензенты", "用例或评审员"),
    "agreement.all": ("All", "Все", "全部"),
    "agreement.reviewer": ("reviewer {letter}", "рецензент {letter}", "评审员 {letter}"),
    "agreement.reviewers": ("Reviewers", "Рецензентов", "评审员数"),
    "agreement.parts": ("Part by part", "По частям", "分组查看"),
    "agreement.caption": (
        "Figures with their 95 % interval; the line on each scale is the floor of {floor}",
        "Числа с 95 %-интервалом; черта на шкале — порог {floor}",
        "数值及其 95% 区间；刻度上的竖线为下限 {floor}",
    ),
    "agreement.by": ("Part by", "Разделить по", "分组依据"),
    "agreement.show": ("Show", "Показать", "显示"),
    "agreement.few": ("too few", "слишком мало", "数量太少"),
    "agreement.prevalence": (
        (
            "The figure is low because one word dominates, so that chance alone would agree often. More cases that "
            "deserve the rarer words would tell whether the rules are at fault."
        ),
        (
            "Число низкое потому, что одно решение преобладает и совпадения часты случайно. Виноваты ли правила, "
            "покажут вопросы, заслуживающие более редких решений."
        ),
        "数值偏低是因为某一决定占绝大多数，偶然一致的机会很大。需要更多应作其他决定的用例，才能判断规则是否有问题。",
    ),
    "agreement.words": ("How each word is used", "Как употребляется каждое решение", "各决定的使用情况"),
    "agreement.words_caption": (
        "Share of all decisions, and how often the other said the same",
        "Доля среди решений и как часто второй решал так же",
        "占全部决定的比例，以及另一人作出相同决定的频率",
    ),
    "agreement.word": ("Decision", "Решение", "决定"),
    "agreement.word_share": ("Share", "Доля", "占比"),
    "agreement.word_shared": ("Shared", "Совпало", "一致率"),
    "agreement.evidence_told": (
        "Evidence of {n} {n:case|cases}: {same} of selections are equal; Jaccard {jaccard}, MASI {masi}.",
        "Подтверждения по {n} {n:вопросу|вопросам|вопросам}: совпадает {same}; Жаккар {jaccard}, MASI {masi}.",
        "{n} 个用例的依据：{same} 的选择完全相同；Jaccard {jaccard}，MASI {masi}。",
    ),
    "agreement.rewrite": ("What to rewrite", "Что переписать", "需要改写的内容"),
    "agreement.differ": ("Where they differ", "Где расходятся", "分歧所在"),
    "agreement.rewrite_why": (
        "Rewrite the question, or the rule of the handbook that allows both readings. Nobody is asked to give in.",
        "Перепишите вопрос или правило руководства, допускающее оба прочтения. Уступать никто не должен.",
        "请改写问题，或改写手册中允许两种理解的规则。不要求任何人让步。",
    ),
    "agreement.no_differences": (
        "On the cases as they stand, no two reviewers differ.",
        "По вопросам в нынешнем виде расхождений нет.",
        "就目前的用例而言，评审员之间没有分歧。",
    ),
    "agreement.hidden": (
        "Cases that you may still judge, or that rest on sources not open to you, are in the figures and not listed.",
        "Вопросы, которые вам ещё предстоит оценить или источники которых вам закрыты, учтены, но не перечислены.",
        "您尚待评审或其来源不对您开放的用例，计入数字但不逐一列出。",
    ),
    "agreement.settled": ("settled by a third person", "разрешено третьим", "已由第三人裁决"),
    "agreement.only": (
        "marked {n} {n:passage|passages} that the other did not",
        "отмечено {n} {n:место|места|мест}, которых нет у другого",
        "标记了 {n} 处对方未标记的段落",
    ),
    "agreement.left_out": ("Decisions that are not counted", "Неучтённые решения", "未计入的决定"),
    "agreement.left_out.no_side": (
        "{n} that take no side",
        "{n} без суждения о вопросе",
        "{n} 个未表态",
    ),
    "agreement.left_out.replaced": (
        "{n} replaced by the same reviewer before anybody else decided",
        "{n} изменено тем же рецензентом до решения других",
        "{n} 个在他人决定之前被本人改掉",
    ),
    "agreement.left_out.after_another": (
        "{n} changed after another reviewer had decided",
        "{n} изменено после решения другого",
        "{n} 个在他人决定之后更改",
    ),
    "agreement.left_out.after_adjudication": (
        "{n} after it was settled by a third person",
        "{n} после решения третьего",
        "{n} 个在裁决之后作出",
    ),
    "agreement.singles": (
        "{one} {one:case has|cases have} one decision, {none} {none:has|have} none.",
        "Одно решение: {one}, ни одного: {none}.",
        "{one} 个用例只有一个决定，{none} 个没有。",
    ),
}
