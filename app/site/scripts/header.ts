const OPAQUE_SCROLL_THRESHOLD_PX = 20;

/** Makes the header opaque once the page is scrolled past the threshold. */
export function initHeader(): void {
  const header = document.querySelector<HTMLElement>("[data-fixed-header]");
  if (!header) {
    return;
  }
  const update = () => {
    header.dataset.opaque = String(window.scrollY > OPAQUE_SCROLL_THRESHOLD_PX);
  };
  window.addEventListener("scroll", update, { passive: true });
  update();
}
