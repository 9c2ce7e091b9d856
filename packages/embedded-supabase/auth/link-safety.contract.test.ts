import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AccountMail } from "#embedded-supabase/index.ts";
import {
  aBackend,
  aBackendForThisTest,
  aPerson,
  type Backend,
  contractTargets,
  otherAllowedOrigin,
  signedIn,
} from "#tests/support/contract.ts";

type LinkMail = Extract<AccountMail, { tokenHash: string }>;

const second = 1000;
const hour = 3600 * second;

// What each expectation comes from stands above it: pages below https://supabase.com/docs/guides/, Go tests of
// supabase/auth (internal/api), or "ours" where we chose, and why.
// The threats against links sent by mail, each held. What Supabase Auth answers differently (429 for known addresses
// only, mail sent inside the request) is not copied.
describe.each(contractTargets)("links sent by mail are safe on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const post = (on: Backend, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(`${on.url}/auth/v1${path}`, {
      method: "POST",
      headers: { apikey: on.publishableKey, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const linksTo = (address: string, on = backend) =>
    on.mails.filter((mail): mail is LinkMail => mail.to === address && "tokenHash" in mail);
  const verify = (type: string, tokenHash: string, on = backend) =>
    post(on, "/verify", { type, token_hash: tokenHash });

  const questions: [string, string, (email: string) => object][] = [
    ["a forgotten password", "/recover", (email) => ({ email })],
    ["a link to sign in", "/otp", (email) => ({ email, create_user: true })],
    ["a confirmation again", "/resend", (email) => ({ email, type: "signup" })],
    ["an e-mail change again", "/resend", (email) => ({ email, type: "email_change" })],
  ];

  // Ours: OWASP Forgot Password Cheat Sheet, "Return a consistent message".
  describe.each(questions)("%s", (_name, path, body) => {
    test("is answered alike for known, unknown and banned accounts, also the second time", async () => {
      const [known, banned] = [await aPerson(backend), await aPerson(backend)];
      await backend.service().auth.admin.updateUserById(banned.id, { ban_duration: "24h" });
      const answers = [];
      for (const email of [
        known.email,
        known.email,
        "nobody@example.com",
        banned.email,
        "nobody@example.com",
      ]) {
        const answer = await post(backend, path, body(email));
        const headers = Object.fromEntries(answer.headers);
        answers.push({ status: answer.status, body: await answer.text(), headers: { ...headers, date: "" } });
      }
      expect(answers[0]).toMatchObject({ status: 200, body: "{}" });
      expect(answers).toEqual(Array(answers.length).fill(answers[0]));
      expect(linksTo(banned.email)).toEqual([]);
    });
  });

  // Ours: the same cheat sheet, "within a uniform amount of time".
  test("the clock does not tell whether an address is known", async () => {
    const known = await aPerson(backend);
    const [knownTimes, unknownTimes]: [number[], number[]] = [[], []];
    const time = async (email: string) => {
      const start = performance.now();
      await post(backend, "/recover", { email });
      return performance.now() - start;
    };
    for (let round = 0; round < 9; round += 1) {
      backend.advance(61 * second);
      knownTimes.push(await time(known.email));
      unknownTimes.push(await time(`nobody${round}@example.com`));
    }
    expect(linksTo(known.email)).toHaveLength(9);
    const [one, other] = [median(knownTimes), median(unknownTimes)];
    expect(Math.abs(one - other)).toBeLessThan(Math.max(25, 0.35 * other));
  });

  // auth/rate-limits: 60 seconds between two mails to one user.
  test("a person gets one mail a minute, and the newer link voids the older", async () => {
    const { email } = await aPerson(backend);
    for (let tries = 0; tries < 3; tries += 1) await post(backend, "/recover", { email });
    expect(linksTo(email)).toHaveLength(1);
    backend.advance(60 * second);
    await post(backend, "/recover", { email });
    const [older, newer] = linksTo(email);
    expect((await verify("recovery", older?.tokenHash ?? "")).status).toBe(403);
    expect((await verify("recovery", newer?.tokenHash ?? "")).status).toBe(200);
  });

  // Ours: the minute between mails must hold for parallel questions too.
  test("questions at the same moment send one mail", async () => {
    const { email } = await aPerson(backend);
    await Promise.all(Array.from({ length: 8 }, () => post(backend, "/recover", { email })));
    expect(linksTo(email)).toHaveLength(1);
  });

  // OWASP Forgot Password Cheat Sheet: single use.
  test("a link works once: of ten uses at once one wins, and the next loses", async () => {
    const { email } = await aPerson(backend);
    await post(backend, "/recover", { email });
    const token = linksTo(email)[0]?.tokenHash ?? "";
    const answers = await Promise.all(Array.from({ length: 10 }, () => verify("recovery", token)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(9).fill(403)]);
    expect((await verify("recovery", token)).status).toBe(403);
  });

  test.each([
    ["recovery", 1],
    ["magiclink", 1],
    ["invite", 7 * 24],
    ["email_change", 24],
  ] as const)("a link of type %s works for %d hours and no longer", async (type, hours) => {
    const tokens = [await aLink(type), await aLink(type)];
    backend.advance(hours * hour - 5 * second);
    expect((await verify(type, tokens[0] ?? "")).status).toBe(200);
    backend.advance(5 * second);
    const late = await verify(type, tokens[1] ?? "");
    expect({ status: late.status, code: late.headers.get("x-sb-error-code") }).toEqual({
      status: 403,
      code: "otp_expired",
    });
  });

  const aLink = async (type: "recovery" | "magiclink" | "invite" | "email_change") => {
    const { email } = await aPerson(backend);
    const to = type === "invite" || type === "email_change" ? `${type}-${email}` : email;
    const { data } = await backend.service().auth.admin.generateLink({
      ...(type === "email_change" ? { type: "email_change_new", email, newEmail: to } : { type, email: to }),
    } as never);
    return data.properties?.hashed_token ?? "";
  };

  // Ours: ASVS 5.0, 6.5; supabase/auth sends six digits beside its link.
  test("a token has at least 128 random bits, and the database holds only its digest", async () => {
    const { email, id } = await aPerson(backend);
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

  // auth/debugging/error-codes: user_banned.
  test("a banned person's link opens no session and stays unspent", async () => {
    const { email, id } = await aPerson(backend);
    await post(backend, "/recover", { email });
    const token = linksTo(email)[0]?.tokenHash ?? "";
    const admin = backend.service().auth.admin;
    await admin.updateUserById(id, { ban_duration: "24h" });
    expect((await verify("recovery", token)).headers.get("x-sb-error-code")).toBe("user_banned");
    await admin.updateUserById(id, { ban_duration: "none" });
    expect((await verify("recovery", token)).status).toBe(200);
  });

  // Ours: an older link must not undo it.
  test("a new password, set by whomever, voids the links that wait", async () => {
    const person = await aPerson(backend);
    await post(backend, "/recover", { email: person.email });
    const client = await signedIn(backend, person);
    await client.auth.updateUser({ password: "another passphrase" });
    expect((await verify("recovery", linksTo(person.email)[0]?.tokenHash ?? "")).status).toBe(403);
  });

  // auth/redirect-urls: the site's address or the allow-list.
  describe("where links lead", () => {
    const ledTo = async (redirectTo: string, headers: Record<string, string> = {}) => {
      const { email } = await aPerson(backend);
      await raw(backend, `/recover?${new URLSearchParams({ redirect_to: redirectTo })}`, { email }, headers);
      return linksTo(email)[0]?.redirectTo;
    };

    test("is the public origin or the allow-list", async () => {
      expect(await ledTo(`${backend.url}/reset-password?a=b`)).toBe(`${backend.url}/reset-password?a=b`);
      expect(await ledTo(`${otherAllowedOrigin}/page`)).toBe(`${otherAllowedOrigin}/page`);
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
    ])("is the public address instead of %j", async (elsewhere) => {
      expect(await ledTo(elsewhere)).toBe(backend.url);
    });

    // Ours: OWASP Web Security Testing Guide, "Testing for Host Header Injection".
    test("does not follow the Host header, nor those of proxies", async () => {
      const forged = {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        forwarded: "host=evil.example",
        origin: "https://evil.example",
        referer: "https://evil.example/",
      };
      expect(await ledTo("https://evil.example/", forged)).toBe(backend.url);
    });

    // Ours: the address in a link is the reader's to change.
    test("is decided again when the link is opened", async () => {
      const token = await aLink("recovery");
      const query = new URLSearchParams({ token, type: "recovery", redirect_to: "https://evil.example/" });
      const answer = await fetch(`${backend.url}/auth/v1/verify?${query}`, { redirect: "manual" });
      expect(new URL(answer.headers.get("location") ?? "").origin).toBe(backend.url);
    });
  });

  // supabase.com/docs/guides/platform/going-into-prod, "Rate limiting": 30 an address in five minutes.
  describe("limits", () => {
    const strangers: [string, () => object][] = [
      ["/recover", () => ({ email: `nobody${Math.random()}@example.com` })],
      ["/otp", () => ({ email: `nobody${Math.random()}@example.com` })],
      ["/resend", () => ({ email: `nobody${Math.random()}@example.com`, type: "signup" })],
      ["/verify", () => ({ type: "recovery", token_hash: String(Math.random()) })],
    ];
    test.each(strangers)("%s answers 429 with Retry-After after 30 from one address", async (path, body) => {
      const own = await aBackendForThisTest(target);
      const tries = await Promise.all(
        Array.from({ length: 35 }, (_, number) =>
          post(own, path, body(), { "x-forwarded-for": `203.0.113.${number}` }),
        ),
      );
      const refused = tries.filter((answer) => answer.status === 429);
      expect(refused).toHaveLength(5);
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      own.advance(301 * second);
      expect((await post(own, path, body())).status).not.toBe(429);
    });
  });

  // Ours: OWASP ASVS 5.0, 16.3.1.
  test("every refused link is a recorded attempt, by POST, by GET and by code; a malformed question is none", async () => {
    const own = await aBackendForThisTest(target);
    const person = await aPerson(own);
    await post(own, "/verify", { type: "recovery", token_hash: "guessed" });
    await post(own, "/verify", { type: "recovery", token: "guessed", email: person.email });
    await fetch(`${own.url}/auth/v1/verify?type=recovery&token=guessed`, { redirect: "manual" });
    await post(own, "/token?grant_type=pkce", { auth_code: "guessed", code_verifier: "guessed" });
    await post(own, "/verify", { type: "recovery" });
    expect(own.attempts.map(({ outcome, email }) => [outcome, email])).toEqual([
      ["wrong-link", ""],
      ["wrong-link", person.email],
      ["wrong-link", ""],
      ["wrong-link", ""],
    ]);
    expect(JSON.stringify(own.attempts)).not.toContain("guessed");
  });

  // supabase.com/docs/guides/auth/auth-captcha.
  test("a captcha, where one is asked for, guards every question of a stranger", async () => {
    const own = await aBackendForThisTest(target, { verifyCaptcha: async (token) => token === "solved" });
    const person = await aPerson(own);
    for (const [path, body] of [
      ["/token?grant_type=password", { email: person.email, password: person.password }],
      ["/recover", { email: person.email }],
      ["/otp", { email: person.email }],
      ["/resend", { email: person.email, type: "signup" }],
    ] as const) {
      const withToken = (captcha_token?: string) =>
        post(own, path, { ...body, gotrue_meta_security: { captcha_token } });
      for (const answer of [await withToken(), await withToken("guessed")])
        expect([answer.status, answer.headers.get("x-sb-error-code")]).toEqual([400, "captcha_failed"]);
      expect((await withToken("solved")).status).toBe(200);
    }
  });
});

/** As fetch, but with headers fetch would not let a page set. */
function raw(backend: Backend, path: string, body: object, headers: Record<string, string>): Promise<void> {
  return new Promise((done, failed) => {
    const sent = request(
      `${backend.url}/auth/v1${path}`,
      {
        method: "POST",
        headers: { apikey: backend.publishableKey, "content-type": "application/json", ...headers },
      },
      (answer) => answer.resume().on("end", done),
    );
    sent.on("error", failed).end(JSON.stringify(body));
  });
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}
