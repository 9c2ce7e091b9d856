/** Opens and closes the features of a service. */
export function toggleServiceCards(): void {
  for (const button of document.querySelectorAll<HTMLElement>("[data-toggles]")) {
    const details = document.getElementById(button.dataset.toggles ?? "");
    const label = button.querySelector("[data-label]");
    if (!details || !label) continue;
    button.addEventListener("click", () => {
      const opens = details.dataset.open !== "true";
      details.dataset.open = String(opens);
      button.setAttribute("aria-expanded", String(opens));
      label.textContent = opens ? "Show Less" : "Learn More";
    });
  }
}
