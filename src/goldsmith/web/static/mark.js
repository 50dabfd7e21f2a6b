// Marking evidence in the sources: what stands in the form is what counts, the page is drawn from it.

import { begin as beginDrafts } from "./drafts.js";
import "./clock.js";
import { listen } from "./single_keys.js";
import { passageOf, selectedSpan, step, wholeSpan } from "./spans.js";

const form = document.querySelector("form[data-marking]");
if (form) begin();

function begin() {
  const words = JSON.parse(form.dataset.words);
  const list = form.querySelector("[data-marks]");
  const target = form.querySelector("[data-next]");
  const none = form.querySelector("input[name=none]");
  const status = document.querySelector("[data-status]");
  let marks = [...form.querySelectorAll("input[name=mark]")].map((input) => JSON.parse(input.value));
  let next = null;
  document.documentElement.classList.add("scripted");
  for (const byHand of document.querySelectorAll("[data-by-hand]")) byHand.remove();
  const drafts = beginDrafts(form, { status, words, read: told, take: (kept) => restore(kept) });

  function fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  function say(text) {
    status.textContent = text;
  }

  function short(quote) {
    const plain = (quote ?? words.whole_marked).replace(/\s+/g, " ");
    return plain.length > 90 ? `${plain.slice(0, 89).replace(/\s+\S{0,20}$/, "")}…` : plain;
  }

  /** Number the needs without gaps, in the order in which they were begun. */
  function dense() {
    const order = [...new Set(marks.map((mark) => mark.need))].sort((one, other) => one - other);
    const chosen = next === null ? -1 : order.indexOf(next);
    marks = marks.map((mark) => ({ ...mark, need: order.indexOf(mark.need) }));
    next = chosen < 0 ? null : chosen;
  }

  function needs() {
    return marks.length === 0 ? 0 : Math.max(...marks.map((mark) => mark.need)) + 1;
  }

  function add(span) {
    if (span === null) return;
    const same = (mark) => mark.document === span.document && mark.start === span.start && mark.end === span.end;
    if (marks.some((mark) => same(mark) && (next === null || mark.need === next))) {
      say(words.marked_twice);
      return;
    }
    const need = next ?? needs();
    marks.push({ ...span, need });
    next = null;
    if (none) none.checked = false;
    document.getSelection()?.removeAllRanges();
    draw();
    say(fill(words.marked, { n: need + 1, quote: short(span.quote) }));
    drafts.changed();
  }

  function remove(at) {
    if (at < 0 || at >= marks.length) return;
    marks.splice(at, 1);
    draw();
    say(words.unmarked);
    drafts.changed();
  }

  function aim(need) {
    next = need !== null && need < needs() ? need : null;
    draw();
    say(target.textContent);
  }

  function told() {
    return { marks, none: none ? none.checked : false };
  }

  function restore(kept) {
    marks = kept.marks ?? [];
    if (none) none.checked = Boolean(kept.none);
    next = null;
    draw();
  }

  function draw() {
    dense();
    drawFields();
    drawList();
    for (const passage of document.querySelectorAll(".passage[data-start]")) paint(passage);
    target.textContent = next === null ? words.next_new : fill(words.next_other, { n: next + 1 });
    target.hidden = marks.length === 0;
  }

  function drawFields() {
    for (const old of form.querySelectorAll("input[name=mark]")) old.remove();
    for (const mark of marks) {
      const input = document.createElement("input");
      Object.assign(input, { type: "hidden", name: "mark", value: JSON.stringify(mark) });
      form.append(input);
    }
  }

  function drawList() {
    const rows = [];
    for (let need = 0; need < needs(); need += 1) {
      const own = marks.map((mark, at) => [mark, at]).filter(([mark]) => mark.need === need);
      const row = made("li", { className: "need" });
      row.append(made("span", { className: "need-name", textContent: fill(words.need, { n: need + 1 }) }));
      own.forEach(([mark, at], place) => row.append(...markRow(mark, at, place)));
      if (own.length > 1) row.append(made("p", { className: "hint", textContent: words.any_of }));
      const label = fill(words.instead_of, { n: need + 1 });
      const instead = button(words.instead, "quiet", () => aim(next === need ? null : need), label, next === need);
      instead.dataset.focus = `instead-${need}`;
      row.append(instead);
      rows.push(row);
    }
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.focus : null;
    list.replaceChildren(...rows);
    // Whoever pressed a button of the list stays in it.
    if (focused) (list.querySelector(`[data-focus="${focused}"]`) ?? list.querySelector("button") ?? none)?.focus();
    form.querySelector("[data-no-marks]").hidden = rows.length > 0;
    const all = form.querySelector("[data-all-of]");
    if (all) all.hidden = rows.length < 2;
  }

  function markRow(mark, at, place) {
    const row = made("div", { className: "mark-row" });
    if (place > 0) row.append(made("span", { className: "or", textContent: words.or }));
    row.append(made("q", { textContent: short(mark.quote) }));
    const away = button("×", "away", () => remove(at), fill(words.remove_of, { quote: short(mark.quote) }));
    away.dataset.mark = at;
    away.dataset.focus = `away-${at}`;
    row.append(away);
    return [row];
  }

  function made(name, properties) {
    return Object.assign(document.createElement(name), properties);
  }

  function button(text, kind, act, label, pressed) {
    const made_ = made("button", { type: "button", className: kind, textContent: text });
    if (label) made_.setAttribute("aria-label", label);
    if (pressed !== undefined) made_.setAttribute("aria-pressed", String(pressed));
    made_.addEventListener("click", act);
    return made_;
  }

  /** Return `text` as nodes, with the headings of Markdown as headings. */
  function withHeadings(text) {
    const nodes = [];
    let at = 0;
    for (const found of text.matchAll(/^(#{1,6} )([^\n]*)/gm)) {
      const head = made("span", { className: "head" });
      head.append(made("span", { className: "soft", textContent: found[1] }), found[2]);
      nodes.push(text.slice(at, found.index), head);
      at = found.index + found[0].length;
    }
    return [...nodes, text.slice(at)].filter((node) => node !== "");
  }

  /** Draw the marks into a passage. Its text nodes stay, put together, what the document says. */
  function paint(passage) {
    const points = [...passage.textContent];
    const first = Number(passage.dataset.start);
    const own = marks.filter((mark) =>
      mark.document === passage.dataset.document && mark.start < first + points.length && first < mark.end);
    if (own.length === 0 && passage.querySelector("mark") === null) return;
    const edges = own.flatMap((mark) => [mark.start - first, mark.end - first]);
    const cuts = [...new Set([0, points.length, ...edges.filter((at) => 0 < at && at < points.length)])];
    cuts.sort((one, other) => one - other);
    const pieces = [];
    for (let at = 0; at + 1 < cuts.length; at += 1) {
      const text = points.slice(cuts[at], cuts[at + 1]).join("");
      const covers = (mark) => mark.start - first <= cuts[at] && cuts[at + 1] <= mark.end - first;
      const over = [...new Set(own.filter(covers).map((mark) => mark.need + 1))].sort();
      if (over.length === 0) pieces.push(...withHeadings(text));
      else {
        const mark = made("mark", { className: "need" });
        mark.append(...withHeadings(text));
        mark.dataset.needs = over.join(" ");
        pieces.push(mark);
      }
    }
    passage.replaceChildren(...pieces);
  }

  function focusedPassage() {
    return passageOf(document.activeElement);
  }

  function move(way) {
    const all = [...document.querySelectorAll(".passage[data-start]")];
    if (all.length === 0) return;
    const at = all.indexOf(focusedPassage());
    const to = at < 0 ? (way > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + way));
    all[to].focus({ preventScroll: true });
    all[to].scrollIntoView({ block: "nearest" });
  }

  function lastMark() {
    const own = Number(document.activeElement?.dataset?.mark ?? -1);
    if (own >= 0) return own;
    const passage = focusedPassage();
    const inIt = passage ? marks.findLastIndex((mark) => touches(mark, passage)) : -1;
    return inIt >= 0 ? inIt : marks.length - 1;
  }

  function touches(mark, passage) {
    const start = Number(passage.dataset.start);
    const end = start + [...passage.textContent].length;
    return mark.document === passage.dataset.document && mark.start < end && start < mark.end;
  }

  const keys = {
    j: () => move(1),
    k: () => move(-1),
    m: () => add(selectedSpan() ?? (focusedPassage() ? wholeSpan(focusedPassage()) : null)),
    a: () => aim(null),
    o: () => aim(marks.length === 0 ? null : marks.at(-1).need),
    x: () => remove(lastMark()),
    "/": () => document.querySelector("input[name=q]")?.focus(),
  };
  for (let need = 1; need <= 9; need += 1) keys[need] = () => aim(need - 1);
  listen(keys);

  document.addEventListener("keydown", (event) => {
    const passage = document.activeElement?.matches?.(".passage[data-start]") ? document.activeElement : null;
    if (!passage || event.ctrlKey || event.metaKey || event.altKey) return;
    const ways = { ArrowRight: ["word", 1], ArrowLeft: ["word", -1], ArrowDown: ["sentence", 1], ArrowUp: ["sentence", -1] };
    if (event.key === " " || event.key === "Enter") add(selectedSpan() ?? wholeSpan(passage));
    else if (event.key in ways && (event.shiftKey || ways[event.key][0] === "word")) {
      const [kind, way] = ways[event.key];
      step(passage, { kind, way, grow: event.shiftKey });
    } else return;
    event.preventDefault();
  });

  for (const one of document.querySelectorAll("[data-mark-passage]")) {
    one.hidden = false;
    one.addEventListener("click", () => {
      const passage = document.getElementById(one.dataset.markPassage);
      const span = selectedSpan();
      add(span !== null && passage.contains(document.getSelection().anchorNode) ? span : wholeSpan(passage));
      passage.focus({ preventScroll: true });
    });
    one.addEventListener("mousedown", (event) => event.preventDefault()); // a click would clear the selection
  }
  document.addEventListener("selectionchange", () => {
    const within = selectedSpan() === null ? null : passageOf(document.getSelection().anchorNode);
    for (const one of document.querySelectorAll("[data-mark-passage]")) {
      const text = within?.id === one.dataset.markPassage ? words.mark_selection : words.mark_passage;
      if (one.textContent !== text) one.textContent = text;
    }
  });
  for (const one of document.querySelectorAll("[data-mark-whole]")) {
    one.hidden = false;
    one.addEventListener("click", () => add(JSON.parse(one.dataset.markWhole)));
  }
  none?.addEventListener("change", () => {
    if (none.checked && marks.length > 0) restore({ marks: [], none: true });
    drafts.changed();
  });
  draw();
}
