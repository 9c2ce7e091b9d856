import type pg from "pg";
import { queryRows } from "#server/database/query.ts";
import type { Logger } from "#server/observability/logger.ts";

/**
 * Installs a trigger in a hosted project's database that records every new session as a successful sign-in. Failed
 * sign-ins never reach that database and appear only in the project's log (docs/hosted.md). Updates the trigger of
 * an earlier version and leaves a current one unchanged. If the project does not allow triggers there, sign-ins are
 * not recorded and everything else works.
 */
export async function installHostedSignInTrigger(pool: Pick<pg.Pool, "query">, log: Logger): Promise<void> {
  try {
    const [installed] = await queryRows(
      pool,
      `select pg_get_functiondef(to_regprocedure('private.record_sign_in()')) as function,
              (select pg_get_triggerdef(oid) from pg_trigger
                where tgname = 'sign_in_is_recorded' and tgrelid = 'auth.sessions'::regclass) as trigger`,
    );
    const missing = [
      ...(installed?.function === FUNCTION ? [] : [FUNCTION, REVOKE]),
      ...(installed?.trigger === TRIGGER ? [] : [TRIGGER.replace("CREATE", "CREATE OR REPLACE")]),
    ];
    // The lock serializes processes that start at the same time.
    if (missing.length > 0) {
      await pool.query([LOCK, ...missing].join(";\n"));
    }
  } catch (error) {
    log.warn({ err: error }, "cannot record the project's sign-ins; see the project's log");
  }
}

const LOCK = "select pg_advisory_xact_lock(hashtext('private.record_sign_in'))";
const REVOKE = "revoke all on function private.record_sign_in() from public";

// Both match PostgreSQL's formatting, so that they can be compared with the installed definitions.
// Security definer, because the authentication service cannot write to the private schema. A sign-in never fails
// because it could not be recorded.
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
