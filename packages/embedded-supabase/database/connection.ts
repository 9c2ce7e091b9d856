import pg from "pg";

/** Connection parameters. `host` is a socket directory, or an address with `port` and `password`. */
export type Connection = { host: string; port?: number; user: string; database: string; password?: string };

const CONNECT_TIMEOUT_MS = 2_000;

export async function acceptsConnections(connection: Connection): Promise<boolean> {
  try {
    await withClient(connection, (client) => client.query("select 1"));
    return true;
  } catch {
    return false;
  }
}

/** Runs `callback` with a new connection, then closes the connection. */
export async function withClient<T>(
  connection: Connection,
  callback: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // Ignore a connection lost between two statements, because the next statement throws.
  client.on("error", () => {});
  await client.connect();
  try {
    return await callback(client);
  } finally {
    await client.end();
  }
}
