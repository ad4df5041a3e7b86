"""How one published number came to be: from its address to the answers, with everything in between."""

from bd.explain.records import ExplainedCell, Explanation
from bd.explain.run import explain
from bd.explain.text import explanation_lines, explanation_part, snippet_lines

__all__ = ["ExplainedCell", "Explanation", "explain", "explanation_lines", "explanation_part", "snippet_lines"]
