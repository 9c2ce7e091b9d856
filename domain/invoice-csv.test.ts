import { expect, test } from "vitest";
import { invoicesAsCsv } from "./invoice-csv.ts";

const invoice = {
  invoice_number: "000123",
  description: 'Audit, "phase 1"',
  issued_date: "2026-01-01",
  due_date: null,
  amount: "1234567.89",
  total_paid_amount: 0.1,
  status: "pending",
};

const rowsOf = (csv: string) => csv.replace("\uFEFF", "").trimEnd().split("\r\n").slice(1);

test("quotes are doubled, amounts have two decimals, what is missing is empty", () => {
  expect(rowsOf(invoicesAsCsv([invoice]))).toEqual([
    '"000123","Audit, ""phase 1""","2026-01-01","","1234567.89","0.10","Pending"',
  ]);
});

test("a paid invoice is paid whole", () => {
  const [row] = rowsOf(invoicesAsCsv([{ ...invoice, status: "paid", total_paid_amount: null }]));
  expect(row).toContain('"1234567.89","1234567.89","Paid"');
});

test.each(["=1+1", "+1", "-1", "@cmd", "\t=1"])("a cell that begins like a formula is a text: %s", (text) => {
  const [row] = rowsOf(invoicesAsCsv([{ ...invoice, description: text }]));
  expect(row).toContain(`"'${text}"`);
});
