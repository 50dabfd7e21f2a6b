// The second step by keyboard: statements by number, the rest by letter, and the time that it took.

import { begin as beginDrafts } from "./drafts.js";
import { listen } from "./single_keys.js";
import "./clock.js";

const form = document.querySelector("form[data-labelling]");
if (form) begin();

function begin() {
  const words = JSON.parse(form.dataset.words);
  const status = document.querySelector("[data-status]");
  document.documentElement.classList.add("scripted");
  const drafts = beginDrafts(form, { status, words });

  function check(box) {
    if (!box) return;
    box.checked = true;
    box.dispatchEvent(new Event("change", { bubbles: true }));
    drafts.changed();
  }

  /** Turn a statement from yes to no and back; what was open becomes yes. */
  function turn(at) {
    const boxes = [...form.querySelectorAll(`input[name="claim-${at}"]`)];
    const yes = boxes.find((box) => box.value === "yes");
    const other = yes?.checked ? boxes.find((box) => box.value === "no") : yes;
    check(other);
    other?.focus();
  }

  function allHold() {
    for (const box of form.querySelectorAll('input[name^="claim-"][value="yes"]')) check(box);
    for (const box of form.querySelectorAll('input[name^="confirm-"]')) check(box);
    check(form.querySelector('input[name="answer"][value="right"]'));
  }

  const keys = { y: allHold };
  for (let place = 1; place <= 9; place += 1) keys[place] = () => turn(place - 1);
  listen(keys);
  form.addEventListener("change", drafts.changed);
}
