import type pg from "pg";
import { queryRows } from "../../query.ts";
import type { Claims } from "../../tokens/claims.ts";

/** SQL expression for the `amr` claim, newest method first. Requires a row named `session` in scope. */
export const SESSION_AMR_SQL = `
  (select coalesce(jsonb_agg(jsonb_build_object(
            'method', authentication_method,
            'timestamp', floor(extract(epoch from updated_at))) order by updated_at desc), '[]')
   from auth.mfa_amr_claims where session_id = session.id)`;

export async function getSessionAmr(
  database: Pick<pg.Pool, "query">,
  sessionId: string,
): Promise<Claims["amr"]> {
  const rows = await queryRows(
    database,
    `select ${SESSION_AMR_SQL} as amr from auth.sessions as session where id = $1`,
    [sessionId],
  );
  return rows[0]?.amr ?? [];
}
