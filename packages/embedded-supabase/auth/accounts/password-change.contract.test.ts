import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

const MINUTE_MS = 60_000;

// The comment above a test names its source: a Go test or file of supabase/auth, or "Project choice" with the reason.
describe.each(AUTH_TARGETS)("password changes on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), {
      rateLimitScale: 1000,
      hasSlowPasswords: true,
    });
  });
  afterAll(() => backend.close());

  // supabase/auth internal/api/user.go, validateUserUpdateParams; internal/api/admin.go.
  test("an empty password is rejected as weak, for users and administrators", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    const rejection = { code: "weak_password", status: 422, reasons: ["length"] };
    expect((await client.auth.updateUser({ password: "" })).error).toMatchObject(rejection);
    const { admin } = backend.serviceClient().auth;
    expect((await admin.updateUserById(user.id, { password: "" })).error).toMatchObject(rejection);
  });

  // Project choice: the response must not confirm a guess to an attacker with a stolen session.
  test("without a recent sign-in, the current password gets the same response as another one", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    backend.advanceClock(15 * MINUTE_MS + 1);
    for (const nonce of [undefined, "a guess"]) {
      const responses = [];
      for (const password of [user.password, "another passphrase"]) {
        const { error } = await client.auth.updateUser({ password, nonce });
        responses.push({ code: error?.code, status: error?.status, message: error?.message });
      }
      expect(responses[0]?.code).toBe(nonce ? "reauthentication_not_valid" : "reauthentication_needed");
      expect(responses[1]).toEqual(responses[0]);
    }
  });

  test("a rejected current password does not consume the nonce", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    backend.advanceClock(15 * MINUTE_MS + 1);
    await client.auth.reauthenticate();
    const email = backend.emails.findLast(({ to }) => to === user.email);
    const nonce = email?.kind === "reauthentication" ? email.nonce : "";
    const changePassword = (password: string) => client.auth.updateUser({ password, nonce });
    expect((await changePassword(user.password)).error?.code).toBe("same_password");
    expect((await changePassword("another passphrase")).error).toBeNull();
    expect((await changePassword("one more passphrase")).error?.code).toBe("reauthentication_not_valid");
  });

  // Project choice: the same limits as for sign-in, counted separately.
  test.each([
    { session: "stolen", age: 15 * MINUTE_MS + 1, code: "reauthentication_needed" },
    { session: "recent", age: 0, code: "same_password" },
  ])("stops guesses with a $session session after 20 attempts, and records them", async ({ age, code }) => {
    const isolatedBackend = await startIsolatedBackend(target);
    const user = await createTestUser(isolatedBackend);
    const client = await signInAs(isolatedBackend, user);
    isolatedBackend.advanceClock(age);
    isolatedBackend.signInAttempts.length = 0;
    const codes: (string | undefined)[] = [];
    for (let attempt = 0; attempt < 22; attempt += 1) {
      codes.push((await client.auth.updateUser({ password: user.password })).error?.code);
    }
    expect(codes).toEqual([...Array(20).fill(code), ...Array(2).fill("over_request_rate_limit")]);
    expect(isolatedBackend.signInAttempts.map(({ outcome }) => outcome)).toEqual([
      ...Array(20).fill("wrong-credentials"),
      ...Array(2).fill("rate-limited"),
    ]);
    expect(
      isolatedBackend.signInAttempts.every(({ email, userId }) => email === user.email && userId === user.id),
    ).toBe(true);
    await signInAs(isolatedBackend, user);
  });

  // Project choice: Supabase Auth compares the current password only if the project requires it. Here it is also proof.
  test("the current password is accepted instead of a recent sign-in, and other sessions end", async () => {
    const user = await createTestUser(backend);
    const [client, other] = [await signInAs(backend, user), await signInAs(backend, user)];
    backend.advanceClock(15 * MINUTE_MS + 1);
    const password = "another passphrase";
    const { error } = await client.auth.updateUser({ password, current_password: user.password });
    expect(error).toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
    expect((await other.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
    expect(backend.emails.findLast(({ to }) => to === user.email)?.kind).toBe("password_changed");
    await signInAs(backend, { ...user, password });
  });

  test("a wrong or empty current password changes nothing, also with a recent sign-in", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    for (const current_password of ["a guess", ""]) {
      const { error } = await client.auth.updateUser({ password: "another passphrase", current_password });
      expect(error).toMatchObject({ status: 400, code: "current_password_mismatch" });
    }
    expect(
      (await client.auth.updateUser({ password: user.password, current_password: user.password })).error,
    ).toMatchObject({ status: 422, code: "same_password" });
    await signInAs(backend, user);
  });

  test("guesses of the current password stop after 20 attempts, and are recorded", async () => {
    const isolatedBackend = await startIsolatedBackend(target);
    const user = await createTestUser(isolatedBackend);
    const client = await signInAs(isolatedBackend, user);
    isolatedBackend.signInAttempts.length = 0;
    const guess = (current_password: string) =>
      client.auth.updateUser({ password: "another passphrase", current_password });
    for (let attempt = 0; attempt < 20; attempt += 1) {
      expect((await guess(`guess ${attempt}`)).error?.code).toBe("current_password_mismatch");
    }
    expect((await guess(user.password)).error?.code).toBe("over_request_rate_limit");
    expect(isolatedBackend.signInAttempts.map(({ outcome }) => outcome)).toEqual([
      ...Array(20).fill("wrong-credentials"),
      "rate-limited",
    ]);
  });

  test("guesses from many addresses stop after 100 attempts, and do not block a new password from a recovery link", async () => {
    const isolatedBackend = await startIsolatedBackend(target);
    const user = await createTestUser(isolatedBackend);
    await isolatedBackend.client().auth.resetPasswordForEmail(user.email);
    const email = isolatedBackend.emails.findLast(({ to }) => to === user.email);
    const session = await signInAs(isolatedBackend, user);
    const token = (await session.auth.getSession()).data.session?.access_token ?? "";
    const guessFrom = async (remoteAddress: string) => {
      const response = await isolatedBackend.supabase.app.request(
        "/auth/v1/user",
        {
          method: "PUT",
          headers: {
            apikey: isolatedBackend.publishableKey,
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
          },
          body: JSON.stringify({ password: "another passphrase", current_password: "a guess" }),
        },
        { incoming: { socket: { remoteAddress } } },
      );
      return response.status;
    };
    expect(await guessFrom("198.51.100.1")).toBe(400);
    // Skip attempts 2 to 99 from other addresses, because each hashes a password.
    await isolatedBackend.database.pool.query(
      "update embedded.rate_limits set points = 99 where key like '%password-from-anywhere:%'",
    );
    expect(await guessFrom("198.51.100.2")).toBe(400);
    expect(await guessFrom("198.51.100.3")).toBe(429);
    const client = isolatedBackend.client();
    await client.auth.verifyOtp({
      type: "recovery",
      token_hash: email && "tokenHash" in email ? email.tokenHash : "",
    });
    expect((await client.auth.updateUser({ password: "another passphrase" })).error).toBeNull();
  });

  test("two concurrent changes with the same current password leave one of the new passwords", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    const passwords = ["first passphrase", "second passphrase"];
    const results = await Promise.all(
      passwords.map((password) => client.auth.updateUser({ password, current_password: user.password })),
    );
    const successful = results.findIndex(({ error }) => error === null);
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
    expect(results[1 - successful]?.error).toMatchObject({ status: 409, code: "conflict" });
    await signInAs(backend, { ...user, password: passwords[successful] ?? "" });
  });

  // Project choice: wrong passwords at sign-in must not keep a user from setting a new password.
  test("wrong passwords at sign-in do not block a new password from a recovery link", async () => {
    const isolatedBackend = await startIsolatedBackend(target);
    const user = await createTestUser(isolatedBackend);
    await isolatedBackend.client().auth.resetPasswordForEmail(user.email);
    const email = isolatedBackend.emails.findLast(({ to }) => to === user.email);
    const signInWithWrongPassword = () =>
      isolatedBackend.client().auth.signInWithPassword({ email: user.email, password: "wrong password" });
    for (let attempt = 0; attempt < 21; attempt += 1) {
      await signInWithWrongPassword();
    }
    expect((await signInWithWrongPassword()).error?.status).toBe(429);
    const client = isolatedBackend.client();
    await client.auth.verifyOtp({
      type: "recovery",
      token_hash: email && "tokenHash" in email ? email.tokenHash : "",
    });
    expect((await client.auth.updateUser({ password: "another passphrase" })).error).toBeNull();
    await signInAs(isolatedBackend, { ...user, password: "another passphrase" });
  });

  // Project choice: requests for one account must not delay those for others.
  test("a flood of password requests for one account does not delay another user's sign-in", async () => {
    const [flooder, otherUser] = [await createTestUser(backend), await createTestUser(backend)];
    const session = await signInAs(backend, flooder);
    const token = (await session.auth.getSession()).data.session?.access_token ?? "";
    const send = (method: string, path: string, bearer: string, body: object) =>
      fetch(`${backend.url}/auth/v1${path}`, {
        method,
        headers: {
          apikey: bearer === token ? backend.publishableKey : bearer,
          authorization: `Bearer ${bearer}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(body),
      });
    const { email, password } = flooder;
    let finished = 0;
    const flood = Array.from({ length: 150 }, async (_, index) => {
      const kind = index % 3;
      const response =
        kind === 0
          ? await send("POST", "/token?grant_type=password", backend.publishableKey, { email, password: "x" })
          : kind === 1
            ? await send("PUT", "/user", token, { password })
            : await send("PUT", `/admin/users/${flooder.id}`, backend.secretKey, {
                password: "a new passphrase",
              });
      finished += response.status === 429 ? 0 : 1;
      return response;
    });
    // Wait until the flood has filled the part of the queue that one account can use.
    await Promise.race(flood);
    await signInAs(backend, otherUser);
    const finishedBefore = finished;
    const responses = await Promise.all(flood);
    const rejected = responses.filter(({ status }) => status === 429);
    expect(rejected.length).toBeGreaterThan(50);
    expect(rejected.every(({ headers }) => headers.get("retry-after"))).toBe(true);
    expect(finishedBefore).toBeLessThan(50);
  });
});
