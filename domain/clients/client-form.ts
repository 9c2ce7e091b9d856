import * as z from "zod/mini";
import { AccountSettings } from "#domain/clients/account-settings.ts";
import type { Instant } from "#domain/dates/instant.ts";
import type { Tables } from "#supabase/database.types.ts";

/** PostgreSQL text cannot store the null character. */
const noNullCharacter = z.refine<string>((text) => !text.includes("\0"), "Remove unsupported characters");
const MAX_EMAIL_LENGTH = 254;

const { company, contactPerson, phone, address } = AccountSettings.shape;

/** Schema for the form that edits a client. */
export const ClientForm = z.object({
  company,
  contactPerson,
  phone: z._default(phone, ""),
  address: z._default(address.check(noNullCharacter), ""),
});
export type ClientForm = z.infer<typeof ClientForm>;

/** The email address for a client's invitation and sign-in. */
export const ClientEmail = z
  .string()
  .check(z.trim(), z.maxLength(MAX_EMAIL_LENGTH, "Invalid email address"), z.email("Invalid email address"));

/** The form that invites a client without an account. */
export const InviteClientForm = z.object({ email: ClientEmail });

/** The form that creates a client. Phone and address are optional. */
export const NewClientForm = z.extend(ClientForm, { email: ClientEmail });
export type NewClientForm = z.infer<typeof NewClientForm>;

export const EMPTY_CLIENT_FORM = {
  company: "",
  contactPerson: "",
  email: "",
  phone: "",
  address: "",
} satisfies NewClientForm;

export function toClientForm(client: Tables<"clients">): ClientForm {
  return {
    company: client.company,
    contactPerson: client.contact_person,
    phone: client.phone,
    address: client.address,
  };
}

export const ClientStatusChange = z.object({ status: z.enum(["active", "suspended"]) });

/** Status of a client's account: `invited` until the first password is set. */
export type ClientAccount =
  | { status: "none" }
  | { status: "invited"; email: string; invitedAt: Instant | null }
  | { status: "accepted"; email: string; lastSignInAt: Instant | null };

const INVITATION_DAYS = 7;
const MS_PER_DAY = 86_400_000;

export function isInvitationExpired(invitedAt: Instant, now: Date): boolean {
  return now.getTime() - Date.parse(invitedAt) > INVITATION_DAYS * MS_PER_DAY;
}
