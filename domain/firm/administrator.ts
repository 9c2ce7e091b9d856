import * as z from "zod/mini";
import { ClientEmail } from "#domain/clients/client-form.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { singleLine } from "#domain/text/single-line.ts";

/** An administrator's second factor, as shown to other administrators. */
export type AdministratorFactor = { id: string; kind: "app" | "passkey"; name: string; addedAt: Instant };

/** A user with full access. `name` is empty if it is unknown. `invitedAt` is set until the invitation is accepted. */
export type Administrator = {
  id: string;
  email: string;
  name: string;
  isYou: boolean;
  invitedAt: Instant | null;
  lastSignInAt: Instant | null;
  factors: AdministratorFactor[];
};

/** The name that clients see with messages and comments. */
const AdministratorName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Name is required"),
    z.maxLength(100, "Name must be at most 100 characters"),
    singleLine,
  );

/** The form that changes an administrator's name. */
export const NameAdministrator = z.object({ name: AdministratorName });
export type NameAdministrator = z.infer<typeof NameAdministrator>;

export const InviteAdministrator = z.object({ name: AdministratorName, email: ClientEmail });
export type InviteAdministrator = z.infer<typeof InviteAdministrator>;
