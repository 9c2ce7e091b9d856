import * as z from "zod/mini";
import { singleLine } from "#domain/text/single-line.ts";

/** The portal's Account Information form. Length limits match the clients table. */
export const AccountSettings = z.object({
  contactPerson: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Contact person is required"),
      z.maxLength(200, "Contact person must be at most 200 characters"),
      singleLine,
    ),
  email: z.string().check(z.trim(), z.email("Invalid email address")),
  company: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Company is required"),
      z.maxLength(200, "Company must be at most 200 characters"),
      singleLine,
    ),
  phone: z.string().check(z.trim(), z.maxLength(50, "Phone must be at most 50 characters"), singleLine),
  address: z.string().check(z.trim(), z.maxLength(500, "Address must be at most 500 characters")),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

/** The columns a client may update. A new email address is stored after it is confirmed. */
export function toClientColumns(settings: AccountSettings): {
  contact_person: string;
  company: string;
  phone: string;
  address: string;
} {
  const { contactPerson, company, phone, address } = settings;
  return { contact_person: contactPerson, company, phone, address };
}
