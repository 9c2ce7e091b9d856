import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
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
describe.each(contractTargets)("sessions on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const refresh = (token: string) => backend.client().auth.refreshSession({ refresh_token: token });
  const aSession = async () => {
    const person = await aPerson(backend);
    const { data } = await backend.client().auth.signInWithPassword(person);
    if (!data.session) throw new Error("not signed in");
    return { ...data.session, person };
  };
  const counts = async (accessToken: string) =>
    (await backend.supabase.verifyAccessToken(accessToken)) !== null;

  // auth/sessions; token_test.go, TestTokenRefreshTokenGrantSuccess.
  test("a refresh gives new tokens of the same session", async () => {
    const first = await aSession();
    backend.advance(1000);
    const { data, error } = await refresh(first.refresh_token);
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first.refresh_token);
    const claims = await backend.supabase.verifyAccessToken(data.session?.access_token ?? "");
    const before = await backend.supabase.verifyAccessToken(first.access_token);
    expect(claims).toMatchObject({ session_id: before?.session_id, amr: before?.amr, aal: "aal1" });
  });

  // auth/jwt-fields: app_metadata is read when a token is issued.
  test("a refresh tells the role the account has now", async () => {
    const first = await aSession();
    await backend.service().auth.admin.updateUserById(first.user.id, { app_metadata: { role: "admin" } });
    const { data } = await refresh(first.refresh_token);
    const claims = await backend.supabase.verifyAccessToken(data.session?.access_token ?? "");
    expect(claims?.app_metadata.role).toBe("admin");
  });

  // auth/sessions, "refresh token reuse detection": within 10 seconds a token may come back;
  // TestTokenRefreshTokenRotation.
  test("20 tabs refreshing one token at once all stay signed in, on one successor", async () => {
    const { refresh_token: token } = await aSession();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(answers.map((answer) => answer.error)).toEqual(Array(20).fill(null));
    const successors = new Set(answers.map((answer) => answer.data.session?.refresh_token));
    expect(successors.size).toBe(1);
    backend.advance(3600 * 1000);
    expect((await refresh([...successors][0] ?? "")).error).toBeNull();
  });

  // Ours: a burst must not starve itself of connections.
  test("more refreshes at once than there are connections all succeed, just started or with the keys to read anew", async () => {
    const own = await aBackendForThisTest(target);
    const client = await signedIn(own, await aPerson(own));
    const restarted = await aBackend(own.database);
    onTestFinished(() => restarted.close());
    const storm = async (token: string) => {
      const answers = await Promise.all(
        Array.from({ length: 6 * (own.database.pool.options.max ?? 10) }, () =>
          restarted.client().auth.refreshSession({ refresh_token: token }),
        ),
      );
      expect(answers.filter(({ error }) => error !== null)).toEqual([]);
      return answers[0]?.data.session?.refresh_token ?? "";
    };
    const successor = await storm((await client.auth.getSession()).data.session?.refresh_token ?? "");
    restarted.advance(3600 * 1000);
    await storm(successor);
  });

  // Ours: kinder than TestTokenRefreshTokenRotation, which ends the session ("first token is not the previous").
  test("a tab that is two refreshes behind within the interval still gets the living token", async () => {
    const first = await aSession();
    const second = (await refresh(first.refresh_token)).data.session?.refresh_token ?? "";
    const third = (await refresh(second)).data.session?.refresh_token;
    expect((await refresh(first.refresh_token)).data.session?.refresh_token).toBe(third);
  });

  // auth/sessions; token_test.go, TestTokenRefreshTokenRotation ("third token revoked by previous case").
  test("a spent token that comes back after 10 seconds ends the whole session", async () => {
    const first = await aSession();
    const { data } = await refresh(first.refresh_token);
    backend.advance(10_001);
    expect((await refresh(first.refresh_token)).error).toMatchObject({
      code: "refresh_token_already_used",
      status: 400,
    });
    expect((await refresh(data.session?.refresh_token ?? "")).error?.code).toBe("refresh_token_not_found");
    expect(await counts(data.session?.access_token ?? "")).toBe(false);
  });

  // Ours: supabase/auth forgets spent tokens after a day, and with them who might have copied one.
  test("it does so however late it comes back, as long as the session lives", async () => {
    const first = await aSession();
    const { data } = await refresh(first.refresh_token);
    backend.advance(20 * 24 * 3600 * 1000);
    await backend.supabase.removeExpired();
    expect((await refresh(first.refresh_token)).error?.code).toBe("refresh_token_already_used");
    expect((await refresh(data.session?.refresh_token ?? "")).error?.code).toBe("refresh_token_not_found");
  });

  // auth/debugging/error-codes: refresh_token_not_found.
  test("an unknown refresh token is refused", async () => {
    expect((await refresh("nothing of ours")).error).toMatchObject({
      code: "refresh_token_not_found",
      status: 400,
    });
  });

  // supabase.com/docs/guides/auth/rate-limits: 150 refreshes an address in five minutes; here only refused ones count.
  test("guessing refresh tokens ends in 429 after 150 from one address; right ones do not count", async () => {
    const own = await aBackendForThisTest(target);
    const person = await aPerson(own);
    const client = await signedIn(own, person);
    const guess = () => own.client().auth.refreshSession({ refresh_token: crypto.randomUUID() });
    const guesses = await Promise.all(Array.from({ length: 149 }, guess));
    expect(guesses.every((answer) => answer.error?.status === 400)).toBe(true);
    for (let tries = 0; tries < 3; tries += 1) expect((await client.auth.refreshSession()).error).toBeNull();
    expect((await guess()).error?.status).toBe(400);
    expect((await guess()).error?.status).toBe(429);
  });

  // Ours: supabase/auth keeps them readable; who reads our database shall not be signed in by it.
  test("the database holds no refresh token, only digests", async () => {
    const { refresh_token: token } = await aSession();
    const { rows } = await backend.database.pool.query("select from auth.refresh_tokens where token = $1", [
      token,
    ]);
    expect(rows).toEqual([]);
  });

  // auth/sessions, "Limiting session lifetime"; token_test.go, TestTokenRefreshWithExpiredSession. The 30 days are
  // ours.
  test("a session ends after 30 days, however often it was refreshed", async () => {
    const first = await aSession();
    backend.advance(29 * 24 * 3600 * 1000);
    const { data } = await refresh(first.refresh_token);
    expect(data.session).not.toBeNull();
    backend.advance(2 * 24 * 3600 * 1000);
    expect((await refresh(data.session?.refresh_token ?? "")).error?.code).toBe("session_expired");
  });

  // Not in Supabase Auth: ASVS 5.0, 7.5.2.
  test("ending all others needs a sign-in of the last 15 minutes, ending all does not", async () => {
    const person = await aPerson(backend);
    const [one, two] = [await signedIn(backend, person), await signedIn(backend, person)];
    backend.advance(15 * 60_000 + 1);
    await one.auth.signOut({ scope: "others" });
    expect((await two.auth.refreshSession()).error).toBeNull();
    await one.auth.signOut({ scope: "global" });
    expect((await two.auth.refreshSession()).error).not.toBeNull();
  });

  // auth/signout; logout_test.go, TestLogoutSuccess (global, local, others).
  describe("signing out", () => {
    const threeDevices = async () => {
      const person = await aPerson(backend);
      const devices = [];
      for (let device = 0; device < 3; device += 1) {
        const client = await signedIn(backend, person);
        const { data } = await client.auth.getSession();
        devices.push({
          client,
          token: data.session?.access_token ?? "",
          refresh: data.session?.refresh_token ?? "",
        });
      }
      return devices;
    };
    test.each([
      ["global", [false, false, false]],
      ["local", [false, true, true]],
      ["others", [true, false, false]],
    ] as const)("with scope %s ends those sessions' access at once", async (scope, remaining) => {
      const devices = await threeDevices();
      expect((await devices[0]?.client.auth.signOut({ scope }))?.error).toBeNull();
      expect(await Promise.all(devices.map((device) => counts(device.token)))).toEqual(remaining);
      const refreshed = await Promise.all(devices.map((device) => refresh(device.refresh)));
      expect(refreshed.map((answer) => answer.error === null)).toEqual(remaining);
    });

    test("an ended session is told as missing, so that clients forget it", async () => {
      const { access_token: token } = await aSession();
      await backend.service().auth.admin.signOut(token);
      expect((await backend.client().auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
    });

    test("an unknown scope is refused", async () => {
      const { access_token: token } = await aSession();
      const answer = await fetch(`${backend.url}/auth/v1/logout?scope=everything`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(400);
      expect(await counts(token)).toBe(true);
    });
  });

  describe("one's own account", () => {
    // user_test.go, TestUserGet; auth/managing-user-data.
    test("can be read and its metadata changed key by key", async () => {
      const client = await signedIn(backend, await aPerson(backend));
      await client.auth.updateUser({ data: { name: "Ada", team: "blue" } });
      const { data, error } = await client.auth.updateUser({ data: { team: null, role: "admin" } });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject({ name: "Ada", role: "admin" });
      expect(data.user?.user_metadata).not.toHaveProperty("team");
      expect((await client.auth.getUser()).data.user?.app_metadata.role).toBe("client");
    });

    // Ours: the token travels in a header.
    test("takes no more metadata than a token can carry, nor little by little", async () => {
      const own = await aBackendForThisTest(target);
      const person = await aPerson(own);
      const client = await signedIn(own, person);
      const tooLarge = { code: "validation_failed", status: 422 };
      const note = "n".repeat(1500);
      expect((await client.auth.updateUser({ data: { note: "n".repeat(4096) } })).error).toMatchObject(
        tooLarge,
      );
      for (const key of ["one", "two"])
        expect((await client.auth.updateUser({ data: { [key]: note } })).error).toBeNull();
      expect((await client.auth.updateUser({ data: { three: note } })).error).toMatchObject(tooLarge);
      expect((await client.auth.updateUser({ data: { one: null, three: note } })).error).toBeNull();
      const kept = (await client.auth.getUser()).data.user?.user_metadata ?? {};
      expect(Object.keys(kept).toSorted()).toEqual(["email_verified", "three", "two"]);
      const { admin } = own.service().auth;
      const data = { notes: [note, note, note] };
      expect((await admin.updateUserById(person.id, { user_metadata: data })).error).toMatchObject(tooLarge);
      const made = await admin.createUser({ email: "new@example.com", user_metadata: data });
      expect(made.error).toMatchObject(tooLarge);
      expect((await admin.inviteUserByEmail("new@example.com", { data })).error).toMatchObject(tooLarge);
    });

    // user_test.go, TestUserUpdatePasswordLogoutOtherSessions.
    test("a new password counts, the old one no longer, and other sessions end", async () => {
      const person = await aPerson(backend);
      const [here, elsewhere] = [await signedIn(backend, person), await signedIn(backend, person)];
      expect((await here.auth.updateUser({ password: "a new passphrase" })).error).toBeNull();
      expect((await here.auth.getUser()).error).toBeNull();
      expect((await elsewhere.auth.getUser()).error).not.toBeNull();
      const sign = (password: string) =>
        backend.client().auth.signInWithPassword({ email: person.email, password });
      expect((await sign(person.password)).error?.code).toBe("invalid_credentials");
      expect((await sign("a new passphrase")).error).toBeNull();
    });

    test.each([
      ["1234567", "weak_password", 422],
      ["p".repeat(73), "validation_failed", 400],
      ["ü".repeat(37), "validation_failed", 400],
    ])("the password %s is refused", async (password, code, status) => {
      const client = await signedIn(backend, await aPerson(backend));
      expect((await client.auth.updateUser({ password })).error).toMatchObject({ code, status });
    });

    // auth/debugging/error-codes: same_password.
    test("the same password again is refused", async () => {
      const person = await aPerson(backend);
      const client = await signedIn(backend, person);
      expect((await client.auth.updateUser({ password: person.password })).error?.code).toBe("same_password");
    });

    // auth/debugging/error-codes: no_authorization.
    test("needs a person's token", async () => {
      const answer = await fetch(`${backend.url}/auth/v1/user`, {
        headers: { apikey: backend.publishableKey },
      });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({ error_code: "no_authorization" });
    });
  });

  // Ours: retention.
  test("what has outlived its use is removed, what counts is kept", async () => {
    const kept = await aSession();
    await backend.supabase.removeExpired();
    expect(await counts(kept.access_token)).toBe(true);
    backend.advance(31 * 24 * 3600 * 1000);
    await backend.supabase.removeExpired();
    const { rows } = await backend.database.pool.query("select from auth.sessions");
    expect(rows).toEqual([]);
  });
});
