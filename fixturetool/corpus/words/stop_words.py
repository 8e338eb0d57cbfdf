"""Words that say nothing about what a text is about: function and question words."""

_CHINESE = """
的 了 着 过 地 得 之 乎 者 也 矣 焉 兮 所 其 而 以 于 与 则 且 乃 若 为 因 由 自 从 向 往 朝 到 在
当 对 把 被 让 给 跟 和 同 及 或 并 但 却 就 才 都 只 还 又 再 更 最 很 太 挺 极 非常 十分 比较
相当 特别 尤其 是 有 无 没 没有 不 不是 别 未 非 否 要 会 能 能够 可 可以 可能 应 应该 应当 必须
需要 想要 是否 有没有 这 那 此 该 每 各 某 本 这个 那个 这些 那些 这里 那里 这儿 那儿 这样 那样
这么 那么 这种 那种 此外 其中 其他 其它 其余 我 你 您 他 她 它 我们 你们 您们 他们 她们 它们 咱
咱们 自己 人家 大家 别人 什么 甚么 啥 哪 哪个 哪些 哪种 哪里 哪儿 哪位 谁 谁的 何 何人 何时 何地
何处 何事 何物 何种 为何 如何 怎 怎么 怎样 怎么样 怎么办 怎么回事 怎的 怎地 为什么 为啥 为甚 多少
几 几个 几位 几次 几时 多大 多久 多长 多高 多远 多么 什么样 什么时候 什么地方 什么人 什么事 哪一
哪一个 哪一位 哪一种 分别 各自 各是 分别是 有哪些 有什么 有多少 都有 是什么 是谁 吗 吧 呢 啊 呀 哦
嗯 嘛 啦 哇 哪怕 么 罢 喔 噢 哎 唉 咦 因为 所以 因此 由于 于是 如果 假如 倘若 要是 虽然 虽 尽管
但是 可是 然而 不过 而且 并且 或者 还是 以及 以后 以前 之后 之前 关于 对于 至于 根据 按照 通过
随着 除了 为了 直到 自从 比如 例如 譬如 即 便 既 既然 无论 不管 只要 只有 除非 甚至 上 下 里 中 内
外 前 后 时 时候 些 一些 一下 一点 一样 一种 一个 个 位 种 次 件 条 只是 就是 也是 还有 曾 曾经 已
已经 正 正在 将 请 请问 问 告诉 说说 介绍 列出 列举 说明 解释 描述 简述 谈谈
"""

_ENGLISH = """
a an the this that these those some any each every either neither no not nor none both all such
same other another i me my mine myself you your yours yourself he him his himself she her hers
herself it its itself we us our ours ourselves they them their theirs themselves one ones who whom
whose what which when where why how whether whatever whoever am is are was were be been being do
does did done doing have has had having can could may might must shall should will would ought
cannot let and or but if then else than so because as while until although though unless since of
at by for with about against between among into through during before after above below to from up
down in out on off over under again further once here there upon within without per via only own
too very just also even still yet already ever never now quite rather much many more most few
fewer less least several list name names tell give explain describe please
"""

STOP_WORDS = frozenset((_CHINESE + _ENGLISH).split())
"""The built-in stop words, lower-cased, as the tokenizer spells its tokens."""
