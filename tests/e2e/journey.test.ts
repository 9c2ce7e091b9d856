import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import { type BrowserSession, openPage, startBrowser, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { startSmtpServer, type TestSmtpServer } from "#tests/support/email/smtp-server.ts";
import { type Credentials, startTestFirm, type TestFirm } from "#tests/support/product/test-firm.ts";

// One journey through all areas of the product. Each test builds on the previous one.

let firm: TestFirm;
let smtpServer: TestSmtpServer;
let browser: Browser;
let session: BrowserSession | undefined;

beforeAll(async () => {
  smtpServer = await startSmtpServer();
  [firm, browser] = await Promise.all([startTestFirm({ SMTP_URL: smtpServer.url }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await firm?.product.stop();
  await smtpServer?.stop();
});
afterEach(async () => {
  // No step may cause console errors.
  const messages = session?.consoleMessages() ?? [];
  await session?.close();
  session = undefined;
  expect(messages).toEqual([]);
});

async function open(
  path: string,
  options: Parameters<typeof openPage>[1] = {},
): Promise<BrowserSession["page"]> {
  session = await openPage(browser, options);
  await session.page.goto(`${firm.product.url}${path}`);
  return session.page;
}

async function signIn(
  path: "/client-portal" | "/admin/login",
  credentials: Credentials,
): Promise<BrowserSession["page"]> {
  const page = await open(path);
  await page.getByLabel("Email").fill(credentials.email);
  await page.getByLabel("Password", { exact: true }).fill(credentials.password);
  await page.getByRole("button", { name: "Login" }).click();
  return page;
}

async function expectAccessible(): Promise<void> {
  expect(await session?.accessibilityViolations()).toEqual([]);
}

async function signInAsAdministrator(): Promise<BrowserSession["page"]> {
  const page = await signIn("/admin/login", firm.administrator);
  await page.waitForURL("**/admin/dashboard");
  return page;
}

async function listInvoices(): Promise<{ invoice_number: string; amount: number; client_id: string }[]> {
  const { supabaseUrl, secretKey } = firm.product;
  const response = await fetch(
    `${supabaseUrl}/rest/v1/invoices?select=invoice_number,amount,client_id,status&client_id=eq.${firm.clients[0].id}&order=invoice_number`,
    { headers: { apikey: secretKey } },
  );
  return response.json();
}

test("a visitor sends an inquiry, which is emailed to the firm and acknowledged", async () => {
  const page = await open("/");
  await expectAccessible();
  await page
    .getByRole("button", { name: "Get Started" })
    .or(page.getByRole("link", { name: "Get Started" }))
    .first()
    .click();
  await page.getByLabel("Name", { exact: false }).first().fill("Ada Byron");
  await page.getByLabel("Email", { exact: false }).first().fill("ada@visitor.example");
  await page.getByLabel("Company", { exact: false }).first().fill("Engines Ltd");
  await page.getByLabel("Service", { exact: false }).first().selectOption("AI Security Governance");
  await page.getByLabel("Message", { exact: false }).first().fill("We would like to talk about our models.");
  await page.getByRole("button", { name: /^Send/ }).click();
  await page.getByText("We have received your message and will get back to you within 24 hours.").waitFor();
  await expect
    .poll(() => smtpServer.received.map(({ to }) => to[0]).sort())
    .toEqual(["ada@visitor.example", brand.contactEmail].sort());
});

test("an administrator connects Square", async () => {
  const page = await signInAsAdministrator();
  await page.getByText("Not connected").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Connect Square" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL("**/admin/dashboard");
  await page.getByText("Square account connected successfully!").waitFor();
  await page.getByText("Connected", { exact: true }).waitFor();
});

test("a sync assigns invoices to clients, and a second sync changes nothing", async () => {
  const page = await signInAsAdministrator();
  await page.getByRole("button", { name: "Sync Invoices" }).click();
  const banner = page.getByText(/✅ Synced \d+ invoices from Square/);
  await banner.waitFor({ timeout: 60_000 });
  const synced = Number(/\d+/.exec((await banner.textContent()) ?? "")?.[0]);
  expect(synced).toBeGreaterThanOrEqual(200);
  expect((await listInvoices()).length).toBeGreaterThanOrEqual(15);
  await page.getByRole("button", { name: "Sync Invoices" }).click();
  await page.getByText("Already up to date.").waitFor({ timeout: 60_000 });
  await expectAccessible();
});

test("an administrator creates a project and links invoices", async () => {
  const page = await signInAsAdministrator();
  await page.goto(`${firm.product.url}/admin/projects`);
  await page.getByText("No projects yet").waitFor();
  await page.getByRole("button", { name: "Create Project" }).first().click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Project name").fill("Assistant red team");
  await form.getByLabel("Client").selectOption({ label: firm.clients[0].company });
  await form.getByRole("button", { name: "Create Project" }).click();
  await page.getByText("Project created successfully").waitFor();
  await page.getByRole("button", { name: "Link invoices: Assistant red team" }).click();
  const manage = page.getByRole("dialog");
  await manage.getByRole("list", { name: "Unlinked invoices" }).waitFor();
  await expectAccessible();
  const boxes = manage.getByRole("list", { name: "Unlinked invoices" }).getByRole("checkbox");
  for (const index of [0, 1, 2]) {
    await boxes.nth(index).check();
  }
  await manage.getByText("3 invoice(s) selected").waitFor();
  await manage.getByRole("button", { name: "Link Selected" }).click();
  await page.getByText("✓ Linked 3 invoices").waitFor();
  await manage.getByRole("list", { name: "Linked invoices" }).getByRole("listitem").nth(2).waitFor();
  await manage.getByRole("button", { name: "Close" }).last().click();
  const row = page.getByRole("row", { name: /Assistant red team/ });
  await expect.poll(() => row.textContent()).toMatch(/billed/);
});

test("a client pays an invoice at Square, and the portal updates automatically", async () => {
  const page = await signIn("/client-portal", firm.clients[0]);
  await page.getByRole("heading", { name: "Outstanding Balance" }).waitFor();
  await expectAccessible();
  await page.getByRole("link", { name: "View Billing" }).click();
  await page.getByRole("heading", { name: "Billing & Invoices" }).waitFor();
  const total = page.getByRole("region", { name: "Balance" }).getByText(/^\$[\d,.]+$/);
  await total.waitFor();
  const totalBefore = await total.textContent();
  const schedule = page.getByRole("button", { name: /^Payment Schedule for/ }).first();
  await schedule.click();
  await page.getByText("Overall progress").first().waitFor();
  await expectAccessible();

  const payNow = page
    .getByRole("table")
    .getByRole("link", { name: /^Pay Now/ })
    .first();
  const listNumbers = () =>
    page.getByRole("table").first().getByRole("link", { name: /^\d/ }).allInnerTexts();
  const numbers = await listNumbers();
  const [square] = await Promise.all([page.waitForEvent("popup"), payNow.click()]);
  await square.getByText("Simulated Square").first().waitFor();
  const pay = square.getByRole("button", { name: /^Pay/ }).first();
  await square.getByRole("radio").first().check();
  await pay.click();
  await square.getByText("Payment received").first().waitFor();
  const paidAt = Date.now();
  // No reload: the portal stays open behind the payment page.
  await page.bringToFront();
  await expect.poll(() => total.textContent(), { timeout: 5_000, interval: 100 }).not.toBe(totalBefore);
  expect(Date.now() - paidAt).toBeLessThan(5_000);
  await page
    .getByRole("status")
    .getByText(
      /^We received your payment of \$[\d,.]+\. (Invoice \d+ is paid|\$[\d,.]+ remains on invoice \d+)\.$/,
    )
    .waitFor();
  // The row stays in its place, so that the next Pay Now doesn't move under the pointer.
  expect(numbers.length).toBeGreaterThan(1);
  expect(await listNumbers()).toEqual(numbers);
  await expectAccessible();
});

test("other clients can't see the data", async () => {
  const page = await signIn("/client-portal", firm.clients[1]);
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  await page.goto(`${firm.product.url}/client-portal?section=projects`);
  await page.getByText("No projects yet").waitFor();
  await page.goto(`${firm.product.url}/client-portal?section=billing`);
  await page.getByRole("heading", { name: "Recent Invoices" }).waitFor();
  const text = (await page.textContent("main")) ?? "";
  const otherInvoiceNumbers = (await listInvoices())
    .map(({ invoice_number }) => invoice_number)
    .filter(Boolean);
  expect(otherInvoiceNumbers.length).toBeGreaterThan(0);
  expect(otherInvoiceNumbers.filter((number) => text.includes(number))).toEqual([]);
});

test("a forged admin session shows no data", async () => {
  session = await openPage(browser);
  session.allowConsoleMessage(/401|403|Failed to load resource/);
  const { page } = session;
  await page.addInitScript(() => {
    localStorage.setItem("admin_role", "admin");
    localStorage.setItem("admin_email", "owner@firm.example");
    localStorage.setItem(
      "admin_auth_token",
      JSON.stringify({
        access_token: "x.y.z",
        refresh_token: "x",
        expires_at: 9999999999,
        user: { id: "x" },
      }),
    );
  });
  for (const path of ["/admin/dashboard", "/admin/clients", "/admin/projects"]) {
    await page.goto(`${firm.product.url}${path}`);
    await page.waitForLoadState("networkidle");
    const text = (await page.textContent("body")) ?? "";
    expect(text).not.toContain(firm.clients[0].company);
    expect(text).not.toContain("Assistant red team");
  }
});

test.each([
  ["/client-portal", "administrator", "Access denied. Please use the admin portal."],
  ["/admin/login", "client", "Access denied. Admins only."],
] as const)("%s rejects a user with the %s role and stores no session", async (path, role, message) => {
  const page = await signIn(path, role === "client" ? firm.clients[0] : firm.administrator);
  await page.getByText(message).waitFor();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /auth|email|role/.test(key))),
  ).toEqual([]);
});

test.each(Object.entries(VIEWPORTS))("the portal is accessible on the %s", async (_name, viewport) => {
  const portal = await open("/client-portal", { viewport });
  await portal.getByRole("button", { name: "Login" }).waitFor();
  await expectAccessible();
  await portal.getByLabel("Email").fill(firm.clients[0].email);
  await portal.getByLabel("Password", { exact: true }).fill(firm.clients[0].password);
  await portal.getByRole("button", { name: "Login" }).click();
  await portal.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  for (const section of ["projects", "billing", "rates", "settings", "book-service", "documents"]) {
    await portal.goto(`${firm.product.url}/client-portal?section=${section}`);
    await portal.getByRole("heading", { level: 1 }).waitFor();
    await session?.waitForIdle();
    expect(await session?.accessibilityViolations(), section).toEqual([]);
    expect(
      await portal.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      section,
    ).toBeLessThanOrEqual(0);
  }
});
