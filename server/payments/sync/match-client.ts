import type { Query } from "#server/database.ts";
import type { Payer } from "#server/payments/provider.ts";

/** What a client is recognized by. */
export type KnownClient = {
  id: string;
  square_customer_id: string | null;
  email: string | null;
  company: string;
};

/** The client a payer is, or null: nobody is ever guessed. */
export type ClientMatcher = (payer: Payer) => string | null;

/**
 * Matches payers to clients; the first rule that hits wins: the customer saved on the client, our client's id noted at
 * the customer, an e-mail address, a company's name. The last two count only where they are one client's alone.
 */
export function clientMatcher(clients: readonly KnownClient[]): ClientMatcher {
  const byCustomer = uniqueBy(clients, (client) => client.square_customer_id);
  const byId = uniqueBy(clients, (client) => client.id);
  const byEmail = uniqueBy(clients, (client) => client.email?.trim().toLowerCase());
  const byCompany = uniqueBy(clients, (client) => companyKey(client.company));
  return (payer) =>
    [
      byCustomer(payer.customerId),
      byId(payer.referenceId?.toLowerCase()),
      ...payer.emails.map((email) => byEmail(email)),
      ...payer.companies.map((company) => byCompany(companyKey(company))),
    ].find((id) => id !== null) ?? null;
}

/** All clients, suspended ones included: their invoices are theirs, too. */
export async function loadClientMatcher(query: Query): Promise<ClientMatcher> {
  return clientMatcher(
    await query<KnownClient>(
      `select client.id, client.square_customer_id, account.email, client.company
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

function companyKey(company: string): string {
  return company.trim().toLowerCase().replaceAll(/\s+/g, " ");
}
