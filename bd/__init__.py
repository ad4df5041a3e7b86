"""Does this model treat people differently? Counterfactual bias tests, replayed from saved answers."""

__version__ = "0.1.0"
