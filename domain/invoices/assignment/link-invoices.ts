import * as z from "zod/mini";

const MAX_INVOICES = 500;

/** Request body of the link-invoices endpoint. Duplicate ids are removed. */
export const LinkInvoices = z.object({
  projectId: z.guid("Unknown project"),
  invoiceIds: z.pipe(
    z
      .array(z.guid("Unknown invoice"))
      .check(
        z.minLength(1, "Select at least one invoice"),
        z.maxLength(MAX_INVOICES, `Select at most ${MAX_INVOICES} invoices`),
      ),
    z.transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  ),
});
export type LinkInvoices = z.infer<typeof LinkInvoices>;

export function selectedLabel(count: number): string {
  return `${count} invoice(s) selected`;
}

export function linkedToast(count: number): string {
  return `✓ Linked ${count} invoices`;
}
