import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addDays } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
import { buildScheduleEntry } from "#tests/support/records/invoice.ts";
import { buildPayment, buildRefund } from "#tests/support/records/invoice-payments.ts";

// Tests the invoice list and client assignment.

const PAYER = { payer_name: "Corvid Analytics", payer_email: "accounts@corvid.example" };
const BILLED_TO = `Billed to ${PAYER.payer_name} (${PAYER.payer_email})`;

let area: AdminArea;
let session: BrowserSession;

beforeAll(async () => {
  area = await startAdminArea();
  const { error } = await area
    .serviceClient()
    .from("invoices")
    .insert([
      {
        client_id: area.firm.clients[0].id,
        invoice_number: "A-1",
        amount: 500,
        total_paid_amount: 500,
        status: "paid",
        due_date: "2026-01-31",
      },
      {
        client_id: area.firm.clients[1].id,
        invoice_number: "B-1",
        amount: 1_234_567.89,
        total_paid_amount: 67.89,
        status: "overdue",
        due_date: "2020-01-31",
      },
      {
        client_id: null,
        invoice_number: "C-1",
        amount: 75,
        total_paid_amount: 0,
        status: "pending",
        due_date: "2040-01-31",
      },
    ]);
  if (error) {
    throw new Error(error.message);
  }
  const { data: unassigned } = await area
    .serviceClient()
    .from("invoices")
    .select("id")
    .eq("invoice_number", "C-1")
    .single()
    .throwOnError();
  await area
    .serviceClient()
    .from("invoice_payers")
    .insert({ invoice_id: unassigned.id, ...PAYER })
    .throwOnError();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  expect(messages).toEqual([]);
});

test.each(
  Object.entries(VIEWPORTS),
)("invoices fit the screen and are accessible on the %s, with and without data", async (_name, viewport) => {
  const opened = await area.signInAt("/admin/invoices", { viewport });
  session = opened.session;
  await opened.page.getByRole("status").filter({ hasText: "3 invoices" }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await opened.page.goto(`${area.firm.product.url}/admin/invoices?search=nothing`);
  await opened.page.getByText("No invoices found").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});

test("long due dates, amounts and actions fit the table at 700, 768 and 1024 px", async () => {
  const [client] = area.firm.clients;
  const today = firmToday(new Date());
  const installment = (days: number, paid = 0) =>
    buildScheduleEntry("INSTALLMENT", 529_748, paid, { due_date: addDays(today, days) });
  const square_payment_url = "https://squareup.com/pay-invoice/1";
  const { error } = await area
    .serviceClient()
    .from("invoices")
    .insert([
      {
        client_id: client.id,
        client_assigned_manually: true,
        invoice_number: "000181",
        amount: 15_892.44,
        total_paid_amount: 5297.48,
        status: "overdue",
        due_date: addDays(today, 60),
        next_payment_amount: 5297.48,
        next_payment_due_date: addDays(today, -35),
        payment_schedule: [installment(-70, 529_748), installment(-35), installment(60)],
        square_payment_url,
      },
      {
        client_id: null,
        client_assigned_manually: false,
        payment_schedule: [],
        invoice_number: "000182",
        amount: 12_345.67,
        total_paid_amount: 0,
        status: "pending",
        due_date: addDays(today, 20),
        square_payment_url,
      },
    ]);
  expect(error).toBeNull();
  const opened = await area.signInAt("/admin/invoices?search=00018");
  session = opened.session;
  const { page } = opened;
  const installments = page.getByRole("row", { name: /000181/ });
  await installments.getByText("payment 35 days late").waitFor();
  await installments.getByText("$5,297.48 due now").waitFor();
  await page.getByRole("button", { name: "Assign invoice #000182" }).waitFor();
  expect(await findLayoutFaults(page, [700, 768, 1024, 1440])).toEqual([]);
  await area.serviceClient().from("invoices").delete().like("invoice_number", "00018%").throwOnError();
});

test("creates an invoice from the list", async () => {
  const opened = await area.signInAt("/admin/invoices");
  session = opened.session;
  const { page } = opened;
  await page.getByRole("link", { name: "Create invoice" }).click();
  await page.getByRole("heading", { level: 1, name: "Create invoice" }).waitFor();
  const card = await page.getByRole("region", { name: "Total and payments" }).boundingBox();
  const content = await page.locator("main").boundingBox();
  // The card has padding.
  expect((content?.width ?? 0) + (content?.x ?? 0) - (card?.width ?? 0) - (card?.x ?? 0)).toBeLessThan(60);
});

test("shows days overdue and the amount owed, and assigns a client to an unassigned invoice", async () => {
  const opened = await area.signInAt("/admin/invoices?status=overdue");
  session = opened.session;
  const { page } = opened;
  const lateInvoice = page.getByRole("row", { name: /B-1/ });
  await lateInvoice.getByText(/^[\d,]+ days (late|overdue)$/).waitFor();
  await lateInvoice.getByText("$1,234,500.00").waitFor();
  await page.getByLabel("Filter by status").selectOption("unmatched");
  await page.getByRole("row", { name: /C-1/ }).getByText(BILLED_TO).waitFor();
  await page.getByRole("button", { name: "Assign invoice #C-1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(BILLED_TO).waitFor();
  expect(await dialog.getByLabel("Client").inputValue()).toBe("");
  await dialog.getByRole("button", { name: "Assign" }).click();
  await dialog.getByRole("paragraph").filter({ hasText: "Select a client" }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await dialog.getByLabel("Client").selectOption({ label: area.firm.clients[0].company });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await page.getByText("No invoices found").waitFor();
  expect(await getInvoiceClient("C-1")).toEqual({
    client_id: area.firm.clients[0].id,
    client_assigned_manually: true,
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Assign invoice #C-1" }).waitFor();
  expect(await getInvoiceClient("C-1")).toEqual({ client_id: null, client_assigned_manually: false });
});

test("finds an unassigned invoice by its payer on a phone", async () => {
  const opened = await area.signInAt("/admin/invoices?search=corvid.example", { viewport: VIEWPORTS.phone });
  session = opened.session;
  await opened.page.getByText(BILLED_TO).waitFor();
  await opened.page.getByRole("status").filter({ hasText: "1 invoice" }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});

test("assigns a client on the page of an invoice", async () => {
  const opened = await area.signInAt("/admin/invoices?status=unmatched");
  session = opened.session;
  const { page } = opened;
  await page.getByRole("link", { name: "#C-1" }).click();
  const billedTo = page.getByRole("definition").filter({ hasText: PAYER.payer_email });
  await billedTo.waitFor();
  await page.getByRole("button", { name: "Assign client" }).click();
  const dialog = page.getByRole("dialog");
  const [{ company }] = area.firm.clients;
  await dialog.getByLabel("Client").selectOption({ label: company });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("main").getByRole("link", { name: company }).waitFor();
  await billedTo.waitFor();
  expect(await page.getByRole("button", { name: "Assign client" }).count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Assign client" }).waitFor();
});

test("creates a client for an invoice from its payer", async () => {
  const number = "D-1";
  const rows = area.serviceClient();
  const { data: invoice } = await rows
    .from("invoices")
    .insert({ invoice_number: number, amount: 80, status: "pending", due_date: "2040-01-31" })
    .select("id")
    .single()
    .throwOnError();
  await rows
    .from("invoice_payers")
    .insert({ invoice_id: invoice.id, ...PAYER })
    .throwOnError();
  const opened = await area.signInAt(`/admin/invoices/${invoice.id}`);
  session = opened.session;
  const { page } = opened;
  await page.getByRole("button", { name: "Assign client" }).click();
  await page.getByRole("button", { name: "Create a client for this invoice" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Client" });
  expect(await dialog.getByLabel("Company").inputValue()).toBe(PAYER.payer_name);
  expect(await dialog.getByLabel("Email").inputValue()).toBe(PAYER.payer_email);
  await dialog.getByLabel("Contact person").fill("Cory Vidal");
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await page.getByRole("heading", { level: 1, name: PAYER.payer_name }).waitFor();
  expect(await getInvoiceClient(number)).toEqual({
    client_id: page.url().split("/").at(-1),
    client_assigned_manually: true,
  });
});

test("unassigns a client with undo, but not while the invoice is linked to a project", async () => {
  const [chosen] = area.firm.clients;
  const rows = area.serviceClient();
  const { error } = await rows
    .from("invoices")
    .update({ client_id: chosen.id, client_assigned_manually: true })
    .eq("invoice_number", "C-1");
  expect(error).toBeNull();
  const opened = await area.signInAt("/admin/invoices?search=C-1");
  session = opened.session;
  const { page } = opened;
  const unassign = page.getByRole("button", { name: "Unassign client from invoice #C-1" });
  await unassign.click();
  await page.getByRole("row", { name: /C-1.*Unassigned/ }).waitFor();
  expect(await getInvoiceClient("C-1")).toEqual({ client_id: null, client_assigned_manually: false });
  await page.getByRole("button", { name: "Undo" }).click();
  await unassign.waitFor();
  const { data: project } = await rows
    .from("projects")
    .insert({ client_id: chosen.id, project_name: "Holds it" })
    .select("id")
    .single();
  await rows
    .from("invoices")
    .update({ project_id: project?.id ?? null })
    .eq("invoice_number", "C-1");
  session.allowConsoleMessage(/409/);
  await unassign.click();
  const alert = page.getByRole("alertdialog");
  await alert.getByText("Unlink the invoice from its project first.").waitFor();
  await alert.getByRole("button", { name: "OK" }).click();
  expect(await getInvoiceClient("C-1")).toEqual({ client_id: chosen.id, client_assigned_manually: true });
});

test("shows an invoice with fees and net amounts, and filters the list by refunds", async () => {
  const rows = area.serviceClient();
  const { data: invoice } = await rows
    .from("invoices")
    .insert({
      client_id: area.firm.clients[0].id,
      invoice_number: "R-1",
      square_invoice_id: "inv-r1",
      amount: 300,
      total_paid_amount: 200,
      refunded_amount: 100,
      status: "paid",
    })
    .select("id")
    .single()
    .throwOnError();
  const { data: payments } = await rows
    .from("invoice_payments")
    .insert([buildPayment(invoice.id), buildRefund(invoice.id)])
    .select("id, kind")
    .throwOnError();
  await rows
    .from("invoice_payment_fees")
    .insert(payments.map(({ id, kind }) => ({ invoice_payment_id: id, amount: kind === "refund" ? -3 : 9 })))
    .throwOnError();
  const opened = await area.signInAt("/admin/invoices?status=refunded");
  session = opened.session;
  const { page } = opened;
  await page.getByRole("status").filter({ hasText: "1 invoice" }).waitFor();
  const refunded = page.getByRole("row", { name: /R-1/ });
  await refunded.getByText("Partially refunded").waitFor();
  await refunded.getByText("$100.00 refunded").waitFor();
  await refunded.getByRole("link", { name: "#R-1", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Invoice #R-1" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/invoices/${invoice.id}`);
  const payment = page.getByRole("row", { name: /^Payment/ });
  expect(await payment.getByRole("cell").allTextContents()).toEqual(
    expect.arrayContaining(["$300.00", "-$9.00", "$291.00"]),
  );
  expect(await page.locator("main").textContent()).toContain(
    "Payments$300.00Tips$0.00Refunds-$100.00Fees-$6.00Net$194.00",
  );
  await page.getByRole("link", { name: area.firm.clients[0].company }).waitFor();
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  const squareLink = page.getByRole("menuitem", { name: "View in Square (opens in a new tab)" });
  expect(await squareLink.getAttribute("href")).toContain("inv-r1");
  expect(await findPageIssues(session)).toEqual([]);
  await page.setViewportSize(VIEWPORTS.phone);
  expect(await findPageIssues(session)).toEqual([]);
  await page.goto(`${area.firm.product.url}/admin/invoices/${crypto.randomUUID()}`);
  await page.getByText("Invoice not found").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});

async function getInvoiceClient(number: string) {
  const { data } = await area
    .serviceClient()
    .from("invoices")
    .select("client_id, client_assigned_manually")
    .eq("invoice_number", number)
    .single();
  return data;
}
