import { createEmbeddedSupabase } from "@wardline/embedded-supabase";
import { signClaims } from "@wardline/embedded-supabase/test-support/sign-claims";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import { Hono } from "hono";
import { expect } from "vitest";
import { createClientGroup } from "#server/api/route-groups.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { createSessions } from "#server/auth/sessions.ts";
import { createDatabase } from "#server/database/database.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createLogger } from "#server/observability/logger.ts";
import type { Services } from "#server/services.ts";
import { readSession } from "./session.ts";

const PUBLIC_URL = "https://portal.firm.example";
const ADDRESS = "198.51.100.7";

type RouteServices = Pick<Services, "database" | "jobs" | "rateLimits" | "clientAddress" | "now"> & {
  config: Pick<Services["config"], "publicUrl">;
};

/** Mounts routes for signed-in users, and a real authentication service. */
export async function createSignedInUsers(
  createRoutes: ReadonlyArray<(services: RouteServices) => Hono<CallerEnv>>,
  now: () => Date,
) {
  const { pool } = await createTestDatabase();
  const log = createLogger("silent");
  const supabase = await createEmbeddedSupabase({
    pool,
    publicUrl: PUBLIC_URL,
    publishableKey: "publishable",
    secretKey: "secret",
    now,
    rateLimitScale: 1000,
    passwordCost: 4,
    clientAddress: () => ADDRESS,
    log,
  });
  const callAuth = async (path: string, key: string, body?: object) =>
    supabase.app.request(`/auth/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { apikey: "secret", authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
  const app = new Hono();
  app.onError(createErrorHandler(log));
  const services = {
    database: createDatabase(pool),
    jobs,
    rateLimits: createRateLimits(1, now),
    clientAddress: () => ADDRESS,
    now,
    config: { publicUrl: PUBLIC_URL },
  };
  const sessions = createSessions(supabase.verifyAccessToken, async () => false);
  const group = createClientGroup({ sessions });
  for (const create of createRoutes) {
    group.route("/", create(services));
  }
  app.route("/", group);
  return {
    pool,
    async createUser(email: string) {
      const user = { email, password: "a long enough passphrase" };
      const createResponse = await callAuth("/admin/users", "secret", { ...user, email_confirm: true });
      expect(createResponse.status).toBe(200);
      return user;
    },
    async signIn(user: object): Promise<string> {
      const response = await callAuth("/token?grant_type=password", "secret", user);
      return (await readSession(response)).access_token;
    },
    /** Enrolls an authenticator app. @returns the token of the session that verified it. */
    async enrollApp(token: string): Promise<string> {
      const requestJson = async (path: string, body: object) => (await callAuth(path, token, body)).json();
      const { id, totp } = await requestJson("/factors", { factor_type: "totp", friendly_name: "Phone" });
      const challenge = await requestJson(`/factors/${id}/challenge`, {});
      const code = totpCode(totp.secret, totpStepAt(now()));
      const verifiedSession = await requestJson(`/factors/${id}/verify`, {
        challenge_id: challenge.id,
        code,
      });
      return verifiedSession.access_token;
    },
    forgeToken: (claims: Record<string, unknown>) => signClaims({ pool, now }, claims),
    isSignedIn: async (token: string) => (await callAuth("/user", token)).status === 200,
    /** Calls an endpoint with a token. */
    ask: (token: string, path: string, method = "GET", body?: object) =>
      app.request(path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      }),
  };
}
