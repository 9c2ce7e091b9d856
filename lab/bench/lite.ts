import { createHmac } from "node:crypto";
import type { Connection } from "@wardline/embedded-supabase/database";
import type pg from "pg";

export type LiteServer = {
  fetch(request: Request): Response | Promise<Response>;
  /** Signs a token with the given claims for this server. */
  signToken(claims: object): string;
  close(): Promise<void>;
};

type LiteModules = {
  App: new (config: object) => { fetch(request: Request, context: object): Response | Promise<Response> };
  createPostgresConnection(config: object): { close(): Promise<void> };
};

const JWT_SECRET = "a secret of the measurement, of 32 bytes and more";

/**
 * Starts `@supabase/lite` on the same PostgreSQL with the same number of connections. Returns the reason if it is not
 * installed (`npm ci` in lab/bench/lite) or does not start.
 */
export async function startLite(
  connection: Connection,
  pool: pg.Pool,
): Promise<LiteServer | { missing: string }> {
  const files = new URL("./lite/node_modules/", import.meta.url);
  const [main, postgres] = ["index.js", "db/postgres/PostgresConnection.js"].map(
    (file) => new URL(`@supabase/lite/dist/${file}`, files).href,
  );
  try {
    const modules = { ...(await import(main ?? "")), ...(await import(postgres ?? "")) } as LiteModules;
    const { host, port, user, password, database } = connection as pg.PoolConfig;
    const liteConnection = modules.createPostgresConnection({
      url: `postgres://${user}@localhost/${database}`,
      postgresOptions: { host, port, user, password, database, max: pool.options.max },
    });
    const app = new modules.App({
      connection: liteConnection,
      auth: { enabled: true, jwt_secret: JWT_SECRET },
    });
    return {
      fetch: (request) => app.fetch(request, { peerAddress: "127.0.0.1" }),
      signToken: (claims) => signJwt(claims),
      close: () => liteConnection.close(),
    };
  } catch (error) {
    return { missing: error instanceof Error ? error.message : String(error) };
  }
}

function signJwt(claims: object): string {
  const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${encodePart({ alg: "HS256", typ: "JWT" })}.${encodePart(claims)}`;
  return `${content}.${createHmac("sha256", JWT_SECRET).update(content).digest("base64url")}`;
}
