import { recordSquareActs } from "#server/audit.ts";
import type { Query } from "#server/database.ts";
import type { Payer } from "#server/payments/provider.ts";
import type { Match } from "#server/payments/sync/match-client.ts";

/**
 * Saves Square's customer on the client it was recognized as by its reference or e-mail address: from then on neither
 * has to stay as it is. A client keeps the first one, and no customer is saved on two clients.
 */
export async function saveCustomers(
  query: Query,
  recognized: readonly { payer: Payer; match: Match }[],
): Promise<void> {
  const found = recognized
    .filter(({ match }) => match.by === "reference" || match.by === "email")
    .map(({ payer, match }) => ({ client_id: match.clientId, customer_id: payer.customerId }))
    .filter(({ customer_id }) => customer_id !== null);
  if (found.length === 0) return;
  const saved = await query<{ id: string; square_customer_id: string }>(
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
    [JSON.stringify(found)],
  );
  await recordSquareActs(
    query,
    saved.map(({ id, square_customer_id }) => ({
      action: "update",
      table: "clients",
      rowId: id,
      before: { square_customer_id: null },
      after: { square_customer_id },
    })),
  );
}
