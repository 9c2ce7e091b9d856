import type { MouseEvent } from "react";

const CONTROLS = "a, button, input, label, select, summary, textarea";

/**
 * Follows the `row-link` of a clicked table row, unless a control was clicked or text was selected. A link that covers the
 * row, as on cards, would prevent selecting its text.
 */
export function followRowLink(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event;
  const link = currentTarget.querySelector(".row-link");
  // React also reports clicks in dialogs that a control of the row renders outside of it.
  if (!link || !(target instanceof Element) || !currentTarget.contains(target) || target.closest(CONTROLS)) {
    return;
  }
  if (getSelection()?.isCollapsed !== false) {
    link.dispatchEvent(
      new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
    );
  }
}
