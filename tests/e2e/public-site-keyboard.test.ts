import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type BrowserSession, openPage, startBrowser, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

let product: TestProduct;
let browser: Browser;
let session: BrowserSession | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([startTestProduct(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
afterEach(async () => {
  const messages = session?.consoleMessages() ?? [];
  await session?.close();
  session = undefined;
  expect(messages).toEqual([]);
});

async function openSitePage(width: keyof typeof VIEWPORTS, path = "/"): Promise<Page> {
  session = await openPage(browser, { reducedMotion: "reduce", viewport: VIEWPORTS[width] });
  await session.page.goto(product.url + path);
  return session.page;
}

/** Describes the focused element and, if its focus is not visible, the reason. */
function describeFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) {
      return null;
    }
    const { top, bottom, left, width, height } = element.getBoundingClientRect();
    const header = document.querySelector("header");
    const headerEnd = header?.contains(element) ? 0 : (header?.getBoundingClientRect().bottom ?? 0);
    const style = getComputedStyle(element);
    const isInSentence = style.display === "inline" && element.closest("p") !== null;
    const isSkipLink = element.getAttribute("href") === "#content";
    const hidden = [
      !isSkipLink && top < headerEnd && "is covered by the header",
      (top < 0 || bottom > window.innerHeight + 2) &&
        height < window.innerHeight / 2 &&
        "is outside the window",
      style.outlineStyle === "none" && "has no outline",
      (width < 24 || height < 24) && !isInSentence && "is smaller than 24 pixels",
    ].filter((reason) => reason !== false);
    const name = element.getAttribute("aria-label") ?? element.getAttribute("name") ?? element.textContent;
    return { name: name?.trim() ?? "", at: `${left} ${top + window.scrollY}`, hidden };
  });
}

async function collectTabStops(page: Page, key: "Tab" | "Shift+Tab"): Promise<string[]> {
  const names: string[] = [];
  for (let steps = 0; steps < 100; steps += 1) {
    await page.keyboard.press(key);
    const stop = await describeFocus(page);
    if (!stop) {
      break;
    }
    names.push(stop.name);
    // The page may still be scrolling.
    await expect
      .poll(async () => [stop.name, ...((await describeFocus(page))?.hidden ?? [])])
      .toEqual([stop.name]);
  }
  return names;
}

test.each([
  "phone",
  "desktop",
] as const)("every focus stop is visible in both directions on a %s", async (width) => {
  const page = await openSitePage(width);
  const forwardStops = await collectTabStops(page, "Tab");
  expect(forwardStops[0]).toBe("Skip to content");
  expect(forwardStops).toEqual(
    expect.arrayContaining(["Get Started", "name", "serviceInterest", "message", "Email"]),
  );
  const backward = await collectTabStops(page, "Shift+Tab");
  expect(backward).toEqual(forwardStops.toReversed());
});

test("the skip link moves focus past the header", async () => {
  const page = await openSitePage("desktop");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect((await describeFocus(page))?.name).toBe("Get Started");
});

test("expands a service and sends an inquiry with the keyboard only", async () => {
  const page = await openSitePage("desktop");
  const learnMore = page.getByRole("button", { name: "Learn More about AI Security Assessment" });
  await tabTo(page, learnMore);
  await page.keyboard.press("Enter");
  await page.getByText("Threat model of models, prompts, tools and data flows").waitFor();
  await page.keyboard.press("Space");
  await page.getByText("Threat model of models, prompts, tools and data flows").waitFor({ state: "hidden" });

  await tabTo(page, page.getByLabel("Name", { exact: true }));
  await page.keyboard.type("Ada Byron");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ada@visitor.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("Engines Ltd");
  await page.keyboard.press("Tab");
  await page.keyboard.type("General");
  await page.keyboard.press("Tab");
  await page.keyboard.type("What would you look at first?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const thankYouPanel = page.getByRole("status").filter({ hasText: "Thank You!" });
  await thankYouPanel.waitFor();
  expect(await thankYouPanel.evaluate((panel) => panel === document.activeElement)).toBe(true);
  expect(await thankYouPanel.textContent()).toMatch(/Your reference number is [2-9A-Z]{4}-[2-9A-Z]{4}/);
  expect(await session?.accessibilityViolations()).toEqual([]);
});

test("opens and closes the phone menu with the keyboard", async () => {
  const page = await openSitePage("phone", "/terms-of-service");
  await tabTo(page, page.getByRole("button", { name: "Open menu" }));
  await page.keyboard.press("Enter");
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(async () => (await describeFocus(page))?.name).toBe("Home");
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await expect.poll(async () => (await describeFocus(page))?.name).toBe("Open menu");
});

async function tabTo(page: Page, target: ReturnType<Page["getByRole"]>): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error("target is not reachable with Tab");
}
