/** Activates links with the button role when Space is pressed. */
export function activateOnSpace(): void {
  document.addEventListener("keydown", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>("a[role=button]") : null;
    if (event.key !== " " || !button) {
      return;
    }
    event.preventDefault();
    button.click();
  });
}
