/** `npm run backup -- FILE` copies an installation's DATA_DIR into one file while the product runs. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import pg from "pg";
import { type Config, parseConfig } from "#server/config.ts";
import { makeBackup } from "./backup/make-backup.ts";
import type { Manifest } from "./backup/manifest.ts";
import { openOwnDatabase, Refusal, runCommand } from "./open-database.ts";

await runCommand(async (words) => {
  const [name, ...more] = words;
  if (!name || more.length > 0) throw new Refusal("Usage: npm run backup -- FILE");
  const config = parseConfig(process.env);
  if (config.databaseUrl)
    throw new Refusal("DATABASE_URL is set: back that database up with pg_dump, as the README tells.");
  const file = resolve(name);
  if (existsSync(file)) throw new Refusal(`${file} exists already.`);
  const database = await openOwnDatabase(config.dataDir);
  try {
    const manifest = await describe(database.superuser, database.connection, config);
    const passphrase = config.backupPassphrase;
    const made = await makeBackup({ dataDir: config.dataDir, database, file, passphrase, manifest });
    const { size } = await stat(file);
    const secrecy = passphrase
      ? "It is encrypted: without BACKUP_PASSPHRASE nobody opens it, you neither."
      : "It is not encrypted and holds the installation's keys: keep it as safe as DATA_DIR.";
    const elsewhere = manifest.documentsElsewhere ? " Documents in the S3 store are not in it." : "";
    return `Backed up ${made.files} files (${megabytes(made.bytes)}) into ${file} (${megabytes(size)}). ${secrecy}${elsewhere}`;
  } finally {
    await database.close();
  }
});

async function describe(superuser: pg.ClientConfig, app: pg.ClientConfig, config: Config): Promise<Manifest> {
  const version = await ask<{ version: number }>(
    superuser,
    "select current_setting('server_version_num')::integer / 10000 as version",
  );
  const migration = await ask<{ name: string }>(app, "select max(name) as name from private.migrations");
  return {
    format: 1,
    madeAt: new Date().toISOString(),
    publicUrl: config.publicUrl,
    postgres: version.version,
    schema: migration.name,
    documentsElsewhere: config.s3 !== null,
  };
}

async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<Row>(sql);
    if (!rows[0]) throw new Error(`no answer to: ${sql}`);
    return rows[0];
  } finally {
    await client.end();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
