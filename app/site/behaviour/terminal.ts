/** Lets the reader pause and play the terminal, which terminal.css types once; after the last line, play begins anew. */
export function controlTerminal(): void {
  const steps = document.querySelector<HTMLElement>("[data-terminal]");
  const button = document.querySelector<HTMLElement>("[data-terminal-button]");
  if (!steps || !button) return;

  const show = (state: "playing" | "paused" | "over") => {
    steps.dataset.terminal = state;
    button.dataset.terminalButton = state;
    button.setAttribute("aria-label", state === "playing" ? "Pause animation" : "Play animation");
  };
  steps.addEventListener("animationend", (event) => {
    if (!(event.target instanceof HTMLElement)) return;
    steps.dataset.currentStep = event.target.dataset.step;
    if (event.target === steps.lastElementChild) show("over");
  });
  button.addEventListener("click", () => {
    if (steps.dataset.terminal === "over") {
      for (const animation of steps.getAnimations({ subtree: true })) {
        animation.cancel();
        animation.play();
      }
      delete steps.dataset.currentStep;
    }
    show(steps.dataset.terminal === "playing" ? "paused" : "playing");
  });
}
