import { randomUUID } from "node:crypto";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type pg from "pg";
import { type Log, silentLog } from "#embedded-supabase/log.ts";
import { type CallerClaims, createRest, type Rest } from "#embedded-supabase/rest/index.ts";

export const publishableKey = "sb_publishable_of_the_test";
export const secretKey = "sb_secret_of_the_test";

export type Person = {
  id: string;
  sessionId: string;
  token: string;
  supabase: SupabaseClient;
  /** A request as bare HTTP, with this person's key and token. */
  request(path: string, init?: RequestInit): Promise<Response>;
};

export type RestWorld = {
  rest: Rest;
  visitor: Person;
  service: Person;
  /** A person whose account and session exist. */
  aPerson(appMetadata?: object): Promise<Person>;
};

/** `/rest/v1` on a database, with people who may sign in; answered in this process, without a port. */
export function aRestWorld(pool: pg.Pool, log: Log = silentLog): RestWorld {
  const claimsByToken = new Map<string, CallerClaims>();
  const rest = createRest({
    pool,
    publishableKey,
    secretKey,
    log,
    accessTokenClaims: async (token) => claimsByToken.get(token) ?? null,
  });
  const keyHolder = (key: string): Person => personWith(rest, key, key, "", "");
  return {
    rest,
    visitor: keyHolder(publishableKey),
    service: keyHolder(secretKey),
    async aPerson(appMetadata = { role: "client" }) {
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
      return personWith(rest, publishableKey, token, id, sessionId);
    },
  };
}

function personWith(rest: Rest, apikey: string, token: string, id: string, sessionId: string): Person {
  const answer = async (input: RequestInfo | URL, init?: RequestInit) => rest.fetch(new Request(input, init));
  return {
    id,
    sessionId,
    token,
    supabase: createClient("http://backend.test", apikey, {
      accessToken: async () => token,
      global: { fetch: answer },
      db: { retry: false } as object,
    }),
    request: (path, init = {}) => {
      const headers = new Headers(init.headers);
      if (!headers.has("apikey")) headers.set("apikey", apikey);
      if (init.body && !headers.has("content-type")) headers.set("content-type", "application/json");
      if (!headers.has("authorization")) headers.set("authorization", `Bearer ${token}`);
      return answer(`http://backend.test/rest/v1/${path}`, { ...init, headers });
    },
  };
}
