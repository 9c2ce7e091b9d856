import { recordAct } from "#server/audit.ts";
import type { Query } from "#server/database.ts";
import type { PaymentParts } from "#server/payments/parts.ts";
import type { Comparison } from "#server/payments/sync/compare-account.ts";
import { readComparison, type SyncSummary, syncList } from "#server/payments/sync/sync-list.ts";

/** What the administrators' page of Square shows above its lists. */
export type SquareOverview = {
  /** The live connection's facts besides its status. */
  connection: {
    merchantId: string;
    merchantName: string;
    scopes: string[];
    connectedAt: Date;
    connectedBy: string | null;
    renewedAt: Date;
    expiresAt: Date | null;
  } | null;
  /** Merchants of before whose open invoices are stored, and follow nobody now. */
  former: {
    merchantId: string;
    merchantName: string;
    openInvoices: number;
    asOf: Date | null;
    isLetGo: boolean;
  }[];
  /** The run under way, and what the last comparing run found. */
  running: SyncSummary | null;
  comparison: ({ runId: string; at: Date } & Comparison) | null;
  /** Events that have not been dealt with although they were tried. */
  failingEvents: number;
};

export function squareOverview({ database }: Pick<PaymentParts, "database">): Promise<SquareOverview> {
  return database.bypassingPolicies({ reason: "show the connection" }, async (query) => {
    const [failing] = await query<{ count: number }>(
      "select count(*)::integer as count from private.webhook_events where processed_at is null and attempts > 0",
    );
    const { runs } = await syncList(query, { page: 1, size: 1, state: "running" });
    return {
      connection: await connectionFacts(query),
      former: await formerMerchants(query),
      running: runs[0] ?? null,
      comparison: await readComparison(query),
      failingEvents: failing?.count ?? 0,
    };
  });
}

async function connectionFacts(query: Query): Promise<SquareOverview["connection"]> {
  const [row] = await query<NonNullable<SquareOverview["connection"]>>(
    `select connection.merchant_id as "merchantId", connection.merchant_name as "merchantName", connection.scopes,
            connection.connected_at as "connectedAt", account.email as "connectedBy",
            coalesce(connection.refreshed_at, connection.connected_at) as "renewedAt",
            connection.expires_at as "expiresAt"
       from private.provider_connections as connection
       left join public.users as account on account.id = connection.connected_by
      where connection.provider = 'square' and connection.revoked_at is null`,
  );
  return row ?? null;
}

function formerMerchants(query: Query): Promise<SquareOverview["former"]> {
  return query<SquareOverview["former"][number]>(
    `with open as (
       select square_merchant_id as merchant_id, count(*)::integer as invoices
         from public.invoices where status in ('pending', 'overdue') and square_merchant_id is not null group by 1)
     select open.merchant_id as "merchantId", coalesce(max(former.merchant_name), '') as "merchantName",
            open.invoices as "openInvoices", max(former.last_synced_at) as "asOf",
            coalesce(bool_or(former.let_go_at is not null), false) as "isLetGo"
       from open left join private.provider_connections as former on former.merchant_id = open.merchant_id
      where not exists (select from private.provider_connections as live
                         where live.merchant_id = open.merchant_id and live.revoked_at is null)
      group by open.merchant_id, open.invoices
      order by max(former.connected_at) desc`,
  );
}

/**
 * An administrator agrees that another account may be connected although open invoices of this one are stored. They
 * stay as they were at its last sync. @returns false for a merchant that is connected or unknown.
 */
export async function letGoOf(
  { database, now }: Pick<PaymentParts, "database" | "now">,
  merchantId: string,
  adminId: string,
): Promise<boolean> {
  return database.bypassingPolicies(
    { reason: "let go of a former account", actor: adminId },
    async (query) => {
      const rows = await query<{ id: string }>(
        `update private.provider_connections as former set let_go_at = $2
        where former.merchant_id = $1
          and not exists (select from private.provider_connections as live
                           where live.merchant_id = $1 and live.revoked_at is null)
       returning id`,
        [merchantId, now()],
      );
      const [first] = rows;
      if (!first) return false;
      await recordAct(query, {
        actor: adminId,
        action: "let go",
        table: "provider_connections",
        rowId: first.id,
        after: { merchant_id: merchantId },
      });
      return true;
    },
  );
}
