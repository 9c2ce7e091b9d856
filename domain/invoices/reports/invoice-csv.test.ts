import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { dollars } from "#domain/money/money.ts";
import { invoicesToCsv } from "./invoice-csv.ts";

const invoice = {
  invoice_number: "000123",
  description: 'Audit, "phase 1"',
  issued_date: calendarDate("2026-01-01"),
  due_date: null,
  amount: dollars("1234567.89"),
  total_paid_amount: dollars(0.1),
  refunded_amount: dollars(0),
  pending_refund_amount: dollars(0),
  status: "pending" as const,
  square_status: null,
  is_processing: false,
  is_scheduled: false,
};

const parseRows = (csv: string) => csv.replace("\uFEFF", "").trimEnd().split("\r\n").slice(1);

test("doubles quotes, uses two decimals for amounts, and leaves missing values empty", () => {
  expect(parseRows(invoicesToCsv([invoice]))).toEqual([
    '"000123","Audit, ""phase 1""","2026-01-01","","1234567.89","0.10","0.00","Pending"',
  ]);
});

test("shows the full amount as paid for a paid invoice", () => {
  const [row] = parseRows(invoicesToCsv([{ ...invoice, status: "paid", total_paid_amount: dollars(0) }]));
  expect(row).toContain('"1234567.89","1234567.89","0.00","Paid"');
});

test("shows the refunded amount, and the amount paid after refunds", () => {
  const refund = { ...invoice, status: "paid" as const, refunded_amount: dollars("34567.89") };
  const [row] = parseRows(invoicesToCsv([refund]));
  expect(row).toContain('"1234567.89","1200000.00","34567.89","Paid, Partially refunded"');
});

test("shows a fully refunded invoice as refunded", () => {
  const refund = {
    ...invoice,
    status: "cancelled" as const,
    total_paid_amount: dollars(0),
    refunded_amount: invoice.amount,
  };
  expect(parseRows(invoicesToCsv([refund]))[0]).toContain('"0.00","1234567.89","Refunded"');
});

test.each([
  "=1+1",
  "+1",
  "-1+1",
  "@cmd",
  "\tcmd",
])("escapes a cell that starts like a formula: %s", (text) => {
  const [row] = parseRows(invoicesToCsv([{ ...invoice, description: text }]));
  expect(row).toContain(`"'${text}"`);
});

test("writes a header, and no rows without invoices", () => {
  expect(invoicesToCsv([])).toBe(
    '\uFEFF"Invoice","Description","Issued","Due","Amount (USD)","Paid (USD)","Refunded (USD)","Status"\r\n',
  );
});

test.each([
  [0, "0.00"],
  ["0.005", "0.01"],
  [0.1 + 0.2, "0.30"],
  ["9999999999.99", "9999999999.99"],
])("writes %s dollars as %s", (amount, text) => {
  const [row] = parseRows(invoicesToCsv([{ ...invoice, amount: dollars(amount) }]));
  expect(row).toContain(`"${text}","0.10"`);
});
