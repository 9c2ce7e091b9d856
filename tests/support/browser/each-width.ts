import { expect } from "vitest";
import { type BrowserSession, VIEWPORTS } from "./browser.ts";
import { findLayoutFaults } from "./layout-faults.ts";

/** Expects that the current screen is accessible and has no layout faults at the width of the page. */
export async function expectNoFaults(session: BrowserSession, screen: string): Promise<void> {
  const viewport = session.page.viewportSize() ?? VIEWPORTS.desktop;
  expect(await session.accessibilityViolations(), screen).toEqual([]);
  expect(await findLayoutFaults(session.page, [viewport.width]), screen).toEqual([]);
  await session.page.setViewportSize(viewport);
}

/**
 * Expects that the current screen is accessible and has no layout faults on a phone and on a desktop. Resizes the page,
 * which keeps open dialogs and input, and restores its size.
 */
export async function expectNoFaultsAtEachWidth(session: BrowserSession, screen: string): Promise<void> {
  await session.waitForIdle();
  expect(await findFaultsAtEachWidth(session), screen).toEqual([]);
}

/**
 * Describes what is inaccessible or does not fit on a phone and on a desktop, such as "phone: …". Does not wait for
 * requests, so that screens can be checked while they load.
 */
export async function findFaultsAtEachWidth(session: BrowserSession): Promise<string[]> {
  const { page } = session;
  const previous = page.viewportSize();
  const faults: string[] = [];
  for (const [name, viewport] of Object.entries(VIEWPORTS)) {
    const layoutFaults = await findLayoutFaults(page, [viewport.width]);
    await page.setViewportSize(viewport);
    const violations = await session.accessibilityViolations();
    faults.push(...[...layoutFaults, ...violations].map((fault) => `${name}: ${fault}`));
  }
  if (previous) {
    await page.setViewportSize(previous);
  }
  return faults;
}
