import { expect, test } from "vitest";
import { LinkInvoices, linkedToast, selectedWords } from "#domain/link-invoices.ts";

const project = "3f0d0f5e-6a3e-4d8e-9d53-0c6a1b2c3d4e";
const invoice = "0b6f9f0a-1111-4222-8333-444455556666";

test("an invoice named twice counts once", () => {
  const { invoiceIds } = LinkInvoices.parse({
    projectId: project,
    invoiceIds: [invoice, invoice.toUpperCase()],
  });
  expect(invoiceIds).toEqual([invoice]);
});

test.each([
  { projectId: project, invoiceIds: [] },
  { projectId: project, invoiceIds: ["1"] },
  { projectId: "1", invoiceIds: [invoice] },
  { projectId: project, invoiceIds: invoice },
  { projectId: project },
])("%o is refused", (body) => {
  expect(LinkInvoices.safeParse(body).success).toBe(false);
});

test("the words count literally", () => {
  expect(selectedWords(1)).toBe("1 invoice(s) selected");
  expect(linkedToast(2)).toBe("✓ Linked 2 invoices");
});
