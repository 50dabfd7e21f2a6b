// Single keys for what has no control of its own. Never while something is typed; the switch on the page of keys
// turns them off with all others.

const OFF = "keys-off";

function isTyping(element) {
  const field = "input:not([type=checkbox]):not([type=radio]), textarea, select";
  return element?.isContentEditable || element?.matches?.(field);
}

function isOff() {
  try {
    return localStorage.getItem(OFF) === "1";
  } catch {
    return false;
  }
}

/** Return the key that was pressed; on a keyboard whose letters are not Latin its place counts. */
function pressed(event) {
  const latin = event.key.length > 1 || /^[\x20-\x7e]$/.test(event.key);
  return (latin ? event.key : event.code.replace(/^(Key|Digit)/, "")).toLowerCase();
}

/** Call what `keys` holds for a key that is pressed alone. */
export function listen(keys) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTyping(event.target) || isOff()) return;
    const key = pressed(event);
    if (!Object.hasOwn(keys, key)) return;
    event.preventDefault();
    keys[key]();
  });
}
