/** `npm run restore -- FILE` makes DATA_DIR anew from a backup and starts its database once to see that it is sound. */
import { resolve } from "node:path";
import pg from "pg";
import { parseConfig } from "#server/config.ts";
import { UnreadableArchive } from "./backup/read-archive.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { openOwnDatabase, Refusal, runCommand } from "./open-database.ts";

await runCommand(async (words) => {
  const [name, ...more] = words;
  if (!name || more.length > 0) throw new Refusal("Usage: npm run restore -- FILE");
  const config = parseConfig(process.env);
  if (config.databaseUrl)
    throw new Refusal("DATABASE_URL is set: restore that database with pg_restore, as the README tells.");
  const manifest = await restoreBackup(resolve(name), config.backupPassphrase, config.dataDir).catch(
    (cause) => {
      throw cause instanceof UnreadableArchive ? new Refusal(cause.message, { cause }) : cause;
    },
  );
  const counted = await countRows(config.dataDir);
  return `Restored the backup of ${manifest.madeAt} into ${config.dataDir}: ${counted}. Start it with npm start.`;
});

/** Reads every row once: pages that are torn or missing would show here and not at a client's screen. */
async function countRows(dataDir: string): Promise<string> {
  const database = await openOwnDatabase(dataDir);
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  // A connection still closing when the server stops is told so; nobody waits for it.
  pool.on("error", () => {});
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    let total = 0;
    for (const { name } of tables) {
      // Each whole row is read, as its hash wants all of it.
      const { rows } = await pool.query<{ rows: number }>(
        `select count(hashtext(whole::text))::integer as rows from ${name} as whole`,
      );
      total += rows[0]?.rows ?? 0;
    }
    return `${total} rows in ${tables.length} tables can be read`;
  } finally {
    await pool.end();
    await database.close();
  }
}
