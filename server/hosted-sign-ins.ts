import type pg from "pg";
import type { Logger } from "#server/log.ts";

/**
 * Has the database of a hosted project note every session that begins as a sign-in that succeeded. What a project
 * refuses never reaches its database: wrong passwords stand in its own log alone (docs/hosted.md). A project that does
 * not let its owner put a trigger there keeps every sign-in to itself; the product works without. What an earlier
 * version of the product put there is brought up to date; what is so already is not touched.
 */
export async function recordHostedSignIns(pool: Pick<pg.Pool, "query">, log: Logger): Promise<void> {
  try {
    const { rows } = await pool.query<{ function: string | null; trigger: string | null }>(
      `select pg_get_functiondef(to_regprocedure('private.record_sign_in()')) as function,
              (select pg_get_triggerdef(oid) from pg_trigger
                where tgname = 'sign_in_is_recorded' and tgrelid = 'auth.sessions'::regclass) as trigger`,
    );
    const missing = [
      ...(rows[0]?.function === FUNCTION ? [] : [FUNCTION, NOT_CALLED_BY_HAND]),
      ...(rows[0]?.trigger === TRIGGER ? [] : [TRIGGER.replace("CREATE", "CREATE OR REPLACE")]),
    ];
    // Several processes may start at once: one after the other.
    if (missing.length > 0) await pool.query([ALONE, ...missing].join(";\n"));
  } catch (cause) {
    log.warn({ err: cause }, "the project's sign-ins cannot be recorded here; they stand in its own log");
  }
}

const ALONE = "select pg_advisory_xact_lock(hashtext('private.record_sign_in'))";
const NOT_CALLED_BY_HAND = "revoke all on function private.record_sign_in() from public";

// Both are written as PostgreSQL gives them back, to be compared with what is there.
// Definer: the authentication service may not write here. A sign-in never fails because it could not be noted.
const FUNCTION = `CREATE OR REPLACE FUNCTION private.record_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  insert into private.sign_in_attempts (email, user_id, outcome, address, user_agent, created_at)
  select coalesce(account.email, ''), account.id, 'succeeded', coalesce(host(new.ip), 'unknown'),
         left(coalesce(new.user_agent, ''), 320), coalesce(new.created_at, now())
    from auth.users as account where account.id = new.user_id;
  return null;
exception when others then
  return null;
end
$function$
`;
const TRIGGER =
  "CREATE TRIGGER sign_in_is_recorded AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.record_sign_in()";
