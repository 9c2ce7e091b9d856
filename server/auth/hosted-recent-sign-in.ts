import type pg from "pg";
import { RECENT_SIGN_IN_MINUTES } from "#domain/sign-in/recent-sign-in.ts";
import { type HostedTriggers, installHostedTriggers } from "#server/auth/hosted-triggers.ts";
import type { Logger } from "#server/observability/logger.ts";

/**
 * Installs triggers in a hosted project's database that reject changes to how an account signs in without a recent
 * sign-in. The embedded backend checks this itself. Supabase Auth does not, and a stolen session can call it directly.
 * Each group is installed separately, because a project may allow triggers on only one of the tables.
 */
export async function installRecentSignInTriggers(pool: Pick<pg.Pool, "query">, log: Logger): Promise<void> {
  for (const [changes, triggers] of Object.entries(TRIGGERS)) {
    try {
      await installHostedTriggers(pool, triggers);
    } catch (error) {
      log.warn(
        { err: error, changes },
        "the project does not allow triggers that require a recent sign-in, so only our pages enforce it",
      );
    }
  }
}

const REJECTION = `raise exception 'This action requires a sign-in within the last ${RECENT_SIGN_IN_MINUTES} minutes.'
      using errcode = 'insufficient_privilege'`;

// A refresh is not a sign-in.
const SIGNED_IN_RECENTLY = `claim.authentication_method <> 'token_refresh'
       and claim.updated_at >= now() - make_interval(mins => ${RECENT_SIGN_IN_MINUTES})`;

/**
 * These triggers cannot identify the session of a request, so a recent sign-in in any session of the account is
 * accepted. The function is `security definer`, because the authentication service does not own the private schema.
 */
const ACCOUNT_RULE = {
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
  elsif tg_op = 'INSERT' then
    account_id := new.user_id;
  else
    -- The product's endpoints check the caller themselves. Deleting an account also deletes its factors.
    if old.status <> 'verified' or coalesce(current_setting('request.jwt.claims', true), '') <> ''
       or not exists (select from auth.users as account where account.id = old.user_id and account.deleted_at is null) then
      return old;
    end if;
    account_id := old.user_id;
  end if;
  if not exists (
    select from auth.sessions as session
      join auth.mfa_amr_claims as claim on claim.session_id = session.id
     where session.user_id = account_id
       and ${SIGNED_IN_RECENTLY}) then
    ${REJECTION};
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$function$
`,
};

/**
 * At the end of a transaction that changes a password, Supabase Auth has ended all other sessions of the account, so the
 * remaining session is the one that requested the change. After a change by an administrator, none remains.
 */
const PASSWORD_RULE = {
  function: "private.require_password_change_proof()",
  functionDefinition: `CREATE OR REPLACE FUNCTION private.require_password_change_proof()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  -- A project that encrypts its hashes as JSON also writes them at sign-ins.
  if new.encrypted_password is not distinct from old.encrypted_password or new.encrypted_password like '{%'
     or not exists (select from auth.sessions as session where session.user_id = new.id) then
    return null;
  end if;
  -- A session that was opened by an emailed link can set a password for a day. Supabase Auth records every link as otp.
  if not exists (
    select from auth.sessions as session
      join auth.mfa_amr_claims as claim on claim.session_id = session.id
     where session.user_id = new.id
       and (${SIGNED_IN_RECENTLY}
         or claim.authentication_method in ('otp', 'recovery', 'invite') and claim.updated_at >= now() - interval '1 day')) then
    ${REJECTION};
  end if;
  return null;
end
$function$
`,
};

const TRIGGERS: Record<string, HostedTriggers> = {
  "email address": {
    ...ACCOUNT_RULE,
    triggers: [
      {
        name: "email_change_requires_recent_sign_in",
        table: "auth.users",
        definition:
          "CREATE TRIGGER email_change_requires_recent_sign_in BEFORE UPDATE OF email_change ON auth.users FOR EACH ROW EXECUTE FUNCTION private.require_recent_sign_in()",
      },
    ],
  },
  factors: {
    ...ACCOUNT_RULE,
    triggers: [
      {
        name: "factor_requires_recent_sign_in",
        table: "auth.mfa_factors",
        definition:
          "CREATE TRIGGER factor_requires_recent_sign_in BEFORE INSERT ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.require_recent_sign_in()",
      },
      {
        name: "factor_removal_requires_recent_sign_in",
        table: "auth.mfa_factors",
        definition:
          "CREATE TRIGGER factor_removal_requires_recent_sign_in BEFORE DELETE ON auth.mfa_factors FOR EACH ROW EXECUTE FUNCTION private.require_recent_sign_in()",
      },
    ],
  },
  password: {
    ...PASSWORD_RULE,
    triggers: [
      {
        name: "password_requires_recent_sign_in",
        table: "auth.users",
        definition:
          "CREATE CONSTRAINT TRIGGER password_requires_recent_sign_in AFTER UPDATE OF encrypted_password ON auth.users DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION private.require_password_change_proof()",
      },
    ],
  },
};
