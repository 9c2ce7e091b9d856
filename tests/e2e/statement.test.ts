import { readFileSync } from "node:fs";
import { extractText } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { buildPayment, buildRefund } from "#tests/support/records/invoice-payments.ts";

// Tests the statement of account in the portal.

const portal = setUpPortal();

beforeAll(async () => {
  const rows = portal.serviceClient();
  const { data: invoice } = await rows
    .from("invoices")
    .insert({
      client_id: portal.firm.clients[0].id,
      invoice_number: "ST-1",
      description: "Assessment",
      amount: 300,
      total_paid_amount: 200,
      refunded_amount: 100,
      status: "paid",
      issued_date: "2031-01-02",
    })
    .select("id")
    .single()
    .throwOnError();
  await rows
    .from("invoice_payments")
    .insert([buildPayment(invoice.id), buildRefund(invoice.id)])
    .throwOnError();
});

async function openStatement(query: string) {
  const session = await portal.openPage();
  await portal.signIn(session.page, portal.firm.clients[0], "billing");
  await session.page.getByRole("link", { name: "Statement" }).click();
  await session.page.getByRole("heading", { level: 1, name: "Statement of account" }).waitFor();
  await session.page.goto(`${portal.firm.product.url}/client-portal?section=billing&view=statement${query}`);
  return session;
}

test("shows a period's invoices, payments, refunds and credits, and downloads them as PDF and CSV", async () => {
  const { page } = await openStatement("&from=2031-01-01&to=2031-01-31");
  const rows = page.getByRole("table", { name: "Statement" }).getByRole("row");
  await rows.nth(4).waitFor();
  const cells = await rows.evaluateAll((all) =>
    all.slice(1).map((row) => [...row.children].slice(0, 5).map(({ textContent }) => textContent)),
  );
  expect(cells).toEqual([
    ["Jan 2, 2031", "Invoice", "ST-1", "Assessment", "$300.00"],
    ["Jan 5, 2031", "Payment", "ST-1", "Visa ending in 4242", "-$300.00"],
    ["Jan 7, 2031", "Refund", "ST-1", "Visa ending in 4242", "$100.00"],
    ["Jan 7, 2031", "Credit", "ST-1", "Credit for the refund", "-$100.00"],
  ]);
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download PDF" }).click(),
  ]);
  const { text } = await extractText(new Uint8Array(readFileSync(await pdf.path())), { mergePages: true });
  expect(text).toContain("Jan 1, 2031 to Jan 31, 2031");
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(readFileSync(await csv.path(), "utf8")).toContain(`"2031-01-05","Payment","ST-1"`);
  // The whole row opens the invoice.
  await rows.nth(1).click({ position: { x: 10, y: 10 } });
  await page.getByRole("heading", { level: 1, name: "Invoice ST-1" }).waitFor();
});

test("explains the closing balance and how to pay it", async () => {
  await portal
    .serviceClient()
    .from("invoices")
    .insert({
      client_id: portal.firm.clients[0].id,
      ...{ invoice_number: "ST-2", amount: 50, status: "pending", issued_date: "2033-01-02" },
    })
    .throwOnError();
  const { page } = await openStatement("&from=2031-01-01&to=2031-01-31");
  await page.getByText("Nothing was left to pay at the end of the period.").waitFor();
  const link = page.getByRole("main").getByRole("link", { name: "Billing", exact: true });
  expect(await link.count()).toBe(0);
  await page.getByLabel("To", { exact: true }).fill("2033-01-31");
  await page.getByText("Left to pay at the end of the period").waitFor();
  await link.click();
  await page.getByRole("row", { name: /ST-2/ }).waitFor();
});

test("keeps the period in the URL and explains an invalid one", async () => {
  const session = await openStatement("");
  const { page } = session;
  await page.getByLabel("Period").selectOption("Last year");
  const lastYear = new Date().getFullYear() - 1;
  await expect.poll(() => page.url()).toContain(`from=${lastYear}-01-01&to=${lastYear}-12-31`);
  await page.getByLabel("From", { exact: true }).fill(`${lastYear + 1}-02-01`);
  await page.getByText("Choose a start date on or before the end date.").waitFor();
  await page.getByLabel("To", { exact: true }).fill("2040-01-01");
  await page.getByText("Closing balance").waitFor();
});

test.each([
  "full",
  "empty",
  "failed",
] as const)("is accessible in the %s state on phone and desktop", async (state) => {
  if (state === "failed") {
    const session = await portal.openPage();
    session.allowConsoleMessage(/403|Request failed/);
    await portal.signIn(session.page, portal.firm.clients[0], "billing");
    await session.page.route("**/api/client/statement*", (route) =>
      route.fulfill({ status: 403, json: { success: false, code: "not_authorized", message: "refused" } }),
    );
    await session.page.getByRole("link", { name: "Statement" }).click();
    await session.page.getByText("We couldn't load the statement.").waitFor();
    expect(await session.accessibilityViolations("main")).toEqual([]);
    return;
  }
  const session = await openStatement(
    state === "full" ? "&from=2031-01-01&to=2031-01-31" : "&from=2090-01-01&to=",
  );
  await session.page
    .getByText(state === "full" ? "Credit for the refund" : "No invoices or payments in this period")
    .first()
    .waitFor();
  for (const [width, viewport] of Object.entries(VIEWPORTS)) {
    await session.page.setViewportSize(viewport);
    expect(await session.accessibilityViolations("main"), width).toEqual([]);
    const overflow = await session.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, width).toBeLessThanOrEqual(0);
  }
});
