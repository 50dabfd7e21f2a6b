// Places in the text of a passage, in code points of the document, and the words at which a selection can end.

/** Return how many code points `text` holds. */
export function codePoints(text) {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** Return the passage that holds `node`, or null. */
export function passageOf(node) {
  const element = node instanceof Element ? node : node?.parentElement;
  return element ? element.closest(".passage[data-start]") : null;
}

function textBefore(passage, node, offset) {
  const range = document.createRange();
  range.selectNodeContents(passage);
  range.setEnd(node, offset);
  return range.toString();
}

function startOf(passage) {
  return Number(passage.dataset.start);
}

function endOf(passage) {
  return startOf(passage) + codePoints(passage.textContent);
}

function inside(passage, node, offset, atEnd) {
  if (passage.contains(node)) return textBefore(passage, node, offset);
  return atEnd ? passage.textContent : "";
}

/**
 * Return the passages from `first` to `last` as far as they follow each other in their document, and what stands between
 * them: nothing, or the line ends of a new paragraph.
 */
function joined(first, last) {
  const all = [...document.querySelectorAll(".passage[data-start]")];
  const run = [first];
  const between = [""];
  for (const next of all.slice(all.indexOf(first) + 1)) {
    const before = run.at(-1);
    const gap = startOf(next) - endOf(before);
    if (before === last || next.dataset.document !== first.dataset.document || gap < 0 || gap > 2) break;
    run.push(next);
    between.push("\n".repeat(gap));
  }
  return { run, between };
}

function trimmed(text, start) {
  const lead = text.length - text.trimStart().length;
  const quote = text.trim();
  return { quote, start: start + codePoints(text.slice(0, lead)) };
}

/** Return what the selection covers, as {document, start, end, quote}, or null where it covers no word of a passage. */
export function selectedSpan() {
  const selection = document.getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const range = selection.getRangeAt(0);
  const touched = [...document.querySelectorAll(".passage[data-start]")].filter((one) => range.intersectsNode(one));
  if (touched.length === 0) return null;
  const { run, between } = joined(touched[0], touched.at(-1));
  const lead = inside(run[0], range.startContainer, range.startOffset, false);
  const tail = inside(run.at(-1), range.endContainer, range.endOffset, true);
  const texts = [...run.slice(0, -1).map((one) => one.textContent), tail];
  const whole = texts.map((text, at) => between[at] + text).join("");
  const found = trimmed(whole.slice(lead.length), startOf(run[0]) + codePoints(lead));
  return asSpan(run[0], found);
}

/** Return the whole of a passage as a span. */
export function wholeSpan(passage) {
  return asSpan(passage, trimmed(passage.textContent, startOf(passage)));
}

function asSpan(passage, { quote, start }) {
  if (quote === "") return null;
  return { document: passage.dataset.document, start, end: start + codePoints(quote), unit: "codepoint", quote };
}

/** Return the stretches of a text that are words, or sentences, as pairs of UTF-16 offsets. */
function stretches(text, kind) {
  if (typeof Intl.Segmenter === "function") {
    const parts = [...new Intl.Segmenter(document.documentElement.lang || "en", { granularity: kind }).segment(text)];
    const told = parts.filter((part) => kind === "sentence" ? part.segment.trim() !== "" : part.isWordLike);
    return told.map((part) => [part.index, part.index + part.segment.trimEnd().length]);
  }
  const pattern = kind === "sentence" ? /\S[^.!?。！？]*[.!?。！？]*/gu : /[\p{L}\p{N}]+/gu;
  return [...text.matchAll(pattern)].map((found) => [found.index, found.index + found[0].length]);
}

function placeAt(passage, offset) {
  const walker = document.createTreeWalker(passage, NodeFilter.SHOW_TEXT);
  let left = offset;
  let last = [passage, 0];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (left <= node.length) return [node, left];
    left -= node.length;
    last = [node, node.length];
  }
  return last;
}

/**
 * Move or grow the selection in `passage` by one word or sentence, forward (1) or back (-1).
 * A keyboard can so select exactly what a mouse can, to the word.
 */
export function step(passage, { kind, way, grow }) {
  const parts = stretches(passage.textContent, kind);
  if (parts.length === 0) return;
  const selection = document.getSelection();
  const has = selection.rangeCount > 0 && passage.contains(selection.anchorNode) && !selection.isCollapsed;
  let first = 0;
  let last = -1;
  if (has) {
    const range = selection.getRangeAt(0);
    const from = textBefore(passage, range.startContainer, range.startOffset).length;
    const to = passage.contains(range.endContainer)
      ? textBefore(passage, range.endContainer, range.endOffset).length
      : passage.textContent.length;
    const starts = parts.findIndex(([, end]) => end > from);
    first = starts < 0 ? parts.length - 1 : starts;
    last = Math.max(first, parts.findLastIndex(([start]) => start < to));
  }
  if (!has) last = first;
  else if (grow) last = Math.min(parts.length - 1, Math.max(first, last + way));
  else first = last = Math.min(parts.length - 1, Math.max(0, (way > 0 ? last : first) + way));
  selection.setBaseAndExtent(...placeAt(passage, parts[first][0]), ...placeAt(passage, parts[last][1]));
}
