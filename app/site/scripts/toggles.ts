/** Toggles the feature lists of the service cards, and the details that are collapsed on phones. */
export function initToggles(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-toggles]")) {
    const details = document.getElementById(button.dataset.toggles ?? "");
    const label = button.querySelector("[data-label]");
    if (!details || !label) {
      continue;
    }
    const closedLabel = label.textContent;
    button.addEventListener("click", () => {
      const isOpen = details.dataset.open !== "true";
      details.dataset.open = String(isOpen);
      button.setAttribute("aria-expanded", String(isOpen));
      label.textContent = isOpen ? "Show Less" : closedLabel;
    });
  }
}
