"use strict";
(() => {
  const bar = document.getElementById("find");
  if (!bar) return;
  const [state, slice, text, keys, count] = ["state", "slice", "text", "keys", "count"]
    .map((name) => document.getElementById("find-" + name));
  const items = Array.from(document.querySelectorAll("#cases details.item"));
  const groups = Array.from(document.querySelectorAll("#cases details.group"));
  const held = new Map();
  const words = (item) => {
    if (!held.has(item)) held.set(item, item.textContent.toLowerCase());
    return held.get(item);
  };
  const fits = (item) =>
    (!state.value || item.classList.contains(state.value)) &&
    (!slice || !slice.value || item.dataset.s.split(" ").includes(slice.value)) &&
    (!text.value || words(item).includes(text.value.toLowerCase()));
  const narrow = () => {
    const chosen = state.value || (slice && slice.value) || text.value;
    let shown = 0;
    for (const item of items) {
      item.hidden = !fits(item);
      if (!item.hidden) shown += 1;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector("details.item:not([hidden])");
      if (chosen && !group.hidden) group.open = true;
    }
    count.textContent = chosen ? shown + " of " + items.length : "";
  };
  const reveal = (item) => {
    item.closest("details.group").open = true;
    const head = item.querySelector("summary");
    head.focus();
    head.scrollIntoView({ block: "nearest" });
  };
  const go = (step) => {
    const there = items.filter((item) => !item.hidden);
    const own = document.activeElement && document.activeElement.closest("#cases details.item");
    const place = there.indexOf(own);
    const next = there[place < 0 ? (step > 0 ? 0 : there.length - 1) : place + step];
    if (next) reveal(next);
  };
  const follow = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target || !target.matches("details.item")) return;
    target.hidden = false;
    target.closest("details.group").hidden = false;
    target.closest("details.group").open = true;
    target.open = true;
    target.scrollIntoView();
  };
  for (const field of [state, slice, text]) if (field) field.addEventListener("input", narrow);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys.checked) return;
    if (event.target.matches("input:not([type=checkbox]), select")) return;
    if (event.key === "j") go(1);
    else if (event.key === "k") go(-1);
  });
  window.addEventListener("hashchange", follow);
  bar.hidden = false;
  narrow();
  follow();
})();
