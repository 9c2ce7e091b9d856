/** `npm run admin:unlock -- EMAIL` lets an administrator in again, on the machine and nowhere else. */
import pg from "pg";
import { createRateLimits } from "#embedded-supabase/auth/rate-limits.ts";
import { unlockAccount } from "#embedded-supabase/auth/unlock-account.ts";
import {
  existingDatabase,
  StartupProblem,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import { type Config, ConfigurationError, parseConfig } from "#server/config.ts";
import { assertReachable } from "#server/pool.ts";

/** What the person at the machine can mend, in one line. */
class Refusal extends Error {}

try {
  console.log(await unlock(process.argv.slice(2), parseConfig(process.env)));
} catch (cause) {
  const isExpected = [Refusal, StartupProblem, ConfigurationError].some((kind) => cause instanceof kind);
  console.error(isExpected ? (cause as Error).message : cause);
  process.exitCode = 1;
}

async function unlock(words: string[], config: Config): Promise<string> {
  const [email, ...more] = words;
  if (!email || more.length > 0) throw new Refusal("Usage: npm run admin:unlock -- EMAIL");
  const { pool, close } = await openDatabase(config);
  try {
    const account = await administratorWith(pool, email.trim().toLowerCase());
    if (!account) throw new Refusal(`There is no administrator with the address ${email}.`);
    // A hosted project keeps its own limits, and they pass by themselves.
    const limits = config.supabase.url ? null : createRateLimits(pool, 1, () => new Date());
    const removed = await unlockAccount(pool, limits, account);
    return `${account.email} can sign in with the password alone: ${removed} second factor${removed === 1 ? "" : "s"} removed, sessions ended, failed tries forgotten.`;
  } finally {
    await close();
  }
}

async function openDatabase(config: Config): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  if (config.databaseUrl) {
    const pool = openPool({ connectionString: config.databaseUrl });
    await assertReachable(pool).catch(async (cause) => {
      await pool.end();
      throw cause;
    });
    return { pool, close: () => pool.end() };
  }
  const database = await existingDatabase(config.dataDir);
  if (!database) throw new Refusal(`There is no database in ${config.dataDir}: is DATA_DIR right?`);
  const own = database.running ? null : await startEmbeddedPostgres({ dataDir: config.dataDir });
  const pool = openPool(database.running ?? own?.connection ?? {});
  return {
    pool,
    async close() {
      await pool.end();
      await own?.stop();
    },
  };
}

function openPool(connection: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 5_000 });
  // A connection that breaks between two statements is told by the next one.
  pool.on("error", () => {});
  return pool;
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
