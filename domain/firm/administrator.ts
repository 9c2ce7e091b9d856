import * as z from "zod/mini";
import { ClientEmail } from "#domain/clients/client-form.ts";

/** An administrator's second factor, as shown to other administrators. */
export type AdministratorFactor = { id: string; kind: "app" | "passkey"; name: string; addedAt: string };

/** A user with full access. Timestamps are ISO strings. `invitedAt` is set until the invitation is accepted. */
export type Administrator = {
  id: string;
  email: string;
  isYou: boolean;
  invitedAt: string | null;
  lastSignInAt: string | null;
  factors: AdministratorFactor[];
};

export const InviteAdministrator = z.object({ email: ClientEmail });
export type InviteAdministrator = z.infer<typeof InviteAdministrator>;
