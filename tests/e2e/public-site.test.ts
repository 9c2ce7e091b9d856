import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { COPYRIGHT_START_YEAR } from "#app/site/firm-facts.ts";
import { brand } from "#brand";
import { DEFAULT_PUBLISHED_RETENTION } from "#domain/firm/retention.ts";
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

async function openSitePage(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  session = await openPage(browser, options);
  await session.page.goto(product.url + path);
  return session.page;
}

const reducedMotion: BrowserContextOptions = { reducedMotion: "reduce" };
const SEND_URL = "**/api/contact/send";

async function fillInContactForm(page: Page) {
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByLabel("Email", { exact: true }).fill("ada@visitor.example");
  await page.getByLabel("Company", { exact: true }).fill("Engines Ltd");
  await page.getByLabel("Service Interest").selectOption("General Inquiry");
  await page.getByLabel("Message", { exact: true }).fill("What would you look at first?");
}

test.each([
  "phone",
  "desktop",
] as const)("an unknown path shows an accessible 404 page on a %s", async (width) => {
  session = await openPage(browser, { ...reducedMotion, viewport: VIEWPORTS[width] });
  session.allowConsoleMessage(/status of 404/);
  const response = await session.page.goto(`${product.url}/no-such-page`);
  expect(response?.status()).toBe(404);
  expect(await session.accessibilityViolations()).toEqual([]);
});

test("the initial HTML contains the full transcript, features and copyright years", async () => {
  const html = await (await fetch(`${product.url}/`)).text();
  expect(html.match(/data-step="/g)).toHaveLength(26);
  expect(html.match(/Key Features/g)).toHaveLength(3);
  expect(html).toContain("free security consultation");
  const text = html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&");
  expect(text).toContain(`© ${COPYRIGHT_START_YEAR}–${new Date().getUTCFullYear()} ${brand.name}`);
});

test("makes the header opaque after 20 pixels of scroll", async () => {
  const page = await openSitePage("/", reducedMotion);
  const header = page.locator("header");
  await page.evaluate(() => window.scrollTo(0, 20));
  await expect.poll(() => header.getAttribute("data-opaque")).toBe("false");
  await page.evaluate(() => window.scrollTo(0, 21));
  await expect.poll(() => header.getAttribute("data-opaque")).toBe("true");
});

test("opens the phone menu and closes it after a selection or on Escape", async () => {
  const page = await openSitePage("/", { ...reducedMotion, viewport: VIEWPORTS.phone });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  expect(await session?.accessibilityViolations()).toEqual([]);
  await menu.getByRole("button", { name: "Contact" }).click();
  await menu.waitFor({ state: "hidden" });
  expect(new URL(page.url()).hash).toBe("#contact");
  // The form starts on the first screen.
  await expect
    .poll(async () => (await page.getByLabel("Name", { exact: true }).boundingBox())?.y)
    .toBeLessThanOrEqual(780);
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
});

test("links from a legal page's header to the landing page sections", async () => {
  const page = await openSitePage("/privacy-policy", reducedMotion);
  await page.getByRole("button", { name: "Services" }).press(" ");
  await page.waitForURL(`${product.url}/#services`);
});

test("plays the terminal once to step 26 and can be paused and resumed", async () => {
  const page = await openSitePage("/");
  const steps = page.locator("[data-terminal]");
  await expect.poll(() => steps.getAttribute("data-current-step")).toBe("2");
  await page.getByRole("button", { name: "Pause animation" }).click();
  expect(await steps.getAttribute("data-terminal")).toBe("paused");
  // The first command and its results are visible from the start.
  const opacities = await steps
    .locator("li")
    .evaluateAll((lines) => lines.map((line) => getComputedStyle(line).opacity));
  expect(opacities.filter((opacity) => opacity === "1").length).toBeGreaterThanOrEqual(7);
  expect(opacities.at(-2)).toBe("0");
  await page.getByRole("button", { name: "Play animation" }).click();
  await page.locator('[data-terminal="over"]').waitFor();
  expect(await steps.getAttribute("data-current-step")).toBe("26");
});

test.each(["phone", "desktop"] as const)("expands and collapses a service card on a %s", async (width) => {
  const page = await openSitePage("/", { ...reducedMotion, viewport: VIEWPORTS[width] });
  const card = page.getByRole("article").first();
  await card.getByRole("button", { name: "Learn More" }).click();
  await card.getByText("Key Features").waitFor();
  expect(await card.getByRole("listitem").count()).toBe(6);
  expect(await session?.accessibilityViolations()).toEqual([]);
  await card.getByRole("button", { name: "Show Less" }).click();
  await card.getByText("Key Features").waitFor({ state: "hidden" });
  await card.getByRole("heading", { level: 3 }).getByRole("link").click();
  await page.waitForURL("**/services/ai-security-assessment");
});

test.each([
  "phone",
  "desktop",
] as const)("shows field errors and focuses the first one on a %s", async (width) => {
  const page = await openSitePage("/", { ...reducedMotion, viewport: VIEWPORTS[width] });
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Invalid email address").waitFor();
  expect(await page.locator("[data-field-error]").allTextContents()).toEqual([
    "Name must be at least 2 characters",
    "Invalid email address",
    "Company name must be at least 2 characters",
    "Please select a service",
    "Message must be at least 10 characters",
  ]);
  expect(await page.getByLabel("Name", { exact: true }).evaluate((field) => field.matches(":focus"))).toBe(
    true,
  );
  expect(await session?.accessibilityViolations()).toEqual([]);
  await fillInContactForm(page);
  await expect.poll(() => page.locator("[data-field-error]").count()).toBe(0);
});

test.each([
  ["the server's error", { status: 429, body: '{"error":"Too many messages."}' }, "Too many messages."],
  ["a failure without a message", { status: 502, body: "<h1>Bad gateway</h1>" }, "Failed to send message"],
  ["a network error", null, "Failed to send message. Please try again."],
])("shows an alert for %s and keeps the values", async (_case, response, message) => {
  const page = await openSitePage("/", reducedMotion);
  session?.allowConsoleMessage(/Failed to load resource/);
  await page.route(SEND_URL, (route) => (response ? route.fulfill(response) : route.abort()));
  await fillInContactForm(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  const alert = page.getByRole("alertdialog");
  await alert.getByText(message, { exact: true }).waitFor();
  expect(await session?.accessibilityViolations()).toEqual([]);
  await alert.getByRole("button", { name: "OK" }).click();
  await alert.waitFor({ state: "detached" });
  const button = page.getByRole("button", { name: "Send Message" });
  expect(await button.evaluate((element) => element.matches(":focus"))).toBe(true);
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe(
    "What would you look at first?",
  );
  expect(await page.getByRole("link", { name: "email us" }).getAttribute("href")).toBe(
    `mailto:${brand.contactEmail}?subject=General%20Inquiry&body=What%20would%20you%20look%20at%20first%3F`,
  );
});

test("shows the server's field errors without the failure notice", async () => {
  const page = await openSitePage("/", reducedMotion);
  session?.allowConsoleMessage(/Failed to load resource/);
  const fieldErrors = {
    company: "Company name must be at least 2 characters",
    message: "Message must be at least 10 characters",
  };
  await page.route(SEND_URL, (route) =>
    route.fulfill({ status: 400, json: { success: false, error: fieldErrors.company, fieldErrors } }),
  );
  await fillInContactForm(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  const alert = page.getByRole("alertdialog");
  await alert.getByText(fieldErrors.company, { exact: true }).waitFor();
  await alert.getByRole("button", { name: "OK" }).click();
  await alert.waitFor({ state: "detached" });
  const company = page.getByLabel("Company", { exact: true });
  expect(await company.evaluate((field) => field.matches(":focus"))).toBe(true);
  expect(await company.getAttribute("aria-invalid")).toBe("true");
  expect(await company.getAttribute("aria-describedby")).toBe("contact-company-error");
  expect(await page.locator("[data-field-error]").allTextContents()).toEqual(Object.values(fieldErrors));
  expect(await page.locator("[data-not-sent]").isVisible()).toBe(false);
});

test.each([
  "phone",
  "desktop",
] as const)("disables the button while sending, then thanks the visitor for five seconds on a %s", async (device) => {
  const page = await openSitePage("/", { ...reducedMotion, viewport: VIEWPORTS[device] });
  let respond = () => {};
  const pending = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await page.route(SEND_URL, async (route) => {
    await pending;
    await route.continue();
  });
  await fillInContactForm(page);
  const idle = page.getByRole("button", { name: "Send Message" });
  const width = (await idle.boundingBox())?.width;
  await idle.click();
  const busy = page.getByRole("button", { name: "Sending..." });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  expect((await busy.boundingBox())?.width).toBe(width);
  respond();
  const thankYouPanel = page.getByText(
    "Thank You! We have received your message and will get back to you within 24 hours.",
  );
  await thankYouPanel.waitFor();
  const shownAt = Date.now();
  const number = await page.locator("[data-reference] span").textContent();
  await page.getByText(`Your reference number is ${number}. We've emailed a confirmation to `).waitFor();
  await idle.waitFor();
  expect(Date.now() - shownAt).toBeGreaterThan(4500);
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("");
  // The reference and the next step remain visible above the form.
  const banner = page.locator("[data-last-reference]");
  await banner.getByText(`Reference: ${number}. We emailed a confirmation to `).waitFor();
  const { y = -1, height = 0 } = (await banner.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThan((await page.getByLabel("Name", { exact: true }).boundingBox())?.y ?? 0);
  await page.locator("form").getByRole("link", { name: "Book a free consultation" }).waitFor();
  expect(await session?.accessibilityViolations()).toEqual([]);
});

test("shows the evidence of the sample finding on request on phones, and always on wider screens", async () => {
  const page = await openSitePage("/", { ...reducedMotion, viewport: VIEWPORTS.phone });
  const evidence = page.getByRole("heading", { name: "Evidence from the log" });
  await page.getByRole("heading", { name: "One finding, from attack to evidence" }).waitFor();
  expect(await evidence.count()).toBe(0);
  await page.getByRole("button", { name: "Show evidence and fix" }).click();
  await evidence.waitFor();
  expect(await session?.accessibilityViolations()).toEqual([]);
  await page.getByRole("button", { name: "Show Less" }).click();
  await evidence.waitFor({ state: "hidden" });
  await page.setViewportSize(VIEWPORTS.desktop);
  await evidence.waitFor();
  expect(await page.getByRole("button", { name: /evidence and fix/ }).count()).toBe(0);
});

test("works without JavaScript and responds to the contact form with a page", async () => {
  const page = await openSitePage("/", { javaScriptEnabled: false, viewport: VIEWPORTS.phone });
  expect(await page.getByText("Key Features").count()).toBe(3);
  expect(await page.getByText("Key Features").last().isVisible()).toBe(true);
  expect(await page.getByText("Learn More").first().isVisible()).toBe(false);
  expect(await page.getByText("Evidence from the log").isVisible()).toBe(true);
  await fillInContactForm(page);
  session?.allowConsoleMessage(/status of 400/);
  await page.getByLabel("Company", { exact: true }).fill("");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Company name must be at least 2 characters").waitFor();
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe(
    "What would you look at first?",
  );
  await page.getByLabel("Company", { exact: true }).fill("Engines Ltd");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("We have received your message and will get back to you within 24 hours.").waitFor();
  await page
    .getByText(
      /^Your reference number is [2-9A-Z]{4}-[2-9A-Z]{4}\. We've emailed a confirmation to ada@visitor\.example\.$/,
    )
    .waitFor();
  expect(await page.getByRole("link", { name: "Book a free consultation" }).getAttribute("href")).toBe(
    "/book",
  );
  // Its content security policy allows its style sheet.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  expect(await page.locator("h1").evaluate((title) => getComputedStyle(title).fontSize)).toBe("36px");
});

test.each(["phone", "desktop"] as const)("the form response page is accessible on a %s", async (width) => {
  session = await openPage(browser, { ...reducedMotion, viewport: VIEWPORTS[width] });
  session.allowConsoleMessage(/status of 400/);
  await session.page.route("**/plain", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<form method="post" action="/api/contact/send"><button>Send</button></form>`,
    }),
  );
  await session.page.goto(`${product.url}/plain`);
  await session.page.getByRole("button").click();
  await session.page.getByRole("heading", { name: "Your message wasn't sent" }).waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
});

test("states the retention period on the form and in the privacy policy", async () => {
  const page = await openSitePage("/", reducedMotion);
  const months = new RegExp(`${DEFAULT_PUBLISHED_RETENTION.inquiries} months`);
  expect(await page.locator("form").getByText(months).isVisible()).toBe(true);
  await page.locator("form").getByRole("link", { name: "Privacy Policy" }).click();
  await page.getByText(months).waitFor();
});
