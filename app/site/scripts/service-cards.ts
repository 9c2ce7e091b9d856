/** Toggles the feature lists of the service cards. */
export function initServiceCards(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-toggles]")) {
    const details = document.getElementById(button.dataset.toggles ?? "");
    const label = button.querySelector("[data-label]");
    if (!details || !label) {
      continue;
    }
    button.addEventListener("click", () => {
      const isOpen = details.dataset.open !== "true";
      details.dataset.open = String(isOpen);
      button.setAttribute("aria-expanded", String(isOpen));
      label.textContent = isOpen ? "Show Less" : "Learn More";
    });
  }
}
