import * as z from "zod/mini";
import { singleLine } from "#domain/text/single-line.ts";

/** The name of a person at a client. The length limit matches the client_members table. */
export const PersonName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Name is required"),
    z.maxLength(200, "Name must be at most 200 characters"),
    singleLine,
  );

/** Request to change the signed-in person's name. */
export const ChangeOwnName = z.object({ name: PersonName });
export type ChangeOwnName = z.infer<typeof ChangeOwnName>;

/** The details of a client, and the email address of a person. Length limits match the clients table. */
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

/** The portal's Account Information form. */
export const OwnSettings = z.object({
  name: PersonName,
  ...AccountSettings.shape,
  /** Whether a new contact person is the signed-in person's new name. False if it is someone else. */
  renamesPerson: z.boolean(),
});
export type OwnSettings = z.infer<typeof OwnSettings>;

/**
 * Whether a new contact person can be the new name of the person who fills in the form: they are the current contact
 * person, and did not change their name too.
 */
export function canRenamePerson(
  { name, contactPerson }: Pick<OwnSettings, "name" | "contactPerson">,
  stored: { name: string; contact_person: string; is_contact_person: boolean },
): boolean {
  return stored.is_contact_person && contactPerson !== stored.contact_person && name === stored.name;
}

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
