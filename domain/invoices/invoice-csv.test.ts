import { expect, test } from "vitest";
import { invoicesToCsv } from "./invoice-csv.ts";

const invoice = {
  invoice_number: "000123",
  description: 'Audit, "phase 1"',
  issued_date: "2026-01-01",
  due_date: null,
  amount: "1234567.89",
  total_paid_amount: 0.1,
  status: "pending" as const,
};

const rowsOf = (csv: string) => csv.replace("\uFEFF", "").trimEnd().split("\r\n").slice(1);

test("doubles quotes, uses two decimals for amounts, and leaves missing values empty", () => {
  expect(rowsOf(invoicesToCsv([invoice]))).toEqual([
    '"000123","Audit, ""phase 1""","2026-01-01","","1234567.89","0.10","Pending"',
  ]);
});

test("shows the full amount as paid for a paid invoice", () => {
  const [row] = rowsOf(invoicesToCsv([{ ...invoice, status: "paid", total_paid_amount: 0 }]));
  expect(row).toContain('"1234567.89","1234567.89","Paid"');
});

test.each(["=1+1", "+1", "-1", "@cmd", "\t=1"])("escapes a cell that starts like a formula: %s", (text) => {
  const [row] = rowsOf(invoicesToCsv([{ ...invoice, description: text }]));
  expect(row).toContain(`"'${text}"`);
});
