/** Links that read as buttons are pressed by the space bar too. */
export function pressOnSpace(): void {
  document.addEventListener("keydown", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>("a[role=button]") : null;
    if (event.key !== " " || !button) return;
    event.preventDefault();
    button.click();
  });
}
