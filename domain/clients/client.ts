import { type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type ClientRow = Tables<"clients">;
export type ClientStatus = ClientRow["status"];

const CLIENT_STATUS_BADGES = {
  active: { label: "ACTIVE", tone: "positive" },
  suspended: { label: "SUSPENDED", tone: "negative" },
} satisfies Record<ClientStatus, StatusBadge>;

/** Returns the badge for a client status, with its label in capitals. */
export function clientStatusBadge(status: ClientStatus): StatusBadge {
  const badge = toStatusBadge(CLIENT_STATUS_BADGES, status);
  return { ...badge, label: badge.label.toUpperCase() };
}

/** Only active clients can get projects. Suspended clients keep their data but can't access it. */
export function isActiveClient(client: { status: ClientStatus }): boolean {
  return client.status === "active";
}
