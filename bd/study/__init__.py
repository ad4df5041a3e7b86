"""What is asked: texts, decisions, characteristics and edits, all of it data under `studies/`."""
