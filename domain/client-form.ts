import * as z from "zod/mini";
import { AccountSettings } from "#domain/settings.ts";
import type { Tables } from "#supabase/database.types.ts";

/** What PostgreSQL stores: every character but this one. */
const storable = z.refine<string>(
  (text) => !text.includes("\0"),
  "Please remove the characters that are not text",
);
const LONGEST_EMAIL = 254;

const { company, contactPerson, phone, address } = AccountSettings.shape;

/** The form that edits a client: what the clients table holds of it (decisions, reading 7). */
export const ClientForm = z.object({
  company: company.check(storable),
  contactPerson: contactPerson.check(storable),
  phone: z._default(phone.check(storable), ""),
  address: z._default(address.check(storable), ""),
});
export type ClientForm = z.infer<typeof ClientForm>;

/** Where a client's invitation goes, and what the client signs in with. */
export const ClientEmail = z
  .string()
  .check(z.trim(), z.maxLength(LONGEST_EMAIL, "Invalid email address"), z.email("Invalid email address"));

/** The form that creates a client: company, contact person and e-mail are required, the rest is optional. */
export const NewClientForm = z.extend(ClientForm, { email: ClientEmail });
export type NewClientForm = z.infer<typeof NewClientForm>;

export const EMPTY_CLIENT_FORM = {
  company: "",
  contactPerson: "",
  email: "",
  phone: "",
  address: "",
} satisfies NewClientForm;

/** The form filled from a stored client. */
export function clientFormOf(client: Tables<"clients">): ClientForm {
  return {
    company: client.company,
    contactPerson: client.contact_person,
    phone: client.phone,
    address: client.address,
  };
}

/** What an administrator may do about a client's access. */
export const ClientStatusChange = z.object({ status: z.enum(["active", "suspended"]) });

/** How far a client's account is; `invited` until the password is set for the first time. */
export type ClientAccount =
  | { state: "none" }
  | { state: "invited"; email: string; invitedAt: string | null }
  | { state: "accepted"; email: string; lastSignInAt: string | null };

/** Days an invitation is good for (decisions, reading 19). */
const INVITATION_DAYS = 7;
const MILLISECONDS_A_DAY = 86_400_000;

/** Whether the link of an invitation no longer opens. */
export function isInvitationExpired(invitedAt: string, now: Date): boolean {
  return now.getTime() - Date.parse(invitedAt) > INVITATION_DAYS * MILLISECONDS_A_DAY;
}
