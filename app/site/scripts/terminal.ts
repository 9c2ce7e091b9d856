/** Adds pause and play to the animation in terminal.css. After the last line, Play restarts it. */
export function initTerminal(): void {
  const steps = document.querySelector<HTMLElement>("[data-terminal]");
  const button = document.querySelector<HTMLElement>("[data-terminal-button]");
  if (!steps || !button) {
    return;
  }

  const setState = (state: "playing" | "paused" | "over") => {
    steps.dataset.terminal = state;
    button.dataset.terminalButton = state;
    button.setAttribute("aria-label", state === "playing" ? "Pause animation" : "Play animation");
  };
  steps.addEventListener("animationend", (event) => {
    if (!(event.target instanceof HTMLElement)) {
      return;
    }
    steps.dataset.currentStep = event.target.dataset.step;
    if (event.target === steps.lastElementChild) {
      setState("over");
    }
  });
  button.addEventListener("click", () => {
    if (steps.dataset.terminal === "over") {
      for (const animation of steps.getAnimations({ subtree: true })) {
        animation.cancel();
        animation.play();
      }
      delete steps.dataset.currentStep;
    }
    setState(steps.dataset.terminal === "playing" ? "paused" : "playing");
  });
}
