"""Replay: work every number out again from the saved answers alone, and write the scored rows and the level rows.

`work` says what is worked out from what and which file holds what; `parts` goes through the decisions one by one;
`kept` holds what was worked out of each from one replay to the next; `state` knows whether anything has changed at all.
"""
