import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { BrowserSession } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// A script that is missing from the server, for example after a deployment replaced the build.

/** The script of a page that no other page uses. */
const SQUARE_SCRIPT = /\/assets\/square-[\w-]{8}\.js$/;

const portal = setUpPortal();

const url = (path: string) => `${portal.firm.product.url}${path}`;

async function signIn(): Promise<BrowserSession> {
  const session = await portal.openPage();
  session.allowConsoleMessage(
    /Failed to (load resource|fetch dynamically imported module)|Error loading route/,
  );
  session.allowConsoleMessage(/ScriptLoadError|A script couldn't be loaded/);
  const { page } = session;
  const { email, password } = portal.firm.administrator;
  await page.goto(url("/admin/login"));
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  return session;
}

/** Counts the documents that the page loads from now on. */
function countDocuments(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    count += request.isNavigationRequest() ? 1 : 0;
  });
  return () => count;
}

async function waitForError({ page, waitForIdle }: BrowserSession): Promise<void> {
  await page.getByText("We couldn't load this page.").waitFor();
  await waitForIdle();
}

test.each([
  404, 503,
])("a page whose script responds with %i reloads once, then shows an error", async (status) => {
  const session = await signIn();
  const { page } = session;
  await page.route(SQUARE_SCRIPT, (route) => route.fulfill({ status }));
  const documentCount = countDocuments(page);
  await page.goto(url("/admin/square"));
  await waitForError(session);
  expect(documentCount()).toBe(2);
  expect(await session.accessibilityViolations()).toEqual([]);

  await page.unroute(SQUARE_SCRIPT);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { level: 1, name: /^Square/ }).waitFor();
});

test("an error is shown if the script around all pages is missing", async () => {
  const session = await signIn();
  // React tries to mount the document again.
  session.allowConsoleMessage(/TrustedHTML/);
  const { page } = session;
  await page.route("**/assets/shell-*.js", (route) => route.fulfill({ status: 404 }));
  const documentCount = countDocuments(page);
  await page.goto(url("/admin/square"));
  await page.getByRole("heading", { name: "We couldn't load this page." }).waitFor();
  expect(documentCount()).toBe(2);

  await page.unroute("**/assets/shell-*.js");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { level: 1, name: /^Square/ }).waitFor();
});

test("a link to a page whose script is missing reloads once, then shows an error", async () => {
  const session = await signIn();
  const { page } = session;
  await page.route(SQUARE_SCRIPT, (route) => route.fulfill({ status: 404 }));
  const documentCount = countDocuments(page);
  const openSquare = () =>
    page.getByRole("navigation", { name: "Admin pages" }).getByRole("link", { name: "Square" }).click();
  await openSquare();
  await expect.poll(documentCount).toBe(1);
  await page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  await openSquare();
  await waitForError(session);
  expect(documentCount()).toBe(1);
});
