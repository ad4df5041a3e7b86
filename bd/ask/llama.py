"""Language models that complete a prompt, through llama.cpp (`xllamacpp`).

The prompt lists the options and ends where an answer would begin. What counts is the log-probability of each option's
first piece as the next piece. Every prompt is computed from its first token on: with llama.cpp's prompt cache, an
answer would depend on what was asked before.
"""

from __future__ import annotations

import hashlib
import time
import urllib.request
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any

import numpy as np
import orjson

from bd.ask.calibrate import fit_offset, probabilities, right_options, unlabelled
from bd.ask.memory import PromptMemory, Remembered
from bd.ask.model import Answer, Build, Calibration, Labelled, Question, Row, Setting, missing_packages, setting_of
from bd.ask.threads import limit_threads
from bd.ask.weights import package_version, weights_file
from bd.errors import BdError
from bd.study.records import ModelCard, Option

__all__ = ["LlamaModel", "draw", "render_prompt"]

READ = (400, 8_000, 1_000_000)
"""How many of the most probable next pieces are read, one after the other until every option is among them; the last is
more than any model has. A text whose option is improbable must not drop out: that would choose the texts."""
CALIBRATION_TEXTS = 20
"""How many calibration texts are used for each right answer."""
_CONTEXT = 2048


def render_prompt(question: Question, text: str, *, reverse: bool) -> str:
    """Return the prompt for a text, with the options in the listed order or the other way round.

    A prompt that lists no options is the same either way.
    """
    words = [option.word for option in question.options]
    listed = ", ".join(reversed(words) if reverse else words)
    return question.prompt.replace("{options}", listed).replace("{text}", text)


def draw(chances: dict[str, float], *, decision: str, row: Row) -> str:
    """Draw an option, seeded by the decision, the row and the attempt, so that the same row draws the same option."""
    seed = hashlib.sha256(orjson.dumps([decision, row.id, row.attempt])).digest()
    place = int.from_bytes(seed[:8], "big") / 2**64 * sum(chances.values())
    for option, chance in chances.items():
        if place < chance:
            return option
        place -= chance
    return next(reversed(chances))


class LlamaModel:
    """A GGUF file that completes prompts.

    Card settings: `package` and `file`, or `parts` and `name` (see `bd.ask.weights`), and `decides` (`argmax`, or
    `sampled` to draw the choice at temperature 1; a cutoff is `bd.ask.model`'s part).
    """

    anywhere = ("xllamacpp",)

    def __init__(self, card: ModelCard, setting: Setting) -> None:
        limit_threads(setting.threads)
        path, sha256 = weights_file(card, setting)
        package = card.ask.get("package", card.id)
        known = package_version(card, package) if "package" in card.ask else "local file"
        self.build = Build(package, known, sha256)
        self.decides = str(card.ask.get("decides", "argmax"))
        self._engine = _Engine(str(path), setting.threads)
        self._memory = None
        if setting.alone and not setting.fresh:  # it is a file that machines cannot share
            self._memory = PromptMemory(setting.cache / "prompts.sqlite", f"{sha256} {self._engine.name}")
        self._pieces: dict[str, tuple[int, ...]] = {}

    def calibrate(self, question: Question, texts: Sequence[Labelled]) -> Calibration:
        """Fit the offset that is added to the followed option's log-probability, for both orders alike."""
        used = _first_by_hash(question, texts)
        orders = _orders(question, "both")
        scores, kept = [], []
        for text in used:
            both = [self._logprobs(question, text.text, reverse=reverse, again=False)[0] for reverse in orders]
            if all(value is not None for logprobs in both for value in logprobs):
                scores.append(both)
                kept.append(text)
        share, method = 0.5, "offset to one half"
        if not unlabelled(kept):
            share, method = float((right_options(question, kept) == question.positive_index).mean()), "offset"
        offset = fit_offset(np.array(scores, dtype=np.float64), share, question.positive_index)
        return {"method": method, "offset": offset, "scale": 1.0, "texts": len(kept), "engine": self._engine.name}

    def answer(self, question: Question, calibration: Calibration, rows: Sequence[Row]) -> Iterator[Answer]:
        """Answer each row under the order it asks for; `both` is the mean of the two orders' probabilities."""
        for row in rows:
            yield self._answer(question, calibration, row)

    def _answer(self, question: Question, calibration: Calibration, row: Row) -> Answer:
        orders = _orders(question, row.order)
        chances, tokens, spent = [], 0, 0.0
        remembered = False
        for reverse in orders:
            logprobs, read, ms = self._logprobs(question, row.text, reverse=reverse, again=row.attempt > 1)
            tokens += read or 0
            remembered |= ms is None
            spent += ms or 0.0
            unseen = [o.word for o, value in zip(question.options, logprobs, strict=True) if value is None]
            if unseen:
                return Answer(None, {}, tokens, None, f"no probability for the next piece of: {', '.join(unseen)}")
            scores = np.array(logprobs, dtype=np.float64)
            chances.append(
                probabilities(scores, float(calibration["scale"]), calibration["offset"], question.positive_index)
            )
        mean = np.mean(chances, axis=0)
        by_option = {option.id: float(p) for option, p in zip(question.options, mean, strict=True)}
        choice = draw(by_option, decision=question.decision, row=row) if self.decides == "sampled" else None
        return Answer(choice, by_option, tokens, None if remembered else spent)

    def _logprobs(
        self, question: Question, text: str, *, reverse: bool, again: bool
    ) -> tuple[list[float | None], int | None, float | None]:
        """Return each option's log-probability, the tokens read, and the milliseconds (None if remembered)."""
        pieces = self._first_pieces(question)
        prompt = render_prompt(question, text, reverse=reverse)
        # a model that draws may look the numbers up even then: its second attempt is a second draw
        if self._memory is not None and (self.decides == "sampled" or not again):
            remembered = self._memory.get(prompt, pieces)
            if remembered is not None and None not in remembered[0]:
                return (*remembered, None)
        started = time.perf_counter()
        answer = self._engine.next_pieces(prompt, pieces)
        spent = (time.perf_counter() - started) * 1000
        if self._memory is not None:
            self._memory.put(prompt, pieces, answer)
        return (*answer, spent)

    def _first_pieces(self, question: Question) -> tuple[int, ...]:
        if question.decision not in self._pieces:
            self._pieces[question.decision] = _distinct_pieces(self._engine, question.options, question.decision)
        return self._pieces[question.decision]


def _orders(question: Question, wanted: str) -> tuple[bool, ...]:
    """Return whether the options are listed the other way round, for each prompt that a row needs."""
    if "{options}" not in question.prompt:
        return (False,)
    return {"both": (False, True), "listed": (False,), "reversed": (True,)}[wanted]


def _first_by_hash(question: Question, texts: Sequence[Labelled]) -> list[Labelled]:
    ranked = sorted(texts, key=lambda t: hashlib.sha256(t.id.encode()).hexdigest())
    if unlabelled(texts):
        return ranked[: CALIBRATION_TEXTS * len(question.options)]
    return [t for o in question.options for t in [t for t in ranked if t.option == o.id][:CALIBRATION_TEXTS]]


def _distinct_pieces(engine: _Engine, options: Sequence[Option], decision: str) -> tuple[int, ...]:
    pieces = tuple(engine.first_piece(" " + option.word) for option in options)
    if len(set(pieces)) < len(pieces):
        clash = [
            f"{option.id} ({option.word})" for option, p in zip(options, pieces, strict=True) if pieces.count(p) > 1
        ]
        raise BdError(f"{decision}: this model starts these options with the same piece: {', '.join(clash)}")
    return pieces


class _Engine:
    """One GGUF file in llama.cpp, one prompt at a time."""

    def __init__(self, path: str, threads: int) -> None:
        try:
            import xllamacpp
        except ImportError as error:
            raise missing_packages("llama-cpp", error, "xllamacpp") from error
        self.name = f"xllamacpp {version('xllamacpp')}"
        parameters = xllamacpp.CommonParams()
        parameters.model.path = path
        parameters.n_ctx = _CONTEXT
        parameters.n_parallel = 1
        parameters.n_gpu_layers = 0
        parameters.cpuparams.n_threads = threads
        parameters.cpuparams_batch.n_threads = threads
        parameters.cache_prompt = False
        parameters.cache_ram_mib = 0
        parameters.warmup = False
        parameters.verbosity = -1
        try:
            self._server = xllamacpp.Server(parameters)
        except RuntimeError as error:
            raise BdError(f"{path}: llama.cpp cannot load it ({error})") from error
        # no proxy: the engine listens on this machine only
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open

    def first_piece(self, word: str) -> int:
        """Return the id of the first piece of a word with its leading space."""
        request = urllib.request.Request(
            f"{self._server.listening_address}/tokenize",
            data=orjson.dumps({"content": word, "add_special": False}),
            headers={"Content-Type": "application/json"},
        )
        with self._open(request) as reply:
            tokens: list[int] = orjson.loads(reply.read())["tokens"]
        return tokens[0]

    def next_pieces(self, prompt: str, pieces: Sequence[int]) -> Remembered:
        """Return the log-probability of each piece as the next one, and the number of tokens in the prompt."""
        for count in READ:
            logprobs, tokens = self._most_probable(prompt, pieces, count)
            if None not in logprobs:
                break
        return logprobs, tokens

    def _most_probable(self, prompt: str, pieces: Sequence[int], count: int) -> Remembered:
        reply: Any = self._server.handle_completions(
            {
                "prompt": prompt,
                "n_predict": 1,
                "n_probs": count,
                "post_sampling_probs": False,
                "cache_prompt": False,
                "temperature": 0,
            }
        )
        try:
            top = reply["choices"][0]["logprobs"]["content"][0]["top_logprobs"]
        except (KeyError, IndexError, TypeError) as error:
            raise BdError(f"llama.cpp gave no log-probabilities: {str(reply)[:200]}") from error
        by_id = {entry["id"]: entry["logprob"] for entry in top}
        return [by_id.get(piece) for piece in pieces], reply.get("usage", {}).get("prompt_tokens")


def llama_cpp(card: ModelCard, setting: Setting) -> LlamaModel:
    """Load a GGUF file; the entry point `llama-cpp`."""
    setting_of(card, "name" if "parts" in card.ask else "file")
    return LlamaModel(card, setting)
