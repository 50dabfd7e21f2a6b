// Keys for what carries data-key: a link, button or choice is pressed, a field gets the focus; data-then names what gets
// the focus afterwards. The key is shown beside the words. Never while somebody types in a field, except for keys with
// Ctrl. Everything works without this file, too.
(() => {
  "use strict";
  const OFF = "keys-off";
  const NAMES = { enter: "Enter", escape: "Esc", arrowleft: "←", arrowright: "→", arrowup: "↑", arrowdown: "↓", " ": "Space", ctrl: "Ctrl" };

  const kept = () => { try { return localStorage; } catch { return null; } };
  const isOff = () => kept()?.getItem(OFF) === "1";
  const isSeen = (element) => element.getClientRects().length > 0;
  const shown = (key) => key.split(/(?<=.)\+/).map((part) => NAMES[part.toLowerCase()] ?? part).join("+");

  const isTyping = (element) =>
    element.isContentEditable || element.matches("textarea, select") ||
    (element.matches("input") && !["checkbox", "radio", "button", "submit", "reset", "range"].includes(element.type));

  // On a keyboard whose letters are not Latin the place of the key counts.
  const pressed = (event) => {
    const latin = event.key.length > 1 || /^[\x20-\x7e]$/.test(event.key);
    const key = latin ? event.key : event.code.replace(/^(Key|Digit)/, "");
    return (event.ctrlKey || event.metaKey ? "ctrl+" : "") + key.toLowerCase();
  };

  const keyed = () => [...document.querySelectorAll("[data-key]")];

  const show = () => {
    for (const old of document.querySelectorAll("kbd.key")) old.remove();
    for (const element of keyed()) {
      element.removeAttribute("aria-keyshortcuts");
      if (isOff()) continue;
      element.setAttribute("aria-keyshortcuts", element.dataset.key.replace(/^ctrl\+/i, "Control+"));
      const mark = document.createElement("kbd");
      mark.className = "key";
      mark.setAttribute("aria-hidden", "true");
      mark.textContent = shown(element.dataset.key);
      const label = element.labels?.[0];
      if (label) label.append(mark); else if (!element.matches("input, select, textarea")) element.append(mark);
    }
  };

  // What gets the focus may lie in a fold: it is opened, or the focus would go to nothing that can be seen.
  const goTo = (element) => {
    const fold = element?.closest("details");
    if (fold) fold.open = true;
    element?.focus();
  };

  const press = (element) => {
    element.focus();
    if (isTyping(element)) return;
    element.click();
    if (element.dataset.then) goTo(document.getElementById(element.dataset.then));
  };

  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.altKey || event.repeat || isOff()) return;
    const withCtrl = event.ctrlKey || event.metaKey;
    if (!withCtrl && isTyping(event.target)) return;
    const key = pressed(event);
    const found = keyed().find((element) => element.dataset.key.toLowerCase() === key && isSeen(element) && !element.disabled);
    if (!found) return;
    event.preventDefault();
    press(found);
  });

  // An open menu closes on Esc and on a click elsewhere.
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of document.querySelectorAll("details.menu[open]")) { menu.open = false; menu.querySelector("summary").focus(); }
  });
  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });

  // The page of keys has a switch: single keys disturb who works by voice.
  const turn = document.querySelector("[data-keys-switch]");
  if (turn && kept()) {
    const say = () => {
      turn.querySelector("button").textContent = isOff() ? turn.dataset.on : turn.dataset.off;
      turn.querySelector("[role=status]").textContent = isOff() ? turn.dataset.isOff : turn.dataset.isOn;
    };
    turn.hidden = false;
    say();
    turn.querySelector("button").addEventListener("click", () => {
      if (isOff()) kept().removeItem(OFF); else kept().setItem(OFF, "1");
      say();
      show();
    });
  }

  show();
  // Pages that draw something new ask for its keys.
  document.addEventListener("goldsmith:drawn", show);
})();
