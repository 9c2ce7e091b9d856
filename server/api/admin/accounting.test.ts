import { beforeAll, describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { createAccountingRoutes } from "#server/api/admin/accounting.ts";
import { readStatement } from "#server/statements/read-statement.ts";
import { readZip } from "#tests/support/files/read-zip.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import { buildInvoice } from "#tests/support/records/invoice.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let environment: ApiEnvironment;
let client: TestClient;
let get: (query: string) => Promise<Response>;

beforeAll(async () => {
  environment = await createApiEnvironment(createAccountingRoutes);
  const pool = environment.sql;
  get = async (query) =>
    environment.fetch(
      new Request(`http://localhost/api/admin/accounting-export?${query}`, {
        headers: { authorization: "Bearer administrator" },
      }),
    );
  client = await createTestClient(
    { pool },
    {
      company: "=Acme",
      invoices: [
        buildInvoice({
          invoice_number: "1",
          amount: 100,
          issued_date: "2026-01-01",
          time_zone: "America/New_York",
        }),
        buildInvoice({ invoice_number: "2", amount: 50, issued_date: "2026-01-31", status: "cancelled" }),
        buildInvoice({
          invoice_number: "3",
          amount: 50,
          total_paid_amount: 20,
          issued_date: "2026-01-31",
          status: "cancelled",
        }),
        buildInvoice({
          invoice_number: "7",
          amount: 108,
          tax_amount: 8,
          refunded_amount: 108,
          total_paid_amount: 0,
          issued_date: "2026-01-31",
          status: "cancelled",
          square_status: "REFUNDED",
        }),
        buildInvoice({
          invoice_number: "8",
          amount: 40,
          issued_date: null,
          due_date: "2026-01-31",
          status: "paid",
          paid_date: "2026-02-03",
        }),
        buildInvoice({
          invoice_number: "9",
          amount: 80,
          total_paid_amount: 25,
          issued_date: "2025-12-20",
          paid_date: "2026-01-05",
        }),
        buildInvoice({
          invoice_number: "9",
          square_location_id: "LOCATION2",
          amount: 60,
          issued_date: "2026-01-31",
        }),
        buildInvoice({ invoice_number: "4", amount: 70, issued_date: "2025-12-31" }),
        buildInvoice({ invoice_number: "5", amount: 70, issued_date: "2026-02-01" }),
        buildInvoice({
          invoice_number: "6",
          amount: 70,
          issued_date: "2026-01-15",
          square_status: "SCHEDULED",
        }),
        buildInvoice({
          invoice_number: "10",
          amount: 100,
          total_paid_amount: 100,
          refunded_amount: 120,
          issued_date: "2026-03-02",
          status: "paid",
          paid_date: "2026-03-03",
        }),
      ],
    },
  );
  await pool.query(
    `with written as (
       insert into public.invoice_payments
              (invoice_id, kind, square_id, square_payment_id, status, amount, tip_amount, created_at, updated_at)
       select invoice.id, payment.kind, payment.square_id, case payment.kind when 'refund' then 'P1' else payment.square_id end, payment.status, payment.amount, 1, payment.at, payment.at
         from public.invoices as invoice,
              (values ('payment', 'P1', 'completed', 100, timestamptz '2026-01-01 05:00Z'),
                      ('payment', 'P0', 'completed', 1, '2026-01-01 04:59:59Z'),
                      ('refund', 'R1', 'completed', 30, '2026-02-01 04:59:59Z'),
                      ('refund', 'R2', 'completed', 2, '2026-02-01 05:00Z'),
                      ('refund', 'R3', 'pending', 4, '2026-01-10 12:00Z'))
                as payment (kind, square_id, status, amount, at)
        where invoice.invoice_number = '1'
       returning id, square_id)
     insert into public.invoice_payment_fees (invoice_payment_id, amount)
     select id, 3.2 from written where square_id = 'P1'`,
  );
  await pool.query(
    `insert into public.invoice_payments
            (invoice_id, kind, square_id, square_payment_id, status, amount, created_at, updated_at)
     select invoice.id, payment.kind, payment.square_id,
            case payment.kind when 'refund' then 'P10' else payment.square_id end, 'completed', payment.amount, payment.at, payment.at
       from public.invoices as invoice,
            (values ('payment', 'P10', 100, timestamptz '2026-03-03 12:00Z'),
                    ('payment', 'P11', 100, '2026-03-03 12:01Z'),
                    ('refund', 'R10', 70, '2026-03-20 12:00Z'),
                    ('refund', 'R11', 50, '2026-04-02 12:00Z'))
              as payment (kind, square_id, amount, at)
      where invoice.invoice_number = '10'`,
  );
});

async function download(query: string): Promise<Map<string, string>> {
  const response = await get(`from=2026-01-01&to=2026-01-31&${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/zip");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return readZip(Buffer.from(await response.arrayBuffer()));
}

describe("GET /api/admin/accounting-export", () => {
  test("contains the issued invoices of the period, including refunded and excluding cancelled ones", async () => {
    const files = await download("format=quickbooks");
    expect([...files.keys()]).toEqual(["quickbooks-invoices.csv", "quickbooks-bank.csv", "manifest.csv"]);
    const invoices = files.get("quickbooks-invoices.csv") ?? "";
    expect(invoices.startsWith('"*InvoiceNo"')).toBe(true);
    expect(invoices.split("\r\n").slice(1)).toEqual([
      `"1","'=Acme","01/01/2026","01/31/2030","","","Assessment","Assessment","","1","100.00","100.00",""`,
      `"7","'=Acme","01/31/2026","01/31/2030","","","Assessment","Assessment","","1","100.00","100.00",""`,
      `"7","'=Acme","01/31/2026","01/31/2030","","","Assessment","Sales tax","","1","8.00","8.00",""`,
      `"8","'=Acme","01/31/2026","01/31/2026","","","Assessment","Assessment","","1","40.00","40.00",""`,
      `"9-ION2","'=Acme","01/31/2026","01/31/2030","","","Assessment","Assessment","","1","60.00","60.00",""`,
      "",
    ]);
  });

  test("dates payments, refunds and fees in the invoice's time zone", async () => {
    const files = await download("format=xero&account=410&tax=Tax%20on%20Sales");
    expect((files.get("xero-bank.csv") ?? "").split("\r\n").slice(1)).toEqual([
      `"2026-01-01","101.00","'=Acme","Payment of invoice 1","P1",""`,
      `"2026-01-01","-3.20","'=Acme","Fee for invoice 1","P1",""`,
      `"2026-01-05","25.00","'=Acme","Payment of invoice 9","",""`,
      `"2026-01-31","-31.00","'=Acme","Refund of invoice 1","R1",""`,
      `"2026-01-31","20.00","'=Acme","Payment of invoice 3","",""`,
      `"2026-01-31","108.00","'=Acme","Payment of invoice 7","",""`,
      "",
    ]);
    expect(files.get("xero-invoices.csv")).toContain('"410","Tax on Sales"');
  });

  test("contains a ledger whose debits equal its credits, including amounts received for cancelled invoices", async () => {
    const ledger = (await download("format=ledger")).get("ledger.csv") ?? "";
    const rows = ledger
      .split("\r\n")
      .slice(1, -1)
      .map((line) => line.slice(1, -1).split('","'));
    const sum = (column: number) =>
      rows.reduce((total, row) => total + Math.round(Number(row[column]) * 100), 0);
    expect(sum(3)).toBe(sum(4));
    const invoices = 10_000 + 2_000 + 10_800 + 4_000 + 6_000;
    const otherPayments = 2_500 + 2_000 + 10_800;
    expect(sum(3)).toBe(invoices + otherPayments + 10_100 + 320 + 3_100);
  });

  test("bills the same amounts on the same dates as the client's statement", async () => {
    const ledger = (await download("format=ledger")).get("ledger.csv") ?? "";
    const receivable = ledger
      .split("\r\n")
      .map((line) => line.slice(1, -1).split('","'))
      .filter(([, , account]) => account === "Accounts receivable")
      .map(([, date, , debit, credit]) => [date, Math.round((Number(debit) - Number(credit)) * 100)]);
    const { statement } =
      (await environment.database.bypassPolicies({ reason: "read a statement" }, (query) =>
        readStatement(query, client.id, {
          from: calendarDate("2026-01-01"),
          to: calendarDate("2026-01-31"),
        }),
      )) ?? {};
    const billed = statement?.entries
      .filter(({ kind }) => kind === "invoice" || kind === "payment")
      .map(({ date, cents }) => [date, cents]);
    // A refund of what the client paid beyond the amount has no credit in the statement.
    const refunded = (statement?.totals.refund ?? 0) + (statement?.totals.credit ?? 0);
    expect(refunded).toBe(100);
    expect(receivable.toSorted()).toEqual([...(billed ?? []), ["2026-01-31", refunded]].toSorted());
  });

  test("posts the refunds of a second payment like the client's statement, whichever period they are in", async () => {
    const download = async (month: "03" | "04") => {
      const response = await get(`from=2026-${month}-01&to=2026-${month}-30&format=ledger`);
      const files = await readZip(Buffer.from(await response.arrayBuffer()));
      return (files.get("ledger.csv") ?? "")
        .split("\r\n")
        .slice(1, -1)
        .map((line) => line.slice(1, -1).split('","'))
        .filter(([, , account]) => account === "Accounts receivable" || account === "Refunds")
        .map(([, , account, debit, credit]) => [account, Number(debit) - Number(credit)]);
    };
    expect(await download("03")).toEqual([
      ["Accounts receivable", 100],
      ["Accounts receivable", -100],
      ["Accounts receivable", -100],
      ["Accounts receivable", 70],
    ]);
    // The first refund returned 70 of the 100 dollars that the client paid beyond the amount.
    expect(await download("04")).toEqual([
      ["Accounts receivable", 30],
      ["Refunds", 20],
    ]);
  });

  test.each([
    "format=quickbooks",
    "format=pdf&from=2026-01-01&to=2026-01-31",
    "format=xero&from=2026-02-01&to=2026-01-01",
  ])("rejects the query %s", async (query) => {
    expect((await get(query)).status).toBe(400);
  });
});
