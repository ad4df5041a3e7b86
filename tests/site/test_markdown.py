from __future__ import annotations

import pytest

from bd.site.markdown import block, inline


def test_words_of_a_study_may_be_marked():
    assert block("*As a* **b**\n\nc") == "<p><em>As a</em> <strong>b</strong></p>\n<p>c</p>\n"
    assert inline("*a* & <b>") == "<em>a</em> &amp; &lt;b&gt;"


@pytest.mark.parametrize(
    "text",
    ["<b id=canary>x</b>", "</script><script>x</script>", "[x](javascript:1)", "![x](y.png)", "<http://a.example>"],
)
def test_nothing_else_becomes_html(text):
    for made in (block(text), inline(text)):
        assert not {"<b", "<s", "<a", "<i"} & {made[i : i + 2] for i in range(len(made))}


def test_a_heading_stays_text():
    assert block("# a") == "<p># a</p>\n"
