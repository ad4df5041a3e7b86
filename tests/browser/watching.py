"""A page of the browser that keeps what it said and asked for."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, Page, Request, Response

from tools.kinds import BuiltPage

HEIGHT = 900
NOWHERE = "no/such/page/"


def none(faults: list[Any]) -> None:
    """Refuse any fault, with a line for each."""
    assert not faults, f"{len(faults)} faults\n" + "\n".join(str(each) for each in faults)


class Watched:
    def __init__(self, browser: Browser, base: str, **options: Any) -> None:
        self.base = base
        self.context = browser.new_context(viewport={"width": 1280, "height": HEIGHT}, **options)
        self.page: Page = self.context.new_page()
        self.said: list[str] = []
        self.failed: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("requestfailed", self._gave_up)
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("response", self._refused)

    def __enter__(self) -> Watched:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def open(self, page: BuiltPage | str, anchor: str = "") -> Response | None:
        """Go to a page of the site; to the one for missing addresses, by an address that is missing."""
        address = page if isinstance(page, str) else page.address
        self.said.clear()
        self.failed.clear()
        return self.page.goto(self.base + (NOWHERE if address == "404.html" else address) + anchor)

    def lay_out(self) -> None:
        """Lay out what browsers put off until it is scrolled to: what is not laid out has no fault."""
        self.page.evaluate(_LAY_OUT)

    def set(self, width: int, **media: Any) -> None:
        plain = {"media": "screen", "color_scheme": "light", "forced_colors": "none", "reduced_motion": "no-preference"}
        self.page.emulate_media(**(plain | media))
        self.page.set_viewport_size({"width": width, "height": HEIGHT})

    def larger(self, percent: int) -> None:
        """Set the size of words; by a script, since a strict site lets no style in from outside."""
        self.page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")

    @property
    def wide(self) -> int:
        """How wide the page is, what sticks out included."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))

    def sticking_out(self, width: int) -> list[str]:
        """Name what is further right than the page is wide; the innermost elements alone."""
        return list(self.page.evaluate(_STICKING_OUT, width))

    def _gave_up(self, request: Request) -> None:
        # What the page before had not fetched yet, such as its icon, is given up as it is left: no fault of any page.
        if request.failure != "net::ERR_ABORTED":
            self.failed.append(f"{request.url} {request.failure}")

    def _refused(self, response: Response) -> None:
        missing = response.request.is_navigation_request() and response.url.endswith(NOWHERE)
        if response.status >= 400 and not missing:
            self.failed.append(f"{response.url} {response.status}")

    def complaints(self) -> list[str]:
        """Return what was said and what failed; that a missing address is missing is no complaint."""
        expected = "the server responded with a status of 404"
        said = [text for text in self.said if not (expected in text and self.page.url.endswith(NOWHERE))]
        return said + self.failed


_LAY_OUT = """for (const e of document.querySelectorAll("body *"))
  if (getComputedStyle(e).contentVisibility === "auto") e.style.contentVisibility = "visible";"""

_STICKING_OUT = """width => [...document.querySelectorAll("body *")]
  .filter(e => e.getBoundingClientRect().right > width + 0.5 && ![...e.children].some(
    c => c.getBoundingClientRect().right > width + 0.5))
  .slice(0, 3)
  .map(e => `${e.tagName.toLowerCase()}.${e.getAttribute("class") || ""} ` +
    `${Math.round(e.getBoundingClientRect().right)} ${e.textContent.trim().slice(0, 40)}`)"""
