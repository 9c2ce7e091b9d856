/** Disables the button and shows its busy label. Returns a function that restores it. */
export function setBusy(button: HTMLButtonElement): () => void {
  const label = button.querySelector<HTMLElement>("[data-other-label]");
  const swapLabels = () => {
    if (!label) {
      return;
    }
    const currentLabel = label.textContent;
    label.textContent = label.dataset.otherLabel ?? currentLabel;
    label.dataset.otherLabel = currentLabel;
  };
  button.disabled = true;
  swapLabels();
  return () => {
    button.disabled = false;
    swapLabels();
  };
}
