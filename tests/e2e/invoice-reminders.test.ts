import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { addDays } from "#domain/dates/calendar-date.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";

// Tests reminders for overdue invoices, from the list and from the page of an invoice.

let area: AdminArea;
let session: BrowserSession;
/** Starts the invoice numbers of a test, so that its emails differ from those of the tests before it. */
let prefix = "";
let testCount = 0;

beforeAll(async () => {
  area = await startAdminArea();
});
afterAll(() => area?.stop());
beforeEach(async () => {
  const invoices = area.serviceClient().from("invoices");
  if (prefix) {
    expect((await invoices.delete().like("invoice_number", `${prefix}-%`)).error).toBeNull();
  }
  testCount += 1;
  prefix = `R${testCount}`;
  const overdue = { amount: 500, total_paid_amount: 100, status: "overdue", due_date: "2026-01-31" } as const;
  const { error } = await invoices.insert([
    { ...overdue, client_id: area.firm.clients[0].id, invoice_number: `${prefix}-1` },
    { ...overdue, client_id: area.firm.clients[1].id, invoice_number: `${prefix}-2`, due_date: "2026-02-28" },
    { ...overdue, client_id: null, invoice_number: `${prefix}-3` },
    { ...overdue, client_id: area.firm.clients[0].id, invoice_number: `${prefix}-4`, status: "pending" },
  ]);
  expect(error).toBeNull();
});
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  expect(messages).toEqual([]);
});

const listReminders = async () =>
  (await area.serviceClient().from("invoice_reminders").select("amount_cents")).data;

/** Stores each reminder for the next day as well, so that a test does not fail if it runs across midnight. */
async function repeatRemindersOnNextDay(): Promise<void> {
  const reminders = area.serviceClient().from("invoice_reminders");
  const { data } = await reminders.select("invoice_id, client_id, sent_on, amount_cents");
  const { error } = await reminders.insert(
    (data ?? []).map((reminder) => ({ ...reminder, sent_on: addDays(reminder.sent_on, 1) })),
  );
  expect(error).toBeNull();
}

test.each(
  Object.entries(VIEWPORTS),
)("sends reminders for a filtered list and shows them on the page of an invoice on the %s", async (_name, viewport) => {
  const opened = await area.signInAt("/admin/invoices?status=overdue", { viewport });
  session = opened.session;
  const { page } = opened;
  const button = page.getByRole("button", { name: "Send reminders" });
  await button.waitFor();
  if (viewport === VIEWPORTS.desktop) {
    // In the line of the filters, so that it does not move the table.
    const search = page.getByLabel("Search number, description or client");
    const getTop = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;
    await expect.poll(async () => (await getTop(button)) - (await getTop(search))).toBe(0);
  }
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Send reminders" });
  const sent = dialog.getByRole("region", { name: "Will be sent" });
  const { company, email } = area.firm.clients[0];
  await sent
    .getByRole("listitem")
    .filter({ hasText: `#${prefix}-1 · ${company}` })
    .filter({ hasText: "$400.00" })
    .filter({ hasText: email })
    .waitFor();
  await dialog
    .getByRole("region", { name: "Skipped" })
    .getByRole("listitem")
    .filter({ hasText: `#${prefix}-3` })
    .filter({ hasText: "No client is assigned" })
    .waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  expect(await listReminders()).toEqual([]);
  const [firstLine, ...details] = (await dialog.getByRole("paragraph").first().innerText()).split("\n");
  expect(firstLine).toBe("2 will be sent, 1 skipped: no client");
  expect(details.join(" ")).toBe(
    "2 people get one email each with their overdue invoices. You can't undo this.",
  );
  await dialog.getByRole("button", { name: "Send reminders" }).click();
  await page.getByText("Reminders sent to 2 people").waitFor();
  await dialog.waitFor({ state: "hidden" });
  const reminder = { amount_cents: 40_000 };
  expect(await listReminders()).toEqual([reminder, reminder]);
  const subject = `Subject: Invoice ${prefix}-1 `;
  await expect
    .poll(async () => (await area.emailsTo(email)).filter((text) => text.includes(subject)).length)
    .toBe(1);

  await repeatRemindersOnNextDay();
  await page.getByRole("link", { name: `#${prefix}-1` }).click();
  await page.getByText(/^Last reminder [A-Z][a-z]{2} \d+, \d{4}$/).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("button", { name: "Send reminder" }).click();
  const repeated = page.getByRole("dialog", { name: "Send reminder" });
  await repeated.getByText("Already reminded today").waitFor();
  expect(await repeated.getByRole("button", { name: "Send reminder" }).isDisabled()).toBe(true);
  expect(await findPageIssues(session)).toEqual([]);
});

test.each(
  Object.entries(VIEWPORTS),
)("overdue invoices with a client have a button in the list on the %s, and Escape sends nothing", async (_name, viewport) => {
  const opened = await area.signInAt("/admin/invoices", { viewport });
  session = opened.session;
  const { page } = opened;
  const button = page.getByRole("button", { name: `Send reminder for #${prefix}-2` });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Send reminder" });
  await dialog.getByText("Was due Feb 28, 2026 · to").waitFor();
  await page.keyboard.press("Escape");
  await expectFocus(button);
  expect(await page.getByRole("button", { name: /^Send reminder for/ }).count()).toBe(2);
  expect(await page.getByRole("button", { name: "Send reminders" }).count()).toBe(0);
  expect(await listReminders()).toEqual([]);
});

test.each(
  Object.entries(VIEWPORTS),
)("shows in the list who was reminded today, and offers no second reminder on the %s", async (_name, viewport) => {
  const opened = await area.signInAt("/admin/invoices", { viewport, hasTouch: true });
  session = opened.session;
  const { page } = opened;
  await page.getByRole("button", { name: `Send reminder for #${prefix}-1` }).click();
  const dialog = page.getByRole("dialog", { name: "Send reminder" });
  const contactPerson = DEMO_CLIENTS[0]?.contactPerson ?? "";
  await dialog.getByText(`${contactPerson} gets an email with a link to the invoice`).waitFor();
  await dialog.getByRole("button", { name: "Send reminder" }).click();
  await page.getByText(`Reminder sent to ${contactPerson}`).waitFor();
  const row = page
    .getByRole(viewport === VIEWPORTS.phone ? "listitem" : "row")
    .filter({ hasText: `#${prefix}-1` });
  await row.getByText("Reminded today").waitFor();
  const button = row.getByRole("button", { name: `Send reminder for #${prefix}-1 (already sent today)` });
  expect(await button.getAttribute("aria-disabled")).toBe("true");
  await expectFocus(button);
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await button.press("Enter");
  expect(await dialog.count()).toBe(0);
  expect(await findPageIssues(session)).toEqual([]);
});

test("shows an error if the reminders can't be sent, and keeps the dialog open", async () => {
  const opened = await area.signInAt("/admin/invoices");
  session = opened.session;
  const { page } = opened;
  await page.route("**/api/admin/invoices/reminders", (route) => route.fulfill({ status: 500, json: {} }));
  session.allowConsoleMessage(/500/);
  await page.getByRole("button", { name: `Send reminder for #${prefix}-1` }).click();
  const dialog = page.getByRole("dialog", { name: "Send reminder" });
  await dialog.getByRole("button", { name: "Send reminder" }).click();
  await dialog.getByText("We couldn't send the reminders. Try again.").waitFor();
  expect(await listReminders()).toEqual([]);
});
