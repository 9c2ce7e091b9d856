import { createHmac } from "node:crypto";
import { decodeProtectedHeader, generateKeyPair, SignJWT, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  aBackend,
  aBackendForThisTest,
  aPerson,
  type Backend,
  contractTargets,
  signedIn,
} from "#tests/support/contract.ts";

// What each expectation comes from stands above it: pages below https://supabase.com/docs/guides/, Go tests of
// supabase/auth (internal/api), or "ours" where we chose, and why.
describe.each(contractTargets)("signing in on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  // auth/jwt-fields; token_test.go, TestTokenPasswordGrantSuccess.
  test("a right password opens a session with the role in its token", async () => {
    const person = await aPerson(backend, { role: "admin" });
    const { data, error } = await backend.client().auth.signInWithPassword(person);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: person.id,
      email: person.email,
      role: "authenticated",
      aud: "authenticated",
    });
    expect(data.user?.app_metadata).toEqual({ role: "admin", provider: "email", providers: ["email"] });
    expect(data.session).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    const claims = await backend.supabase.verifyAccessToken(data.session?.access_token ?? "");
    expect(claims).toMatchObject({
      iss: `${backend.url}/auth/v1`,
      sub: person.id,
      aud: "authenticated",
      role: "authenticated",
      email: person.email,
      aal: "aal1",
      amr: [{ method: "password" }],
      app_metadata: { role: "admin" },
    });
    expect(backend.attempts.at(-1)).toMatchObject({
      email: person.email,
      userId: person.id,
      outcome: "succeeded",
    });
  });

  // Ours as theirs: supabase/auth stores addresses in lower case (internal/api/mail.go, validateEmail).
  test("the address counts in any case", async () => {
    const person = await aPerson(backend);
    const { error } = await backend
      .client()
      .auth.signInWithPassword({ ...person, email: person.email.toUpperCase() });
    expect(error).toBeNull();
  });

  // auth/debugging/error-codes: invalid_credentials.
  test("a wrong password and an unknown address get the same answer", async () => {
    const person = await aPerson(backend);
    const sign = async (email: string) => {
      const { error } = await backend.client().auth.signInWithPassword({ email, password: "wrong password" });
      return { name: error?.name, message: error?.message, status: error?.status, code: error?.code };
    };
    const wrong = await sign(person.email);
    expect(wrong).toEqual({
      name: "AuthApiError",
      message: "Invalid login credentials",
      status: 400,
      code: "invalid_credentials",
    });
    expect(await sign("nobody@example.com")).toEqual(wrong);
    expect(backend.attempts.slice(-2).map((attempt) => attempt.userId)).toEqual([person.id, null]);
  });

  // Ours: OWASP Authentication Cheat Sheet, "Authentication Responses".
  test("the clock does not tell whether an address is known", async () => {
    const person = await aPerson(backend);
    const [known, unknown]: [number[], number[]] = [[], []];
    const time = async (email: string) => {
      const start = performance.now();
      await post(backend, "/token?grant_type=password", { email, password: "wrong password" });
      return performance.now() - start;
    };
    for (let round = 0; round < 9; round += 1) {
      known.push(await time(person.email));
      unknown.push(await time(`nobody${round}@example.com`));
    }
    const [one, other] = [median(known), median(unknown)];
    expect(Math.abs(one - other)).toBeLessThan(Math.max(25, 0.35 * other));
  });

  // auth/debugging/error-codes; the version header is auth-js's API_VERSION_HEADER_NAME (lib/constants.ts).
  test("clients that name no API version get the older error shape", async () => {
    const answer = await post(backend, "/token?grant_type=password", {
      email: "a@example.com",
      password: "x",
    });
    expect(answer.headers.get("x-sb-error-code")).toBe("invalid_credentials");
    expect(await answer.json()).toEqual({
      code: 400,
      error_code: "invalid_credentials",
      msg: "Invalid login credentials",
    });
  });

  // Ours: bcrypt reads 72 bytes and no more; auth/password-security.
  test("a password with more than bcrypt's 72 bytes is not taken for its beginning", async () => {
    const person = await aPerson(backend);
    const password = "p".repeat(72);
    await backend.service().auth.admin.updateUserById(person.id, { password });
    const sign = (text: string) =>
      backend.client().auth.signInWithPassword({ email: person.email, password: text });
    expect((await sign(password)).error).toBeNull();
    expect((await sign(`${password}p`)).error?.code).toBe("invalid_credentials");
  });

  // token_test.go, TestTokenPasswordGrantFailure; error-codes: user_banned. Ours: only after the right password.
  test("a ban is told only to who knows the password", async () => {
    const person = await aPerson(backend);
    await backend.service().auth.admin.updateUserById(person.id, { ban_duration: "24h" });
    const sign = (password: string) =>
      backend.client().auth.signInWithPassword({ email: person.email, password });
    expect((await sign("wrong password")).error?.code).toBe("invalid_credentials");
    expect((await sign(person.password)).error).toMatchObject({ code: "user_banned", status: 400 });
    expect(backend.attempts.at(-1)?.outcome).toBe("banned");
    backend.advance(25 * 3600 * 1000);
    expect((await sign(person.password)).error).toBeNull();
  });

  // auth/signing-keys (the JWKS endpoint); supabase/auth's openapi.yaml, /settings and /health.
  test("JWKS, settings and health tell what clients look for", async () => {
    const read = async (path: string) => (await fetch(`${backend.url}/auth/v1${path}`)).json();
    const { keys } = await read("/.well-known/jwks.json");
    expect(keys).toMatchObject([{ kty: "EC", crv: "P-256", alg: "ES256", use: "sig" }]);
    expect(Object.keys(keys[0])).not.toContain("d");
    expect(await read("/settings")).toMatchObject({ disable_signup: true, external: { email: true } });
    expect(await read("/health")).toMatchObject({ name: "embedded-supabase" });
  });

  // auth/debugging/error-codes: signup_disabled.
  test("nobody signs up", async () => {
    const { error } = await backend
      .client()
      .auth.signUp({ email: "new@example.com", password: "long enough" });
    expect(error).toMatchObject({ code: "signup_disabled", status: 422 });
    const anonymous = await backend.client().auth.signInAnonymously();
    expect(anonymous.error?.code).toBe("signup_disabled");
  });

  // api/api-keys: a request without a valid key is refused with 401.
  test("a request without a known key is refused", async () => {
    const answer = await fetch(`${backend.url}/auth/v1/user`, { headers: { apikey: "guess" } });
    expect(answer.status).toBe(401);
  });

  // RFC 8725 (JSON Web Token Best Current Practices), sections 2 and 3; auth/debugging/error-codes: bad_jwt.
  describe("forged tokens", () => {
    const refused = async (token: string) => {
      const answer = await fetch(`${backend.url}/auth/v1/user`, {
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error_code: "bad_jwt" });
      const rows = await fetch(`${backend.url}/rest/v1/clients`, {
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(rows.status).toBe(401);
      expect(await backend.supabase.verifyAccessToken(token)).toBeNull();
    };
    const genuine = async () => {
      const client = await signedIn(backend, await aPerson(backend));
      const token = (await client.auth.getSession()).data.session?.access_token ?? "";
      const claims = await backend.supabase.verifyAccessToken(token);
      if (!claims) throw new Error("the genuine token is refused");
      return { token, claims, kid: decodeProtectedHeader(token).kid };
    };

    test("are refused unsigned, changed, or signed by another key under our key's name", async () => {
      const { token, claims, kid } = await genuine();
      await refused(new UnsecuredJWT(claims).encode());
      const [header, , signature] = token.split(".");
      const raised = Buffer.from(JSON.stringify({ ...claims, app_metadata: { role: "admin" } })).toString(
        "base64url",
      );
      await refused(`${header}.${raised}.${signature}`);
      const stranger = await generateKeyPair("ES256");
      await refused(
        await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(stranger.privateKey),
      );
      await refused(await new SignJWT(claims).setProtectedHeader({ alg: "ES256" }).sign(stranger.privateKey));
    });

    test("are refused when our public key is used as a secret", async () => {
      const { claims, kid } = await genuine();
      const answer = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
      const secret = new TextEncoder().encode(JSON.stringify((await answer.json()).keys[0]));
      await refused(await new SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(secret));
    });

    test("are refused when signed with a secret that others ship with", async () => {
      const { claims, kid } = await genuine();
      for (const secret of [
        "super-secret-jwt-token-with-at-least-32-characters-long",
        "secret",
        "",
        "your-256-bit-secret",
      ]) {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
        const content = `${part({ alg: "HS256", typ: "JWT", kid })}.${part(claims)}`;
        const signature = createHmac("sha256", secret).update(content).digest("base64url");
        await refused(`${content}.${signature}`);
      }
    });

    test("are refused when their header brings its own key, or says where one lies", async () => {
      const { claims } = await genuine();
      const stranger = await generateKeyPair("ES256", { extractable: true });
      const { exportJWK } = await import("jose");
      const jwk = await exportJWK(stranger.publicKey);
      await refused(
        await new SignJWT(claims).setProtectedHeader({ alg: "ES256", jwk }).sign(stranger.privateKey),
      );
      const jku = "http://127.0.0.1:9/keys";
      await refused(
        await new SignJWT(claims)
          .setProtectedHeader({ alg: "ES256", kid: "stranger", jku, x5u: jku })
          .sign(stranger.privateKey),
      );
      for (const kid of ["../../dev/null", "' or 1=1 --", "00000000-0000-4000-8000-000000000000"]) {
        await refused(
          await new SignJWT(claims).setProtectedHeader({ alg: "ES256", kid }).sign(stranger.privateKey),
        );
      }
    });

    test("are refused for another audience, another issuer, or after their hour", async () => {
      const { token, claims } = await genuine();
      const own = await backend.database.pool.query("select kid, private_jwk from embedded.signing_keys");
      const { importJWK } = await import("jose");
      const key = await importJWK(own.rows[0].private_jwk, "ES256");
      const sign = (changed: object) =>
        new SignJWT({ ...claims, ...changed })
          .setProtectedHeader({ alg: "ES256", kid: own.rows[0].kid })
          .sign(key);
      expect(await backend.supabase.verifyAccessToken(await sign({}))).not.toBeNull();
      await refused(await sign({ aud: "anon" }));
      await refused(await sign({ iss: "https://elsewhere.example/auth/v1" }));
      await refused(await sign({ role: "service_role" }));
      await refused(await sign({ exp: undefined }));
      backend.advance(3601 * 1000);
      await refused(token);
    });
  });

  // auth/rate-limits; token_test.go, TestRateLimitTokenRefresh (X-Forwarded-For is ignored by default). The numbers
  // are ours.
  describe("limits", () => {
    const sign = (own: Backend, email: string, headers: Record<string, string> = {}) =>
      post(own, "/token?grant_type=password", { email, password: "wrong password" }, headers);

    test("end guessing within 35 tries, whatever X-Forwarded-For says", async () => {
      const own = await aBackendForThisTest(target);
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 35; attempt += 1) {
        const answer = await sign(own, `someone${attempt}@example.com`, {
          "x-forwarded-for": `10.0.0.${attempt}`,
        });
        statuses.push(answer.status);
        if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([...Array(30).fill(400), ...Array(5).fill(429)]);
      expect(own.attempts.at(-1)?.outcome).toBe("rate-limited");
      own.advance(301 * 1000);
      expect((await sign(own, "someone@example.com")).status).toBe(400);
    });

    test("let 20 wrong passwords for one account through from one address, known or not", async () => {
      const own = await aBackendForThisTest(target);
      const person = await aPerson(own);
      for (const email of [person.email, "nobody@example.com"]) {
        await own.database.pool.query("delete from embedded.rate_limits");
        const statuses: number[] = [];
        for (let attempt = 0; attempt < 22; attempt += 1) statuses.push((await sign(own, email)).status);
        expect(statuses).toEqual([...Array(20).fill(400), 429, 429]);
      }
    });

    test("never let one address lock an account for others, and end guessing from many after 100 tries", async () => {
      const own = await aBackendForThisTest(target);
      const person = await aPerson(own);
      const signFrom = async (remoteAddress: string, password: string) => {
        const answer = await own.supabase.app.request(
          "/auth/v1/token?grant_type=password",
          {
            method: "POST",
            headers: { apikey: own.publishableKey, "content-type": "application/json" },
            body: JSON.stringify({ email: person.email, password }),
          },
          { incoming: { socket: { remoteAddress } } },
        );
        return answer.status;
      };
      for (let attempt = 0; attempt < 120; attempt += 1) await signFrom("192.0.2.1", "wrong password");
      own.advance(6 * 60 * 1000);
      expect(await signFrom("192.0.2.1", person.password)).toBe(429);
      expect(await signFrom("192.0.2.2", person.password)).toBe(200);

      own.advance(15 * 60 * 1000);
      const statuses: number[] = [];
      for (let attempt = 1; attempt <= 7; attempt += 1) {
        statuses.push(await signFrom(`198.51.100.${attempt}`, "wrong password"));
        // Tries 3 to 97, from as many addresses, are taken as made: each hashes a password.
        if (attempt === 2)
          await own.database.pool.query(
            "update embedded.rate_limits set points = 97 where starts_with(key, 'password-from-anywhere:')",
          );
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
      expect(await signFrom("192.0.2.2", person.password)).toBe(429);
    });

    test("do not count right passwords, and grow with the scale", async () => {
      const own = await aBackendForThisTest(target, { rateLimitScale: 2 });
      const person = await aPerson(own);
      for (let attempt = 0; attempt < 3; attempt += 1) await signedIn(own, person);
      const { rows } = await own.database.pool.query("select points from embedded.rate_limits");
      expect(rows).toEqual([{ points: 0 }, { points: 0 }]);
      expect((await sign(own, person.email)).status).toBe(400);
      // Tries 2 to 39 are taken as made: each hashes a password.
      await own.database.pool.query(
        "update embedded.rate_limits set points = 39 where starts_with(key, 'password-account-from:')",
      );
      expect((await sign(own, person.email)).status).toBe(400);
      expect((await sign(own, person.email)).status).toBe(429);
    });
  });

  // auth/auth-captcha; auth/debugging/error-codes: captcha_failed.
  test("a captcha is asked for where one is configured", async () => {
    const own = await aBackendForThisTest(target, { verifyCaptcha: async (token) => token === "right" });
    const person = await aPerson(own);
    const sign = (options: object) => own.client().auth.signInWithPassword({ ...person, options });
    expect((await sign({})).error).toMatchObject({ code: "captcha_failed", status: 400 });
    expect((await sign({ captchaToken: "wrong" })).error?.code).toBe("captcha_failed");
    expect((await sign({ captchaToken: "right" })).error).toBeNull();
  });
});

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

function post(
  backend: Backend,
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
