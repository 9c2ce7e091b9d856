import { join } from "node:path";
import pg from "pg";

/** Runs a statement as the owner of an embedded database, for tables that the API does not expose. */
export async function queryEmbedded(dataDir: string, sql: string, params: readonly unknown[]): Promise<void> {
  const host = join(dataDir, "database", "socket");
  const client = new pg.Client({ host, user: "app_owner", database: "app" });
  await client.connect();
  try {
    await client.query(sql, [...params]);
  } finally {
    await client.end();
  }
}
