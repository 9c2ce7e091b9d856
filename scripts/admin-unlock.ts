/** `npm run admin:unlock -- EMAIL` restores access for an administrator who lost the second factor or is rate-limited. */

import { createRateLimits } from "@wardline/embedded-supabase/rate-limits";
import { unlockAccount } from "@wardline/embedded-supabase/unlock-account";
import type pg from "pg";
import { parseConfig } from "#server/config.ts";
import { queryRows } from "#server/database/query.ts";
import { openDatabase } from "./command/open-database.ts";
import { CommandError, runCommand } from "./command/run-command.ts";

await runCommand(unlock);

async function unlock(args: string[]): Promise<string> {
  const config = parseConfig(process.env);
  const [email, ...extraArgs] = args;
  if (!email || extraArgs.length > 0) {
    throw new CommandError("Usage: npm run admin:unlock -- EMAIL");
  }
  const { pool, close } = await openDatabase(config);
  try {
    const account = await findAdministrator(pool, email.trim().toLowerCase());
    if (!account) {
      throw new CommandError(`There is no administrator with the email address ${email}.`);
    }
    // A hosted project stores its own rate limits. They cannot be reset here and expire automatically.
    const limits = config.supabase.url ? null : createRateLimits(pool, { scale: 1, now: () => new Date() });
    const removed = await unlockAccount(pool, limits, account);
    return `${account.email} can sign in with the password only. Removed ${removed} second factor${removed === 1 ? "" : "s"}, ended all sessions and reset the failed attempts.`;
  } finally {
    await close();
  }
}

async function findAdministrator(
  pool: pg.Pool,
  email: string,
): Promise<{ id: string; email: string } | null> {
  const [account] = await queryRows(
    pool,
    `select id, email from auth.users
     where email = $1 and raw_app_meta_data ->> 'role' = 'admin' and deleted_at is null`,
    [email],
  );
  return account ?? null;
}
