import type pg from "pg";
import type { Logger } from "#server/log.ts";

/**
 * Has the database of a hosted project note every session that begins as a sign-in that succeeded. What a project
 * refuses never reaches its database: wrong passwords stand in its own log alone (docs/hosted.md). A project that does
 * not let its owner put a trigger there keeps every sign-in to itself; the product works without.
 */
export async function recordHostedSignIns(pool: Pick<pg.Pool, "query">, log: Logger): Promise<void> {
  try {
    const { rowCount } = await pool.query(
      "select from pg_trigger where tgname = 'sign_in_is_recorded' and tgrelid = 'auth.sessions'::regclass",
    );
    if (!rowCount) await pool.query(RECORDING);
  } catch (cause) {
    log.warn({ err: cause }, "the project's sign-ins cannot be recorded here; they stand in its own log");
  }
}

// Definer: the authentication service may not write here. A sign-in never fails because it could not be noted.
const RECORDING = `
  create or replace function private.record_sign_in() returns trigger
    language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.sign_in_attempts (email, user_id, outcome, address, user_agent, created_at)
    select coalesce(account.email, ''), account.id, 'succeeded', coalesce(host(new.ip), 'unknown'),
           left(coalesce(new.user_agent, ''), 320), coalesce(new.created_at, now())
      from auth.users as account where account.id = new.user_id;
    return null;
  exception when others then
    return null;
  end
  $$;
  revoke all on function private.record_sign_in() from public;
  create or replace trigger sign_in_is_recorded
    after insert on auth.sessions for each row execute function private.record_sign_in();`;
