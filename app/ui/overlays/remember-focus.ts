import { rememberRow, rememberSection } from "../focus-substitute.ts";

/** The focused element that `keepFocus` observes. */
let remembered: HTMLElement | null = null;

/** Whether the focus of an element moves to its row when the element is removed, because it opened a dialog. */
export function isFocusRemembered(element: HTMLElement): boolean {
  return element === remembered;
}

/**
 * Returns a function that restores the focus when a dialog closes. If the opener is removed or disabled then, or
 * removed later by a refetch, the focus moves to a control in its row or the next row, then to its section, then to the page's h1.
 */
export function rememberFocus(opener: Element | null): () => void {
  if (!(opener instanceof HTMLElement) || opener === document.body) {
    return () => {};
  }
  const findSubstitute = rememberRow(opener);
  return () => {
    opener.focus({ preventScroll: true });
    keepFocus(opener, findSubstitute);
  };
}

/**
 * Keeps the focus in the section of an element that is about to be removed, such as the Retry button of content that failed
 * to load. Without a section, the focus moves to the page's h1.
 */
export function keepFocusInSection(element: HTMLElement): void {
  keepFocus(element, rememberSection(element));
}

/**
 * Moves the focus when `element` loses it because the page changed. Observes the page until the user or other code moves the
 * focus.
 */
function keepFocus(element: HTMLElement, findSubstitute: () => HTMLElement | null): void {
  let focused = element;
  remembered = element;
  const moveLostFocus = () => {
    const { activeElement } = document;
    if (isFocusable(focused) || (activeElement !== document.body && activeElement !== focused)) {
      return;
    }
    const substitute = findSubstitute();
    if (!substitute) {
      return;
    }
    const previous = focused;
    focused = substitute;
    remembered = substitute;
    substitute.focus({ preventScroll: true });
    // Other code may have moved the focus, which stops the observation.
    if (document.activeElement !== substitute && remembered === substitute) {
      focused = previous;
      remembered = previous;
    }
  };
  const observer = new MutationObserver(moveLostFocus);
  const stop = () => {
    if (remembered === focused) {
      remembered = null;
    }
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

/** A busy button restores its own focus. */
function isFocusable(element: HTMLElement): boolean {
  return element.isConnected && (!element.matches(":disabled") || element.ariaBusy === "true");
}
