// Keeping what was entered and not submitted: a second after the last change, never over what another tab kept.

const PAUSE_MS = 1000;

/**
 * Keep drafts of `form`. `read` returns what is not in its fields, `take` puts such a thing back.
 * The form says where drafts go (data-draft) and holds the revision that it was drawn from.
 */
export function begin(form, { status, words, read = () => ({}), take = () => {} }) {
  const revision = form.querySelector("input[name=revision]");
  const clash = document.querySelector("[data-clash]");
  let waiting = 0;
  let sending = false;
  let again = false;
  let stopped = !form.dataset.draft;

  function changed() {
    if (stopped) return;
    clearTimeout(waiting);
    waiting = setTimeout(send, PAUSE_MS);
  }

  async function send() {
    if (sending) {
      again = true;
      return;
    }
    sending = true;
    try {
      const reply = await fetch(form.dataset.draft, { method: "POST", body: new URLSearchParams(new FormData(form)) });
      if (reply.status === 409) ask(await reply.json());
      else if (reply.ok) {
        revision.value = (await reply.json()).revision;
        status.textContent = words.draft_kept;
      } else status.textContent = words.draft_failed;
    } catch {
      status.textContent = words.draft_failed;
    }
    sending = false;
    if (again && !stopped) {
      again = false;
      changed();
    }
  }

  /** Show both versions and let the person choose; until then nothing is kept and nothing is lost. */
  function ask(other) {
    stopped = true;
    clash.hidden = false;
    clash.querySelector("[data-here]").textContent = lines(read(), form);
    clash.querySelector("[data-there]").textContent = other.told;
    clash.querySelector("[data-use-here]").onclick = () => {
      revision.value = other.revision;
      stopped = false;
      clash.hidden = true;
      send();
    };
    clash.querySelector("[data-use-there]").onclick = () => location.reload();
    clash.querySelector("[data-use-here]").focus();
  }

  function lines(told, of) {
    const marks = (told.marks ?? []).map((mark) => `${mark.need + 1}. ${mark.quote}`);
    const fields = [...of.querySelectorAll("textarea")].map((one) => one.value).filter(Boolean);
    const chosen = [...of.querySelectorAll("input:checked")].map((one) => one.closest("label")?.textContent.trim());
    return [...marks, ...chosen.filter(Boolean), ...fields].join("\n");
  }

  form.addEventListener("input", changed);
  form.addEventListener("submit", () => {
    stopped = true;
    clearTimeout(waiting);
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload(); // what the browser kept is older than what the server holds
  });
  return { changed, take };
}
