import type pg from "pg";

/** Runs `callback` in a transaction: commits when it returns, rolls back when it throws. */
export async function withTransaction<T>(
  pool: pg.Pool,
  callback: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query("begin");
    const result = await callback(client);
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: Error) => {
      // Do not reuse a connection that cannot roll back.
      connectionError = rollbackError;
    });
    throw error;
  } finally {
    client.release(connectionError);
  }
}
