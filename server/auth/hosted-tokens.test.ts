import { serve } from "@hono/node-server";
import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { Hono } from "hono";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { expect, onTestFinished, test } from "vitest";
import { createHostedTokenVerifier } from "#server/auth/hosted-tokens.ts";
import { ConfigurationError } from "#server/config.ts";
import { createLogger } from "#server/observability/logger.ts";

const SESSION_ID = "5e551011-0000-4000-8000-000000000001";
const log = createLogger("silent");
const now = () => new Date();

/** Serves a project's public keys. */
async function createProject(keys: () => Promise<object[]>) {
  const app = new Hono().get("/auth/v1/.well-known/jwks.json", async (context) =>
    context.json({ keys: await keys() }),
  );
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await new Promise<void>((listening) => server.once("listening", () => listening()));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function createTestEnvironment() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const url = await createProject(async () => [
    { ...(await exportJWK(publicKey)), kid: "one", alg: "ES256" },
  ]);
  const { pool } = await createTestDatabase();
  const { rows } = await pool.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
     values (gen_random_uuid(), 'ada@client.example', now(), '{"role":"client"}', '{}') returning id`,
  );
  const sub: string = rows[0].id;
  await pool.query(
    "insert into auth.sessions (id, user_id, aal, created_at, updated_at) values ($1, $2, 'aal1', now(), now())",
    [SESSION_ID, sub],
  );
  const signToken = (claims: object, issuer = `${url}/auth/v1`) =>
    new SignJWT({ session_id: SESSION_ID, aal: "aal1", ...claims })
      .setProtectedHeader({ alg: "ES256", kid: "one" })
      .setSubject(sub)
      .setAudience("authenticated")
      .setIssuer(issuer)
      .setExpirationTime("1h")
      .sign(privateKey);
  return {
    url,
    pool,
    sub,
    token: signToken,
    verify: await createHostedTokenVerifier(url, { pool, log, now }),
  };
}

test("accepts a token while its session is active and applies the session's assurance level", async () => {
  const { pool, sub, token, verify } = await createTestEnvironment();
  expect(await verify(await token({}))).toMatchObject({ sub, aal: "aal1" });
  expect(await verify(await token({ aal: "aal2" }))).toMatchObject({ aal: "aal1" });
  await pool.query("update auth.users set banned_until = now() + interval '1 day'");
  expect(await verify(await token({}))).toBeNull();
  await pool.query("update auth.users set banned_until = null");
  await pool.query("delete from auth.sessions");
  expect(await verify(await token({}))).toBeNull();
});

test("rejects malformed tokens and tokens from another project", async () => {
  const { token, verify } = await createTestEnvironment();
  const otherKeyPair = await generateKeyPair("ES256");
  const forgedToken = await new SignJWT({ session_id: SESSION_ID })
    .setProtectedHeader({ alg: "ES256", kid: "one" })
    .sign(otherKeyPair.privateKey);
  for (const invalidToken of [
    "",
    "a.b.c",
    forgedToken,
    await token({}, "https://other.supabase.example/auth/v1"),
  ]) {
    expect(await verify(invalidToken)).toBeNull();
  }
});

test("rejects a project with a shared secret at startup, with instructions", async () => {
  const url = await createProject(async () => []);
  const { pool } = await createTestDatabase();
  await expect(createHostedTokenVerifier(url, { pool, log, now })).rejects.toThrow(ConfigurationError);
  await expect(createHostedTokenVerifier(url, { pool, log, now })).rejects.toThrow(
    /^SUPABASE_URL: .*asymmetric/,
  );
});

test("returns 503 instead of 401 when the project is unreachable", async () => {
  const { pool, token } = await createTestEnvironment();
  const verify = await createHostedTokenVerifier("http://127.0.0.1:9", { pool, log, now });
  await expect(verify(await token({}))).rejects.toMatchObject({ status: 503 });
});
