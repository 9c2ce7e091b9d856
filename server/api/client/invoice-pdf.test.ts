import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { extractText, getDocumentProxy } from "unpdf";
import { beforeAll, expect, test } from "vitest";
import { createInvoicePdfRoutes } from "#server/api/client/invoice-pdf.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import { type ApiEnvironment, createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildInvoice, buildScheduleEntry, insertInvoice } from "#tests/support/records/invoice.ts";
import { buildPayment, buildRefund } from "#tests/support/records/invoice-payments.ts";

let fixture: ApiEnvironment;
let database: { pool: ApiEnvironment["sql"] };
let invoiceId: string;
let otherInvoiceId: string;
let unassignedInvoiceId: string;

beforeAll(async () => {
  fixture = await createRouteEnvironment((services) =>
    new Hono().route("/", createClientGroup(services).route("/", createInvoicePdfRoutes(services))),
  );
  database = { pool: fixture.sql };
  const own = await insertInvoice(
    database,
    buildInvoice({
      client_id: fixture.clientA,
      invoice_number: "000181",
      description: "Żółw assessment",
      amount: 1000,
      total_paid_amount: 300,
      refunded_amount: 100,
      tax_amount: 80,
      issued_date: "2029-12-01",
      time_zone: "America/New_York",
      line_items: [
        {
          name: "Threat model",
          note: "Two days",
          quantity: "2",
          unit_price: 46_000,
          gross: 92_000,
          discount: 0,
          tax: 8_000,
          total: 100_000,
        },
      ],
      payment_schedule: [
        buildScheduleEntry("DEPOSIT", 30_000, 30_000, { percentage_requested: "30", due_date: "2029-12-15" }),
        buildScheduleEntry("BALANCE", 70_000),
      ],
    }),
  );
  invoiceId = own.id;
  await insertRow(database, "invoice_payments", buildPayment(invoiceId));
  await insertRow(database, "invoice_payments", buildRefund(invoiceId));
  otherInvoiceId = (await insertInvoice(database, buildInvoice({ client_id: fixture.clientB }))).id;
  unassignedInvoiceId = (await insertInvoice(database, buildInvoice({ invoice_number: "000190" }))).id;
});

const download = (token: "client" | "administrator", id: string) =>
  fixture.fetch(
    new Request(`http://localhost/api/client/invoices/${id}/pdf`, {
      headers: { authorization: `Bearer ${token}` },
    }),
  );

async function readText(response: Response): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  const { text } = await extractText(pdf, { mergePages: true });
  return text.replace(/\s+/g, " ");
}

test.each(["client", "administrator"] as const)("returns an invoice as a PDF to the %s", async (who) => {
  const response = await download(who, invoiceId);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/pdf");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="Invoice 000181.pdf"');
  expect(response.headers.get("cache-control")).toBe("no-store");
  const text = await readText(response);
  for (const expected of [
    "Invoice 000181",
    "Pending",
    "A company, A person",
    "Żółw assessment",
    "Dec 1, 2029",
    "Threat model – Two days 2 $460.00 $80.00 $1,000.00",
    "Subtotal $920.00",
    "Taxes $80.00",
    "Total $1,000.00",
    "Deposit (30%) Dec 15, 2029 Paid $300.00",
    "Balance Jan 31, 2030 Pending $700.00",
    "Jan 5, 2031 Payment Visa ending in 4242 Completed $300.00",
    "Jan 7, 2031 Refund Visa ending in 4242 Completed -$100.00",
    "Outstanding $700.00",
    "Page 1 of 2",
  ]) {
    expect(text).toContain(expected);
  }
});

test("returns an invoice without a client to administrators only", async () => {
  const text = await readText(await download("administrator", unassignedInvoiceId));
  expect(text).toContain("Invoice 000190");
  expect(text).not.toMatch(/Bill to|Line items|Payment schedule|Payments and refunds/);
  expect((await download("client", unassignedInvoiceId)).status).toBe(404);
});

test.each([
  ["of another client", () => otherInvoiceId],
  ["that does not exist", () => randomUUID()],
  ["with a malformed id", () => "1"],
])("does not return an invoice %s", async (_reason, getId) => {
  const response = await download("client", getId());
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ code: "unknown_invoice" });
});

test("does not return invoices to members whose role cannot see amounts", async () => {
  const member = await createMember(database, fixture.clientA, "technical");
  const response = await fixture.callAs(member, "GET", `/api/client/invoices/${invoiceId}/pdf`);
  expect(response).toMatchObject({ status: 403, body: { code: "not_authorized" } });
});
