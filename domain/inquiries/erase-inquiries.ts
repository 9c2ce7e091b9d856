import * as z from "zod/mini";
import { ClientEmail } from "#domain/clients/client-form.ts";

/** Request to delete all inquiries from an email address. */
export const EraseInquirer = z.object({ email: ClientEmail });
export type EraseInquirer = z.infer<typeof EraseInquirer>;
