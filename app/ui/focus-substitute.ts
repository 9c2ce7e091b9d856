const CONTROLS =
  ":is(a[href], button, input:not([type=hidden]), select, textarea):not(:disabled, [tabindex='-1'])";

/**
 * Returns a function that finds the element to focus after `element` was removed or disabled: a control in its row or in the
 * next row, otherwise its section, otherwise the page's h1. Call it while the element is in the document.
 */
export function rememberRow(element: HTMLElement): () => HTMLElement | null {
  const section = findSection(element);
  const findSectionTarget = rememberSection(element);
  const row = findRow(element, section);
  const rows = row?.parentElement;
  const index = row && rows ? [...rows.children].indexOf(row) : -1;
  return () => {
    const place = row?.isConnected ? row : rows?.children[Math.min(index, rows.childElementCount - 1)];
    const control = place?.isConnected ? findControl(place) : undefined;
    return control ?? findSectionTarget();
  };
}

/** Like `rememberRow`, but finds only the section or the h1. */
export function rememberSection(element: HTMLElement): () => HTMLElement | null {
  const section = findSection(element);
  return () => {
    const target = (section?.isConnected ? findLabel(section) : null) ?? document.querySelector("h1");
    // The property is negative for an element that isn't focusable without the attribute.
    if (target && target.tabIndex < 0) {
      target.tabIndex = -1;
    }
    return target;
  };
}

function findSection(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>("section, [role=dialog]");
}

/** Returns the row that contains the element. Null if the element is in a section of the row. */
function findRow(element: HTMLElement, section: HTMLElement | null): HTMLElement | null {
  const row = element.closest<HTMLElement>("tr, li");
  return section && row?.contains(section) ? null : row;
}

function findControl(place: Element): HTMLElement | undefined {
  return [...place.querySelectorAll<HTMLElement>(CONTROLS)].find((control) =>
    control.checkVisibility({ visibilityProperty: true }),
  );
}

/** Returns the section if it has a label, or its heading. */
function findLabel(section: HTMLElement): HTMLElement | null {
  return section.matches("[aria-label], [aria-labelledby]") ? section : section.querySelector("h2, h3");
}
