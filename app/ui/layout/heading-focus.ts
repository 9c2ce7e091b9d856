const USER_EVENTS = ["keydown", "pointerdown"] as const;

let isRequested = false;

/**
 * Moves the focus to the heading of the next page. A page shows one heading while it loads and another one after that,
 * so the request is valid until the user presses a key or a pointer.
 */
export function requestHeadingFocus(): void {
  if (isRequested) {
    return;
  }
  isRequested = true;
  for (const type of USER_EVENTS) {
    document.addEventListener(type, cancelRequest, { capture: true });
  }
}

export function isHeadingFocusRequested(): boolean {
  return isRequested;
}

function cancelRequest(): void {
  isRequested = false;
  for (const type of USER_EVENTS) {
    document.removeEventListener(type, cancelRequest, { capture: true });
  }
}
