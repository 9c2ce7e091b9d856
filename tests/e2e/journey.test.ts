import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import { aFirm, type Firm, type Person } from "#tests/support/a-firm.ts";
import { aMailServer, type MailServer } from "#tests/support/a-mail-server.ts";
import { aVisit, startBrowser, type Visit, WIDTHS } from "#tests/support/browser.ts";

// One journey through every room, told in the order in which a firm would live it. Each step builds on the last.

let firm: Firm;
let mail: MailServer;
let browser: Browser;
let visit: Visit | undefined;

beforeAll(async () => {
  mail = await aMailServer();
  [firm, browser] = await Promise.all([aFirm({ SMTP_URL: mail.url }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await firm?.product.stop();
  await mail?.stop();
});
afterEach(async () => {
  // Whatever a step did on purpose, nobody's console may complain.
  const complaints = visit?.complaints() ?? [];
  await visit?.close();
  visit = undefined;
  expect(complaints).toEqual([]);
});

async function open(path: string, options: Parameters<typeof aVisit>[1] = {}): Promise<Visit["page"]> {
  visit = await aVisit(browser, options);
  await visit.page.goto(`${firm.product.url}${path}`);
  return visit.page;
}

async function signedIn(path: "/client-portal" | "/admin/login", person: Person): Promise<Visit["page"]> {
  const page = await open(path);
  await page.getByLabel("Email").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login" }).click();
  return page;
}

async function expectAccessible(): Promise<void> {
  expect(await visit?.accessibilityViolations()).toEqual([]);
}

async function asAdministrator(): Promise<Visit["page"]> {
  const page = await signedIn("/admin/login", firm.administrator);
  await page.waitForURL("**/admin/dashboard");
  return page;
}

async function invoicesOf(): Promise<{ invoice_number: string; amount: number; client_id: string }[]> {
  const { supabaseUrl, secretKey } = firm.product;
  const answer = await fetch(
    `${supabaseUrl}/rest/v1/invoices?select=invoice_number,amount,client_id,status&client_id=eq.${firm.clients[0].id}&order=invoice_number`,
    { headers: { apikey: secretKey } },
  );
  return answer.json();
}

test("a visitor reads the site and writes to the firm, who gets mail with a reply address", async () => {
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
    .poll(() => mail.received.map(({ to }) => to[0]).sort())
    .toEqual(["ada@visitor.example", brand.contactEmail].sort());
});

test("the administrator connects Square at its consent page", async () => {
  const page = await asAdministrator();
  await page.getByText("Not connected").waitFor();
  await expectAccessible();
  await page.getByRole("button", { name: "Connect Square" }).click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.waitForURL("**/admin/dashboard");
  await page.getByText("Square account connected successfully!").waitFor();
  await page.getByText("Connected", { exact: true }).waitFor();
});

test("a sync brings every invoice to its client, and a second one changes nothing", async () => {
  const page = await asAdministrator();
  await page.getByRole("button", { name: "Sync Invoices" }).click();
  const banner = page.getByText(/✅ Synced \d+ invoices from Square/);
  await banner.waitFor({ timeout: 60_000 });
  const synced = Number(/\d+/.exec((await banner.textContent()) ?? "")?.[0]);
  expect(synced).toBeGreaterThanOrEqual(200);
  expect((await invoicesOf()).length).toBeGreaterThanOrEqual(15);
  await page.getByRole("button", { name: "Sync Invoices" }).click();
  await page.getByText("Nothing had changed.").waitFor({ timeout: 60_000 });
  await expectAccessible();
});

test("the administrator creates a project and links invoices, and the project shows their sums", async () => {
  const page = await asAdministrator();
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
  for (const index of [0, 1, 2]) await boxes.nth(index).check();
  await manage.getByText("3 invoice(s) selected").waitFor();
  await manage.getByRole("button", { name: "Link Selected" }).click();
  await page.getByText("✓ Linked 3 invoices").waitFor();
  await manage.getByRole("list", { name: "Linked invoices" }).getByRole("listitem").nth(2).waitFor();
  await manage.getByRole("button", { name: "Close" }).last().click();
  const row = page.getByRole("row", { name: /Assistant red team/ });
  await expect.poll(() => row.textContent()).toMatch(/billed/);
});

test("the client sees the balance, opens a schedule, pays at Square, and the portal shows it by itself", async () => {
  const page = await signedIn("/client-portal", firm.clients[0]);
  await page.getByRole("heading", { name: "Outstanding Balance" }).waitFor();
  await expectAccessible();
  await page.getByRole("link", { name: "View Billing" }).click();
  await page.getByRole("heading", { name: "Billing & Invoices" }).waitFor();
  const total = page.getByText(/\$[\d,.]+ total due/);
  await total.waitFor();
  const before = await total.textContent();
  const schedule = page.getByRole("button", { name: /^Payment Schedule of/ }).first();
  await schedule.click();
  await page.getByText("Overall progress").first().waitFor();
  await expectAccessible();

  const payNow = page
    .getByRole("table")
    .getByRole("link", { name: /^Pay Now/ })
    .first();
  const [square] = await Promise.all([page.waitForEvent("popup"), payNow.click()]);
  await square.getByText("Simulated Square").first().waitFor();
  const pay = square.getByRole("button", { name: /^Pay/ }).first();
  await square.getByRole("radio").first().check();
  await pay.click();
  await square.getByText("Payment received").first().waitFor();
  const paidAt = Date.now();
  // No reload: the portal stays open behind the payment page.
  await page.bringToFront();
  await expect.poll(() => total.textContent(), { timeout: 5_000, interval: 100 }).not.toBe(before);
  expect(Date.now() - paidAt).toBeLessThan(5_000);
});

test("the other client sees none of it", async () => {
  const page = await signedIn("/client-portal", firm.clients[1]);
  await page.getByRole("heading", { name: "Dashboard Overview" }).waitFor();
  await page.goto(`${firm.product.url}/client-portal?section=projects`);
  await page.getByText("No projects yet").waitFor();
  await page.goto(`${firm.product.url}/client-portal?section=billing`);
  await page.getByRole("heading", { name: "Recent Invoices" }).waitFor();
  const text = (await page.textContent("main")) ?? "";
  const others = (await invoicesOf()).map(({ invoice_number }) => invoice_number).filter(Boolean);
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((number) => text.includes(number))).toEqual([]);
});

test("local storage forged to administrator shows no data", async () => {
  visit = await aVisit(browser);
  visit.expectComplaint(/401|403|Failed to load resource/);
  const { page } = visit;
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
] as const)("at %s the %s is refused, and no session is left behind", async (path, who, words) => {
  const page = await signedIn(path, who === "client" ? firm.clients[0] : firm.administrator);
  await page.getByText(words).waitFor();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /auth|email|role/.test(key))),
  ).toEqual([]);
});

test.each(
  Object.entries(WIDTHS),
)("portal and admin hold no accessibility violation on the %s", async (_name, viewport) => {
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
    await visit?.settled();
    expect(await visit?.accessibilityViolations(), section).toEqual([]);
    expect(
      await portal.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      section,
    ).toBeLessThanOrEqual(0);
  }
});
