"""How the work of reviewing is shared out, and when it will be done."""

WORDS: dict[str, tuple[str, str, str]] = {
    "load.title": ("Workload", "Нагрузка", "工作量"),
    "load.state.waiting": ("Waiting for labels", "Ждут проверки", "等待标注"),
    "load.state.disputed": ("Disputed", "Спорные", "有分歧"),
    "load.state.settled": ("Settled", "Решены", "已定案"),
    "load.state.applied": ("In the set", "В наборе", "已写入"),
    "load.nothing_left": (
        "Nothing waits. Settled cases are written to the set with “goldsmith review apply”.",
        "Ничего не ждёт. Решённое вносится в набор командой «goldsmith review apply».",
        "没有待处理的内容。已定案的用例可用“goldsmith review apply”写入测试集。",
    ),
    "load.left": ("What is left", "Что осталось", "剩余工作"),
    "load.left_caption": (
        "By risk; hours as labels took so far",
        "По риску; часы по прежним оценкам",
        "按风险分列；工时按以往标注估算",
    ),
    "load.risk": ("Risk", "Риск", "风险"),
    "load.no_risk": ("not stated", "не указан", "未说明"),
    "load.cases": ("Cases", "Вопросов", "用例"),
    "load.labels": ("Labels", "Решений", "标注"),
    "load.hours": ("Hours", "Часов", "工时"),
    "load.pace.own": (
        "Risk {risk}: {minutes} minutes a label, median of {n}.",
        "Риск «{risk}»: {minutes} мин. на решение, медиана по {n}.",
        "风险“{risk}”：每次标注 {minutes} 分钟，{n} 次的中位数。",
    ),
    "load.pace.all": (
        (
            "Risk {risk}: {minutes} minutes a label, median of {n} "
            "labels of every risk, since too few of this one were timed."
        ),
        "Риск «{risk}»: {minutes} мин. на решение, медиана по {n} всех рисков: этих замеров мало.",
        "风险“{risk}”：每次标注 {minutes} 分钟，因本类计时太少，取全部 {n} 次的中位数。",
    ),
    "load.pace_assumed": (
        "Reckoned with {minutes} minutes a label, an assumption until five labels were timed.",
        "Расчёт: {minutes} мин. на решение — допущение, пока нет пяти замеров.",
        "按每次标注 {minutes} 分钟估算；在有五次计时之前为假设值。",
    ),
    "load.pace.assumed": (
        "Risk {risk}: {minutes} minutes a label, an assumption until five labels were timed.",
        "Риск «{risk}»: {minutes} мин. на решение — допущение, пока нет пяти замеров.",
        "风险“{risk}”：每次标注 {minutes} 分钟，在有五次计时之前为假设值。",
    ),
    "load.done": ("When it is done", "Когда закончим", "何时完成"),
    "load.done_on": (
        "At {weekly} hours a week altogether it is done on {day}.",
        "При {weekly} ч в неделю на всех — к {day}.",
        "按每周合计 {weekly} 小时，将于 {day} 完成。",
    ),
    "load.no_weekly": (
        "Nobody said how many hours a week they have. Enter a number below, or write it into goldsmith.toml.",
        "Никто не указал, сколько часов в неделю у него есть. Введите число ниже или в goldsmith.toml.",
        "尚无人说明每周可用工时。请在下方输入，或写入 goldsmith.toml。",
    ),
    "load.slowest": (
        "The date rests on {names}: nobody else can take this work from them.",
        "Срок зависит от: {names}. Эту работу больше некому отдать.",
        "完成日期取决于 {names}：这些工作无人可以代替。",
    ),
    "load.nobody": (
        "{n} {n:label|labels} can be given by none of the people: add somebody who may.",
        "{n} {n:решение|решения|решений} не может дать никто из участников: нужен новый человек.",
        "有 {n} 个标注无人可做：请增加合适的人员。",
    ),
    "load.unstaffed": (
        "{n} {n:label rests|labels rest} on people of whom nobody said how many hours they have.",
        "{n} {n:решение|решения|решений} — за людьми, чьи часы не указаны.",
        "有 {n} 个标注只能由尚未说明工时的人完成。",
    ),
    "load.ask_hours": ("Hours a week, altogether", "Часов в неделю на всех", "每周合计工时"),
    "load.ask_hours_hint": (
        "Empty: as each person's entry says.",
        "Пусто: как указано у каждого.",
        "留空则按各人设定。",
    ),
    "load.ask_by": ("To be done by", "Закончить к", "希望完成日期"),
    "load.reckon": ("Reckon", "Рассчитать", "计算"),
    "load.no_hours": (
        "Write a number of hours above 0, at most 168.",
        "Введите число часов больше 0 и не больше 168.",
        "请输入大于 0 且不超过 168 的小时数。",
    ),
    "load.no_day": ("Choose a day.", "Выберите день.", "请选择日期。"),
    "load.not_future": (
        "That day is not in the future.",
        "Этот день не в будущем.",
        "该日期不在将来。",
    ),
    "load.meets_as_is": ("It can be done by {day}.", "Успеть к {day} можно.", "可以在 {day} 前完成。"),
    "load.meets_with": (
        "It can be done by {day} if this is left open:",
        "Успеть к {day} можно, если отложить:",
        "如暂缓以下内容，可在 {day} 前完成：",
    ),
    "load.misses": (
        "It cannot be done by {day}, even with everything left out that may be. It would take {n} hours a week.",
        "Успеть к {day} нельзя, даже отложив всё, что можно. Потребуется {n} ч в неделю.",
        "即使暂缓所有可暂缓的内容，也无法在 {day} 前完成。每周需要 {n} 小时。",
    ),
    "load.drop.second": (
        "the second label of {n} low-risk {n:case|cases}",
        "вторые решения по {n} {n:вопросу|вопросам|вопросам} низкого риска",
        "{n} 个低风险用例的第二次标注",
    ),
    "load.drop.case": (
        "{n} low-risk {n:case|cases} altogether",
        "{n} {n:вопрос|вопроса|вопросов} низкого риска целиком",
        "{n} 个低风险用例的全部标注",
    ),
    "load.saves": ("saves {n} hours", "экономит {n} ч", "节省 {n} 小时"),
    "load.cost.second": (
        "Disagreement that would go unseen: above {before} now, above {after} then.",
        "Незамеченным осталось бы несогласие: сейчас выше {before}, тогда выше {after}.",
        "可能未被发现的分歧率：目前高于 {before}，之后高于 {after}。",
    ),
    "load.cost.case": (
        "Smallest fall that the set shows: {before} points now, {after} then.",
        "Наименьшее заметное падение: сейчас {before} п. п., тогда {after}.",
        "能发现的最小下降：目前 {before} 个百分点，之后 {after} 个。",
    ),
    "load.people": ("Who can do what", "Кто что может", "人员分工"),
    "load.people_caption": (
        "Labels that are left, by who may give them",
        "Оставшиеся решения по тем, кто может их дать",
        "剩余标注及可完成的人员",
    ),
    "load.person": ("Person", "Участник", "人员"),
    "load.hours_week": ("Hours a week", "Часов в неделю", "每周工时"),
    "load.may": ("May give", "Может дать", "可标注"),
    "load.alone": ("Only they", "Только он", "仅此人"),
    "load.given": ("Labels given", "Дано решений", "已完成标注"),
    "load.given_caption": (
        "Each week by its Monday; what was taken back is not counted",
        "По неделям, с понедельника; отозванное не учтено",
        "按周统计（周一起）；撤回的不计",
    ),
    "load.sum": ("Together", "Всего", "合计"),
    "load.nobody_yet": (
        "Nobody may label yet: add people to goldsmith.toml and invite them.",
        "Проверять пока некому: добавьте участников в goldsmith.toml и пригласите их.",
        "目前无人可以标注：请在 goldsmith.toml 中添加人员并发出邀请。",
    ),
    "load.auto": ("What a machine marked by itself", "Что машина отметила сама", "机器自动标记的内容"),
    "load.auto_wrong": (
        "Of {of} such passages that people were shown all the same, {part} are no evidence: {share} {interval}.",
        "Из {of} таких отрывков, показанных людям для проверки, {part} не подтверждение: {share} {interval}.",
        "在 {of} 个仍交人工查看的此类段落中，有 {part} 个不是依据：{share} {interval}。",
    ),
    "load.auto_none": (
        (
            "No such passage was checked by a person yet. “goldsmith "
            "review prelabel” makes pools; a random share is shown."
        ),
        "Такие отрывки люди ещё не проверяли. Их готовит «goldsmith review prelabel»; часть показывается наугад.",
        "尚无人工核查过的此类段落。用“goldsmith review prelabel”生成候选后，会随机抽取一部分供人查看。",
    ),
}
