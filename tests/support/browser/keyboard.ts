import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Higher than the number of Tab stops on any screen. */
const MAX_STOPS = 120;

/** Uses a page with the keyboard alone. */
export type Keyboard = {
  /** Presses Tab until the element has the focus. @throws {Error} if Tab does not reach it, or its focus is not visible. */
  tabTo(target: Locator, key?: "Tab" | "Shift+Tab"): Promise<void>;
  /** Tabs to the element and presses the key. */
  press(target: Locator, key?: "Enter" | "Space" | "ArrowRight"): Promise<void>;
  /** Tabs to the field and types the text. */
  type(field: Locator, text: string): Promise<void>;
  /** Tabs to the select and types the start of an option. */
  choose(select: Locator, option: string): Promise<void>;
  /** Opens a menu and selects an entry with the arrow keys. */
  selectFromMenu(button: Locator, entry: Locator): Promise<void>;
};

export function createKeyboard(page: Page): Keyboard {
  const { keyboard } = page;
  async function tabTo(target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
    await target.waitFor();
    for (let stops = 0; stops < MAX_STOPS; stops += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) {
        // The page may still be scrolling.
        await expect
          .poll(() => target.evaluate(findFocusFault), { message: `focus of ${target}` })
          .toBeNull();
        return;
      }
      await keyboard.press(key);
    }
    throw new Error(`${target} is not reachable with ${key}`);
  }
  async function press(target: Locator, key: "Enter" | "Space" | "ArrowRight" = "Enter") {
    await tabTo(target);
    await keyboard.press(key);
  }
  return {
    tabTo,
    press,
    async type(field, text) {
      await tabTo(field);
      await keyboard.type(text);
    },
    async choose(select, option) {
      await tabTo(select);
      await keyboard.type(option);
    },
    async selectFromMenu(button, entry) {
      await press(button);
      await entry.waitFor();
      for (let stops = 0; stops < MAX_STOPS; stops += 1) {
        if (await entry.evaluate((element) => element === document.activeElement)) {
          await keyboard.press("Enter");
          return;
        }
        await keyboard.press("ArrowDown");
      }
      throw new Error(`${entry} is not reachable with the arrow keys`);
    },
  };
}

/** Runs in the browser. Returns why the focus of the focused element is not visible, or null. */
function findFocusFault(element: Element): string | null {
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  if (outlineStyle === "none" || Number.parseFloat(outlineWidth) < 2) {
    return "has no outline";
  }
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
  const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
  const shown = document.elementFromPoint(x, y);
  // The check mark of a checkbox is its sibling.
  return element.contains(shown) || shown?.parentElement === element.parentElement ? null : "is covered";
}
