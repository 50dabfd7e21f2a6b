// How long somebody was at a case, so that a forecast can tell how long the others take.

const LONGEST_PAUSE_MS = 300_000;

/** Count the time that somebody was at the page; a pause of over five minutes does not count. */
function count(field) {
  let last = performance.now();
  let spent = Number(field.value) * 1000 || 0;
  const seen = () => {
    const now = performance.now();
    spent += now - last > LONGEST_PAUSE_MS ? 0 : now - last;
    last = now;
    field.value = (spent / 1000).toFixed(1);
  };
  for (const kind of ["keydown", "pointerdown", "scroll", "focusin"]) addEventListener(kind, seen, { passive: true });
  for (const one of document.forms) one.addEventListener("submit", seen);
}

const seconds = document.querySelector("input[name=seconds]");
if (seconds) count(seconds);
