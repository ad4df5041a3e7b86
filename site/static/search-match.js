/* Which entries of the index fit what was typed, the best first. No page needs this file before somebody searches:
   search.js fetches it together with the index. It touches no document. */
"use strict";

(() => {
  /* How far a word is from what was typed; every word that was typed has to be found, and the farthest counts. */
  const WHOLE = 0, BEGINS = 1, OTHER_BEGINS = 2, WITHIN = 3, OTHER_WITHIN = 4, SLIP = 5, OTHER_SLIP = 6,
    NOWHERE = 9;
  const FUZZY_FROM = 5;

  /** Return a text without capitals and accents. */
  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

  const wordsOf = (folded) => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

  /** Tell whether one slip of the finger lies between what was typed and the beginning of a word. */
  function slipped(typed, word) {
    let at = 0;
    while (at < typed.length && typed[at] === word[at]) at += 1;
    const swapped = typed[at] === word[at + 1] && typed[at + 1] === word[at];
    return word.startsWith(typed.slice(at + 1), at + 1)     // another letter
      || word.startsWith(typed.slice(at + 1), at)           // one too many
      || word.startsWith(typed.slice(at), at + 1)           // one too few
      || (swapped && word.startsWith(typed.slice(at + 2), at + 2));
  }

  function distance(typed, entry, fuzzy) {
    if (entry.words.includes(typed)) return WHOLE;
    if (entry.words.some((word) => word.startsWith(typed))) return BEGINS;
    if (entry.others.some((word) => word.startsWith(typed))) return OTHER_BEGINS;
    if (entry.label.includes(typed)) return WITHIN;
    if (entry.more.includes(typed)) return OTHER_WITHIN;
    if (!fuzzy || typed.length < FUZZY_FROM) return NOWHERE;
    if (entry.words.some((word) => slipped(typed, word))) return SLIP;
    return entry.others.some((word) => slipped(typed, word)) ? OTHER_SLIP : NOWHERE;
  }

  /** Return the row of an entry that fits with what it is sorted by: the whole label first, then the farthest word. */
  function weigh(entry, typed, query, fuzzy) {
    const each = typed.map((word) => distance(word, entry, fuzzy));
    const exact = entry.label === query ? 0 : 1;
    return { entry, by: [exact, Math.max(...each), each.reduce((sum, one) => sum + one, 0), entry.order] };
  }

  function compare(a, b) {
    const at = a.by.findIndex((value, place) => value !== b.by[place]);
    return at < 0 ? 0 : a.by[at] - b.by[at];
  }

  /** Read the index once. */
  function prepare(index) {
    return index.entries.map(([kind, label, file, found, more], order) => ({
      order, title: label, file, found, kind: index.kinds[kind],
      label: fold(label), words: wordsOf(fold(label)), more: fold(more), others: wordsOf(fold(more)),
    }));
  }

  /** Return what fits, and whether it only fits with a letter changed. */
  function search(entries, text) {
    const query = fold(text).trim();
    if (!query) return { found: [], fuzzy: false };
    const words = wordsOf(query);
    const typed = words.length ? words : [query];
    for (const fuzzy of [false, true]) {
      const fits = entries.map((entry) => weigh(entry, typed, query, fuzzy)).filter((each) => each.by[1] < NOWHERE);
      if (fits.length) return { found: fits.sort(compare).map((each) => each.entry), fuzzy };
    }
    return { found: [], fuzzy: false };
  }

  self.searchMatch = { prepare, search };
})();
