import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// The sign-in forms are prerendered, and hydrated while the user reads or types.

const MAX_SCRIPT_BYTES = 130_000;
const MAX_REQUESTS = 15;

const portal = setUpPortal();

const url = (path: string) => `${portal.firm.product.url}${path}`;

/** Holds back the scripts of the next page until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", (route) => gate.promise.then(() => route.continue()));
  return gate.resolve;
}

describe.each(["/client-portal", "/admin/login"])("%s", (path) => {
  test("shows the form before its scripts run, and says that signing in requires them", async () => {
    const { page } = await portal.openPage({ javaScriptEnabled: false });
    await page.goto(url(path));
    await page.locator("noscript p", { hasText: "Signing in requires JavaScript." }).waitFor();
    expect(await page.getByLabel("Email").isVisible()).toBe(false);

    const session = await portal.openPage();
    const releaseScripts = await holdScripts(session.page);
    await session.page.goto(url(path), { waitUntil: "commit" });
    await session.page.getByLabel("Email").waitFor();
    expect(await session.page.getByRole("button", { name: "Login" }).isDisabled()).toBe(true);
    releaseScripts();
    await expect.poll(() => session.page.getByRole("button", { name: "Login" }).isEnabled()).toBe(true);
    expect(await session.accessibilityViolations()).toEqual([]);
  });

  test("focuses the password after wrong credentials, and the heading of the next page after a sign-in", async () => {
    const browserSession = await portal.openPage();
    browserSession.allowConsoleMessage(/400/);
    const { page } = browserSession;
    const [client] = portal.firm.clients;
    const { email, password } = path === "/client-portal" ? client : portal.firm.administrator;
    const login = page.getByRole("button", { name: "Login" });
    await page.goto(url(path));
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill("wrong password");
    await login.click();
    await page.getByText(/^Invalid (email or password|admin credentials)$/).waitFor();
    await expect.poll(() => login.isEnabled()).toBe(true);
    expect(await page.locator("input:focus").getAttribute("name")).toBe("password");

    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.keyboard.press("Enter");
    await page.locator("h1:focus", { hasText: /^Dashboard/ }).waitFor();
  });

  test("needs at most 130 KB of script and 15 requests", async () => {
    const { page, context, waitForIdle } = await portal.openPage();
    const devtools = await context.newCDPSession(page);
    const types = new Map<string, string>();
    let scriptBytes = 0;
    devtools.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
    devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      scriptBytes += types.get(requestId) === "Script" ? encodedDataLength : 0;
    });
    await devtools.send("Network.enable");
    await page.goto(url(path));
    await expect.poll(() => page.getByRole("button", { name: "Login" }).isEnabled()).toBe(true);
    await waitForIdle();
    expect(types.size).toBeLessThanOrEqual(MAX_REQUESTS);
    expect(scriptBytes).toBeGreaterThan(0);
    expect(scriptBytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES);
  });
});

test("keeps what was typed and checked before the scripts ran", async () => {
  const { page, context } = await portal.openPage();
  const { email, password } = portal.firm.clients[0];
  const releaseScripts = await holdScripts(page);
  await page.goto(url("/client-portal"), { waitUntil: "commit" });
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Remember me").check();
  await page.getByLabel("Password", { exact: true }).fill(password);
  releaseScripts();
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  const cookies = await context.cookies();
  expect(cookies.some(({ expires }) => expires > Date.now() / 1000)).toBe(true);
});

test("shows the loading state instead of the form to a user with a session", async () => {
  const session = await portal.openPage({ viewport: VIEWPORTS.phone });
  await portal.signIn(session.page, portal.firm.clients[0], "overview");
  await session.page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  const releaseScripts = await holdScripts(session.page);
  await session.page.goto(url("/client-portal"), { waitUntil: "commit" });
  await session.page.getByText("Loading your data...").waitFor();
  expect(await session.page.getByLabel("Email").isVisible()).toBe(false);
  releaseScripts();
  await session.page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
});

test("signs in a tab that shows the form when another tab signs in", async () => {
  const session = await portal.openPage();
  const waiting = await session.context.newPage();
  await waiting.goto(url("/client-portal"));
  await expect.poll(() => waiting.getByRole("button", { name: "Login" }).isEnabled()).toBe(true);
  await portal.signIn(session.page, portal.firm.clients[0], "overview");
  await session.page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  await waiting.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
});

test("keeps the session of a tab that verifies a second factor, and signs in the other tab after it", async () => {
  const { administrator } = portal.firm;
  const api = await portal.signInByApi(administrator);
  const { data } = await api.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
  const getCode = (step: number) => totpCode(data?.totp.secret ?? "", totpStepAt(new Date()) + step);
  const factorId = data?.id ?? "";
  expect((await api.auth.mfa.challengeAndVerify({ factorId, code: getCode(-1) })).error).toBeNull();

  const { page, context } = await portal.openPage();
  const waiting = await context.newPage();
  for (const tab of [waiting, page]) {
    await tab.goto(url("/admin/login"));
    await expect.poll(() => tab.getByRole("button", { name: "Login" }).isEnabled()).toBe(true);
  }
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Code", { exact: false }).fill(getCode(0));
  await page.getByRole("button", { name: "Verify" }).click();
  for (const tab of [page, waiting]) {
    await tab.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  }
});
