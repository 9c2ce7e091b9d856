import pg from "pg";

/** How to reach a database: `host` is a socket's directory, or an address with `port` and `password`. */
export type Connection = { host: string; port?: number; user: string; database: string; password?: string };

const longestConnect = 2_000;

/** True when the server takes connections. */
export async function isAnswering(connection: Connection): Promise<boolean> {
  try {
    await withClient(connection, (client) => client.query("select 1"));
    return true;
  } catch {
    return false;
  }
}

/** Runs `work` on a connection of its own and closes it. */
export async function withClient<T>(
  connection: Connection,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: longestConnect });
  // A server that goes away between two statements is told by the next statement.
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
