/**
 * Closes the mobile menu when an item is selected, and updates its button. The popover handles opening and
 * Escape.
 */
export function initMenu(): void {
  const menu = document.querySelector<HTMLElement>("[data-menu]");
  const button = document.querySelector<HTMLElement>("[data-menu-button]");
  if (!menu || !button) {
    return;
  }
  menu.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a")) {
      menu.hidePopover();
    }
  });
  menu.addEventListener("toggle", (event) => {
    const isOpen = event.newState === "open";
    button.setAttribute("aria-expanded", String(isOpen));
    button.setAttribute("aria-label", isOpen ? "Close menu" : "Open menu");
  });
}
