"""What is asked: texts, decisions, characteristics and the edits that change a text, all of it data under `studies/`."""
