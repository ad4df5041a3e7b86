"""Cards: for each page a picture with its own number, for places that show a link with one.

From a page of the data file to a record (`content.py`), from there to a picture (`layout.py` on a `canvas.py`, words by
`letters.py`, shapes by `outlines.py`) and to a file (`png.py`). No browser, no font of the machine: the bytes are the
same everywhere.
"""
