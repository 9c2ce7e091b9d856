import { createHmac } from "node:crypto";
import type pg from "pg";
import type { Connection } from "#embedded-supabase/database/index.ts";

export type Lite = {
  fetch(request: Request): Response | Promise<Response>;
  /** A token of the same claims, signed as this server wants it. */
  tokenOf(claims: object): string;
  close(): Promise<void>;
};

type LiteModules = {
  App: new (config: object) => { fetch(request: Request, context: object): Response | Promise<Response> };
  createPostgresConnection(config: object): { close(): Promise<void> };
};

const secret = "a secret of the measurement, of 32 bytes and more";

/**
 * `@supabase/lite` on the same PostgreSQL with as many connections; the reason where it is not installed (`npm ci` in
 * bench/lite) or does not start.
 */
export async function startLite(connection: Connection, pool: pg.Pool): Promise<Lite | { missing: string }> {
  const files = new URL("./lite/node_modules/", import.meta.url);
  const [main, postgres] = ["index.js", "db/postgres/PostgresConnection.js"].map(
    (file) => new URL(`@supabase/lite/dist/${file}`, files).href,
  );
  try {
    const modules = { ...(await import(main ?? "")), ...(await import(postgres ?? "")) } as LiteModules;
    const { host, port, user, password, database } = connection as pg.PoolConfig;
    const reached = modules.createPostgresConnection({
      url: `postgres://${user}@localhost/${database}`,
      postgresOptions: { host, port, user, password, database, max: pool.options.max },
    });
    const app = new modules.App({ connection: reached, auth: { enabled: true, jwt_secret: secret } });
    return {
      fetch: (request) => app.fetch(request, { peerAddress: "127.0.0.1" }),
      tokenOf: (claims) => signed(claims),
      close: () => reached.close(),
    };
  } catch (cause) {
    return { missing: cause instanceof Error ? cause.message : String(cause) };
  }
}

function signed(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const content = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${content}.${createHmac("sha256", secret).update(content).digest("base64url")}`;
}
