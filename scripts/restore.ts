/** `npm run restore -- FILE` restores a backup to DATA_DIR, then starts the database and reads every row. */
import { resolve } from "node:path";
import pg from "pg";
import { z } from "zod";
import { parseConfig } from "#server/config.ts";
import { createQuery, queryRows } from "#server/database/query.ts";
import { ArchiveError } from "./backup/read-archive.ts";
import { restoreBackup } from "./backup/restore-backup.ts";
import { openEmbeddedDatabase } from "./command/open-database.ts";
import { CommandError, runCommand } from "./command/run-command.ts";

const Count = z.object({ rows: z.number() });

await runCommand(async (args) => {
  const [name, ...extraArgs] = args;
  if (!name || extraArgs.length > 0) {
    throw new CommandError("Usage: npm run restore -- FILE");
  }
  const config = parseConfig(process.env);
  if (config.databaseUrl) {
    throw new CommandError("DATABASE_URL is set. Restore that database with pg_restore. See README.md.");
  }
  const manifest = await restoreBackup(resolve(name), config.backupPassphrase, config.dataDir).catch(
    (error) => {
      throw error instanceof ArchiveError ? new CommandError(error.message, { cause: error }) : error;
    },
  );
  const rowCount = await countRows(config.dataDir);
  return `Restored the backup of ${manifest.madeAt} to ${config.dataDir}: ${rowCount}. Run npm start to start the product.`;
});

/** Reads every row, so that damaged database pages are detected now and not while the server is running. */
async function countRows(dataDir: string): Promise<string> {
  const database = await openEmbeddedDatabase(dataDir);
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  // Ignore errors from connections that are still closing when the server stops.
  pool.on("error", () => {});
  try {
    const tables = await queryRows(
      pool,
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
        where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    let totalRows = 0;
    for (const { name } of tables) {
      // Hashing the row makes PostgreSQL read all of its columns.
      const [row] = await createQuery(pool).dynamic(
        `select count(hashtext(whole::text))::integer as rows from ${name} as whole`,
      );
      totalRows += Count.parse(row).rows;
    }
    return `${totalRows} rows in ${tables.length} tables are readable`;
  } finally {
    await pool.end();
    await database.close();
  }
}
