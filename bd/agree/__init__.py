"""Do instruments agree on the order of models? Signed scores to detection, direction, reliability and agreement.

The main board asks the same of its own characteristics, with the same code (`bd.board.agreement`).
"""

from bd.agree.compare import Agreement, Measured, Pair, Ranking, agreement, verdict
from bd.agree.concordance import Concordance, concordance, kendall_w
from bd.agree.orders import tau_b
from bd.agree.scores import Instrument, instruments_of, read_scores

__all__ = [
    "Agreement",
    "Concordance",
    "Instrument",
    "Measured",
    "Pair",
    "Ranking",
    "agreement",
    "concordance",
    "instruments_of",
    "kendall_w",
    "read_scores",
    "tau_b",
    "verdict",
]
