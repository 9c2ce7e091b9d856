const CONTROLS = ":is(a[href], button, input, select, textarea):not(:disabled)";

/**
 * Remembers the focused element while a dialog is open, and returns a function that restores the focus. If the element is
 * removed or disabled, also later because the data of the page is fetched again, the focus moves to a control in its row
 * or in the next row, to its section, or to the page's heading.
 */
export function rememberFocus(opener: Element | null): () => void {
  if (!(opener instanceof HTMLElement) || opener === document.body) {
    return () => {};
  }
  const findSubstitute = rememberPlace(opener);
  return () => {
    opener.focus({ preventScroll: true });
    keepFocus(opener, findSubstitute);
  };
}

/** Moves the focus when `element` loses it to a change of the page. Stops when the user or other code moves the focus. */
function keepFocus(element: HTMLElement, findSubstitute: () => HTMLElement | null): void {
  let focused = element;
  const moveLostFocus = () => {
    const { activeElement } = document;
    if (isFocusable(focused) || (activeElement !== document.body && activeElement !== focused)) {
      return;
    }
    const substitute = findSubstitute();
    if (substitute) {
      focused = substitute;
      substitute.focus({ preventScroll: true });
    }
  };
  const observer = new MutationObserver(moveLostFocus);
  const stop = () => {
    observer.disconnect();
    document.removeEventListener("focusin", handleFocusIn);
    document.removeEventListener("pointerdown", stop);
  };
  const handleFocusIn = ({ target }: FocusEvent) => {
    if (target !== focused) {
      stop();
    }
  };
  document.addEventListener("focusin", handleFocusIn);
  document.addEventListener("pointerdown", stop);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  moveLostFocus();
}

/** A busy button restores its focus itself. */
function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && (!element.matches(":disabled") || element.ariaBusy === "true");
}

/** Returns a function that finds the element to focus instead of `element`, which may be removed by then. */
function rememberPlace(element: HTMLElement): () => HTMLElement | null {
  const row = element.closest<HTMLElement>("tr, li");
  const rows = row?.parentElement;
  const index = row && rows ? [...rows.children].indexOf(row) : -1;
  const section = element.closest<HTMLElement>("section, [role=dialog]");
  return () => {
    const place = row?.isConnected ? row : rows?.children[Math.min(index, rows.childElementCount - 1)];
    const control = place?.isConnected ? place.querySelector<HTMLElement>(CONTROLS) : null;
    if (control) {
      return control;
    }
    const target = (section?.isConnected ? findLabel(section) : null) ?? document.querySelector("h1");
    if (target) {
      target.tabIndex = -1;
    }
    return target;
  };
}

/** Returns the section if it has a label, or its heading. */
function findLabel(section: HTMLElement): HTMLElement | null {
  return section.matches("[aria-label], [aria-labelledby]") ? section : section.querySelector("h2, h3");
}
