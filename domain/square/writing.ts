import * as z from "zod/mini";

/** Whether invoices can be created in Square, and what is missing. */
export type WritingStatus = "off" | "not-connected" | "reconnect" | "ready";

const MAX_ID_LENGTH = 200;

/** Input of `PUT /api/admin/square/writing`. Without a location, the merchant's main location is used. */
export const SquareWritingForm = z.object({
  isEnabled: z.boolean(),
  locationId: z.nullable(z.string().check(z.minLength(1), z.maxLength(MAX_ID_LENGTH))),
});
export type SquareWritingForm = z.infer<typeof SquareWritingForm>;
