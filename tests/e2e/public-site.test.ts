import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import { BUILT_MONTHS } from "#domain/retention.ts";
import { aProduct, type TestProduct } from "#tests/support/a-product.ts";
import { aVisit, startBrowser, type Visit, WIDTHS } from "#tests/support/browser.ts";

let product: TestProduct;
let browser: Browser;
let visit: Visit | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([aProduct(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
afterEach(async () => {
  const complaints = visit?.complaints() ?? [];
  await visit?.close();
  visit = undefined;
  expect(complaints).toEqual([]);
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  visit = await aVisit(browser, options);
  await visit.page.goto(product.url + path);
  return visit.page;
}

const still: BrowserContextOptions = { reducedMotion: "reduce" };
const sendUrl = "**/api/contact/send";

async function fillIn(page: Page) {
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByLabel("Email", { exact: true }).fill("ada@visitor.example");
  await page.getByLabel("Company", { exact: true }).fill("Engines Ltd");
  await page.getByLabel("Service Interest").selectOption("General Inquiry");
  await page.getByLabel("Message", { exact: true }).fill("What would you look at first?");
}

test.each([
  "phone",
  "desktop",
] as const)("an address that is none has an accessible page on a %s", async (width) => {
  visit = await aVisit(browser, { ...still, viewport: WIDTHS[width] });
  visit.expectComplaint(/status of 404/);
  const answer = await visit.page.goto(`${product.url}/no-such-page`);
  expect(answer?.status()).toBe(404);
  expect(await visit.accessibilityViolations()).toEqual([]);
});

test("the first HTML holds everything: 26 steps, 18 features, both figures and years", async () => {
  const html = await (await fetch(`${product.url}/`)).text();
  expect(html.match(/data-step="/g)).toHaveLength(26);
  expect(html.match(/Key Features/g)).toHaveLength(3);
  expect(html).toContain("free security consultation");
  const text = html
    .replace(/<!-- -->/g, "")
    .replace(/<[^>]+>/g, "")
    .replaceAll("&amp;", "&");
  expect(text).toContain(`© ${brand.copyrightStartYear}–${new Date().getUTCFullYear()} ${brand.name}`);
});

test("the header is opaque once the page is scrolled more than 20 pixels", async () => {
  const page = await open("/", still);
  const header = page.locator("header");
  await page.evaluate(() => window.scrollTo(0, 20));
  await expect.poll(() => header.getAttribute("data-opaque")).toBe("false");
  await page.evaluate(() => window.scrollTo(0, 21));
  await expect.poll(() => header.getAttribute("data-opaque")).toBe("true");
});

test("on a phone the menu opens, and closes after a choice or on Escape", async () => {
  const page = await open("/", { ...still, viewport: WIDTHS.phone });
  const menu = page.getByRole("navigation", { name: "Menu" });
  await page.getByRole("button", { name: "Open menu" }).click();
  expect(await visit?.accessibilityViolations()).toEqual([]);
  await menu.getByRole("button", { name: "Contact" }).click();
  await menu.waitFor({ state: "hidden" });
  expect(new URL(page.url()).hash).toBe("#contact");
  await page.getByRole("button", { name: "Open menu" }).click();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
});

test("from a legal page the header leads back to the sections", async () => {
  const page = await open("/privacy-policy", still);
  await page.getByRole("button", { name: "Services" }).press(" ");
  await page.waitForURL(`${product.url}/#services`);
});

test("the terminal plays once to step 26, and waits while it is paused", async () => {
  const page = await open("/");
  const steps = page.locator("[data-terminal]");
  await expect.poll(() => steps.getAttribute("data-current-step")).toBe("2");
  await page.getByRole("button", { name: "Pause animation" }).click();
  expect(await steps.getAttribute("data-terminal")).toBe("paused");
  await page.getByRole("button", { name: "Play animation" }).click();
  await page.locator('[data-terminal="over"]').waitFor();
  expect(await steps.getAttribute("data-current-step")).toBe("26");
});

test.each([
  "phone",
  "desktop",
] as const)("on a %s a service opens its six features in place and closes them", async (width) => {
  const page = await open("/", { ...still, viewport: WIDTHS[width] });
  const card = page.getByRole("article").first();
  await card.getByRole("button", { name: "Learn More" }).click();
  await card.getByText("Key Features").waitFor();
  expect(await card.getByRole("listitem").count()).toBe(6);
  expect(await visit?.accessibilityViolations()).toEqual([]);
  await card.getByRole("button", { name: "Show Less" }).click();
  await card.getByText("Key Features").waitFor({ state: "hidden" });
});

test.each([
  "phone",
  "desktop",
] as const)("on a %s an empty form says what is wrong under each field and leads to the first", async (width) => {
  const page = await open("/", { ...still, viewport: WIDTHS[width] });
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
  expect(await visit?.accessibilityViolations()).toEqual([]);
  await fillIn(page);
  await expect.poll(() => page.locator("[data-field-error]").count()).toBe(0);
});

test.each([
  ["the server's words", { status: 429, body: '{"error":"Too many messages."}' }, "Too many messages."],
  ["a server without words", { status: 502, body: "<h1>Bad gateway</h1>" }, "Failed to send message"],
  ["no answer at all", null, "Failed to send message. Please try again."],
])("a failure alerts %s and keeps the values", async (_case, answer, words) => {
  const page = await open("/", still);
  visit?.expectComplaint(/Failed to load resource/);
  await page.route(sendUrl, (route) => (answer ? route.fulfill(answer) : route.abort()));
  await fillIn(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  const alert = page.getByRole("alertdialog");
  await alert.getByText(words, { exact: true }).waitFor();
  expect(await visit?.accessibilityViolations()).toEqual([]);
  await alert.getByRole("button", { name: "OK" }).click();
  await alert.waitFor({ state: "detached" });
  const button = page.getByRole("button", { name: "Send Message" });
  expect(await button.evaluate((element) => element.matches(":focus"))).toBe(true);
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe(
    "What would you look at first?",
  );
  expect(await page.getByRole("link", { name: "send it by e-mail" }).getAttribute("href")).toBe(
    `mailto:${brand.contactEmail}?subject=General%20Inquiry&body=What%20would%20you%20look%20at%20first%3F`,
  );
});

test("while sending the button is disabled in its width, then thanks stand for five seconds", async () => {
  const page = await open("/", still);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(sendUrl, async (route) => {
    await held;
    await route.continue();
  });
  await fillIn(page);
  const idle = page.getByRole("button", { name: "Send Message" });
  const width = (await idle.boundingBox())?.width;
  await idle.click();
  const busy = page.getByRole("button", { name: "Sending..." });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  expect((await busy.boundingBox())?.width).toBe(width);
  answer();
  const thanks = page.getByText(
    "Thank You! We have received your message and will get back to you within 24 hours.",
  );
  await thanks.waitFor();
  const since = Date.now();
  const number = await page.locator("[data-reference] span").textContent();
  await idle.waitFor();
  expect(Date.now() - since).toBeGreaterThan(4500);
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe("");
  // Its number can still be read.
  await page.getByText(`Its reference number is ${number}.`).waitFor();
  expect(await visit?.accessibilityViolations()).toEqual([]);
});

test("without scripts everything can be read, and the form is answered with a page", async () => {
  const page = await open("/", { javaScriptEnabled: false, viewport: WIDTHS.phone });
  expect(await page.getByText("Key Features").count()).toBe(3);
  expect(await page.getByText("Key Features").last().isVisible()).toBe(true);
  expect(await page.getByText("Learn More").first().isVisible()).toBe(false);
  await fillIn(page);
  visit?.expectComplaint(/status of 400/);
  await page.getByLabel("Company", { exact: true }).fill("");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Company name must be at least 2 characters").waitFor();
  expect(await page.getByLabel("Message", { exact: true }).inputValue()).toBe(
    "What would you look at first?",
  );
  await page.getByLabel("Company", { exact: true }).fill("Engines Ltd");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("We have received your message and will get back to you within 24 hours.").waitFor();
  await page.getByText(/Your reference number is [2-9A-Z]{4}-[2-9A-Z]{4}/).waitFor();
  // Its own small stylesheet, which its policy allows.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe("dark");
  expect(await page.locator("h1").evaluate((title) => getComputedStyle(title).fontSize)).toBe("36px");
});

test.each([
  "phone",
  "desktop",
] as const)("the page that answers a form is accessible on a %s", async (width) => {
  visit = await aVisit(browser, { ...still, viewport: WIDTHS[width] });
  visit.expectComplaint(/status of 400/);
  await visit.page.route("**/plain", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<form method="post" action="/api/contact/send"><button>Send</button></form>`,
    }),
  );
  await visit.page.goto(`${product.url}/plain`);
  await visit.page.getByRole("button").click();
  await visit.page.getByRole("heading", { name: "Your message was not sent" }).waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
});

test("beside the form stands what is stored and for how long, and the policy says the same", async () => {
  const page = await open("/", still);
  const months = new RegExp(`${BUILT_MONTHS.inquiries} months`);
  expect(await page.locator("form").getByText(months).isVisible()).toBe(true);
  await page.locator("form").getByRole("link", { name: "Privacy Policy" }).click();
  await page.getByText(months).waitFor();
});
