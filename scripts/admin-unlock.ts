/** `npm run admin:unlock -- EMAIL` lets an administrator in again, on the machine and nowhere else. */
import type pg from "pg";
import { createRateLimits } from "#embedded-supabase/auth/rate-limits.ts";
import { unlockAccount } from "#embedded-supabase/auth/unlock-account.ts";
import { parseConfig } from "#server/config.ts";
import { openDatabase, Refusal, runCommand } from "./open-database.ts";

await runCommand(unlock);

async function unlock(words: string[]): Promise<string> {
  const config = parseConfig(process.env);
  const [email, ...more] = words;
  if (!email || more.length > 0) throw new Refusal("Usage: npm run admin:unlock -- EMAIL");
  const { pool, close } = await openDatabase(config);
  try {
    const account = await administratorWith(pool, email.trim().toLowerCase());
    if (!account) throw new Refusal(`There is no administrator with the address ${email}.`);
    // A hosted project keeps its own limits, and they pass by themselves.
    const limits = config.supabase.url ? null : createRateLimits(pool, { scale: 1, now: () => new Date() });
    const removed = await unlockAccount(pool, limits, account);
    return `${account.email} can sign in with the password alone: ${removed} second factor${removed === 1 ? "" : "s"} removed, sessions ended, failed tries forgotten.`;
  } finally {
    await close();
  }
}

async function administratorWith(
  pool: pg.Pool,
  email: string,
): Promise<{ id: string; email: string } | null> {
  const { rows } = await pool.query<{ id: string; email: string }>(
    `select id, email from auth.users
     where email = $1 and raw_app_meta_data ->> 'role' = 'admin' and deleted_at is null`,
    [email],
  );
  return rows[0] ?? null;
}
