import type { Query } from "#server/database/database.ts";
import type { Payer } from "#server/payments/payment-provider.ts";

/** The client columns used to match payers. */
type MatchableClient = {
  id: string;
  square_customer_id: string | null;
  /** The address of the primary contact's account. */
  email: string | null;
  /** The addresses of the other members who can see invoices. */
  billing_emails: readonly string[];
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
 * primary contact, then the email address of another member who can see the invoices of exactly one client. Details that
 * clients enter themselves, such as the company name, are not used, because a client could use them to get another
 * client's invoices. Primary contacts come first, so that a client cannot get another client's invoices by
 * inviting its primary contact.
 */
export function createClientMatcher(clients: readonly MatchableClient[]): ClientMatcher {
  const byCustomer = indexUnique(clients, (client) => [client.square_customer_id]);
  const byId = indexUnique(clients, (client) => [client.id]);
  const byPrimaryEmail = indexUnique(clients, (client) => [normalizeEmail(client.email)]);
  const byBillingEmail = indexUnique(clients, (client) => client.billing_emails.map(normalizeEmail));
  return (payer, previous = null) => {
    const rules = [
      { by: "customer", clientId: byCustomer(payer.customerId) },
      { by: "reference", clientId: byId(payer.referenceId?.toLowerCase()) },
      { by: "previous", clientId: previous },
      ...payer.emails.map((email) => ({ by: "email", clientId: byPrimaryEmail(email) }) as const),
      ...payer.emails.map((email) => ({ by: "email", clientId: byBillingEmail(email) }) as const),
    ] as const;
    const match = rules.find((rule) => rule.clientId !== null);
    return match?.clientId ? { clientId: match.clientId, by: match.by } : { clientId: null, by: "none" };
  };
}

/**
 * Returns the reason why a payer matches no client, for administrators. Omits the email address, because reports are
 * stored longer than payers.
 */
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
 * confirmed or entered by an administrator. Pending address changes are ignored, and so are members without access.
 */
export async function loadClientMatcher(query: Query): Promise<ClientMatcher> {
  return createClientMatcher(
    await query(
      `select client.id, client.square_customer_id, account.email,
              array(select member_account.email
                      from public.client_members as member
                      join public.client_role_permissions as granted
                        on granted.role = member.role and granted.permission = 'billing'
                      join public.users as member_account on member_account.id = member.user_id
                     where member.client_id = client.id and member.user_id is distinct from client.user_id
                       and member.suspended_at is null
                       and (member.expires_at is null or member.expires_at > now())) as billing_emails
         from public.clients as client left join public.users as account on account.id = client.user_id`,
    ),
  );
}

function normalizeEmail(email: string | null): string | null {
  return email === null ? null : email.trim().toLowerCase();
}

function indexUnique(
  clients: readonly MatchableClient[],
  getKeys: (client: MatchableClient) => readonly (string | null)[],
) {
  const ids = new Map<string, string | null>();
  for (const client of clients) {
    for (const key of new Set(getKeys(client))) {
      // Null marks a key shared by several clients.
      if (key) {
        ids.set(key, ids.has(key) ? null : client.id);
      }
    }
  }
  return (key: string | null | undefined): string | null => (key ? (ids.get(key) ?? null) : null);
}
