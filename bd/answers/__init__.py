"""Saved answers: read, checked, and aligned to the study's texts."""
