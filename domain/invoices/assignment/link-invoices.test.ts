import { expect, test } from "vitest";
import { LinkInvoices, linkedToast, selectedLabel } from "#domain/invoices/assignment/link-invoices.ts";

const PROJECT_ID = "3f0d0f5e-6a3e-4d8e-9d53-0c6a1b2c3d4e";
const INVOICE_ID = "0b6f9f0a-1111-4222-8333-444455556666";

test("removes duplicate invoice ids", () => {
  const { invoiceIds } = LinkInvoices.parse({
    projectId: PROJECT_ID,
    invoiceIds: [INVOICE_ID, INVOICE_ID.toUpperCase()],
  });
  expect(invoiceIds).toEqual([INVOICE_ID]);
});

test.each([
  { projectId: PROJECT_ID, invoiceIds: [] },
  { projectId: PROJECT_ID, invoiceIds: ["1"] },
  { projectId: "1", invoiceIds: [INVOICE_ID] },
  { projectId: PROJECT_ID, invoiceIds: INVOICE_ID },
  { projectId: PROJECT_ID },
])("rejects %o", (body) => {
  expect(LinkInvoices.safeParse(body).success).toBe(false);
});

test("formats the labels with the number of invoices", () => {
  expect(selectedLabel(1)).toBe("1 invoice(s) selected");
  expect(linkedToast(2)).toBe("✓ Linked 2 invoices");
});
