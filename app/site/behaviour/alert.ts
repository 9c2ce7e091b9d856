/**
 * Shows a text in an alert with one button, OK. Escape closes it too, and the focus returns to where it was: both
 * are the native dialog's own doing.
 */
export function showAlert(text: string): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-alert]");
  const dialog = template?.content.firstElementChild?.cloneNode(true);
  if (!(dialog instanceof HTMLDialogElement)) return;
  dialog.querySelector("p")?.append(text);
  dialog.querySelector("button")?.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
