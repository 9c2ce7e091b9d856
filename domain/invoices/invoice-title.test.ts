import { expect, test } from "vitest";
import { invoiceLabel, invoiceTitle } from "./invoice-title.ts";

test.each([
  ["000123", "Invoice 000123", "#000123"],
  ["#7", "Invoice #7", "#7"],
  ["", "Invoice (no number)", "Invoice (no number)"],
])("the invoice number %j is shown as %j in sentences and as %j in lists", (invoice_number, title, label) => {
  expect(invoiceTitle({ invoice_number })).toBe(title);
  expect(invoiceLabel({ invoice_number })).toBe(label);
});
