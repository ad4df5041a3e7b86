/* The search field at the top of every page. Without scripts there is none. The index and the rules for finding
   (search-index.js, search-match.js) are fetched when somebody first goes to the field.
   A combobox with a list, after the ARIA Authoring Practices: the focus stays in the field, each result is a link. */
"use strict";

(() => {
  const SHOWN = 8;
  const place = document.getElementById("_search");
  if (!place) return;

  /* Scripts, and so the whole site, stand beside and above this file, wherever that is: no address is typed in. */
  const here = document.currentScript.src;
  const root = new URL("..", here);

  function make(tag, attributes, ...inside) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  }

  const field = make("input", {
    id: "_find", type: "text", role: "combobox", placeholder: "Search", enterkeyhint: "search", autocomplete: "off",
    autocapitalize: "off", spellcheck: "false", "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": "_found", "aria-keyshortcuts": "/",
  });
  const list = make("div", { id: "_found", role: "listbox", "aria-label": "Results" });
  const told = make("p", { class: "told", "aria-hidden": "true" });
  /* The same words for screen readers, which hear only of changes in what was there before. */
  const heard = make("p", { class: "hidden", role: "status" });
  const panel = make("div", { class: "results" }, list, told);
  panel.hidden = true;
  place.setAttribute("role", "search");
  place.append(make("label", { class: "hidden", for: "_find" }, "Search this site"), field, panel, heard);

  let loading = null;   // a promise of the entries, once asked for
  let entries = null;
  let active = -1;      // the result chosen with the keys; -1 is none

  function fetchScript(name) {
    return new Promise((done, failed) => {
      const script = make("script", { src: new URL(name, here).href });
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
  }

  function load() {
    loading ??= Promise.all(["search-index.js", "search-match.js"].map(fetchScript)).then(() => {
      entries = self.searchMatch.prepare(self.searchIndex);
      if (field.value) update();
    }).catch(() => {
      loading = null;
      say("The list of pages could not be loaded. Every page can be reached from the home page.");
    });
  }

  function say(words) {
    told.textContent = heard.textContent = words;
    panel.hidden = !words;
  }

  function choose(number) {
    const options = list.children;
    options[active]?.setAttribute("aria-selected", "false");
    active = number;
    options[active]?.setAttribute("aria-selected", "true");
    options[active]?.scrollIntoView({ block: "nearest" });
    if (active < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", options[active].id);
  }

  function close() {
    choose(-1);
    panel.hidden = true;
    field.setAttribute("aria-expanded", "false");
  }

  function option(entry, number) {
    return make("a", {
      id: `_found-${number}`, role: "option", "aria-selected": "false", tabindex: "-1", href: new URL(entry.file, root),
    }, make("b", { dir: "auto" }, entry.title), make("span", { dir: "auto" }, `${entry.kind} · ${entry.found}`));
  }

  function summary(all, fuzzy) {
    if (!all) return "Nothing found. Characteristics, groups, questions, models and terms can be searched by their names.";
    const close = fuzzy ? "Nothing is spelt like that; one letter away: " : "";
    const results = all === 1 ? "1 result" : `${all} results`;
    return close + (all > SHOWN ? `the first ${SHOWN} of ${results}` : results);
  }

  function update() {
    if (!field.value.trim()) { list.replaceChildren(); say(""); close(); return; }
    if (!entries) { load(); return; }
    const { found, fuzzy } = self.searchMatch.search(entries, field.value);
    choose(-1);
    list.replaceChildren(...found.slice(0, SHOWN).map(option));
    list.hidden = !found.length;
    field.setAttribute("aria-expanded", String(found.length > 0));
    say(summary(found.length, fuzzy));
  }

  /* What each key does while results are shown; a key that returns false is left to the field. */
  const last = () => list.children.length - 1;
  const keys = {
    ArrowDown: () => choose(active < last() ? active + 1 : 0),
    ArrowUp: () => choose(active > 0 ? active - 1 : last()),
    Home: () => active >= 0 && choose(0),
    End: () => active >= 0 && choose(last()),
    Enter: () => list.children[Math.max(active, 0)].click(),
  };

  field.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      event.preventDefault();
      if (panel.hidden) { field.value = ""; update(); } else close();
      return;
    }
    if (panel.hidden && event.key.startsWith("Arrow")) update();
    const open = field.getAttribute("aria-expanded") === "true";
    if (open && Object.hasOwn(keys, event.key) && keys[event.key]() !== false) event.preventDefault();
  });
  field.addEventListener("focus", load);
  field.addEventListener("input", update);
  field.addEventListener("blur", close);
  /* The field keeps the focus while a result is pressed; otherwise the list would be gone before the click. */
  panel.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) close(); });

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
})();
