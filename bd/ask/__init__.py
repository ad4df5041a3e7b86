"""Put every text of a study to a real model, and save the answers."""

from bd.ask.asking import Asker, Asking, Finished, Progress
from bd.ask.model import Answer, Build, Calibration, Labelled, Model, Question, Row, Setting, load_model
from bd.ask.reask import Difference, ReaskReport, reask
from bd.ask.run import AskInterruptedError, AskReport, ask, ask_study, logs_of

__all__ = [
    "Answer",
    "AskInterruptedError",
    "AskReport",
    "Asker",
    "Asking",
    "Build",
    "Calibration",
    "Difference",
    "Finished",
    "Labelled",
    "Model",
    "Progress",
    "Question",
    "ReaskReport",
    "Row",
    "Setting",
    "ask",
    "ask_study",
    "load_model",
    "logs_of",
    "reask",
]
