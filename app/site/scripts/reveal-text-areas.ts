/** Scrolls a focused text area into view completely. Chromium reveals only its first line. */
export function revealTextAreas(): void {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) {
      target.scrollIntoView({ block: "nearest" });
    }
  });
}
