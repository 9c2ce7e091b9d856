import type { Page } from "playwright-core";

/** The widths in px that every screen is checked at. */
export const LAYOUT_WIDTHS = [320, 390, 768, 1024, 1280, 1366, 1440, 1920] as const;

/**
 * Lists layout faults at each width: horizontal scrolling, clipped text, text that touches the border of its surface,
 * and wrapped names, amounts, dates, badges and labels.
 */
export async function findLayoutFaults(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Tables choose their layout in a resize observer, which runs before the next frame is drawn.
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const found = await page.evaluate(listFaults);
    faults.push(...found.map((fault) => `${width} px: ${fault}`));
  }
  return faults;
}

/** Runs in the browser. */
function listFaults(): string[] {
  /** The smallest padding of a bordered surface in px. */
  const MIN_PADDING = 8;
  /** Longer names may wrap. */
  const MAX_NAME_LENGTH = 32;
  const SHORT_TEXTS = "th, td, button:not(:has(*)), nav a";

  const root = document.querySelector("[role=dialog]") ?? document.body;
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1;
  const quote = (element: Element) => `"${(element.textContent ?? "").trim().slice(0, 60)}"`;
  const textNodes = (element: Element) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      if (node.data.trim() !== "" && node.parentElement && isVisible(node.parentElement)) {
        nodes.push(node);
      }
    }
    return nodes;
  };
  const linesOf = (node: Text) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
    return new Set(tops).size;
  };

  const faults: string[] = [];
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow > 0) {
    faults.push(`the page scrolls horizontally by ${overflow} px`);
  }
  for (const table of root.querySelectorAll("table")) {
    const hidden = table.offsetWidth - (table.parentElement?.clientWidth ?? 0);
    if (hidden > 0 && isVisible(table) && !table.closest(".sr-only")) {
      faults.push(`the table "${table.ariaLabel}" is ${hidden} px too wide`);
    }
  }
  for (const element of root.querySelectorAll(SHORT_TEXTS)) {
    for (const node of textNodes(element)) {
      const text = node.data.trim();
      const mayWrap = text.length > MAX_NAME_LENGTH || node.parentElement?.closest("[data-wraps]");
      if (!mayWrap && linesOf(node) > 1) {
        faults.push(`"${text}" wraps`);
      }
    }
  }
  for (const node of textNodes(root)) {
    const element = node.parentElement as HTMLElement;
    if (element.closest("[aria-hidden=true], .sr-only, svg, textarea")) {
      continue;
    }
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (
      let parent: Element | null = element;
      parent && parent !== document.body;
      parent = parent.parentElement
    ) {
      const style = getComputedStyle(parent);
      const box = parent.getBoundingClientRect();
      if (style.position === "fixed") {
        break;
      }
      const isEllipsis = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
      if (isEllipsis) {
        break;
      }
      if (style.overflowX !== "visible" && (text.right > box.right + 1 || text.left < box.left - 1)) {
        faults.push(`${quote(element)} is clipped`);
        break;
      }
      const hasBorder = parseFloat(style.borderLeftWidth) > 0 && parseFloat(style.borderRightWidth) > 0;
      if (hasBorder && style.borderLeftColor !== "rgba(0, 0, 0, 0)" && box.width > 200) {
        const padding = Math.min(text.left - box.left, box.right - text.right);
        if (padding < MIN_PADDING) {
          faults.push(`${quote(element)} is ${Math.round(padding)} px from the border`);
        }
        break;
      }
    }
  }
  return [...new Set(faults)];
}
