import * as z from "zod/mini";
import { ClientEmail } from "#domain/client-form.ts";

/** A second factor of an administrator, as the others see it. */
export type AdministratorFactor = { id: string; kind: "app" | "passkey"; name: string; addedAt: string };

/** Somebody who may do everything here. Instants are in ISO form; `invitedAt` is set until the invitation is accepted. */
export type Administrator = {
  id: string;
  email: string;
  isYou: boolean;
  invitedAt: string | null;
  lastSignInAt: string | null;
  factors: AdministratorFactor[];
};

/** The form that invites one. */
export const InviteAdministrator = z.object({ email: ClientEmail });
export type InviteAdministrator = z.infer<typeof InviteAdministrator>;
