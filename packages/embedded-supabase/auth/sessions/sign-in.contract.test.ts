import { createHmac } from "node:crypto";
import { decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signClaims } from "#src/test-support/sign-claims.ts";
import {
  AUTH_TARGETS,
  createTestUser,
  ENCRYPTION_KEY,
  signInAs,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

// The comment above a test names its source: a page under https://supabase.com/docs/guides/, a Go test of supabase/auth
// (internal/api), or "Project choice" with the reason.
describe.each(AUTH_TARGETS)("sign-in on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  // See Supabase docs, auth/jwt-fields; token_test.go, TestTokenPasswordGrantSuccess.
  test("a correct password opens a session with the role in its token", async () => {
    const user = await createTestUser(backend, { role: "admin" });
    const { data, error } = await backend.client().auth.signInWithPassword(user);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: user.id,
      email: user.email,
      role: "authenticated",
      aud: "authenticated",
    });
    expect(data.user?.app_metadata).toEqual({ role: "admin", provider: "email", providers: ["email"] });
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    const claims = await backend.supabase.verifyAccessToken(data.session?.access_token ?? "");
    expect(claims).toMatchObject({
      iss: `${backend.url}/auth/v1`,
      sub: user.id,
      aud: "authenticated",
      role: "authenticated",
      email: user.email,
      aal: "aal1",
      amr: [{ method: "password" }],
      app_metadata: { role: "admin" },
    });
    expect(backend.signInAttempts.at(-1)).toMatchObject({
      email: user.email,
      userId: user.id,
      outcome: "succeeded",
    });
  });

  // supabase/auth stores addresses in lower case (internal/api/mail.go, validateEmail).
  test("ignores the case of the email", async () => {
    const user = await createTestUser(backend);
    const { error } = await backend
      .client()
      .auth.signInWithPassword({ ...user, email: user.email.toUpperCase() });
    expect(error).toBeNull();
  });

  // See Supabase docs, auth/debugging/error-codes: invalid_credentials.
  test("responds the same to a wrong password and an unknown email", async () => {
    const user = await createTestUser(backend);
    const signIn = async (email: string) => {
      const { error } = await backend.client().auth.signInWithPassword({ email, password: "wrong password" });
      return { name: error?.name, message: error?.message, status: error?.status, code: error?.code };
    };
    const wrong = await signIn(user.email);
    expect(wrong).toEqual({
      name: "AuthApiError",
      message: "Invalid login credentials",
      status: 400,
      code: "invalid_credentials",
    });
    expect(await signIn("unknown@example.com")).toEqual(wrong);
    expect(backend.signInAttempts.slice(-2).map((attempt) => attempt.userId)).toEqual([user.id, null]);
  });

  // Project choice: OWASP Authentication Cheat Sheet, "Authentication Responses".
  test("response times do not reveal whether an email has an account", async () => {
    const user = await createTestUser(backend);
    const [known, unknown]: [number[], number[]] = [[], []];
    const measureSignIn = async (email: string) => {
      const start = performance.now();
      await post(backend, "/token?grant_type=password", { email, password: "wrong password" });
      return performance.now() - start;
    };
    for (let round = 0; round < 9; round += 1) {
      known.push(await measureSignIn(user.email));
      unknown.push(await measureSignIn(`unknown${round}@example.com`));
    }
    // Other tests run at the same time and delay some requests. The fastest request of each kind is hardly delayed.
    const [fastestKnown, fastestUnknown] = [Math.min(...known), Math.min(...unknown)];
    expect(Math.abs(fastestKnown - fastestUnknown)).toBeLessThan(Math.max(25, 0.35 * fastestUnknown));
  });

  // See Supabase docs, auth/debugging/error-codes; the version header is auth-js's API_VERSION_HEADER_NAME
  // (lib/constants.ts).
  test("returns the older error format without an API version", async () => {
    const response = await post(backend, "/token?grant_type=password", {
      email: "a@example.com",
      password: "x",
    });
    expect(response.headers.get("x-sb-error-code")).toBe("invalid_credentials");
    expect(await response.json()).toEqual({
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    });
  });

  // Project choice: bcrypt ignores everything after 72 bytes; auth/password-security.
  test("does not truncate passwords longer than bcrypt's 72 bytes", async () => {
    const user = await createTestUser(backend);
    const password = "p".repeat(72);
    await backend.serviceClient().auth.admin.updateUserById(user.id, { password });
    const signIn = (text: string) =>
      backend.client().auth.signInWithPassword({ email: user.email, password: text });
    expect((await signIn(password)).error).toBeNull();
    expect((await signIn(`${password}p`)).error?.code).toBe("invalid_credentials");
  });

  // token_test.go, TestTokenPasswordGrantFailure; error-codes: user_banned. Project choice: only after the correct
  // password.
  test("reveals a ban only after the correct password", async () => {
    const user = await createTestUser(backend);
    await backend.serviceClient().auth.admin.updateUserById(user.id, { ban_duration: "24h" });
    const signIn = (password: string) =>
      backend.client().auth.signInWithPassword({ email: user.email, password });
    expect((await signIn("wrong password")).error?.code).toBe("invalid_credentials");
    expect((await signIn(user.password)).error).toMatchObject({ code: "user_banned", status: 400 });
    expect(backend.signInAttempts.at(-1)?.outcome).toBe("banned");
    backend.advanceClock(25 * 3600 * 1000);
    expect((await signIn(user.password)).error).toBeNull();
  });

  // Sources: auth/signing-keys (JWKS); supabase/auth's openapi.yaml (/settings, /health).
  test("serves JWKS, settings and health", async () => {
    const read = async (path: string) => (await fetch(`${backend.url}/auth/v1${path}`)).json();
    const { keys } = await read("/.well-known/jwks.json");
    expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" }]);
    expect(Object.keys(keys[0])).not.toContain("d");
    expect(await read("/settings")).toMatchObject({ disable_signup: true, external: { email: true } });
    expect(await read("/health")).toMatchObject({ name: "embedded-supabase" });
  });

  // See Supabase docs, auth/debugging/error-codes: signup_disabled; anonymous_test.go.
  test("rejects sign-ups", async () => {
    const { error } = await backend
      .client()
      .auth.signUp({ email: "new@example.com", password: "long enough" });
    expect(error).toMatchObject({ code: "signup_disabled", status: 422 });
    const anonymous = await backend.client().auth.signInAnonymously();
    expect(anonymous.error).toMatchObject({ code: "anonymous_provider_disabled", status: 422 });
  });

  // See Supabase docs, api/api-keys: a request without a valid key is rejected with 401.
  test("rejects a request without a valid API key", async () => {
    const response = await fetch(`${backend.url}/auth/v1/user`, { headers: { apikey: "guess" } });
    expect(response.status).toBe(401);
  });

  // RFC 8725 (JSON Web Token Best Current Practices), sections 2 and 3; auth/debugging/error-codes: bad_jwt.
  describe("forged tokens", () => {
    const expectRejected = async (token: string) => {
      const response = await fetch(`${backend.url}/auth/v1/user`, {
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ error_code: "bad_jwt" });
      const rows = await fetch(`${backend.url}/rest/v1/notes`, {
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(rows.status).toBe(401);
      expect(await backend.supabase.verifyAccessToken(token)).toBeNull();
    };
    const issueValidToken = async () => {
      const client = await signInAs(backend, await createTestUser(backend));
      const token = (await client.auth.getSession()).data.session?.access_token ?? "";
      const claims = await backend.supabase.verifyAccessToken(token);
      if (!claims) {
        throw new Error("The valid token was rejected");
      }
      return { token, claims, kid: decodeProtectedHeader(token).kid };
    };

    test("are rejected if unsigned, modified, or signed by another key with the same kid", async () => {
      const { token, claims, kid } = await issueValidToken();
      await expectRejected(new UnsecuredJWT(claims).encode());
      const [header, , signature] = token.split(".");
      const forgedClaims = Buffer.from(
        JSON.stringify({ ...claims, app_metadata: { role: "admin" } }),
      ).toString("base64url");
      await expectRejected(`${header}.${forgedClaims}.${signature}`);
      const attacker = await generateKeyPair("ES256");
      await expectRejected(
        await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(attacker.privateKey),
      );
      await expectRejected(
        await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(attacker.privateKey),
      );
    });

    test("are rejected if the public key is used as an HMAC secret", async () => {
      const { claims, kid } = await issueValidToken();
      const response = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
      const secret = new TextEncoder().encode(JSON.stringify((await response.json()).keys[0]));
      await expectRejected(await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(secret));
    });

    test("are rejected if signed with a well-known default secret", async () => {
      const { claims, kid } = await issueValidToken();
      for (const secret of [
        "super-secret-jwt-token-with-at-least-32-characters-long",
        "secret",
        "",
        "your-256-bit-secret",
      ]) {
        const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
        const content = `${encodePart({ alg: "HS256", typ: "JWT", kid })}.${encodePart(claims)}`;
        const signature = createHmac("sha256", secret).update(content).digest("base64url");
        await expectRejected(`${content}.${signature}`);
      }
    });

    test("are rejected if their header contains a key or a key URL", async () => {
      const { claims } = await issueValidToken();
      const attacker = await generateKeyPair("ES256", { extractable: true });
      const { exportJWK } = await import("jose");
      const jwk = await exportJWK(attacker.publicKey);
      await expectRejected(
        await new SignJWT(claims).setProtectedHeader({ alg: "ES256", jwk }).sign(attacker.privateKey),
      );
      const jku = "http://127.0.0.1:9/keys";
      await expectRejected(
        await new SignJWT(claims)
          .setProtectedHeader({ alg: "ES256", kid: "attacker", jku, x5u: jku })
          .sign(attacker.privateKey),
      );
      for (const kid of ["../../dev/null", "' or 1=1 --", "00000000-0000-4000-8000-000000000000"]) {
        await expectRejected(
          await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(attacker.privateKey),
        );
      }
    });

    test("are rejected for another audience or issuer, and after they expire", async () => {
      const { token, claims } = await issueValidToken();
      const sign = (changed: object) =>
        signClaims(
          { pool: backend.database.pool, encryptionKey: ENCRYPTION_KEY, now: backend.now },
          { ...claims, ...changed },
        );
      expect(await backend.supabase.verifyAccessToken(await sign({}))).not.toBeNull();
      await expectRejected(await sign({ aud: "anon" }));
      await expectRejected(await sign({ iss: "https://other.example/auth/v1" }));
      await expectRejected(await sign({ role: "service_role" }));
      await expectRejected(await sign({ exp: undefined }));
      backend.advanceClock(3601 * 1000);
      await expectRejected(token);
    });
  });

  // See Supabase docs, auth/rate-limits; token_test.go, TestRateLimitTokenRefresh (X-Forwarded-For is ignored by
  // default). The numbers are a project choice.
  describe("rate limits", () => {
    const signIn = (target: TestBackend, email: string, headers: Record<string, string> = {}) =>
      post(target, "/token?grant_type=password", { email, password: "wrong password" }, headers);

    test("stop guessing within 35 attempts, regardless of X-Forwarded-For", async () => {
      const isolatedBackend = await startIsolatedBackend(target);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 35; attempt += 1) {
        const response = await signIn(isolatedBackend, `someone${attempt}@example.com`, {
          "x-forwarded-for": `10.0.0.${attempt}`,
        });
        statuses.push(response.status);
        if (response.status === 429) {
          expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
        }
      }
      expect(statuses).toEqual([...Array(30).fill(400), ...Array(5).fill(429)]);
      expect(isolatedBackend.signInAttempts.at(-1)?.outcome).toBe("rate-limited");
      isolatedBackend.advanceClock(301 * 1000);
      expect((await signIn(isolatedBackend, "someone@example.com")).status).toBe(400);
    });

    test("allow 20 wrong passwords per account from one address, whether or not the account exists", async () => {
      const isolatedBackend = await startIsolatedBackend(target);
      const user = await createTestUser(isolatedBackend);
      for (const email of [user.email, "unknown@example.com"]) {
        await isolatedBackend.database.pool.query("delete from embedded.rate_limits");
        const statuses: number[] = [];
        for (let attempt = 0; attempt < 22; attempt += 1) {
          statuses.push((await signIn(isolatedBackend, email)).status);
        }
        expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
      }
    });

    test("never let one address lock out an account, and stop guessing from many addresses after 100 attempts", async () => {
      const isolatedBackend = await startIsolatedBackend(target);
      const user = await createTestUser(isolatedBackend);
      const signInFrom = async (remoteAddress: string, password: string) => {
        const response = await isolatedBackend.supabase.app.request(
          "/auth/v1/token?grant_type=password",
          {
            method: "POST",
            headers: { apikey: isolatedBackend.publishableKey, "content-type": "application/json" },
            body: JSON.stringify({ email: user.email, password }),
          },
          { incoming: { socket: { remoteAddress } } },
        );
        return response.status;
      };
      for (let attempt = 0; attempt < 120; attempt += 1) {
        await signInFrom("192.0.2.1", "wrong password");
      }
      isolatedBackend.advanceClock(6 * 60 * 1000);
      expect(await signInFrom("192.0.2.1", user.password)).toBe(429);
      expect(await signInFrom("192.0.2.2", user.password)).toBe(200);

      isolatedBackend.advanceClock(15 * 60 * 1000);
      const statuses: number[] = [];
      for (let attempt = 1; attempt <= 7; attempt += 1) {
        statuses.push(await signInFrom(`198.51.100.${attempt}`, "wrong password"));
        // Skip attempts 3 to 97 from other addresses, because each hashes a password.
        if (attempt === 2) {
          await isolatedBackend.database.pool.query(
            "update embedded.rate_limits set points = 97 where starts_with(key, 'password-from-anywhere:')",
          );
        }
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
      expect(await signInFrom("192.0.2.2", user.password)).toBe(429);
    });

    test("do not count correct passwords, and are multiplied by the scale", async () => {
      const isolatedBackend = await startIsolatedBackend(target, { rateLimitScale: 2 });
      const user = await createTestUser(isolatedBackend);
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await signInAs(isolatedBackend, user);
      }
      const { rows } = await isolatedBackend.database.pool.query("select points from embedded.rate_limits");
      expect(rows).toEqual([{ points: 0 }, { points: 0 }]);
      expect((await signIn(isolatedBackend, user.email)).status).toBe(400);
      // Skip attempts 2 to 39, because each hashes a password.
      await isolatedBackend.database.pool.query(
        "update embedded.rate_limits set points = 39 where starts_with(key, 'password-account-from:')",
      );
      expect((await signIn(isolatedBackend, user.email)).status).toBe(400);
      expect((await signIn(isolatedBackend, user.email)).status).toBe(429);
    });
  });

  // See Supabase docs, auth/auth-CAPTCHA; auth/debugging/error-codes: captcha_failed.
  test("requires a CAPTCHA if one is configured", async () => {
    const isolatedBackend = await startIsolatedBackend(target, {
      verifyCaptcha: async (token) => token === "right",
    });
    const user = await createTestUser(isolatedBackend);
    const signIn = (options: object) =>
      isolatedBackend.client().auth.signInWithPassword({ ...user, options });
    expect((await signIn({})).error).toMatchObject({ code: "captcha_failed", status: 400 });
    expect((await signIn({ captchaToken: "wrong" })).error?.code).toBe("captcha_failed");
    expect((await signIn({ captchaToken: "right" })).error).toBeNull();
  });
});

function post(
  backend: TestBackend,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${backend.url}/auth/v1${path}`, {
    method: "POST",
    headers: { apikey: backend.publishableKey, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
