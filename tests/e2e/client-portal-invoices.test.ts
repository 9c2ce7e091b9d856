import type { Locator, Page } from "playwright-core";
import { extractText } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import type { TablesInsert } from "#supabase/database.types.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { buildPayment, buildRefund } from "#tests/support/records/invoice-payments.ts";

// Tests an invoice's page, and how lists show refunds, payments in progress and scheduled invoices.

const portal = setUpPortal();

const LINE_ITEMS = [
  {
    name: "AI Security Assessment",
    note: "Phase 1: threat model of the assistant",
    quantity: "2.5",
    unit_price: 40_000,
    gross: 100_000,
    discount: 10_000,
    tax: 7200,
    total: 97_200,
  },
];

/** The first payment is late, and the second one is not due yet. */
const PAYMENT_SCHEDULE = [
  {
    request_type: "DEPOSIT",
    due_date: "2026-01-15",
    computed_amount_money: { amount: 36_000, currency: "USD" },
  },
  {
    request_type: "BALANCE",
    due_date: "2040-01-15",
    computed_amount_money: { amount: 61_200, currency: "USD" },
  },
];

/** Invoice ids by number. */
const ids = new Map<string, string>();

async function insertInvoice(invoice: Partial<TablesInsert<"invoices">> & { invoice_number: string }) {
  const { data } = await portal
    .serviceClient()
    .from("invoices")
    .insert({ client_id: portal.firm.clients[0].id, amount: 972, status: "pending", ...invoice })
    .select("id")
    .single()
    .throwOnError();
  ids.set(invoice.invoice_number, data.id);
  return data.id;
}

async function insertPayments(...payments: TablesInsert<"invoice_payments">[]): Promise<void> {
  await portal.serviceClient().from("invoice_payments").insert(payments).throwOnError();
}

beforeAll(async () => {
  const refunded = await insertInvoice({
    invoice_number: "REF-1",
    description: "Assessment of the assistant",
    status: "paid",
    square_status: "PARTIALLY_REFUNDED",
    total_paid_amount: 872,
    refunded_amount: 100,
    tip_amount: 25,
    discount_amount: 100,
    tax_amount: 72,
    line_items: LINE_ITEMS,
    issued_date: "2031-01-02",
    due_date: "2031-02-01",
    square_payment_url: "https://squareup.com/pay-invoice/1",
  });
  await insertPayments(
    buildPayment(refunded, {
      amount: 972,
      tip_amount: 25,
      receipt_url: "https://squareup.com/receipt/preview/1",
    }),
    buildRefund(refunded),
  );
  await insertInvoice({
    invoice_number: "ACH-1",
    square_status: "PAYMENT_PENDING",
    processing_amount: 972,
    due_date: "2031-03-01",
    square_payment_url: "https://squareup.com/pay-invoice/2",
  });
  await insertInvoice({
    invoice_number: "SCH-1",
    amount: 5000,
    square_status: "SCHEDULED",
    issued_date: "2040-01-15",
    due_date: "2040-02-15",
    square_payment_url: "https://squareup.com/pay-invoice/3",
  });
  await insertInvoice({ invoice_number: "OTHER-1", client_id: portal.firm.clients[1].id });
});

const invoiceUrl = (number: string) =>
  `${portal.firm.product.url}/client-portal?section=billing&invoice=${ids.get(number)}`;
const row = (page: Page, number: string) => page.getByRole("row", { name: new RegExp(number) });
const title = (page: Page, text: string) => page.getByRole("heading", { level: 1, name: text });

/** Opens the portal, signed in as the first client. */
async function openBilling(): Promise<BrowserSession> {
  const session = await portal.openPage();
  await portal.signIn(session.page, portal.firm.clients[0], "billing");
  await row(session.page, "REF-1").waitFor();
  return session;
}

test("opens an invoice from the list, with its line items, totals, payments and receipts", async () => {
  const { page } = await openBilling();
  await row(page, "REF-1").getByRole("link", { name: "REF-1", exact: true }).click();
  await title(page, "Invoice REF-1").waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
  const text = (await page.locator("main").textContent()) ?? "";
  expect(text).toContain("Partially refunded");
  expect(text).toContain("Phase 1: threat model of the assistant");
  expect(text).toContain("Subtotal$1,000.00Discounts-$100.00Taxes$72.00Total$972.00Tip$25.00");
  expect(text).toContain("Payments$972.00Refunded-$100.00Amount paid$872.00Outstanding$0.00");
  const payment = page.getByRole("row", { name: /^Payment/ });
  await payment.getByText("Visa ending in 4242").waitFor();
  expect(await payment.getByRole("link", { name: /^Receipt for the payment/ }).getAttribute("href")).toBe(
    "https://squareup.com/receipt/preview/1",
  );
  await page
    .getByRole("row", { name: /^Refund/ })
    .getByText("-$100.00")
    .waitFor();
  expect(text).not.toMatch(/Fee|Net/);
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  expect(pdf.suggestedFilename()).toBe("Invoice REF-1.pdf");
  await page.reload();
  await title(page, "Invoice REF-1").waitFor();
  await page.getByRole("link", { name: "All invoices" }).click();
  await title(page, "Billing & Invoices").waitFor();
  await page.goBack();
  await title(page, "Invoice REF-1").waitFor();
});

test("prints an invoice with the firm's address and its status, without buttons", async () => {
  const { page } = await openBilling();
  await page.goto(invoiceUrl("REF-1"));
  await title(page, "Invoice REF-1").waitFor();
  const printed = await extractText(new Uint8Array(await page.pdf({ format: "A4" })), { mergePages: true });
  const [street = ""] = brand.postalAddress;
  expect(printed.text).toContain(street);
  expect(printed.text).toContain(portal.firm.clients[0].company);
  expect(printed.text).toContain("PAID · Partially refunded");
  expect(printed.text).toContain("AI Security Assessment");
  expect(printed.text).not.toMatch(/Logout|All invoices|View Receipt|· printed/);
});

test("a payment in progress is shown instead of Pay Now", async () => {
  const { page } = await openBilling();
  const note = "A payment of $972.00 is processing.";
  await row(page, "ACH-1").getByText("Payment processing").waitFor();
  await page.getByText(`Pending and overdue. ${note}`).waitFor();
  // The badge is enough for a payment that covers the whole amount.
  expect(await row(page, "ACH-1").getByText(note).count()).toBe(0);
  expect(await page.getByText("Pay Now").count()).toBe(0);
  await page.goto(invoiceUrl("ACH-1"));
  await page.getByText(note).first().waitFor();
  await page.getByText("No payments yet").waitFor();
  expect(await page.getByText("Pay Now").count()).toBe(0);
  await page.goto(`${portal.firm.product.url}/client-portal`);
  await page.getByRole("region", { name: "Outstanding Balance" }).getByText(note).waitFor();
});

test("a scheduled invoice is not part of the balance or the pending invoices", async () => {
  const { page } = await openBilling();
  await row(page, "SCH-1").getByText("Scheduled", { exact: true }).waitFor();
  await row(page, "SCH-1").getByText("Will be sent Jan 15, 2040.").waitFor();
  const balance = page.getByRole("region", { name: "Balance" });
  await balance.getByText("$972.00", { exact: true }).waitFor();
  expect(await balance.textContent()).toContain("Pending Invoices1");
});

test("shows a new payment within 5 s without a reload", async () => {
  const id = await insertInvoice({ invoice_number: "LIVE-1", status: "cancelled" });
  const { page } = await openBilling();
  await page.goto(invoiceUrl("LIVE-1"));
  await page.getByText("No payments yet").waitFor();
  await insertPayments(buildPayment(id, { status: "pending", method: "bank_account" }));
  await page.getByRole("row", { name: /Bank transfer Processing/ }).waitFor({ timeout: 5_000 });
});

test("does not show an invoice of another client, or one that does not exist", async () => {
  const { page } = await openBilling();
  for (const invoice of [ids.get("OTHER-1"), crypto.randomUUID(), "unknown"]) {
    await page.goto(`${portal.firm.product.url}/client-portal?section=billing&invoice=${invoice}`);
    await page.getByText("Invoice not found").waitFor();
  }
  await page.getByRole("link", { name: "View all invoices" }).click();
  await title(page, "Billing & Invoices").waitFor();
});

test.each([
  "full",
  "loading",
  "failed",
  "not found",
] as const)("an invoice's page is accessible in the %s state on phone and desktop", async (state) => {
  const session = await openBilling();
  const { page } = session;
  if (state === "failed") {
    session.allowConsoleMessage(/403|Request failed/);
  }
  if (state === "loading" || state === "failed") {
    await page.route("**/rest/v1/invoices*", (route) =>
      state === "failed"
        ? route.fulfill({ status: 403, json: { code: "42501", message: "refused" } })
        : undefined,
    );
  }
  const texts = {
    full: "Visa ending in 4242",
    loading: "Loading invoice...",
    failed: "We couldn't load the invoice.",
    "not found": "Invoice not found",
  };
  await page.goto(state === "not found" ? invoiceUrl("none") : invoiceUrl("REF-1"));
  await page.getByText(texts[state]).first().waitFor();
  for (const [width, viewport] of Object.entries(VIEWPORTS)) {
    await page.setViewportSize(viewport);
    expect(await session.accessibilityViolations("main"), width).toEqual([]);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, width).toBeLessThanOrEqual(0);
  }
});

test("shows the next payment once, with Pay Now and the accepted methods", async () => {
  await insertInvoice({
    invoice_number: "PLAN-1",
    status: "overdue",
    due_date: "2026-01-15",
    next_payment_amount: 972,
    next_payment_due_date: "2026-01-15",
    accepted_payment_methods: { card: true },
    payment_schedule: PAYMENT_SCHEDULE,
    square_payment_url: "https://squareup.com/pay-invoice/4",
  });
  const { page } = await openBilling();
  await page.goto(invoiceUrl("PLAN-1"));
  await page.getByText("Next Payment", { exact: true }).waitFor();
  await page.getByText("Accepted methods", { exact: true }).waitFor();
  expect(await page.getByText("$360.00 overdue").count()).toBe(1);
  expect(await page.getByText(/^Square's page collects \$972\.00: the overdue amount and /).count()).toBe(1);
  expect(await page.getByRole("link", { name: /^Pay Now/ }).count()).toBe(1);
  expect(await page.getByText("Overall progress").count()).toBe(1);
  await page.getByRole("link", { name: "All invoices" }).click();
  await row(page, "PLAN-1").getByRole("cell").getByText("$360.00 due now").waitFor();
  for (const { width, item } of [
    { width: 320, item: page.getByRole("listitem").filter({ hasText: "PLAN-1" }) },
    { width: 768, item: row(page, "PLAN-1") },
  ]) {
    await page.setViewportSize({ width, height: 800 });
    await item.getByText("$360.00 due now").waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow, String(width)).toBeLessThanOrEqual(0);
  }
});

/** Selects text with the mouse. */
async function selectText(page: Page, text: Locator): Promise<void> {
  await text.waitFor();
  const { x, y, width, height } = (await text.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(x + 1, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width - 1, y + height / 2);
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()))).not.toBe("");
}

test("a row opens its invoice in a new tab with Ctrl or the middle mouse button", async () => {
  await insertInvoice({ invoice_number: "TAB-1", status: "pending", due_date: "2031-01-15" });
  const { page, context } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[0], "billing");
  const item = row(page, "TAB-1").first();
  await item.waitFor();
  for (const options of [{ modifiers: ["ControlOrMeta"] }, { button: "middle" }] satisfies Parameters<
    Locator["click"]
  >[0][]) {
    const { width } = (await item.boundingBox()) ?? { width: 0 };
    const [tab] = await Promise.all([
      context.waitForEvent("page"),
      item.click({ position: { x: width - 6, y: 6 }, ...options }),
    ]);
    await title(tab, "Invoice TAB-1").waitFor();
    await tab.close();
    expect(await title(page, "Invoice TAB-1").count()).toBe(0);
  }
});

test("a row or card opens its invoice wherever it is clicked, except on its controls", async () => {
  await insertInvoice({
    invoice_number: "ROW-1",
    status: "overdue",
    due_date: "2026-01-15",
    next_payment_amount: 972,
    payment_schedule: PAYMENT_SCHEDULE,
    square_payment_url: "https://squareup.com/pay-invoice/5",
  });
  const desktop = await portal.openPage();
  const phone = await portal.openPage({ viewport: VIEWPORTS.phone, hasTouch: true, isMobile: true });
  for (const { page, item } of [
    { page: desktop.page, item: row(desktop.page, "ROW-1").first() },
    { page: phone.page, item: phone.page.getByRole("listitem").filter({ hasText: "ROW-1" }) },
  ]) {
    await portal.signIn(page, portal.firm.clients[0], "billing");
    await item.getByRole("button", { name: /^Payment Schedule/, expanded: false }).click();
    await item.getByRole("button", { name: /^Payment Schedule/, expanded: true }).waitFor();
    await item.getByRole("link", { name: /^Pay Now/ }).click({ trial: true });
    const { width } = (await item.boundingBox()) ?? { width: 0 };
    await item.click({ position: { x: width - 6, y: 6 } });
    await title(page, "Invoice ROW-1").waitFor();
  }
  await desktop.page.goBack();
  await selectText(desktop.page, row(desktop.page, "ROW-1").first().getByText("$972.00").first());
  await desktop.waitForIdle();
  expect(await title(desktop.page, "Invoice ROW-1").count(), "after selecting text").toBe(0);
  const back = phone.page.getByRole("link", { name: "All invoices" });
  expect((await back.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await back.click();
  await phone.page.getByRole("link", { name: "Statement of account" }).click();
  await title(phone.page, "Statement of account").waitFor();
});
