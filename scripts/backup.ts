/** `npm run backup -- FILE` backs up DATA_DIR to one file. The product may be running. */
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import pg from "pg";
import { type Config, parseConfig } from "#server/config.ts";
import { queryRows } from "#server/database/query.ts";
import { makeBackup } from "./backup/make-backup.ts";
import type { Manifest } from "./backup/manifest.ts";
import { openEmbeddedDatabase } from "./command/open-database.ts";
import { CommandError, runCommand } from "./command/run-command.ts";

await runCommand(async (args) => {
  const [name, ...extraArgs] = args;
  if (!name || extraArgs.length > 0) {
    throw new CommandError("Usage: npm run backup -- FILE");
  }
  const config = parseConfig(process.env);
  if (config.databaseUrl) {
    throw new CommandError(
      "This command backs up only the embedded database. DATABASE_URL is set, so use pg_dump instead. See README.md.",
    );
  }
  const backupFile = resolve(name);
  if (existsSync(backupFile)) {
    throw new CommandError(`${backupFile} already exists. Choose another name.`);
  }
  const database = await openEmbeddedDatabase(config.dataDir);
  try {
    const manifest = await buildManifest(database.superuser, database.connection, config);
    const passphrase = config.backupPassphrase;
    const contents = await makeBackup({
      dataDir: config.dataDir,
      database,
      file: backupFile,
      passphrase,
      manifest,
    });
    const { size } = await stat(backupFile);
    const encryptionNote = passphrase
      ? "The backup is encrypted. Keep BACKUP_PASSPHRASE: it cannot be restored without it."
      : "The backup is not encrypted and contains the installation's keys. Protect it like DATA_DIR.";
    const storeNote = manifest.documentsElsewhere ? " It does not include documents in S3." : "";
    return `Backed up ${contents.files} files (${formatMegabytes(contents.bytes)}) to ${backupFile} (${formatMegabytes(size)}). ${encryptionNote}${storeNote}`;
  } finally {
    await database.close();
  }
});

async function buildManifest(
  superuser: pg.ClientConfig,
  app: pg.ClientConfig,
  config: Config,
): Promise<Manifest> {
  const [server] = await withClient(superuser, (client) =>
    queryRows(
      client,
      `select current_setting('server_version_num')::integer / 10000 as version
       -- not null: version`,
    ),
  );
  const [migration] = await withClient(app, (client) =>
    queryRows(client, "select name from private.migrations order by name desc limit 1"),
  );
  if (!server || !migration) {
    throw new Error("the database has no migrations");
  }
  return {
    format: 1,
    madeAt: new Date().toISOString(),
    publicUrl: config.publicUrl,
    postgres: server.version,
    schema: migration.name,
    documentsElsewhere: config.s3 !== null,
  };
}

async function withClient<Result>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function formatMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
