"""What a page shows, as tables of plain values: for `data.csv` and `data.json` beside it, and for the whole data.

A table is a list of columns (`columns.py`); a column says where its value stands, in which unit, and what it means. The
same list writes the files and the dictionary on the data page, so that the two cannot disagree.
"""
