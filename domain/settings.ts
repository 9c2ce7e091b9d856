import * as z from "zod/mini";

/** The portal's Account Information form. Lengths are those the clients table accepts. */
export const AccountSettings = z.object({
  contactPerson: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Contact person is required"),
      z.maxLength(200, "Contact person must be at most 200 characters"),
    ),
  email: z.string().check(z.trim(), z.email("Invalid email address")),
  company: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Company is required"),
      z.maxLength(200, "Company must be at most 200 characters"),
    ),
  phone: z.string().check(z.trim(), z.maxLength(50, "Phone must be at most 50 characters")),
  address: z.string().check(z.trim(), z.maxLength(500, "Address must be at most 500 characters")),
});
export type AccountSettings = z.infer<typeof AccountSettings>;

/** The four columns a client may write; the e-mail address counts only once confirmed, so it is not among them. */
export function settingsColumns(settings: AccountSettings): {
  contact_person: string;
  company: string;
  phone: string;
  address: string;
} {
  const { contactPerson, company, phone, address } = settings;
  return { contact_person: contactPerson, company, phone, address };
}
