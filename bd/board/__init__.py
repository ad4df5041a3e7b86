"""Effects to boards: headlines, places with ties, the main board, at every level.

Pure functions on `bd.effects.records.Effect`; no file is read or written here.
"""

from bd.board.addresses import Axes, address, axes_of, engine_address, nearest
from bd.board.cells import Cell, CellKey, make_cell
from bd.board.digits import POINT_DIGITS, points, show_points
from bd.board.headlines import Headline, headline
from bd.board.levels import Level, Standings, standings
from bd.board.overall import MainBoard, Row, main_board
from bd.board.places import Board, Standing, board, shared_places

__all__ = [
    "POINT_DIGITS",
    "Axes",
    "Board",
    "Cell",
    "CellKey",
    "Headline",
    "Level",
    "MainBoard",
    "Row",
    "Standing",
    "Standings",
    "address",
    "axes_of",
    "board",
    "engine_address",
    "headline",
    "main_board",
    "make_cell",
    "nearest",
    "points",
    "shared_places",
    "show_points",
    "standings",
]
