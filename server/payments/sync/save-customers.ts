import { recordSquareAuditEntries } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import type { Payer } from "#server/payments/payment-provider.ts";
import type { ClientMatch } from "#server/payments/sync/match-client.ts";

/**
 * Saves the Square customer on the client that it matched by reference or email, so that later matches depend on
 * neither. A client keeps its first customer, and no customer is saved on two clients.
 */
export async function saveCustomers(
  query: Query,
  matches: readonly { payer: Payer; match: ClientMatch }[],
): Promise<void> {
  const matchedCustomers = matches
    .filter(({ match }) => match.by === "reference" || match.by === "email")
    .map(({ payer, match }) => ({ client_id: match.clientId, customer_id: payer.customerId }))
    .filter(({ customer_id }) => customer_id !== null);
  if (matchedCustomers.length === 0) {
    return;
  }
  const savedClients = await query(
    `with found as (
       select distinct on (client_id) client_id, customer_id
         from jsonb_to_recordset($1::jsonb) as found (client_id uuid, customer_id text)
        order by client_id, customer_id),
     free as (
       select client.id, found.customer_id
         from found join public.clients as client on client.id = found.client_id
        where client.square_customer_id is null
          and not exists (select from public.clients as other where other.square_customer_id = found.customer_id)
          and not exists (select from found as rival
                           where rival.customer_id = found.customer_id and rival.client_id < found.client_id)
        order by client.id for update of client)
     update public.clients as client set square_customer_id = free.customer_id
       from free where client.id = free.id
     returning client.id, client.square_customer_id`,
    [JSON.stringify(matchedCustomers)],
  );
  await recordSquareAuditEntries(
    query,
    savedClients.map(({ id, square_customer_id }) => ({
      action: "update",
      table: "clients",
      rowId: id,
      before: { square_customer_id: null },
      after: { square_customer_id },
    })),
  );
}
