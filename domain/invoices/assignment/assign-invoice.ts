import * as z from "zod/mini";

/** Request to assign an invoice to a client, or to unassign it from that client. */
export const AssignInvoice = z.object({ clientId: z.guid("Select a client") });
export type AssignInvoice = z.infer<typeof AssignInvoice>;
