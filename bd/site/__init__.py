"""The data file to a folder of plain pages: `site/data/leaderboard.json` to `site/dist/`."""

from bd.site.build import Built, build_site
from bd.site.serve import serve
from bd.site.settings import Settings, load_settings

__all__ = ["Built", "Settings", "build_site", "load_settings", "serve"]
