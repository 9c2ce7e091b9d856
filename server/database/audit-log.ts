import type { Query } from "#server/database/database.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type AuditAction = ClosedSets["audit_log.action"];

/** An administrator's action that changes no audited row, such as resending an invitation. */
export type AuditEntry = {
  /** The administrator's id. */
  actor: string;
  action: AuditAction;
  table: string;
  rowId: string;
  after?: object;
};

/** A change to a row, or to who can see it, that was caused by data from Square and not by an administrator. */
export type SquareAuditEntry = {
  action: AuditAction;
  table: string;
  rowId: string;
  before?: object;
  after?: object;
};

/**
 * Records changes in the audit log with "Square" as the actor, in the caller's transaction. The steps of a draft invoice are
 * part of the administrator's request that they carry out, unless its latest step is more than 10 minutes ago.
 */
export async function recordSquareAuditEntries(
  query: Query,
  entries: readonly SquareAuditEntry[],
): Promise<void> {
  if (entries.length === 0) {
    return;
  }
  await query(
    `insert into public.audit_log (actor, action, table_name, row_id, before, after, part_of)
     select 'Square', entry.action, entry."table", entry."rowId", entry."before", entry."after",
            case when entry."table" = 'invoice_drafts' then (
              select case when latest.at > clock_timestamp() - interval '10 minutes'
                          then coalesce(latest.part_of, latest.id) end
                from public.audit_log as latest
               where latest.table_name = entry."table" and latest.row_id = entry."rowId"
               order by latest.id desc limit 1) end
       from jsonb_to_recordset($1::jsonb)
            as entry (action text, "table" text, "rowId" text, "before" jsonb, "after" jsonb)`,
    [JSON.stringify(entries)],
  );
}

/** Records an action in the audit log, in the caller's transaction. `query` must come from `bypassPolicies`. */
export async function recordAuditEntry(
  query: Query,
  { actor, action, table, rowId, after }: AuditEntry,
): Promise<void> {
  await query(
    `insert into public.audit_log (actor_id, actor, action, table_name, row_id, after)
     values ($1::uuid, coalesce((select email from public.users where id = $1::uuid), $1::text), $2, $3, $4, $5)`,
    [actor, action, table, rowId, after ? JSON.stringify(after) : null],
  );
}

/** Records an action of the calling administrator, in the caller's transaction. `query` must come from `asCaller`. */
export async function recordCallerAction(
  query: Query,
  { action, table, rowId, after }: Omit<AuditEntry, "actor">,
): Promise<void> {
  await query("select endpoints.record_audit_entry($1, $2, $3, $4)", [
    action,
    table,
    rowId,
    after ? JSON.stringify(after) : null,
  ]);
}
