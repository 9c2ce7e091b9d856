import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import { type CallerClaims, createRest, type Rest } from "#src/rest/index.ts";
import { type Log, silentLog } from "../log.ts";

export const PUBLISHABLE_KEY = "sb_publishable_test";
export const SECRET_KEY = "sb_secret_test";

export type RestCaller = {
  id: string;
  sessionId: string;
  token: string;
  supabase: SupabaseClient;
  /** Sends an HTTP request with the caller's key and token. */
  request(path: string, init?: RequestInit): Promise<Response>;
};

export type RestEnvironment = {
  rest: Rest;
  visitor: RestCaller;
  service: RestCaller;
  /** Creates a user with an account and a session. */
  createUser(appMetadata?: object): Promise<RestCaller>;
};

/** Creates the REST API on a database. Requests are handled in process, without a port. */
export function createRestEnvironment(pool: pg.Pool, log: Log = silentLog): RestEnvironment {
  const claimsByToken = new Map<string, CallerClaims>();
  const rest = createRest({
    pool,
    publishableKey: PUBLISHABLE_KEY,
    secretKey: SECRET_KEY,
    log,
    verifyAccessToken: async (token) => claimsByToken.get(token) ?? null,
  });
  const createKeyCaller = (key: string): RestCaller => createCaller(rest, key, key, "", "");
  return {
    rest,
    visitor: createKeyCaller(PUBLISHABLE_KEY),
    service: createKeyCaller(SECRET_KEY),
    async createUser(appMetadata = { role: "client" }) {
      const [id, sessionId] = [randomUUID(), randomUUID()];
      await pool.query("insert into auth.users (id, email, raw_app_meta_data) values ($1, $2, $3)", [
        id,
        `${id}@example.test`,
        appMetadata,
      ]);
      await pool.query("insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())", [
        sessionId,
        id,
      ]);
      const token = `header.${id}.signature`;
      const claims = {
        sub: id,
        role: "authenticated",
        session_id: sessionId,
        app_metadata: appMetadata,
      } as const;
      claimsByToken.set(token, claims);
      return createCaller(rest, PUBLISHABLE_KEY, token, id, sessionId);
    },
  };
}

function createCaller(rest: Rest, apikey: string, token: string, id: string, sessionId: string): RestCaller {
  const handle = async (input: RequestInfo | URL, init?: RequestInit) => rest.fetch(new Request(input, init));
  return {
    id,
    sessionId,
    token,
    supabase: createClient("http://backend.test", apikey, {
      accessToken: async () => token,
      global: { fetch: handle },
      db: { retry: false } as object,
    }),
    request: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has("apikey")) {
        headers.set("apikey", apikey);
      }
      if (init.body && !headers.has("content-type")) {
        headers.set("content-type", "application/json");
      }
      if (!headers.has("authorization")) {
        headers.set("authorization", `Bearer ${token}`);
      }
      return handle(`http://backend.test/rest/v1/${path}`, { ...init, headers });
    },
  };
}
