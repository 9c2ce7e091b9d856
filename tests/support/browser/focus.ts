import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Waits until the element has the focus. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement), {
      message: `focus of ${target}`,
    })
    .toBe(true);
}
