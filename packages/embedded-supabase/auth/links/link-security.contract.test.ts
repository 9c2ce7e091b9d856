import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountEmail } from "#src/index.ts";
import {
  AUTH_TARGETS,
  createTestUser,
  OTHER_ALLOWED_ORIGIN,
  signInAs,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

type LinkEmail = Extract<AccountEmail, { tokenHash: string }>;

const SECOND_MS = 1000;
const HOUR_MS = 3600 * SECOND_MS;

// The comment above a test names its source: a page under https://supabase.com/docs/guides/, a Go test of supabase/auth
// (internal/api), or "Project choice" with the reason.
//
// Tests threats against emailed links. Supabase Auth reveals accounts in two ways that this backend avoids: it returns
// 429 only for known addresses, and it sends emails within the request. `request-link.test.ts` tests that responses do not
// wait for the account.
describe.each(AUTH_TARGETS)("security of emailed links on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const post = (on: TestBackend, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${on.url}/auth/v1${path}`, {
      method: "POST",
      headers: { apikey: on.publishableKey, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const linksTo = (address: string, on = backend) =>
    on.emails.filter((email): email is LinkEmail => email.to === address && "tokenHash" in email);
  const verify = (type: string, tokenHash: string, on = backend) =>
    post(on, "/verify", { type, token_hash: tokenHash });

  const requests: [string, string, (email: string) => object][] = [
    ["password recovery", "/recover", (email) => ({ email })],
    ["a sign-in link", "/otp", (email) => ({ email, create_user: true })],
    ["a resent confirmation", "/resend", (email) => ({ email, type: "signup" })],
    ["a resent email change", "/resend", (email) => ({ email, type: "email_change" })],
  ];

  // Project choice: OWASP Forgot Password Cheat Sheet, "Return a consistent message".
  describe.each(requests)("%s", (_name, path, body) => {
    test("gets the same response for known, unknown and banned accounts, including repeated requests", async () => {
      const [known, banned] = [await createTestUser(backend), await createTestUser(backend)];
      await backend.serviceClient().auth.admin.updateUserById(banned.id, { ban_duration: "24h" });
      const responses = [];
      for (const email of [
        known.email,
        known.email,
        "unknown@example.com",
        banned.email,
        "unknown@example.com",
      ]) {
        const response = await post(backend, path, body(email));
        const headers = Object.fromEntries(response.headers);
        responses.push({
          status: response.status,
          body: await response.text(),
          headers: { ...headers, date: "" },
        });
      }
      expect(responses[0]).toMatchObject({ status: 200, body: "{}" });
      expect(responses).toEqual(Array(responses.length).fill(responses[0]));
      expect(linksTo(banned.email)).toEqual([]);
    });
  });

  // See Supabase docs, auth/rate-limits: 60 seconds between two emails to one user.
  test("sends one email of a kind per minute", async () => {
    const { email } = await createTestUser(backend);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await post(backend, "/recover", { email });
    }
    expect(linksTo(email)).toHaveLength(1);
    backend.advanceClock(60 * SECOND_MS);
    await post(backend, "/recover", { email });
    expect(linksTo(email)).toHaveLength(2);
    await post(backend, "/otp", { email });
    expect(linksTo(email).map(({ type }) => type)).toEqual(["recovery", "recovery", "magiclink"]);
  });

  // Project choice: the interval also applies to concurrent requests.
  test("concurrent requests send one email", async () => {
    const { email } = await createTestUser(backend);
    await Promise.all(Array.from({ length: 8 }, () => post(backend, "/recover", { email })));
    expect(linksTo(email)).toHaveLength(1);
  });

  // OWASP Forgot Password Cheat Sheet: single use.
  test("a link works once, even under concurrent requests", async () => {
    const { email } = await createTestUser(backend);
    await post(backend, "/recover", { email });
    const token = linksTo(email)[0]?.tokenHash ?? "";
    const responses = await Promise.all(Array.from({ length: 10 }, () => verify("recovery", token)));
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(9).fill(403)]);
    expect((await verify("recovery", token)).status).toBe(403);
  });

  test.each([
    ["recovery", 1],
    ["magiclink", 1],
    ["invite", 7 * 24],
    ["email_change", 24],
  ] as const)("a link of type %s expires after %d hours", async (type, hours) => {
    const tokens = [await createLink(type), await createLink(type)];
    backend.advanceClock(hours * HOUR_MS - 5 * SECOND_MS);
    expect((await verify(type, tokens[0] ?? "")).status).toBe(200);
    backend.advanceClock(5 * SECOND_MS);
    const expiredResponse = await verify(type, tokens[1] ?? "");
    expect({ status: expiredResponse.status, code: expiredResponse.headers.get("x-sb-error-code") }).toEqual({
      status: 403,
      code: "otp_expired",
    });
  });

  const createLink = async (type: "recovery" | "magiclink" | "invite" | "email_change") => {
    const { email } = await createTestUser(backend);
    const to = type === "invite" || type === "email_change" ? `${type}-${email}` : email;
    const { data } = await backend.serviceClient().auth.admin.generateLink({
      ...(type === "email_change" ? { type: "email_change_new", email, newEmail: to } : { type, email: to }),
    } as never);
    return data.properties?.hashed_token ?? "";
  };

  // Project choice: ASVS 5.0, 6.5; supabase/auth also sends a six-digit code.
  test("a token has at least 128 random bits, and the database stores only its hash", async () => {
    const { email, id } = await createTestUser(backend);
    await post(backend, "/recover", { email });
    const token = linksTo(email)[0]?.tokenHash ?? "";
    expect(Buffer.from(token, "base64url").length * 8).toBeGreaterThanOrEqual(128);
    const { rows } = await backend.database.pool.query(
      "select to_json(account)::text || to_json(token)::text as all from auth.users as account join auth.one_time_tokens as token on token.user_id = account.id where account.id = $1",
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].all).not.toContain(token);
  });

  // See Supabase docs, auth/debugging/error-codes: user_banned.
  test("a link of a banned user opens no session and is not consumed", async () => {
    const { email, id } = await createTestUser(backend);
    await post(backend, "/recover", { email });
    const token = linksTo(email)[0]?.tokenHash ?? "";
    const admin = backend.serviceClient().auth.admin;
    await admin.updateUserById(id, { ban_duration: "24h" });
    expect((await verify("recovery", token)).headers.get("x-sb-error-code")).toBe("user_banned");
    await admin.updateUserById(id, { ban_duration: "none" });
    expect((await verify("recovery", token)).status).toBe(200);
  });

  // Project choice: an older link must not undo the change.
  test("a password change revokes pending links", async () => {
    const user = await createTestUser(backend);
    await post(backend, "/recover", { email: user.email });
    const client = await signInAs(backend, user);
    await client.auth.updateUser({ password: "another passphrase" });
    expect((await verify("recovery", linksTo(user.email)[0]?.tokenHash ?? "")).status).toBe(403);
  });

  // See Supabase docs, auth/redirect-urls: the site URL or the allow list.
  describe("redirect target", () => {
    const redirectFor = async (redirectTo: string, headers: Record<string, string> = {}) => {
      const { email } = await createTestUser(backend);
      await sendRaw(
        backend,
        `/recover?${new URLSearchParams({ redirect_to: redirectTo })}`,
        { email },
        headers,
      );
      return linksTo(email)[0]?.redirectTo;
    };

    test("may be on the public origin or an allowed origin", async () => {
      expect(await redirectFor(`${backend.url}/reset-password?a=b`)).toBe(
        `${backend.url}/reset-password?a=b`,
      );
      expect(await redirectFor(`${OTHER_ALLOWED_ORIGIN}/page`)).toBe(`${OTHER_ALLOWED_ORIGIN}/page`);
    });

    test.each([
      "https://evil.example",
      "//evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "https://preview.example.com.evil.example/",
      "https://evil.example/?https://preview.example.com",
      "https://preview.example.com@evil.example/",
      "https://user:secret@preview.example.com/",
      "http://preview.example.com/",
      "https://preview.example.com:8443/",
      "https:\\\\evil.example",
      "\u0000https://evil.example",
      "/reset-password",
    ])("falls back to the public URL for %j", async (url) => {
      expect(await redirectFor(url)).toBe(backend.url);
    });

    // Project choice: OWASP Web Security Testing Guide, "Testing for Host Header Injection".
    test("ignores the Host and proxy headers", async () => {
      const forged = {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example",
        origin: "https://evil.example",
        referer: "https://evil.example/",
      };
      expect(await redirectFor("https://evil.example/", forged)).toBe(backend.url);
    });

    // Project choice: the recipient can change the URL in a link.
    test("is validated again when the link is opened", async () => {
      const token = await createLink("recovery");
      const query = new URLSearchParams({ token, type: "recovery", redirect_to: "https://evil.example/" });
      const response = await fetch(`${backend.url}/auth/v1/verify?${query}`, { redirect: "manual" });
      expect(new URL(response.headers.get("location") ?? "").origin).toBe(backend.url);
    });
  });

  // See https://supabase.com/docs/guides/platform/going-into-prod, "Rate limiting": 30 per address in 5 minutes.
  describe("rate limits", () => {
    const anonymousRequests: [string, () => object][] = [
      ["/recover", () => ({ email: `unknown${Math.random()}@example.com` })],
      ["/otp", () => ({ email: `unknown${Math.random()}@example.com` })],
      ["/resend", () => ({ email: `unknown${Math.random()}@example.com`, type: "signup" })],
      ["/verify", () => ({ type: "recovery", token_hash: String(Math.random()) })],
    ];
    test.each(
      anonymousRequests,
    )("%s returns 429 with Retry-After after 30 requests from one address", async (path, body) => {
      const isolatedBackend = await startIsolatedBackend(target);
      const responses = await Promise.all(
        Array.from({ length: 35 }, (_, number) =>
          post(isolatedBackend, path, body(), { "x-forwarded-for": `203.0.113.${number}` }),
        ),
      );
      const rejected = responses.filter((response) => response.status === 429);
      expect(rejected).toHaveLength(5);
      expect(Number(rejected[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      isolatedBackend.advanceClock(301 * SECOND_MS);
      expect((await post(isolatedBackend, path, body())).status).not.toBe(429);
    });
  });

  // Project choice: OWASP ASVS 5.0, 16.3.1.
  test("records every rejected link as a sign-in attempt, but not malformed requests", async () => {
    const isolatedBackend = await startIsolatedBackend(target);
    const user = await createTestUser(isolatedBackend);
    await post(isolatedBackend, "/verify", { type: "recovery", token_hash: "guessed" });
    await post(isolatedBackend, "/verify", { type: "recovery", token: "guessed", email: user.email });
    await fetch(`${isolatedBackend.url}/auth/v1/verify?type=recovery&token=guessed`, { redirect: "manual" });
    await post(isolatedBackend, "/token?grant_type=pkce", { auth_code: "guessed", code_verifier: "guessed" });
    await post(isolatedBackend, "/verify", { type: "recovery" });
    expect(isolatedBackend.signInAttempts.map(({ outcome, email }) => [outcome, email])).toEqual([
      ["wrong-link", ""],
      ["wrong-link", user.email],
      ["wrong-link", ""],
      ["wrong-link", ""],
    ]);
    expect(JSON.stringify(isolatedBackend.signInAttempts)).not.toContain("guessed");
  });

  // See https://supabase.com/docs/guides/auth/auth-captcha.
  test("requires the CAPTCHA, if configured, for every anonymous request", async () => {
    const isolatedBackend = await startIsolatedBackend(target, {
      verifyCaptcha: async (token) => token === "solved",
    });
    const user = await createTestUser(isolatedBackend);
    for (const [path, body] of [
      ["/token?grant_type=password", { email: user.email, password: user.password }],
      ["/recover", { email: user.email }],
      ["/otp", { email: user.email }],
      ["/resend", { email: user.email, type: "signup" }],
    ] as const) {
      const withToken = (captcha_token?: string) =>
        post(isolatedBackend, path, { ...body, gotrue_meta_security: { captcha_token } });
      for (const response of [await withToken(), await withToken("guessed")]) {
        expect([response.status, response.headers.get("x-sb-error-code")]).toEqual([400, "captcha_failed"]);
      }
      expect((await withToken("solved")).status).toBe(200);
    }
  });
});

/** Sends a request with headers that `fetch` does not allow. */
function sendRaw(
  backend: TestBackend,
  path: string,
  body: object,
  headers: Record<string, string>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      `${backend.url}/auth/v1${path}`,
      {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json", ...headers },
      },
      (response) => response.resume().on("end", resolve),
    );
    clientRequest.on("error", reject).end(JSON.stringify(body));
  });
}
