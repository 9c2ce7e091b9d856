import * as z from "zod/mini";

/** What assigning an invoice sends: the client it is for; what taking it back sends: the client that had it. */
export const AssignInvoice = z.object({ clientId: z.guid("Please select a client") });
export type AssignInvoice = z.infer<typeof AssignInvoice>;
