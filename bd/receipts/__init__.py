"""Receipts: every text behind a cell, as it was asked, with every answer to it and the line of the log it came from."""

from __future__ import annotations

from bd.receipts.records import CAUSES, ROLES, CellReceipts, Said, SharedReceipts, SharedWitness, Slot, Witness
from bd.receipts.saved import Saved, saved_for
from bd.receipts.source import Receipts, open_receipts

__all__ = ["CAUSES", "ROLES", "CellReceipts", "Receipts", "Said", "Saved", "SharedReceipts", "SharedWitness"]
__all__ += ["Slot", "Witness", "open_receipts", "saved_for"]
