"""From aligned answers to scored rows: columns, re-draws, ranges, controls."""
