import type pg from "pg";
import { type HostedTriggers, installHostedTriggers } from "#server/auth/hosted-triggers.ts";
import type { Logger } from "#server/observability/logger.ts";

/**
 * Installs a trigger in a hosted project's database that records every new session as a successful sign-in. Failed
 * sign-ins never reach that database and appear only in the project's log (docs/hosted.md). Replaces the trigger of an
 * earlier version and leaves a current one unchanged. If the project does not allow the trigger, sign-ins are not
 * recorded, but everything else works.
 */
export async function installHostedSignInTrigger(pool: Pick<pg.Pool, "query">, log: Logger): Promise<void> {
  try {
    await installHostedTriggers(pool, TRIGGERS);
  } catch (error) {
    log.warn({ err: error }, "cannot record the project's sign-ins; see the project's log");
  }
}

// The function is `security definer`, because the authentication service cannot write to the private schema. It ignores
// errors, because a failure to record a sign-in must not reject it.
const TRIGGERS: HostedTriggers = {
  function: "private.record_sign_in()",
  functionDefinition: `CREATE OR REPLACE FUNCTION private.record_sign_in()
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
`,
  triggers: [
    {
      name: "sign_in_is_recorded",
      table: "auth.sessions",
      definition:
        "CREATE TRIGGER sign_in_is_recorded AFTER INSERT ON auth.sessions FOR EACH ROW EXECUTE FUNCTION private.record_sign_in()",
    },
  ],
};
