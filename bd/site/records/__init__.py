"""What the pages are made of: frozen records that hold everything a template shows, already decided and in order.

A template gets one page record and nothing else. It computes no number and knows no rule; it only lays out.
"""
