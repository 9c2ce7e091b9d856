import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { recordAuditEntry } from "#server/database/audit-log.ts";
import type { Query } from "#server/database/database.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import type { ComparisonReport } from "#server/payments/sync/invoice-difference.ts";
import { getLatestComparison, querySyncs } from "#server/payments/sync/list-syncs.ts";

type SyncSummary = Awaited<ReturnType<typeof querySyncs>>["runs"][number];

/** Summary for the Square page in the admin area. */
type SquareOverview = {
  /** The active connection, or null if there is none. */
  connection: {
    merchantId: string;
    merchantName: string;
    scopes: string[];
    connectedAt: Instant;
    connectedBy: string | null;
    renewedAt: Instant;
    expiresAt: Instant | null;
  } | null;
  /** Formerly connected merchants that still have open invoices, which are no longer updated. */
  former: {
    merchantId: string;
    merchantName: string;
    openInvoices: number;
    asOf: Instant | null;
    isReleased: boolean;
  }[];
  /** The sync that is queued or running. */
  running: SyncSummary | null;
  /** The latest completed comparison. */
  comparison: ({ runId: string; at: Instant } & ComparisonReport) | null;
  /** Number of unprocessed events with at least one failed attempt. */
  failingEvents: number;
  /** Number of events rejected in the last 7 days. Rejected events are not retried. */
  rejectedEvents: number;
};

export async function getSquareOverview({ database, provider }: PaymentContext): Promise<SquareOverview> {
  if (!provider) {
    return {
      connection: null,
      former: [],
      running: null,
      comparison: null,
      failingEvents: 0,
      rejectedEvents: 0,
    };
  }
  return database.bypassPolicies({ reason: "show the connection" }, async (query) => {
    const [row] = await query(
      `select (select count(*)::integer from private.webhook_events
                where processed_at is null and attempts > 0) as failing,
              (select count(*)::integer from private.webhook_events
                where received_at > now() - interval '7 days'
                  and processed_at is not null and outcome like 'rejected:%') as rejected`,
    );
    const { runs } = await querySyncs(query, { page: 1, size: 1, status: "running" });
    return {
      connection: await getConnectionDetails(query),
      former: await listFormerMerchants(query),
      running: runs[0] ?? null,
      comparison: await getLatestComparison(query),
      failingEvents: row?.failing ?? 0,
      rejectedEvents: row?.rejected ?? 0,
    };
  });
}

async function getConnectionDetails(query: Query): Promise<SquareOverview["connection"]> {
  const [row] = await query(
    `select connection.merchant_id as "merchantId", connection.merchant_name as "merchantName", connection.scopes,
            connection.connected_at as "connectedAt", account.email as "connectedBy",
            coalesce(connection.refreshed_at, connection.connected_at) as "renewedAt",
            connection.expires_at as "expiresAt"
       from private.provider_connections as connection
       left join public.users as account on account.id = connection.connected_by
      where connection.provider = 'square' and connection.revoked_at is null`,
  );
  return row
    ? {
        ...row,
        connectedAt: toInstant(row.connectedAt),
        renewedAt: toInstant(row.renewedAt),
        expiresAt: toInstant(row.expiresAt),
      }
    : null;
}

async function listFormerMerchants(query: Query): Promise<SquareOverview["former"]> {
  const rows = await query(
    `with open as (
       select square_merchant_id as merchant_id, count(*)::integer as invoices
         from public.invoices where status in ('pending', 'overdue') and square_merchant_id is not null group by 1)
     select open.merchant_id as "merchantId", coalesce(max(former.merchant_name), '') as "merchantName",
            open.invoices as "openInvoices", max(former.last_synced_at) as "asOf",
            coalesce(bool_or(former.released_at is not null), false) as "isReleased"
       from open left join private.provider_connections as former on former.merchant_id = open.merchant_id
      where not exists (select from private.provider_connections as live
                         where live.merchant_id = open.merchant_id and live.revoked_at is null)
      group by open.merchant_id, open.invoices
      order by max(former.connected_at) desc`,
  );
  return rows.map((row) => ({ ...row, asOf: toInstant(row.asOf) }));
}

/**
 * Allows connecting another account even though this merchant has open invoices, which keep the data from its last
 * sync.
 * @returns false if the merchant is connected or unknown
 */
export async function releaseMerchant(
  { database, now, provider }: PaymentContext,
  merchantId: string,
  adminId: string,
): Promise<boolean> {
  if (!provider) {
    return false;
  }
  return database.bypassPolicies({ reason: "release a former account", actor: adminId }, async (query) => {
    const rows = await query(
      `update private.provider_connections as former set released_at = $2
        where former.merchant_id = $1
          and not exists (select from private.provider_connections as live
                           where live.merchant_id = $1 and live.revoked_at is null)
       returning id`,
      [merchantId, now()],
    );
    const [connection] = rows;
    if (!connection) {
      return false;
    }
    await recordAuditEntry(query, {
      actor: adminId,
      action: "release",
      table: "provider_connections",
      rowId: connection.id,
      after: { merchant_id: merchantId },
    });
    return true;
  });
}
