import { createContext, useContext } from "react";
import type { Membership } from "#app/api/portal/client-account.ts";
import type { ClientRow } from "#domain/clients/client.ts";
import type { ClientPermission } from "#domain/clients/members/role.ts";

/** The selected client, with the signed-in user's account, role and name. */
export type CurrentClient = ClientRow &
  Pick<Membership, "role" | "permissions" | "name" | "is_contact_person"> & { userId: string; email: string };

export const CurrentClientContext = createContext<CurrentClient | null>(null);

export function useCurrentClient(): CurrentClient {
  const client = useContext(CurrentClientContext);
  if (!client) {
    throw new Error("useCurrentClient requires a loaded client");
  }
  return client;
}

/** Whether the signed-in user's role has a permission. Row policies enforce it. */
export function useHasPermission(permission: ClientPermission): boolean {
  return useCurrentClient().permissions.includes(permission);
}
