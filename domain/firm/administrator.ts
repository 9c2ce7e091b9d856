import * as z from "zod/mini";
import { ClientEmail } from "#domain/clients/client-form.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** An administrator's second factor, as shown to other administrators. */
export type AdministratorFactor = { id: string; kind: "app" | "passkey"; name: string; addedAt: Instant };

/** A user with full access. `invitedAt` is set until the invitation is accepted. */
export type Administrator = {
  id: string;
  email: string;
  isYou: boolean;
  invitedAt: Instant | null;
  lastSignInAt: Instant | null;
  factors: AdministratorFactor[];
};

export const InviteAdministrator = z.object({ email: ClientEmail });
export type InviteAdministrator = z.infer<typeof InviteAdministrator>;
