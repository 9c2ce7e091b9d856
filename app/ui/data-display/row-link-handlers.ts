import type { MouseEvent as ReactMouseEvent } from "react";

type RowEvent = ReactMouseEvent<HTMLTableRowElement>;

const CONTROLS = "a, button, input, label, select, summary, textarea";
const MIDDLE_BUTTON = 1;

/**
 * Event handlers of a table row that follow its `row-link`, in a new tab on a middle click and with Ctrl or Cmd. Clicks on
 * controls and on selected text are ignored. A link that covers the row, as on cards, would prevent selecting its text.
 */
export const rowLinkHandlers = {
  onClick: (event: RowEvent) => {
    const link = findRowLink(event);
    if (!link || getSelection()?.isCollapsed === false) {
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      openInNewTab(link);
    } else {
      link.dispatchEvent(
        new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey }),
      );
    }
  },
  onAuxClick: (event: RowEvent) => {
    const link = event.button === MIDDLE_BUTTON && findRowLink(event);
    if (link) {
      openInNewTab(link);
    }
  },
  onMouseDown: (event: RowEvent) => {
    if (event.button === MIDDLE_BUTTON && findRowLink(event)) {
      // On Windows, the middle button would start scrolling instead.
      event.preventDefault();
    }
  },
};

function findRowLink({ target, currentTarget }: RowEvent): HTMLAnchorElement | null {
  // React also reports clicks in dialogs that a control of the row renders outside of it.
  return target instanceof Element && currentTarget.contains(target) && !target.closest(CONTROLS)
    ? currentTarget.querySelector<HTMLAnchorElement>("a.row-link")
    : null;
}

/** Browsers ignore modifier keys of simulated clicks, or the whole click. */
function openInNewTab({ href }: HTMLAnchorElement): void {
  window.open(href, "_blank", "noopener");
}
