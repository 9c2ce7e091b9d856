import { type StatusFacts, statusFacts } from "#domain/tone.ts";
import type { Tables } from "#supabase/database.types.ts";

export type ClientRow = Tables<"clients">;
export type ClientStatus = "active" | "suspended";

const CLIENT_STATUSES = {
  active: { label: "ACTIVE", tone: "positive" },
  suspended: { label: "SUSPENDED", tone: "negative" },
} satisfies Record<ClientStatus, StatusFacts>;

/** Label (in capitals, specification section 4) and tone of a stored client status. */
export function clientStatus(stored: string): StatusFacts {
  const facts = statusFacts(CLIENT_STATUSES, stored);
  return { ...facts, label: facts.label.toUpperCase() };
}

/** Projects are made for active clients only; suspended ones keep their data and see none of it. */
export function isActiveClient(client: { status: string }): boolean {
  return client.status === "active";
}

/** Whether a client is found by a search over company, contact person and e-mail, in any case. */
export function clientMatches(
  client: { company: string; contact_person: string; email: string | null },
  search: string,
): boolean {
  const wanted = search.trim().toLowerCase();
  return [client.company, client.contact_person, client.email ?? ""].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}
