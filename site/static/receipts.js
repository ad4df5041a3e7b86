// Sorts and filters the texts of a receipts page. Without this file the page shows all of them in its own order.

(() => {
  const place = document.getElementById("_receipts");
  const room = document.getElementById("_sift");
  if (!place || !room) return;
  const receipts = [...place.querySelectorAll("article.receipt")];

  const rows = (receipt) => [...receipt.querySelectorAll("tr[data-build]")];
  const builds = [...new Set(receipts.flatMap((each) => rows(each).map((row) => row.dataset.build)))];
  const own = (receipt, build) => rows(receipt).filter((row) => build === "" || row.dataset.build === build);
  const move = (receipt, build) => Math.max(-1, ...own(receipt, build).map((row) => parseFloat(row.dataset.move)).filter((n) => n >= 0));
  const changed = (receipt, build) => own(receipt, build).some((row) => row.classList.contains("moved"));
  const words = new Map(receipts.map((each) => [each, each.textContent.toLowerCase()]));
  const collator = new Intl.Collator("en", { numeric: true });

  const field = (label, control) => {
    const whole = document.createElement("label");
    whole.append(label, control);
    return whole;
  };
  const choice = (options) => {
    const select = document.createElement("select");
    for (const [value, text] of options) select.append(new Option(text, value));
    return select;
  };

  const order = choice([["page", "as listed"], ["move", "largest move first"], ["least", "smallest move first"], ["text", "text id"]]);
  const build = choice([["", "any model"], ...builds.map((each) => [each, each])]);
  const only = document.createElement("input");
  only.type = "checkbox";
  const typed = document.createElement("input");
  typed.type = "search";
  const told = document.createElement("p");
  told.className = "aside";
  told.setAttribute("role", "status");

  const compare = {
    page: () => 0,
    move: (a, b) => move(b, build.value) - move(a, build.value),
    least: (a, b) => move(a, build.value) - move(b, build.value),
    text: (a, b) => collator.compare(a.dataset.text, b.dataset.text),
  };

  const wanted = (receipt) => {
    const sought = typed.value.trim().toLowerCase();
    return own(receipt, build.value).length > 0
      && (!only.checked || changed(receipt, build.value))
      && (sought === "" || words.get(receipt).includes(sought));
  };

  const show = () => {
    const sorted = [...receipts].sort(compare[order.value]);
    const shown = sorted.filter(wanted);
    for (const each of receipts) each.hidden = !shown.includes(each);
    place.append(...sorted);
    told.textContent = `${shown.length} of ${receipts.length} texts of this page shown`;
  };

  const bar = document.createElement("form");
  bar.className = "sift";
  bar.setAttribute("aria-label", "Sort and filter the texts of this page");
  const box = field("", only);
  box.className = "box";
  box.append("only changed answers");
  bar.append(field("Order ", order), field("Model ", build), field("Words ", typed), box);
  bar.addEventListener("submit", (event) => event.preventDefault());
  bar.addEventListener("input", show);
  room.append(bar, told);
  told.textContent = `${receipts.length} of ${receipts.length} texts of this page shown`;
})();
