"""How templates become Python: as Jinja does it, without its detours on the way to a field, a call and safe words.

A page asks for two thousand fields, calls two hundred macros and puts out a thousand words. Jinja looks up each field
as if it might be a key, and hands each call on through the context, in case it wants that; together, that is a third
of the time of a page. Here a field is a field, a call is a call, and a macro a function.

So a dictionary's keys are not its fields in these templates, macros take their arguments by place, and functions get
no context (filters may). A name or a field that is not there is a fault, as it was.

Jinja lets its compiler be replaced (`code_generator_class`) and promises nothing of that compiler's methods, so the
version is bounded, and a test says which of them a newer one no longer has. Without `_Generator`, templates give the
same pages, and slower.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.utils import missing
from markupsafe import Markup

from bd.site.pieces import safe, shown

__all__ = ["environment_of"]


def environment_of(loader: jinja2.BaseLoader) -> jinja2.Environment:
    """Return an environment for templates, each read once."""
    return _Environment(
        loader=loader,
        auto_reload=False,
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


class _Generator(CodeGenerator):
    """Writes the Python of a template; the names of its methods are Jinja's."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def visit_Test(self, node: nodes.Test, frame: Frame) -> None:  # noqa: N802
        if node.name == "defined" and isinstance(node.node, nodes.Getattr):
            self.write("hasattr(")
            self.visit(node.node.node, frame)
            self.write(f", {node.node.attr!r})")
        else:
            super().visit_Test(node, frame)

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        self.visit(node.node, frame)
        self.write("(")
        for each in (*node.args, *node.kwargs):
            self.visit(each, frame)
            self.write(", ")
        self.write(")")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        self.write(f"environment.macro(macro, {len(macro_ref.node.args)})")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        self.write("environment.shown(")


def _macro(made: Callable[..., str], takes: int) -> Callable[..., Markup]:
    """Return a macro; arguments that are not given have their defaults."""
    blanks = (missing,) * takes

    def called(*given: Any) -> Markup:
        return safe(made(*given, *blanks[len(given) :]))

    return called


class _Environment(jinja2.Environment):
    code_generator_class = _Generator
    macro = staticmethod(_macro)
    shown = staticmethod(shown)
