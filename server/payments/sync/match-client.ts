import type { Query } from "#server/database.ts";
import type { Payer } from "#server/payments/provider.ts";

/** What a client is recognized by. */
export type KnownClient = {
  id: string;
  square_customer_id: string | null;
  email: string | null;
};

/** The client a payer is, and by what it was recognized; or null: nobody is ever guessed. */
export type Match =
  | { clientId: string; by: "customer" | "reference" | "earlier" | "email" }
  | { clientId: null; by: "nothing" };

/** @param found the client it was recognized as earlier; an e-mail address, which people change, takes it from nobody. */
export type ClientMatcher = (payer: Payer, found?: string | null) => Match;

/**
 * Matches payers to clients; the first rule that hits wins: the customer saved on the client, our client's id noted at
 * the customer, the client found earlier, the e-mail address of one client's account. What clients write about
 * themselves, their company's name above all, is no evidence: with it one could take another's invoices.
 */
export function clientMatcher(clients: readonly KnownClient[]): ClientMatcher {
  const byCustomer = uniqueBy(clients, (client) => client.square_customer_id);
  const byId = uniqueBy(clients, (client) => client.id);
  const byEmail = uniqueBy(clients, (client) => client.email?.trim().toLowerCase());
  return (payer, found = null) => {
    const rules = [
      { by: "customer", clientId: byCustomer(payer.customerId) },
      { by: "reference", clientId: byId(payer.referenceId?.toLowerCase()) },
      { by: "earlier", clientId: found },
      ...payer.emails.map((email) => ({ by: "email", clientId: byEmail(email) }) as const),
    ] as const;
    const hit = rules.find((rule) => rule.clientId !== null);
    return hit?.clientId ? { clientId: hit.clientId, by: hit.by } : { clientId: null, by: "nothing" };
  };
}

/** Why a payer is no client of ours, for whoever has to find out; no address is told. */
export function whyUnmatched(payer: Payer): string {
  if (payer.customerId === null && payer.emails.length === 0) return "Square names no customer";
  if (payer.emails.length === 0) return "the customer has no e-mail address";
  return "no client has the customer's e-mail address";
}

/**
 * All clients, suspended ones included: their invoices are theirs, too. An account's address was typed by an
 * administrator or confirmed by its owner; a change that waits for its confirmation is not seen here.
 */
export async function loadClientMatcher(query: Query): Promise<ClientMatcher> {
  return clientMatcher(
    await query<KnownClient>(
      `select client.id, client.square_customer_id, account.email
         from public.clients as client left join public.users as account on account.id = client.user_id`,
    ),
  );
}

function uniqueBy(
  clients: readonly KnownClient[],
  keyOf: (client: KnownClient) => string | null | undefined,
) {
  const ids = new Map<string, string | null>();
  for (const client of clients) {
    const key = keyOf(client);
    // Null marks a key that several clients share.
    if (key) ids.set(key, ids.has(key) ? null : client.id);
  }
  return (key: string | null | undefined): string | null => (key ? (ids.get(key) ?? null) : null);
}
