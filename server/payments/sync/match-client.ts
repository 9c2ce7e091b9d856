import type { Query } from "#server/database/database.ts";
import type { Payer } from "#server/payments/payment-provider.ts";

/** The client columns used to match payers. */
type MatchableClient = {
  id: string;
  square_customer_id: string | null;
  email: string | null;
};

/** The matched client and the rule that matched, or no client. */
export type ClientMatch =
  | { clientId: string; by: "customer" | "reference" | "previous" | "email" }
  | { clientId: null; by: "none" };

/** @param previous the previously matched client. It takes precedence over an email address, which clients can change. */
export type ClientMatcher = (payer: Payer, previous?: string | null) => ClientMatch;

/**
 * Creates a function that matches payers to clients. The first matching rule wins: the customer saved on the client,
 * the client's id in the customer's reference, the previously matched client, the email address of exactly one client's
 * account. Details that clients enter themselves, such as the company name, are not used, because a client could use
 * them to get another client's invoices.
 */
export function createClientMatcher(clients: readonly MatchableClient[]): ClientMatcher {
  const byCustomer = indexUnique(clients, (client) => client.square_customer_id);
  const byId = indexUnique(clients, (client) => client.id);
  const byEmail = indexUnique(clients, (client) => client.email?.trim().toLowerCase());
  return (payer, previous = null) => {
    const rules = [
      { by: "customer", clientId: byCustomer(payer.customerId) },
      { by: "reference", clientId: byId(payer.referenceId?.toLowerCase()) },
      { by: "previous", clientId: previous },
      ...payer.emails.map((email) => ({ by: "email", clientId: byEmail(email) }) as const),
    ] as const;
    const match = rules.find((rule) => rule.clientId !== null);
    return match?.clientId ? { clientId: match.clientId, by: match.by } : { clientId: null, by: "none" };
  };
}

/** Returns the reason why a payer matches no client, for administrators. Omits the email address. */
export function getUnmatchedReason(payer: Payer): string {
  if (payer.customerId === null && payer.emails.length === 0) {
    return "No customer on the Square invoice";
  }
  if (payer.emails.length === 0) {
    return "The customer has no email";
  }
  return "No client has this email";
}

/**
 * Loads all clients, including suspended ones, because their invoices are stored too. Email addresses are either
 * confirmed or entered by an administrator. Pending address changes are ignored.
 */
export async function loadClientMatcher(query: Query): Promise<ClientMatcher> {
  return createClientMatcher(
    await query(
      `select client.id, client.square_customer_id, account.email
         from public.clients as client left join public.users as account on account.id = client.user_id`,
    ),
  );
}

function indexUnique(
  clients: readonly MatchableClient[],
  getKey: (client: MatchableClient) => string | null | undefined,
) {
  const ids = new Map<string, string | null>();
  for (const client of clients) {
    const key = getKey(client);
    // Null marks a key shared by several clients.
    if (key) {
      ids.set(key, ids.has(key) ? null : client.id);
    }
  }
  return (key: string | null | undefined): string | null => (key ? (ids.get(key) ?? null) : null);
}
