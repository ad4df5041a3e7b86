/* Links are relative to the folder of a page. Some hosts show a page also at its address without the slash at the end,
   where those links would lead astray: this moves on to the address with the slash. A host that takes the slash away
   again is left alone, since moving on would never end. */
"use strict";

(() => {
  const served = /^https?:$/.test(location.protocol);
  const file = location.pathname.split("/").pop();
  const sent = performance.getEntriesByType("navigation")[0]?.redirectCount ?? 0;
  if (served && file && !file.includes(".") && sent === 0) {
    location.replace(`${location.pathname}/${location.search}${location.hash}`);
  }
})();
