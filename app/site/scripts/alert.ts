/** Shows a message with an OK button. The native dialog closes on Escape and restores the focus. */
export function showAlert(text: string): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-alert]");
  const dialog = template?.content.firstElementChild?.cloneNode(true);
  if (!(dialog instanceof HTMLDialogElement)) {
    return;
  }
  dialog.querySelector("p")?.append(text);
  dialog.querySelector("button")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
