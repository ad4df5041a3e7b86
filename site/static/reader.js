/* What a link to one place of a page needs beyond the browser's own jump: closed parts that hold the place are opened,
   and where the place is a model's line, its marks in the charts stand out and a line at the top says what it shows.
   Without scripts the jump and the tint of the line remain. */
"use strict";

(() => {
  const text = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";

  function make(tag, attributes, ...inside) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }

  /** Return the element that the address names, if there is one. */
  function named() {
    try {
      return document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      return null;   // a stray percent sign names nothing
    }
  }

  function unfold(element) {
    const closed = [];
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (up.matches("details:not([open])")) closed.push(up);
    }
    for (const each of closed) each.open = true;
    return closed.length > 0;
  }

  /** Return what a part of the line says, without the small print under it. */
  function cell(row, choice) {
    const copy = row.querySelector(choice)?.cloneNode(true);
    copy?.querySelectorAll(".where, .hidden").forEach((small) => small.remove());
    return text(copy);
  }

  /** Put a model's line in one sentence, out of the words that stand in it. */
  function finding(row) {
    if (!row.matches("tr")) return text(row.querySelector(".aside"));
    const effect = cell(row, "td.big");
    const range = cell(row, "td[data-range]");
    const place = cell(row, "td.place");
    const said = [
      text(row.closest("tbody").querySelector(".part b")).toLowerCase(),
      effect && `${effect} points${/\d/.test(range) ? `, 95% range ${range}` : ""}`,
      /\d/.test(place) && `place ${place}`,
    ];
    return said.filter(Boolean).join("; ");
  }

  function note(row) {
    const told = finding(row);
    const section = row.closest("section[aria-labelledby]");
    const back = section ? section.getAttribute("aria-labelledby") : "_main";
    return make("p", { class: "arrived" },
      make("b", {}, text(document.querySelector(".kicker, h1"))), ". Marked: ",
      make("a", { href: `#${row.id}` }, cell(row, ".named, th")), `${told && "; "}${told}. `,
      make("a", { href: `#${back}`, class: "unmark" }, "Remove the mark"));
  }

  function show() {
    document.querySelectorAll(".arrived").forEach((each) => each.remove());
    document.querySelectorAll(".shown").forEach((each) => each.classList.remove("shown"));
    const target = named();
    if (!target) return;
    const opened = unfold(target);
    for (const mark of document.querySelectorAll("[data-model]")) {
      mark.classList.toggle("shown", mark.getAttribute("data-model") === target.id);
    }
    if (target.matches("tr, section li") && target.querySelector(".named")) {
      document.getElementById("_main").prepend(note(target));
    }
    if (opened) target.scrollIntoView();
  }

  addEventListener("hashchange", show);
  show();
})();
