"""What the set covers, what is missing, and what it can show."""

WORDS: dict[str, tuple[str, str, str]] = {
    "coverage.title": ("Coverage", "Охват", "覆盖情况"),
    "coverage.lead": (
        "The set has {n} live {n:case|cases}.",
        "В наборе {n} {n:действующий вопрос|действующих вопроса|действующих вопросов}.",
        "测试集共有 {n} 个有效用例。",
    ),
    "coverage.left_out.rejected": ("Rejected", "Отклонено", "已驳回"),
    "coverage.left_out.retired": ("Retired", "Снято", "已停用"),
    "coverage.no_cases": (
        "The set holds no case yet. Write the first one: a question, where its answer stands, and the answer.",
        "В наборе пока нет вопросов. Напишите первый: вопрос, место ответа в документах и сам ответ.",
        "测试集尚无用例。请撰写第一个：问题、答案所在之处，以及答案。",
    ),
    "coverage.gaps": ("What to write next", "Что написать дальше", "接下来应撰写什么"),
    "coverage.gaps_why": (
        "The gravest gap first. One new case may fill several.",
        "Сначала самые важные пробелы. Один новый вопрос может закрыть несколько.",
        "最严重的空白排在最前。一个新用例可能同时填补多处。",
    ),
    "coverage.more_gaps": ("{n} more", "Ещё {n}", "另有 {n} 项"),
    "coverage.no_gaps": (
        "Nothing is missing that the set asks of itself.",
        "Всё, что набор требует от себя, есть.",
        "测试集自身要求的内容均已具备。",
    ),
    "coverage.write": ("Cases about", "О чём", "用例内容"),
    "coverage.any_case": ("any question", "любой вопрос", "任意问题"),
    "coverage.how_many": ("To write", "Нужно", "需补数量"),
    "coverage.reason": ("Because", "Почему", "原因"),
    "coverage.in_detail": ("In detail", "Подробнее", "详情"),
    "coverage.from_documents": ("For example from:", "Например, по документам:", "例如依据："),
    "coverage.gap.minimum": ("the set asks for more", "набор требует больше", "未达到测试集的要求"),
    "coverage.gap.access": (
        "an access rule that no case tries",
        "правило доступа, которое не проверяет ни один вопрос",
        "有访问规则未被任何用例检验",
    ),
    "coverage.gap.preset": (
        "the chosen standard asks for more",
        "выбранный стандарт требует больше",
        "未达到所选标准的要求",
    ),
    "coverage.gap.thin_slice": (
        "too few for a figure that means something",
        "слишком мало, чтобы число что-то значило",
        "数量太少，数字没有意义",
    ),
    "coverage.gap.documents": (
        "documents that hardly any case rests on",
        "документы, на которые почти ничто не опирается",
        "几乎没有用例依据这些文档",
    ),
    "coverage.minima": ("What the set asks of itself", "Что набор требует от себя", "测试集自身的要求"),
    "coverage.minima_why": (
        "Least numbers that its owner wrote down",
        "Наименьшие числа, заданные ответственным за набор",
        "测试集负责人设定的最低数量",
    ),
    "coverage.slice": ("Cases", "Вопросы", "用例"),
    "coverage.have": ("There are", "Есть", "现有"),
    "coverage.asked": ("Asked for", "Требуется", "要求"),
    "coverage.state": ("State", "Состояние", "状态"),
    "coverage.met": ("met", "выполнено", "已达到"),
    "coverage.not_met": ("short", "не хватает", "不足"),
    "coverage.detects": ("Which change it can show", "Какое изменение можно заметить", "能够发现多大的变化"),
    "coverage.detects_fall": (
        (
            "With {n} {n:case|cases} ({families} without kin), a fall of the pass rate by {points} points or more "
            "would be noticed; a smaller one may be chance."
        ),
        (
            "При {n} {n:вопросе|вопросах|вопросах} ({families} независимых) будет замечено падение доли успешных "
            "на {points} п. п. и больше; меньшее может быть случайностью."
        ),
        (
            "以 {n} 个用例（其中 {families} 个互不相关），通过率下降 "
            "{points} 个百分点及以上才能被发现；更小的变化可能只是偶然。"
        ),
    ),
    "coverage.detects_none": (
        "With {n} {n:case|cases} no fall of the pass rate can be told from chance.",
        "При {n} {n:вопросе|вопросах|вопросах} никакое падение не отличить от случайности.",
        "只有 {n} 个用例时，任何下降都无法与偶然区分。",
    ),
    "coverage.flips.assumed": (
        (
            "Reckoned with {share} of cases that change from run to "
            "run: an assumption, until there are runs to learn from."
        ),
        "Расчёт исходит из того, что между прогонами меняется {share} вопросов: это допущение, пока нет прогонов.",
        "计算时假定每次运行间有 {share} 的用例结果会变化：在有运行记录之前，这只是假设。",
    ),
    "coverage.flips.repeats": (
        "Reckoned with {share} of cases that change from run to run, as seen in repeats of {n} {n:case|cases}.",
        "Расчёт: между прогонами меняется {share} вопросов, по повторам {n} {n:вопроса|вопросов|вопросов}.",
        "计算依据：{n} 个用例的重复运行显示，有 {share} 的结果会变化。",
    ),
    "coverage.flips.two_runs": (
        "Reckoned with {share} of cases that change from run to run, as seen on {n} {n:case|cases} in two runs.",
        "Расчёт: между прогонами меняется {share} вопросов, по {n} {n:вопросу|вопросам|вопросам} двух прогонов.",
        "计算依据：两次运行中 {n} 个用例显示，有 {share} 的结果会变化。",
    ),
    "coverage.ask_fall": ("A fall that should be noticed", "Падение, которое нужно заметить", "希望发现的下降幅度"),
    "coverage.reckon": ("Reckon", "Рассчитать", "计算"),
    "coverage.points": ("{points} points", "{points} п. п.", "{points} 个百分点"),
    "coverage.needed": (
        "To notice a fall of {points} points: {n} {n:case|cases} without kin, each asked {times} {times:time|times}.",
        (
            "Чтобы заметить падение на {points} п. п.: {n} {n:независимый вопрос|независимых вопроса|независимых "
            "вопросов}, каждый задан {times} {times:раз|раза|раз}."
        ),
        "要发现 {points} 个百分点的下降：需要 {n} 个互不相关的用例，每个提问 {times} 次。",
    ),
    "coverage.by_slice": ("Part by part", "По частям набора", "按类别查看"),
    "coverage.by_slice_why": (
        "Smallest fall that is noticed in each part, at 80 % power",
        "Наименьшее заметное падение в каждой части при мощности 80 %",
        "各类别中可发现的最小下降（检验功效 80%）",
    ),
    "coverage.cases": ("Cases", "Вопросов", "用例数"),
    "coverage.families": ("Without kin", "Независимых", "互不相关"),
    "coverage.smallest": ("Smallest fall", "Наименьшее падение", "最小下降"),
    "coverage.too_few": ("too few to tell", "слишком мало", "数量太少"),
    "coverage.mix": ("What it is made of", "Из чего состоит", "构成"),
    "coverage.mix_why": (
        "Shares of all {n} {n:case|cases}. Where a case can have several words, it counts under each.",
        "Доли от всех вопросов ({n}). Если у вопроса несколько признаков, он учтён под каждым.",
        "占全部 {n} 个用例的比例。一个用例有多个标签时，分别计入。",
    ),
    "coverage.unlabelled": ("not labelled", "без признака", "未标注"),
    "coverage.share": ("Share", "Доля", "占比"),
    "coverage.share_picture": ("Share, drawn", "Доля, рисунок", "占比图"),
    "coverage.documents": (
        "Documents that cases rest on",
        "Документы, на которые опираются вопросы",
        "用例所依据的文档",
    ),
    "coverage.documents_why": (
        "{cited} of {n} documents are cited by the evidence of a case.",
        "Подтверждения вопросов ссылаются на {cited} из {n} документов.",
        "{n} 份文档中有 {cited} 份被用例引用为依据。",
    ),
    "coverage.folder": ("Folder", "Папка", "文件夹"),
    "coverage.top_folder": ("(no folder)", "(без папки)", "（无文件夹）"),
    "coverage.in_it": ("Documents", "Документов", "文档数"),
    "coverage.cited": ("Cited", "Использовано", "已引用"),
}
