import type pg from "pg";
import { RECENT_SIGN_IN_MINUTES } from "#domain/sign-in/recent-sign-in.ts";
import { type HostedTriggers, installHostedTriggers } from "#server/auth/hosted-triggers.ts";
import type { Logger } from "#server/observability/logger.ts";

/**
 * Installs triggers in a hosted project's database that reject a new email address and a new factor unless the account
 * signed in recently. The embedded backend checks this itself. Supabase Auth does not, and a stolen session can call it
 * directly. The triggers cannot identify the session, so a recent sign-in in any session of the account is accepted.
 */
export async function installRecentSignInTriggers(pool: Pick<pg.Pool, "query">, log: Logger): Promise<void> {
  try {
    await installHostedTriggers(pool, TRIGGERS);
  } catch (error) {
    log.warn(
      { err: error },
      "the project does not allow triggers that require a recent sign-in; only our pages require it",
    );
  }
}

// The function is `security definer`, because the authentication service does not own the private schema.
const TRIGGERS: HostedTriggers = {
  function: "private.require_recent_sign_in()",
  functionDefinition: `CREATE OR REPLACE FUNCTION private.require_recent_sign_in()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  account_id uuid;
begin
  if tg_table_name = 'users' then
    if coalesce(new.email_change, '') = '' or new.email_change is not distinct from old.email_change then
      return new;
    end if;
    account_id := new.id;
  else
    account_id := new.user_id;
  end if;
  if not exists (
    select from auth.sessions as session
      join auth.mfa_amr_claims as claim on claim.session_id = session.id
     where session.user_id = account_id
       and claim.updated_at >= now() - make_interval(mins => ${RECENT_SIGN_IN_MINUTES})) then
    raise exception 'This action requires a sign-in within the last ${RECENT_SIGN_IN_MINUTES} minutes.'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$function$
`,
  triggers: [
    {
      name: "email_change_requires_recent_sign_in",
      table: "auth.users",
      definition:
        "CREATE TRIGGER email_change_requires_recent_sign_in BEFORE UPDATE OF email_change ON auth.users FOR EACH ROW EXECUTE FUNCTION private.require_recent_sign_in()",
    },
    {
      name: "factor_requires_recent_sign_in",
      table: "auth.mfa_factors",
      definition:
        "CREATE TRIGGER factor_requires_recent_sign_in BEFORE INSERT ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.require_recent_sign_in()",
    },
  ],
};
