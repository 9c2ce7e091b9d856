import type { Query } from "#server/database.ts";

/** An act of an administrator that no row of ours shows by itself, such as an invitation sent again. */
export type Act = {
  /** The administrator's id. */
  actor: string;
  /** A verb: "invite". */
  action: string;
  table: string;
  rowId: string;
  after?: object;
};

/** Files an act in the audit log, in the caller's transaction. Only the handle that bypasses policies may. */
export async function recordAct(query: Query, { actor, action, table, rowId, after }: Act): Promise<void> {
  await query(
    `insert into public.audit_log (actor_id, actor, action, table_name, row_id, after)
     values ($1::uuid, coalesce((select email from public.users where id = $1::uuid), $1::text), $2, $3, $4, $5)`,
    [actor, action, table, rowId, after ? JSON.stringify(after) : null],
  );
}
