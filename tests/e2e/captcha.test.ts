import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { type BrowserSession, openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

const PROVIDER_URL_PATTERN = "https://challenges.cloudflare.com/**";
/** Replaces the provider's script with a widget that is solved immediately. */
const FAKE_SCRIPT = `
  let onToken;
  window.turnstile = {
    render(place, options) {
      place.textContent = "You are human: " + options.sitekey;
      onToken = options.callback;
      onToken("a valid token");
      return "1";
    },
    reset() { setTimeout(() => onToken("another valid token"), 10); },
    remove() {},
  };
  window.captchaIsReady();
`;

/** Replaces the provider's verification endpoint. */
const originalFetch = globalThis.fetch;
vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
  if (String(input) !== "https://challenges.cloudflare.com/turnstile/v0/siteverify") {
    return originalFetch(input, init);
  }
  const token = init?.body instanceof URLSearchParams ? init.body.get("response") : null;
  return Response.json({ success: token?.endsWith("valid token") ?? false });
});

const ADMINISTRATOR = { email: "admin@firm.example", password: "a long enough password 7" };

let product: TestProduct;
let browser: Browser;
let session: BrowserSession | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startTestProduct({
      ...{ CAPTCHA_PROVIDER: "turnstile", CAPTCHA_SITE_KEY: "site-key", CAPTCHA_SECRET: "secret" },
      ...{ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
    }),
    startBrowser(),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  vi.restoreAllMocks();
});
afterEach(async () => {
  const messages = session?.consoleMessages() ?? [];
  await session?.close();
  session = undefined;
  expect(messages).toEqual([]);
});

async function openPublicPage(): Promise<{
  page: Page;
  sent: Array<Record<string, string>>;
  requestedOrigins: string[];
}> {
  session = await openPage(browser, { reducedMotion: "reduce" });
  const { page, context } = session;
  const sentForms: Array<Record<string, string>> = [];
  const requestedOrigins: string[] = [];
  context.on("request", (request) => requestedOrigins.push(new URL(request.url()).origin));
  await page.route("**/api/contact/send", (route) => {
    sentForms.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, reference: "ABCD-EFGH" } });
  });
  return { page, sent: sentForms, requestedOrigins };
}

async function send(page: Page): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByLabel("Email", { exact: true }).fill("ada@visitor.example");
  await page.getByLabel("Company", { exact: true }).fill("Engines Ltd");
  await page.getByLabel("Service Interest").selectOption("Other");
  await page.getByLabel("Message", { exact: true }).fill("What would you look at first?");
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("Your reference number is ABCD-EFGH").waitFor();
}

test("loads the CAPTCHA on first focus and sends its token with the message", async () => {
  const { page, sent, requestedOrigins } = await openPublicPage();
  await page.route(PROVIDER_URL_PATTERN, (route) =>
    route.fulfill({ contentType: "text/javascript", body: FAKE_SCRIPT }),
  );
  await page.goto(product.url, { waitUntil: "networkidle" });
  expect(new Set(requestedOrigins)).toEqual(new Set([product.url]));
  await page.getByLabel("Name", { exact: true }).focus();
  await page.getByText("You are human: site-key").waitFor();
  await send(page);
  expect(sent).toMatchObject([{ captchaToken: "a valid token", name: "Ada Byron" }]);
  // A token is valid for one message.
  await page.getByRole("button", { name: "Send Message" }).waitFor();
  await send(page);
  expect(sent[1]).toMatchObject({ captchaToken: "another valid token" });
});

test("accepts messages when the CAPTCHA can't load", async () => {
  const { page, sent } = await openPublicPage();
  session?.allowConsoleMessage(/Failed to load resource/);
  await page.route(PROVIDER_URL_PATTERN, (route) => route.abort());
  await page.goto(product.url);
  await send(page);
  expect(sent).toMatchObject([{ captchaToken: "unavailable" }]);
});

test("sends the CAPTCHA's token when a visitor books a consultation", async () => {
  const { page, requestedOrigins } = await openPublicPage();
  await page.route(PROVIDER_URL_PATTERN, (route) =>
    route.fulfill({ contentType: "text/javascript", body: FAKE_SCRIPT }),
  );
  await page.goto(`${product.url}/book?view=list&zone=America/New_York`);
  await page.locator("[data-time-link]").last().click();
  const name = page.getByLabel("Name", { exact: true });
  await name.waitFor();
  expect(new Set(requestedOrigins)).toEqual(new Set([product.url]));
  await name.focus();
  await page.getByText("You are human: site-key").waitFor();
  await name.fill("Ada Byron");
  await page.getByLabel("Email", { exact: true }).fill("ada@visitor.example");
  await page.getByLabel("Company", { exact: true }).fill("Engines Ltd");
  await page.getByLabel("What would you like to talk about?").fill("What would you look at first?");
  const sending = page.waitForRequest((request) => request.method() === "POST");
  await page.getByRole("button", { name: "Book consultation" }).click();
  const form = new URLSearchParams((await sending).postData() ?? "");
  expect(form.get("captchaToken")).toBe("a valid token");
  await page.getByRole("heading", { name: /^Confirm within \d+ minutes with the link/ }).waitFor();
});

async function signIn(page: Page, { email, password }: typeof ADMINISTRATOR): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

test("uses a new token for each sign-in attempt, including after logout", async () => {
  const { page } = await openPublicPage();
  // Requests that are in progress at logout are rejected (401).
  session?.allowConsoleMessage(/40[01]/);
  await page.route(PROVIDER_URL_PATTERN, (route) =>
    route.fulfill({ contentType: "text/javascript", body: FAKE_SCRIPT }),
  );
  await page.goto(`${product.url}/admin/login`);
  await page.getByText("You are human: site-key").waitFor();
  await signIn(page, { ...ADMINISTRATOR, password: "not the password" });
  await page.getByText("Invalid admin credentials").waitFor();
  await signIn(page, ADMINISTRATOR);
  await page.waitForURL("**/admin/dashboard");
  await page.reload();
  await page.getByRole("button", { name: "Logout" }).click();
  await page.getByText("You are human: site-key").waitFor();
  await signIn(page, ADMINISTRATOR);
  await page.waitForURL("**/admin/dashboard");

  await page.goto(`${product.url}/forgot-password`);
  await page.getByText("You are human: site-key").waitFor();
  await page.getByLabel("Email").fill(ADMINISTRATOR.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await page.getByRole("heading", { name: "Check Your Email" }).waitFor();
});

test("explains rejected sign-ins and resets when the CAPTCHA can't load", async () => {
  const { page } = await openPublicPage();
  session?.allowConsoleMessage(/400|Failed to load resource|Request failed/);
  await page.route(PROVIDER_URL_PATTERN, (route) => route.abort());
  const captchaError = page.getByText("We couldn't verify that you're human.");
  await page.goto(`${product.url}/client-portal`);
  await signIn(page, ADMINISTRATOR);
  await captchaError.waitFor();
  await page.goto(`${product.url}/forgot-password`);
  await page.getByLabel("Email").fill(ADMINISTRATOR.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await captchaError.waitFor();
});

test("the demo connects to Square when a CAPTCHA is configured", () => {
  expect(product.printedLines.join("\n")).toMatch(/synced \d+ invoices/);
});
