"""What a difference between an anchor and the corpus may change: form, words, or a fact."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fixturetool.authoring.repairing.changes import changed_facts, changes
from fixturetool.corpus.normalize import normalize

NAMES = frozenset({"张三", "张山", "老蔺", "褚长风"})


def kinds(anchor: str, text: str) -> list[str]:
    return [fact.partition(":")[0] for fact in changed_facts(anchor, text, NAMES.__contains__)]


@pytest.mark.parametrize(
    ("anchor", "text"),
    [
        pytest.param("凡欠数。当日勾去", "凡欠数；当日勾去", id="a-semicolon-for-a-full-stop"),
        pytest.param("凡欠数！当日勾去", "凡欠数。当日勾去", id="a-full-stop-for-an-exclamation"),
        pytest.param("凡欠数，当日勾去", "凡欠数,当日勾去", id="width-of-a-comma"),
        pytest.param("凡欠数.当日勾去", "凡欠数。当日勾去", id="width-of-a-full-stop"),
        pytest.param("，凡欠数，", "。凡欠数；", id="a-mark-at-an-edge"),
        pytest.param("走吧!", "走吧！", id="width"),
        pytest.param("十２级台阶", "十2级台阶", id="width-of-a-figure"),
        pytest.param("“红”墨", "「红」墨", id="style-of-quotes"),
        pytest.param("it's late", "it’s late", id="style-of-an-apostrophe"),
        pytest.param("他说——走", "他说—走", id="length-of-a-dash"),
        pytest.param("他说--走", "他说——走", id="a-dash-of-hyphens"),
        pytest.param("他说...走", "他说……走", id="style-of-an-ellipsis"),
        pytest.param("石·阿朵", "石・阿朵", id="style-of-a-dot"),
        pytest.param("摩拉\u200b克斯", "摩拉克斯", id="a-character-that-can-not-be-seen"),
        pytest.param("caf\u00e9", "cafe\u0301", id="unicode-form"),
        pytest.param("so, he left", "so，he left", id="width-of-an-english-comma"),
    ],
)
def test_form_changes_no_fact(anchor: str, text: str) -> None:
    assert changed_facts(anchor, text) == ()


@pytest.mark.parametrize(
    ("anchor", "text", "kind"),
    [
        pytest.param("他去过", "他不去过", "negation", id="a-negation-more"),
        pytest.param("他不去过", "他去过", "negation", id="a-negation-gone"),
        pytest.param("契约未成", "契约已成", "negation", id="not-yet-and-already"),
        pytest.param("he was paid", "he was never paid", "negation", id="english-never"),
        pytest.param("it did burn", "it didn't burn", "negation", id="english-not"),
        pytest.param("共有三百级", "共有五百级", "number", id="chinese-numeral"),
        pytest.param("共有三百级", "共有三千级", "number", id="chinese-numeral-of-size"),
        pytest.param("签于2019年", "签于2020年", "number", id="year"),
        pytest.param("凡312级", "凡313级", "number", id="last-figure"),
        pytest.param("nine boats", "ten boats", "number", id="english-numeral"),
        pytest.param("张三来过", "张山来过", "name", id="homophone-of-a-name"),
        pytest.param("老蔺来过", "褚长风来过", "name", id="another-name"),
        pytest.param("said Lin", "said Shao", "name", id="english-name"),
        pytest.param("灯在桥上", "灯在桥下", "direction", id="above-and-below"),
        pytest.param("前院有井", "后院有井", "direction", id="before-and-behind"),
        pytest.param("左手执笔", "右手执笔", "direction", id="left-and-right"),
        pytest.param("大王死了", "二王死了", "number", id="first-and-second-king"),
        pytest.param("公主死了", "王妃死了", "title", id="title"),
        pytest.param("the king died", "the queen died", "title", id="english-title"),
        pytest.param("重三斤", "重三钱", "unit", id="weight"),
        pytest.param("长5尺", "长5丈", "unit", id="length"),
        pytest.param("升10%了", "升10了", "unit", id="per-cent"),
        pytest.param("雾砚月十七", "雾砚日十七", "time", id="month-and-day"),
        pytest.param("他走了", "她走了", "person", id="he-and-she"),
        pytest.param("账房先生", "帐房先生", "words", id="homophone"),
        pytest.param("红墨记账", "黑墨记账", "words", id="a-word-of-no-list"),
        pytest.param("Bill paid", "bill paid", "case", id="a-name-and-a-thing"),
    ],
)
def test_words_that_differ_may_change_a_fact_however_few(anchor: str, text: str, kind: str) -> None:
    assert kinds(anchor, text)[:1] == [kind]


@pytest.mark.parametrize(
    ("anchor", "text", "kind"),
    [
        pytest.param("他是男人。", "他是男人？", "question", id="told-and-asked"),
        pytest.param("长3.5尺", "长35尺", "number", id="decimal-point"),
        pytest.param("1,000文", "1.000文", "number", id="thousands"),
        pytest.param("温度-3度", "温度3度", "number", id="minus"),
        pytest.param("长5′", "长5″", "number", id="feet-and-inches"),
        pytest.param("一、二人", "一二人", "number", id="one-or-two-and-twelve"),
        pytest.param("不，可以走", "不可以走", "punctuation", id="a-comma-behind-no"),
        pytest.param("不可以走", "不，可以走", "punctuation", id="a-comma-more-behind-no"),
        pytest.param("无鸡鸭也可", "无鸡，鸭也可", "punctuation", id="what-is-not-there"),
        pytest.param("并非他杀了人", "并非他，杀了人", "punctuation", id="who-did-it-not"),
        pytest.param("No one came", "No, one came", "punctuation", id="english-no"),
        pytest.param("nobody, knows", "nobody knows", "punctuation", id="english-nobody"),
        pytest.param("两三人", "两、三人", "number", id="two-or-three-and-two-then-three"),
        pytest.param("走了半百里", "走了半，百里", "number", id="half-a-hundred"),
        pytest.param("甲，乙的儿子来", "甲乙的儿子，来", "punctuation", id="a-comma-elsewhere"),
        pytest.param("诸葛、司马来", "诸葛司马来", "punctuation", id="an-enumeration-gone"),
        pytest.param("他说我去", "他说“我去”", "quotation", id="quotes-more"),
        pytest.param("his 'gift' came", "his gift came", "quotation", id="quotes-gone"),
        pytest.param("老蔺：走", "老蔺，走", "speaker", id="a-speaker-no-more"),
        pytest.param("its tail", "it's tail", "words", id="apostrophe"),
        pytest.param("re-sign now", "resign now", "words", id="hyphen"),
        pytest.param("the rapist", "therapist", "words", id="space"),
        pytest.param("the U.S. army", "the US army", "words", id="points-within-a-word"),
        pytest.param("石·阿朵", "石阿朵", "words", id="dot-of-a-name"),
        pytest.param("《灯志》说", "灯志说", "words", id="title-marks"),
        pytest.param("灯里头烧的是", "灯里头。烧的是", "punctuation", id="a-sentence-ends"),
        pytest.param("第²章", "第2章", "number", id="superscript"),
        pytest.param("3′深", "3″深", "number", id="minutes-and-seconds"),
        pytest.param("见No. 5册", "见No; 5册", "punctuation", id="a-point-of-an-abbreviation"),
        pytest.param("Mr. Lin left", "Mr; Lin left", "punctuation", id="a-point-in-a-title"),
        pytest.param("他说——走", "他说…走", "punctuation", id="a-dash-for-an-ellipsis"),
        pytest.param("“他走”，我说", "”他走”，我说", "punctuation", id="the-side-of-a-quote"),
    ],
)
def test_marks_that_say_something_are_no_form(anchor: str, text: str, kind: str) -> None:
    assert kinds(anchor, text)[:1] == [kind]


@pytest.mark.parametrize(
    ("anchor", "text"),
    [
        pytest.param("中国队大败美国队", "中国队大败，美国队", id="who-lost"),
        pytest.param("let us eat grandma", "let us eat, grandma", id="who-is-eaten"),
        pytest.param("我打败了敌人", "我打，败了敌人", id="who-beat-whom"),
        pytest.param("其，他打开了", "其他，打开了", id="he-and-the-others"),
        pytest.param("一百二十三，文万两", "一百二十三文，万两", id="how-much"),
        pytest.param("老人说儿子走了", "老人，说儿子走了", id="who-spoke"),
        pytest.param("守灯人，老蔺走了", "守灯人老蔺走了", id="one-man-or-two"),
        pytest.param("张三，老板来了", "张三、老板来了", id="the-boss-and-another"),
        pytest.param("张三爱上，李四的女儿", "张三，爱上李四的女儿", id="a-comma-moved-a-verb-on"),
        pytest.param("没有他，灯灭了", "没有他；灯灭了", id="without-him-and-he-is-not-there"),
        pytest.param("除了老蔺，守灯人都走了", "除了老蔺。守灯人都走了", id="who-stayed"),
        pytest.param("来的是阿朵；守灯人走了", "来的是阿朵，守灯人走了", id="of-whom-it-is-told"),
        pytest.param("下雨天留客天", "下雨天，留客天", id="a-comma-into-a-proverb"),
        pytest.param("the keeper, said Lin, lied", "the keeper said Lin lied", id="who-lied"),
        pytest.param("sailors who drank, fell", "sailors, who drank, fell", id="all-sailors"),
        pytest.param("Lin, my cook and I", "Lin, my cook, and I", id="two-people-or-three"),
        pytest.param("he sold Jo, a cat, cheese", "he sold Jo; a cat; cheese", id="what-was-sold"),
        pytest.param("stop hitting, Ann", "stop hitting Ann", id="who-is-hit"),
        pytest.param("a man-eating fish", "a man eating fish", id="who-eats"),
        pytest.param("a man-eating fish", "a man—eating fish", id="a-dash-for-a-hyphen"),
    ],
)
def test_a_mark_that_comes_goes_or_is_another_is_no_form(anchor: str, text: str) -> None:
    assert changed_facts(anchor, text) != ()
    assert changed_facts(text, anchor) != ()


TEXTS = st.text(
    st.sampled_from("不没未三五上下王红墨走，。；！？“”「」:：-—· ab1２.'\u200b"), max_size=12
)


@given(TEXTS)
def test_equal_texts_differ_in_nothing(text: str) -> None:
    assert changed_facts(normalize(text), normalize(text)) == ()


@given(TEXTS, TEXTS)
def test_changes_lead_from_one_text_to_the_other(anchor: str, text: str) -> None:
    way = changes(anchor, text)
    assert "".join(one.old for one in way) == anchor
    assert "".join(one.new for one in way) == text
    assert all((one.old == one.new) == (one.kind == "equal") for one in way)


@given(TEXTS, TEXTS)
def test_without_a_changed_fact_the_letters_and_figures_are_the_same(
    anchor: str, text: str
) -> None:
    def words(one: str) -> str:
        return "".join(filter(str.isalnum, one.replace("２", "2")))

    if not changed_facts(anchor, text):
        assert words(anchor) == words(text)
        assert ("？" in anchor) == ("？" in text)


@given(TEXTS, st.sampled_from("不未没无三五上下左右王后"), st.integers(0, 12))
def test_one_more_character_that_says_something_is_never_form(
    text: str, more: str, at: int
) -> None:
    assert changed_facts(text, text[:at] + more + text[at:]) != ()
