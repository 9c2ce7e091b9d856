import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { addDays } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { findPageIssues } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests an invoice that Square rejects: without the permission, and with installments that need a paid plan.

const portal = setUpPortal({ SQUARE_SIMULATOR_CONTROL: "true" });

async function signInAt(path: string): Promise<BrowserSession> {
  const session = await portal.openPage({ viewport: VIEWPORTS.desktop, reducedMotion: "reduce" });
  const { page } = session;
  const { email, password } = portal.firm.administrator;
  await page.goto(`${portal.firm.product.url}${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  return session;
}

beforeAll(async () => {
  const { page } = await signInAt("/admin/square");
  await connectSquare(page, "Connect Square");
  await page.goto(`${portal.firm.product.url}/admin/square`);
  const isAllowed = page.getByLabel("Allow creating invoices in Square");
  await isAllowed.check();
  const form = page.locator("form").filter({ has: isAllowed });
  await form.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Invoice creation turned on").waitFor();
});

async function connectSquare(page: Page, button: string): Promise<void> {
  await page.getByRole("button", { name: button, exact: true }).first().click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Square account connected successfully!").waitFor();
}

async function controlSimulator(command: string, input: object): Promise<void> {
  const url = `${portal.firm.product.url}/square-simulator/control/${command}`;
  const response = await fetch(url, { method: "POST", body: JSON.stringify(input) });
  expect(response.ok, command).toBe(true);
}

/** Creates an invoice of $900.00 for the first client. Returns the path of its page. */
async function createInvoice(title: string, kinds: readonly ("balance" | "installment")[]): Promise<string> {
  const { data } = await (await portal.signInByApi(portal.firm.administrator)).auth.getSession();
  const response = await fetch(`${portal.firm.product.url}/api/admin/invoice-drafts`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({
      ...{ clientId: portal.firm.clients[0].id, title, delivery: "email" },
      lines: [{ name: title, quantity: "1", unitCents: 90_000 }],
      payments: kinds.map((kind, index) => ({
        ...{ kind, dueOn: addDays(firmToday(new Date()), 30 * (index + 1)) },
        amountCents: 90_000 / kinds.length,
      })),
    }),
  });
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(201);
  return `/admin/invoices/drafts/${body.id}`;
}

async function expectNoIssues(session: BrowserSession): Promise<void> {
  for (const viewport of [VIEWPORTS.phone, VIEWPORTS.desktop]) {
    await session.page.setViewportSize(viewport);
    await session.page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
    expect(await findPageIssues(session)).toEqual([]);
    expect(await findLayoutFaults(session.page, [viewport.width])).toEqual([]);
  }
}

async function publish(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Publish invoice" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(`Publish an invoice for $900.00 to ${portal.firm.clients[0].email}?`).waitFor();
  await question.getByRole("button", { name: "Publish invoice" }).click();
}

test("without the permission, an invoice can't be published until Square is reconnected", async () => {
  const path = await createInvoice("Workshop", ["balance"]);
  const session = await signInAt(path);
  const { page } = session;
  const notice = page.getByText("Square hasn't granted permission to create invoices.", { exact: false });
  await notice.waitFor();
  expect(await page.getByRole("button", { name: "Publish invoice" }).isDisabled()).toBe(true);
  await expectNoIssues(session);
  await page.getByRole("link", { name: "Open Square settings" }).click();
  await page.getByText("Reconnect to grant permissions").first().waitFor();
  await expectNoIssues(session);
  await connectSquare(page, "Reconnect Square");
  await page.goto(`${portal.firm.product.url}${path}`);
  await publish(page);
  await page.getByText("Published", { exact: true }).waitFor();
  expect(await notice.count()).toBe(0);
});

test("a permission that Square has removed stops the invoice, which continues after reconnecting", async () => {
  const path = await createInvoice("Retest", ["balance"]);
  await controlSimulator("fault", {
    ...{ kind: "scope-removed", scope: "INVOICES_WRITE", operation: "CreateInvoice" },
  });
  const session = await signInAt(path);
  const { page } = session;
  await publish(page);
  const problem = page
    .getByRole("alert")
    .filter({ hasText: "Square hasn't granted permission to create invoices" });
  await problem.getByText("Reconnect Square to grant it, then try again.").waitFor();
  await page.getByText("Needs attention", { exact: true }).waitFor();
  await expectNoIssues(session);
  await problem.getByRole("link", { name: "Open Square settings" }).click();
  await connectSquare(page, "Reconnect Square");
  await page.goto(`${portal.firm.product.url}${path}`);
  await problem.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Published", { exact: true }).waitFor();
  const { data: invoices } = await portal
    .serviceClient()
    .from("invoice_drafts")
    .select("status, problem")
    .eq("title", "Retest")
    .throwOnError();
  expect(invoices).toEqual([{ status: "published", problem: null }]);
});

test("installments that Square rejects become a deposit and a balance, which are confirmed again", async () => {
  await controlSimulator("behave", { invoicesPlus: false });
  const path = await createInvoice("Program", ["installment", "installment", "installment"]);
  const session = await signInAt(path);
  const { page } = session;
  const payments = page.getByRole("list", { name: "Payments" }).getByRole("listitem");
  await expect.poll(() => payments.count()).toBe(3);
  await publish(page);
  await page.getByText("They were replaced with a deposit and a balance.", { exact: false }).waitFor();
  await page.getByText("Ready to publish", { exact: true }).waitFor();
  // The preview of the new revision loads after the status.
  await expect
    .poll(async () => (await payments.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, " ")))
    .toEqual([
      expect.stringMatching(/^Deposit Due .* \$300\.00$/),
      expect.stringMatching(/^Balance Due .* \$600\.00$/),
    ]);
  await expectNoIssues(session);
  await publish(page);
  await page.getByText("Published", { exact: true }).waitFor();

  // From then on, the replacement is announced before anything is sent.
  await page.goto(
    `${portal.firm.product.url}${await createInvoice("Second program", ["installment", "installment"])}`,
  );
  await page.getByText("Your Square account has no Invoices Plus.", { exact: false }).waitFor();
  await page.goto(`${portal.firm.product.url}/admin/square`);
  await page
    .getByText("Square doesn't accept installments without Invoices Plus.", { exact: false })
    .waitFor();
  await expectNoIssues(session);
});
