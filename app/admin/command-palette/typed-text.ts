export type TypedText = {
  /** Returns the text since the last call. If there is none, typing works as usual again. */
  take: () => string;
  stop: () => void;
};

/** Collects what is typed until a text field that is still loading takes it. Escape calls `onCancel`. */
export function collectTypedText(onCancel: () => void): TypedText {
  let text = "";
  const stop = () => window.removeEventListener("keydown", onKeyDown, { capture: true });

  function onKeyDown(event: KeyboardEvent) {
    const isShortcut =
      (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
    if (isShortcut || event.isComposing) {
      return;
    }
    if (event.key === "Escape") {
      stop();
      onCancel();
    } else if (event.key === "Backspace") {
      text = [...text].slice(0, -1).join("");
    } else if ([...event.key].length === 1) {
      text += event.key;
    } else if (event.key !== "Enter" && event.key !== "Tab") {
      return;
    }
    // The page behind must not react, for example with a shortcut.
    event.preventDefault();
    event.stopPropagation();
  }

  // Captured, so that it runs before the shortcuts of the page.
  window.addEventListener("keydown", onKeyDown, { capture: true });
  return {
    take() {
      const taken = text;
      text = "";
      if (taken === "") {
        stop();
      }
      return taken;
    },
    stop,
  };
}
