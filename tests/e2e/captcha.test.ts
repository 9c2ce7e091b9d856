import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { aProduct, type TestProduct } from "#tests/support/a-product.ts";
import { aVisit, startBrowser, type Visit } from "#tests/support/browser.ts";

const PROVIDER = "https://challenges.cloudflare.com/**";
/** Stands for the provider's script: one widget that is right at once. */
const FAKE_SCRIPT = `
  let tell;
  window.turnstile = {
    render(place, options) {
      place.textContent = "You are human: " + options.sitekey;
      tell = options.callback;
      tell("a right answer");
      return "1";
    },
    reset() { setTimeout(() => tell("another right answer"), 10); },
    remove() {},
  };
  window.captchaIsReady();
`;

/** Stands for the provider's verdict: the server asks it from this process. */
const ask = globalThis.fetch;
vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
  if (String(input) !== "https://challenges.cloudflare.com/turnstile/v0/siteverify") return ask(input, init);
  const answer = init?.body instanceof URLSearchParams ? init.body.get("response") : null;
  return Response.json({ success: answer?.endsWith("right answer") ?? false });
});

const ADMINISTRATOR = { email: "admin@firm.example", password: "a long enough password 7" };

let product: TestProduct;
let browser: Browser;
let visit: Visit | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([
    aProduct({
      ...{ CAPTCHA_PROVIDER: "turnstile", CAPTCHA_SITE_KEY: "site-key", CAPTCHA_SECRET: "secret" },
      ...{ ADMIN_EMAIL: ADMINISTRATOR.email, ADMIN_PASSWORD: ADMINISTRATOR.password },
    }),
    startBrowser(),
  ]);
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

async function open(): Promise<{ page: Page; sent: Array<Record<string, string>>; asked: string[] }> {
  visit = await aVisit(browser, { reducedMotion: "reduce" });
  const { page, context } = visit;
  const sent: Array<Record<string, string>> = [];
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.route("**/api/contact/send", (route) => {
    sent.push(route.request().postDataJSON());
    return route.fulfill({ json: { success: true, reference: "ABCD-EFGH" } });
  });
  return { page, sent, asked };
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

test("the captcha's host is asked once the form is approached, and its answer goes with the message", async () => {
  const { page, sent, asked } = await open();
  await page.route(PROVIDER, (route) => route.fulfill({ contentType: "text/javascript", body: FAKE_SCRIPT }));
  await page.goto(product.url, { waitUntil: "networkidle" });
  expect(new Set(asked)).toEqual(new Set([product.url]));
  await page.getByLabel("Name", { exact: true }).focus();
  await page.getByText("You are human: site-key").waitFor();
  await send(page);
  expect(sent).toMatchObject([{ captchaToken: "a right answer", name: "Ada Byron" }]);
  // An answer is good for one message.
  await page.getByRole("button", { name: "Send Message" }).waitFor();
  await send(page);
  expect(sent[1]).toMatchObject({ captchaToken: "another right answer" });
});

test("a captcha that cannot be loaded does not stand between a person and the firm", async () => {
  const { page, sent } = await open();
  visit?.expectComplaint(/Failed to load resource/);
  await page.route(PROVIDER, (route) => route.abort());
  await page.goto(product.url);
  await send(page);
  expect(sent).toMatchObject([{ captchaToken: "unavailable" }]);
});

async function signIn(page: Page, { email, password }: typeof ADMINISTRATOR): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

test("each try to sign in has an answer of its own, also after a logout that loads no page", async () => {
  const { page } = await open();
  visit?.expectComplaint(/400/);
  await page.route(PROVIDER, (route) => route.fulfill({ contentType: "text/javascript", body: FAKE_SCRIPT }));
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

test("where the captcha cannot be loaded, both forms say why they are refused", async () => {
  const { page } = await open();
  visit?.expectComplaint(/400|Failed to load resource|Request failed/);
  await page.route(PROVIDER, (route) => route.abort());
  const refused = page.getByText("The captcha was not solved, or could not be loaded.");
  await page.goto(`${product.url}/client-portal`);
  await signIn(page, ADMINISTRATOR);
  await refused.waitFor();
  await page.goto(`${product.url}/forgot-password`);
  await page.getByLabel("Email").fill(ADMINISTRATOR.email);
  await page.getByRole("button", { name: "Send Reset Link" }).click();
  await refused.waitFor();
});

test("the demonstration connects its Square where nobody is there to answer a captcha", () => {
  expect(product.said.join("\n")).toMatch(/synced \d+ invoices/);
});
