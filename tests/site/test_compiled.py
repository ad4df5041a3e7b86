"""Templates: what a field, a call and safe words are in them."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import jinja2
import pytest
from jinja2.compiler import CodeGenerator
from markupsafe import Markup, escape

from bd.site.compiled import _Environment, _Generator, environment_of
from bd.site.pieces import shown
from bd.site.plan import plan_pages
from bd.site.render import Renderer, frame_of
from bd.site.settings import load_settings
from tests.report.samples import sample_board
from tests.site.sites import REPOSITORY


@dataclass(frozen=True)
class Named:
    label: str
    count: int = 3


def filled(template: str, **given: Any) -> str:
    return environment_of(jinja2.DictLoader({"page": template})).get_template("page").render(**given)


@pytest.mark.parametrize("value", ["plain", "", "a<b & 'c' \"d\"", Markup("<b>safe</b>"), 12, 0.25, -0.0, True, None])
def test_what_is_shown_is_what_escape_gives(value: object) -> None:
    assert filled("{{ value }}", value=value) == str(escape(value)) == str(shown(value))


def test_a_field_is_read_and_one_that_is_not_there_is_a_fault() -> None:
    assert filled("{{ it.label }}: {{ it.count }}", it=Named("a < b")) == "a &lt; b: 3"
    with pytest.raises(AttributeError, match="weight"):
        filled("{{ it.weight }}", it=Named("a"))
    with pytest.raises(jinja2.UndefinedError):
        filled("{{ other.label }}", it=Named("a"))
    with pytest.raises(jinja2.UndefinedError):
        filled("{{ other }}")


def test_whether_there_is_a_field_can_be_asked() -> None:
    asked = "{% if it.label is defined %}yes{% endif %}{% if it.weight is defined %}no{% endif %}"
    assert filled(asked, it=Named("a")) == "yes"
    assert filled("{{ 'no' if other is defined else 'yes' }}") == "yes"


def test_a_macro_gives_safe_words_and_has_defaults() -> None:
    macro = "{% macro bold(text, mark='!') %}<b>{{ text }}{{ mark }}</b>{% endmacro %}"
    assert filled(macro + "{{ bold('<') }}{{ bold('a', '?') }}") == "<b>&lt;!</b><b>a?</b>"
    with pytest.raises(jinja2.UndefinedError, match="text"):
        filled(macro + "{{ bold() }}")
    with pytest.raises(TypeError):
        filled(macro + "{{ bold('a', '?', 'more') }}")


def test_what_is_given_can_be_called() -> None:
    assert filled("{{ to('/a/', end=2) }}", to=lambda address, end: f"{address}{end}&") == "/a/2&amp;"


METHODS = [name for name, each in vars(_Generator).items() if inspect.isfunction(each)]


@pytest.mark.parametrize("name", METHODS)
def test_what_is_replaced_in_the_compiler_of_jinja_is_still_there(name: str) -> None:
    theirs = getattr(CodeGenerator, name, None)
    assert theirs is not None, f"jinja2 {version('jinja2')} has no CodeGenerator.{name}: see bd/site/compiled.py"
    ours = list(inspect.signature(getattr(_Generator, name)).parameters)
    assert ours == list(inspect.signature(theirs).parameters), f"CodeGenerator.{name} takes other arguments by now"


def test_what_is_replaced_is_what_jinja_uses() -> None:
    template = "{% macro bold(text) %}{{ text }}{% endmacro %}{{ bold(it.label) }}"
    code = environment_of(jinja2.DictLoader({})).compile(template, raw=True)
    assert "environment.macro(macro, 1)" in code
    assert "environment.shown(" in code
    assert ".label, )" in code
    assert "context.call" not in code


def test_jinja_itself_gives_the_same_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    board, settings = sample_board(), load_settings(REPOSITORY)

    def made() -> list[bytes]:
        renderer = Renderer(REPOSITORY / "templates", frame_of(board, settings))
        return [renderer.render(page) for page in plan_pages(board, settings)]

    own = made()
    monkeypatch.setattr(_Environment, "code_generator_class", CodeGenerator)
    assert made() == own
