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

/** What Square's data changed of a row, and who may see it: an act nobody of the firm did. */
export type SquareAct = { action: string; table: string; rowId: string; before?: object; after?: object };

/** Files such acts in the audit log under the name "Square", in the caller's transaction. */
export async function recordSquareActs(query: Query, acts: readonly SquareAct[]): Promise<void> {
  if (acts.length === 0) return;
  await query(
    `insert into public.audit_log (actor, action, table_name, row_id, before, after)
     select 'Square', action, "table", "rowId", "before", "after"
       from jsonb_to_recordset($1::jsonb)
            as act (action text, "table" text, "rowId" text, "before" jsonb, "after" jsonb)`,
    [JSON.stringify(acts)],
  );
}

/** Files an act in the audit log, in the caller's transaction. Only the handle that bypasses policies may. */
export async function recordAct(query: Query, { actor, action, table, rowId, after }: Act): Promise<void> {
  await query(
    `insert into public.audit_log (actor_id, actor, action, table_name, row_id, after)
     values ($1::uuid, coalesce((select email from public.users where id = $1::uuid), $1::text), $2, $3, $4, $5)`,
    [actor, action, table, rowId, after ? JSON.stringify(after) : null],
  );
}
