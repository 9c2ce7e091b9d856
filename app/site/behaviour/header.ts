/** Pixels of scroll past which the header is opaque (specification section 9). */
const opaquePast = 20;

/** Keeps `data-opaque` of the header true to the page's scroll. */
export function watchScroll(): void {
  const header = document.querySelector<HTMLElement>("[data-fixed-header]");
  if (!header) return;
  const update = () => {
    header.dataset.opaque = String(window.scrollY > opaquePast);
  };
  window.addEventListener("scroll", update, { passive: true });
  update();
}
