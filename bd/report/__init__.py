"""Effects to `site/data/leaderboard.json`: the public file that the site, and anyone else, reads."""
