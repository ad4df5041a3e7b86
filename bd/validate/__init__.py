"""Proof that the numbers are right: simulated models with known effects, put through the replay, and counted."""
