"""Tell, of a text in none of our languages, whether it can be taken as an answer all the same.

There are no phrases for these languages. What states a figure, or is long, and holds no word of declining is taken as
an answer; of the rest the form does not tell. English is what nothing speaks against: a short answer in English
("Within 30 days.", "Larch 3000") may hold no word by which it is known.
"""

from __future__ import annotations

import re
from typing import Literal

from goldsmith.text.behaviour_sequel import states_figure

_LONG = 200
"""A text of so many characters states something."""
_READ = 400
"""Characters by which the language is told."""
_MOST_WORDS_OF_A_NAME = 3
_KANA_TO_HAN = 4
"""Japanese and Korean write a kana or a syllable for so many Chinese characters or fewer."""
_MOST_WORDS_OF_A_LONG_NAME = 6
_WORD = re.compile(r"[^\W\d_]+(?:'s\b)?")
_PARTICLES = frozenset("da de del della den der des di do dos du el la las le los und van von y zu zum zur".split())
_ENGLISH_AT_ONCE = re.compile(
    r"\b(?:the|and|with|your|from|you|this|are|which)\b.*\b(?:the|and|of|is|to|for|in|you|a)\b"
)
_ENGLISH = frozenset(
    """
    a about after all also am an and any are as at be because been before between both but by can cannot could days did
    do does each either every for from had has have he her his how however i if in into is it its may month more most
    must my new no not of on once one only or our out over per same she should so some such than that the their them
    then there these they this those through to under until up upon use very via was we were what when where which who
    will with within without would year yes you your
    """.split()
)
_SHARED = frozenset(
    """
    a after all am an as at been den die do for had he her his ho i in is ko kr may me most no of on one or over per po
    sa so ten use var was we will ya
    """.split()
)
"""Words of English that are words of other languages, too: they speak for none."""
_OTHERS = (
    frozenset(
        """
    das der dem des ein eine einen einer ist sind nicht ich sie wir und zu mit für von auf dazu leider keine kein dass
    wird werden kann können haben habe beträgt kostet ab bei nach im zum zur dies diese dieser diesen dieses ihnen mir
    le la les des une est sont ne pas je vous nous et du au aux ce cette ces dans pour sur que qui il elle avec cela
    el los las una es está son por para con del al lo que su sus esa ese esto esta este en se puede no le tiene tengo
    di il gli della dello del che è sono non ho mi questa questo per con si può alla nel dal posso
    o os um uma é são não em da do dos das ao na nas com para esse essa isso este esta você tem posso
    de het een en van niet ik u dat deze dit voor zijn kan kunt geen op daar heb naar wij
    nie na w z i się jest są to tego ten ta te do mogę mam dla jak temat czy po od przez
    je na se si že nemohu to ten jsou není vám od bohužel
    jag det att och är inte på som för av ett den kan har till kr jeg ikke og er på av til det kan har
    bu bir ve için ile değil yok var olarak bilgi konuda üzgünüm gün süresi
    saya tidak dapat yang dan untuk ini itu adalah maaf dengan dari tentang hari
    tôi không thể này của và là cho với xin lỗi
    nu pot este sunt și să pentru din care acest această cu în nem az egy és hogy vagyok tudok ez sajnos
    en voi on ei ole tämä ja se että valitettavasti minä ne mogu je nažalost nije za
    hindi ako ang ng sa po ko samahani siwezi kwa hii ya ni katika kuhusu
    vertraulich verweigert geheim refusé denegado negado negato confidencial confidentiel confidentielle riservato
    poufne gizli bilmiyorum accès zugriff acceso accesso odmowa dostępu erişim
    no puc ho aquesta això amb els
    """.split()
    )
    - _ENGLISH
    - _SHARED
)
_TELLING = _ENGLISH - _SHARED
_OTHER_CYRILLIC = re.compile("[іїєґўђјљњћџѓќѕәғқңөұүһ]")
_RUSSIAN_LETTERS = re.compile("[ыэ]")
_NO_RUSSIAN = re.compile(
    r"\b(?:съм|сме|това|тази|този|тези|няма|мога|може да|съжалявам|към|със|във|срокът|сум|нема|јас)\b"
)
_CYRILLIC = re.compile(
    "[іїєґўђјљњћџѓќѕәғқңөұүһ]|(?<!\\w)(?:съм|сме|това|тази|този|тези|няма|мога|може да|съжалявам|към|със|във|срокът"
    "|сум|нема|јас)(?!\\w)"
)
_CYRILLIC = re.compile("[а-я]")
_HAN = re.compile("[\u4e00-\u9fff]")
_KANA_OR_HANGUL = re.compile("[\u3041-\u30f4\u30fc\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
_OUR_LETTERS = re.compile("[a-zа-я\u4e00-\u9fff]")
_LATIN = re.compile("[^\u0250-\U0010ffff]*$")
_TELEPHONE = re.compile(r"(?:\+|\b0)\d[\d ()-]{5,}")
_SAYS_YES_OR_NO = re.compile(r"^\W*(?:はい|いいえ|네|예|아니요|아니오|نعم|لا|ναι|όχι|हाँ|नहीं|כן|לא)\W*$")
_DECLINES = re.compile(
    r"(?<!\w)(?:verweiger\w*|geheim\w*|refusée?s?|deneg\w*|negad\w*|negat\w*|odmow\w*|\w+m[iıuü]yor\w*|nicht|keine?[nrsm]?|leider|vertraulich\w*|verzeih\w*|entschuldig\w*|weder|ne|n|pas|aucune?|rien|désolée?"
    r"|confident\w*|confiden[cz]\w*|interdit\w*|no|ning[uú]n\w*|nada|siento|nunca|lamento|lamentabl\w*|restring\w*|non"
    r"|nessun\w*|dispiace|riservat\w*|não|nenhum\w*|desculp\w*|infelizmente|niet|geen|helaas|vertrouwelijk\w*|nie|brak"
    r"|niestety|poufn\w*|přepra\w*|bohužel|ne\w{4,}|není|inte|ingen|inga|inget|tyvärr|ikke|desværre|beklager|değil\w*"
    r"|yok\w*|üzgün\w*|maalesef|gizli\w*|\w{2,}(?:amıyor|emiyor|amam|emem|amayı|emeyi|maz|mez)\w*|tidak|maaf|belum|bukan"
    r"|không|xin lỗi|nu|nem|ei|en|sajnos|не|ні|немає|жаль|няма|съжалявам|нема|конфіденц\w*|поверителн\w*|δεν|λυπάμαι"
    r"|δυστυχώς|όχι|לא|אין|מצטער\w*|नहीं|क्षमा|माफ़?|गोपनीय)(?!\w)"
    r"|لا |ليس|لم |لن |عذر|آسف|أعتذر|سري|غير |نمی|نیست|متأسف|ません|ない|なく|申し訳|すみません|機密|秘密|権限|できかね"
    r"|残念|없|않|못|아니|죄송|미안|기밀|비밀|불가|ไม่|ขออภัย|เสียใจ|ลับ"
)


def reads_as_an_answer(text: str, written: str) -> Literal["ours", "answer", "untold"]:
    """Say whether a text is in one of our languages, else whether it states an answer.

    `text` is in comparison form; `written` is the same as it was given, with its capitals.
    """
    opening = text[:_READ]
    if _ENGLISH_AT_ONCE.search(opening) or not is_foreign(opening) or _SAYS_YES_OR_NO.match(text):
        return "ours"
    if _DECLINES.search(opening):
        return "untold"
    figures = len(text) >= _LONG or states_figure(_TELEPHONE.sub(" ", text))
    return "answer" if figures or _is_a_name(written) else "untold"


def _is_a_name(written: str) -> bool:
    """Say whether a text may be a name, such as "Rio de Janeiro": that tells no language."""
    words = _WORD.findall(written)
    if _LATIN.match(written) is None or len(words) > _MOST_WORDS_OF_A_LONG_NAME:
        return False
    return len(words) <= _MOST_WORDS_OF_A_NAME or all(word[0].isupper() or word in _PARTICLES for word in words)


def is_foreign(text: str) -> bool:
    """Say whether a text (in comparison form) is in none of English, Russian and Chinese."""
    if _CYRILLIC.search(text):
        russian = _RUSSIAN_LETTERS.search(text) or not _NO_RUSSIAN.search(text)
        return not russian or _OTHER_CYRILLIC.search(text) is not None
    if _HAN.search(text):
        others = len(_KANA_OR_HANGUL.findall(text))
        return others > 0 and _KANA_TO_HAN * others >= len(_HAN.findall(text))
    words = _WORD.findall(text)
    if not words:
        return False
    if not _OUR_LETTERS.search(text):
        return True
    known = set(words)
    ours, others = len(known & _TELLING), len(known & _OTHERS)
    if ours or others or text.isascii():
        return others > ours
    accented = any(not word.isascii() and _OUR_LETTERS.search(word) and word < "\u0250" for word in words)
    return accented and len(words) > _MOST_WORDS_OF_A_NAME
