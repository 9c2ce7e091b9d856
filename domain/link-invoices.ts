import * as z from "zod/mini";

const MAXIMUM_INVOICES = 500;

/** What the link-invoices endpoint is sent: at least one invoice; naming one twice counts once. */
export const LinkInvoices = z.object({
  projectId: z.guid("Unknown project"),
  invoiceIds: z.pipe(
    z
      .array(z.guid("Unknown invoice"))
      .check(
        z.minLength(1, "Select at least one invoice"),
        z.maxLength(MAXIMUM_INVOICES, `Select at most ${MAXIMUM_INVOICES} invoices`),
      ),
    z.transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))]),
  ),
});
export type LinkInvoices = z.infer<typeof LinkInvoices>;

/** "N invoice(s) selected", literally (decisions, reading 8). */
export function selectedWords(count: number): string {
  return `${count} invoice(s) selected`;
}

/** The toast after linking. */
export function linkedToast(count: number): string {
  return `✓ Linked ${count} invoices`;
}
