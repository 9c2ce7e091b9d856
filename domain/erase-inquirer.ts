import * as z from "zod/mini";
import { ClientEmail } from "#domain/client-form.ts";

/** Whose inquiries are to be deleted. */
export const EraseInquirer = z.object({ email: ClientEmail });
export type EraseInquirer = z.infer<typeof EraseInquirer>;
