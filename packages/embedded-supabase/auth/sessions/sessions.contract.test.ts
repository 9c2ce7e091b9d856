import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
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
describe.each(AUTH_TARGETS)("sessions on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const refresh = (token: string) => backend.client().auth.refreshSession({ refresh_token: token });
  const createSession = async () => {
    const user = await createTestUser(backend);
    const { data } = await backend.client().auth.signInWithPassword(user);
    if (!data.session) {
      throw new Error("not signed in");
    }
    return { ...data.session, user };
  };
  const isAccepted = async (accessToken: string) =>
    (await backend.supabase.verifyAccessToken(accessToken)) !== null;

  // See Supabase docs, auth/sessions; token_test.go, TestTokenRefreshTokenGrantSuccess.
  test("a refresh returns new tokens for the same session", async () => {
    const first = await createSession();
    backend.advanceClock(1000);
    const { data, error } = await refresh(first.refresh_token);
    expect(error).toBeNull();
    expect(data.session?.refresh_token).not.toBe(first.refresh_token);
    const claims = await backend.supabase.verifyAccessToken(data.session?.access_token ?? "");
    const before = await backend.supabase.verifyAccessToken(first.access_token);
    expect(claims).toMatchObject({ session_id: before?.session_id, amr: before?.amr, aal: "aal1" });
  });

  // Project choice: a token names its user and its session, and both must match. Supabase Auth and PostgREST do not
  // compare them.
  test("a token of one user for another user's session is rejected by every API", async () => {
    await backend.database.pool.query(
      "create table public.entries (id int); grant select on public.entries to authenticated",
    );
    await backend.serviceClient().from("entries").select();
    const administrator = await createTestUser(backend, { role: "admin" });
    const { access_token: token } = await createSession();
    const claims = await backend.supabase.verifyAccessToken(token);
    const forgeToken = (changes: object) =>
      signClaims(
        { pool: backend.database.pool, encryptionKey: ENCRYPTION_KEY, now: backend.now },
        { ...claims, ...changes },
      );
    const request = async (path: string, accessToken: string, method = "GET") =>
      (
        await fetch(`${backend.url}${path}`, {
          method,
          headers: { apikey: backend.publishableKey, authorization: `Bearer ${accessToken}` },
        })
      ).status;
    const unchangedToken = await forgeToken({});
    expect(await request("/auth/v1/user", unchangedToken)).toBe(200);
    expect(await request("/rest/v1/entries", unchangedToken)).toBe(200);
    expect(await isAccepted(unchangedToken)).toBe(true);

    const forgedToken = await forgeToken({ sub: administrator.id, app_metadata: { role: "admin" } });
    expect(await isAccepted(forgedToken)).toBe(false);
    expect(await request("/rest/v1/entries", forgedToken)).toBe(401);
    for (const [method, path] of [
      ["GET", "/user"],
      ["PUT", "/user"],
      ["GET", "/reauthenticate"],
      ["POST", "/logout?scope=global"],
      ["POST", "/logout?scope=others"],
      ["POST", "/factors"],
    ] as const) {
      expect([path, await request(`/auth/v1${path}`, forgedToken, method)]).toEqual([path, 403]);
    }
  });

  // See Supabase docs, auth/jwt-fields: app_metadata is read when a token is issued.
  test("a refresh returns the current role of the account", async () => {
    const first = await createSession();
    await backend
      .serviceClient()
      .auth.admin.updateUserById(first.user.id, { app_metadata: { role: "admin" } });
    const { data } = await refresh(first.refresh_token);
    const claims = await backend.supabase.verifyAccessToken(data.session?.access_token ?? "");
    expect(claims?.app_metadata.role).toBe("admin");
  });

  // See Supabase docs, auth/sessions, "refresh token reuse detection": within 10 seconds a token may be reused;
  // TestTokenRefreshTokenRotation.
  test("20 tabs that refresh one token at the same time stay signed in with the same successor", async () => {
    const { refresh_token: token } = await createSession();
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(token)));
    expect(responses.map((response) => response.error)).toEqual(Array(20).fill(null));
    const successors = new Set(responses.map((response) => response.data.session?.refresh_token));
    expect(successors.size).toBe(1);
    backend.advanceClock(3600 * 1000);
    expect((await refresh([...successors][0] ?? "")).error).toBeNull();
  });

  // Project choice: a burst of refreshes must not exhaust the connection pool.
  test("more concurrent refreshes than database connections succeed, even after a start or a key reload", async () => {
    const isolatedBackend = await startIsolatedBackend(target);
    const client = await signInAs(isolatedBackend, await createTestUser(isolatedBackend));
    const restarted = await startTestBackend(isolatedBackend.database);
    onTestFinished(() => restarted.close());
    const refreshBurst = async (token: string) => {
      const responses = await Promise.all(
        Array.from({ length: 6 * (isolatedBackend.database.pool.options.max ?? 10) }, () =>
          restarted.client().auth.refreshSession({ refresh_token: token }),
        ),
      );
      expect(responses.filter(({ error }) => error !== null)).toEqual([]);
      return responses[0]?.data.session?.refresh_token ?? "";
    };
    const successor = await refreshBurst((await client.auth.getSession()).data.session?.refresh_token ?? "");
    restarted.advanceClock(3600 * 1000);
    await refreshBurst(successor);
  });

  // Project choice: more lenient than TestTokenRefreshTokenRotation, which ends the session ("first token is not the
  // previous").
  test("a tab that is two refreshes behind gets the active token within the reuse interval", async () => {
    const first = await createSession();
    const second = (await refresh(first.refresh_token)).data.session?.refresh_token ?? "";
    const third = (await refresh(second)).data.session?.refresh_token;
    expect((await refresh(first.refresh_token)).data.session?.refresh_token).toBe(third);
  });

  // See Supabase docs, auth/sessions; token_test.go, TestTokenRefreshTokenRotation ("third token revoked by previous
  // case").
  test("reusing a token after 10 seconds ends the session", async () => {
    const first = await createSession();
    const { data } = await refresh(first.refresh_token);
    backend.advanceClock(10_001);
    expect((await refresh(first.refresh_token)).error).toMatchObject({
      code: "refresh_token_already_used",
      status: 400,
    });
    for (const token of [data.session?.refresh_token ?? "", first.refresh_token]) {
      expect((await refresh(token)).error?.code).toBe("refresh_token_already_used");
    }
    expect(await isAccepted(data.session?.access_token ?? "")).toBe(false);
  });

  // Project choice: supabase/auth deletes used tokens after a day, and then no longer detects copied ones.
  test("reusing a token ends the session even after 20 days", async () => {
    const first = await createSession();
    const { data } = await refresh(first.refresh_token);
    backend.advanceClock(20 * 24 * 3600 * 1000);
    await backend.supabase.removeExpired();
    expect((await refresh(first.refresh_token)).error?.code).toBe("refresh_token_already_used");
    expect((await refresh(data.session?.refresh_token ?? "")).error?.code).toBe("refresh_token_already_used");
    // Removing the expired session removes its tokens.
    await backend.supabase.removeExpired();
    expect((await refresh(data.session?.refresh_token ?? "")).error?.code).toBe("refresh_token_not_found");
  });

  // See Supabase docs, auth/debugging/error-codes: refresh_token_not_found.
  test("rejects an unknown refresh token", async () => {
    expect((await refresh("unknown token")).error).toMatchObject({
      code: "refresh_token_not_found",
      status: 400,
    });
  });

  // See https://supabase.com/docs/guides/auth/rate-limits: 150 refreshes per address in 5 minutes; here only rejected ones count.
  test("returns 429 after 150 unknown refresh tokens from one address, not counting valid ones", async () => {
    const isolatedBackend = await startIsolatedBackend(target);
    const user = await createTestUser(isolatedBackend);
    const client = await signInAs(isolatedBackend, user);
    const guess = () => isolatedBackend.client().auth.refreshSession({ refresh_token: crypto.randomUUID() });
    const guesses = await Promise.all(Array.from({ length: 149 }, guess));
    expect(guesses.every((response) => response.error?.status === 400)).toBe(true);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect((await client.auth.refreshSession()).error).toBeNull();
    }
    expect((await guess()).error?.status).toBe(400);
    expect((await guess()).error?.status).toBe(429);
  });

  // Project choice: supabase/auth stores them in plain text; read access to the database must not allow sign-ins.
  test("the database stores only hashes of refresh tokens", async () => {
    const { refresh_token: token } = await createSession();
    const { rows } = await backend.database.pool.query("select from auth.refresh_tokens where token = $1", [
      token,
    ]);
    expect(rows).toEqual([]);
  });

  // See Supabase docs, auth/sessions, "Limiting session lifetime"; token_test.go, TestTokenRefreshWithExpiredSession.
  // The 30 days are a project choice.
  test("a session ends after 30 days, even if it was refreshed", async () => {
    const first = await createSession();
    backend.advanceClock(29 * 24 * 3600 * 1000);
    const { data } = await refresh(first.refresh_token);
    expect(data.session).not.toBeNull();
    backend.advanceClock(2 * 24 * 3600 * 1000);
    expect((await refresh(data.session?.refresh_token ?? "")).error?.code).toBe("session_expired");
  });

  // Not in Supabase Auth: ASVS 5.0, 7.5.2.
  test("requires a recent sign-in to end all other sessions, but not to end all sessions", async () => {
    const user = await createTestUser(backend);
    const [firstClient, secondClient] = [await signInAs(backend, user), await signInAs(backend, user)];
    backend.advanceClock(15 * 60_000 + 1);
    await firstClient.auth.signOut({ scope: "others" });
    expect((await secondClient.auth.refreshSession()).error).toBeNull();
    await firstClient.auth.signOut({ scope: "global" });
    expect((await secondClient.auth.refreshSession()).error).not.toBeNull();
  });

  // See Supabase docs, auth/signout; logout_test.go, TestLogoutSuccess (global, local, others).
  describe("sign-out", () => {
    const signInOnThreeDevices = async () => {
      const user = await createTestUser(backend);
      const devices = [];
      for (let device = 0; device < 3; device += 1) {
        const client = await signInAs(backend, user);
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
    ] as const)("with scope %s ends access of those sessions immediately", async (scope, remaining) => {
      const devices = await signInOnThreeDevices();
      expect((await devices[0]?.client.auth.signOut({ scope }))?.error).toBeNull();
      expect(await Promise.all(devices.map((device) => isAccepted(device.token)))).toEqual(remaining);
      const refreshed = await Promise.all(devices.map((device) => refresh(device.refresh)));
      expect(refreshed.map((response) => response.error === null)).toEqual(remaining);
    });

    test("reports an ended session as missing, so that clients discard it", async () => {
      const { access_token: token } = await createSession();
      await backend.serviceClient().auth.admin.signOut(token);
      expect((await backend.client().auth.getUser(token)).error?.name).toBe("AuthSessionMissingError");
    });

    test("rejects an unknown scope", async () => {
      const { access_token: token } = await createSession();
      const response = await fetch(`${backend.url}/auth/v1/logout?scope=everything`, {
        method: "POST",
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(400);
      expect(await isAccepted(token)).toBe(true);
    });
  });

  describe("the signed-in user's account", () => {
    // user_test.go, TestUserGet; auth/managing-user-data.
    test("can be read, and its metadata can be updated key by key", async () => {
      const client = await signInAs(backend, await createTestUser(backend));
      await client.auth.updateUser({ data: { name: "Ada", team: "blue" } });
      const { data, error } = await client.auth.updateUser({ data: { team: null, role: "admin" } });
      expect(error).toBeNull();
      expect(data.user?.user_metadata).toMatchObject({ name: "Ada", role: "admin" });
      expect(data.user?.user_metadata).not.toHaveProperty("team");
      expect((await client.auth.getUser()).data.user?.app_metadata.role).toBe("client");
    });

    // user.go: only an administrator can change app_metadata. Project choice: there is no provider for phone numbers.
    test.each([
      [{ phone: "+15555550100" }, 400, "phone_provider_disabled"],
      [{ app_metadata: { role: "admin" } }, 403, "not_admin"],
    ])("rejects %j", async (body, status, code) => {
      const { access_token: token } = await createSession();
      const response = await fetch(`${backend.url}/auth/v1/user`, {
        method: "PUT",
        body: JSON.stringify(body),
        headers: {
          apikey: backend.publishableKey,
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
        },
      });
      expect({ status: response.status, body: await response.json() }).toMatchObject({
        status,
        body: { error_code: code },
      });
    });

    // Project choice: the token contains the metadata and is sent in a header.
    test("limits metadata to a size that fits in a token, even across several updates", async () => {
      const isolatedBackend = await startIsolatedBackend(target);
      const user = await createTestUser(isolatedBackend);
      const client = await signInAs(isolatedBackend, user);
      const tooLarge = { code: "validation_failed", status: 422 };
      const note = "n".repeat(1500);
      expect((await client.auth.updateUser({ data: { note: "n".repeat(4096) } })).error).toMatchObject(
        tooLarge,
      );
      for (const key of ["one", "two"]) {
        expect((await client.auth.updateUser({ data: { [key]: note } })).error).toBeNull();
      }
      expect((await client.auth.updateUser({ data: { three: note } })).error).toMatchObject(tooLarge);
      expect((await client.auth.updateUser({ data: { one: null, three: note } })).error).toBeNull();
      const stored = (await client.auth.getUser()).data.user?.user_metadata ?? {};
      expect(Object.keys(stored).toSorted()).toEqual(["email_verified", "three", "two"]);
      const { admin } = isolatedBackend.serviceClient().auth;
      const data = { notes: [note, note, note] };
      expect((await admin.updateUserById(user.id, { user_metadata: data })).error).toMatchObject(tooLarge);
      const created = await admin.createUser({ email: "new@example.com", user_metadata: data });
      expect(created.error).toMatchObject(tooLarge);
      expect((await admin.inviteUserByEmail("new@example.com", { data })).error).toMatchObject(tooLarge);
    });

    // user_test.go, TestUserUpdatePasswordLogoutOtherSessions.
    test("a new password replaces the old one and ends other sessions", async () => {
      const user = await createTestUser(backend);
      const [client, otherDevice] = [await signInAs(backend, user), await signInAs(backend, user)];
      expect((await client.auth.updateUser({ password: "a new passphrase" })).error).toBeNull();
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await otherDevice.auth.getUser()).error).not.toBeNull();
      const signIn = (password: string) =>
        backend.client().auth.signInWithPassword({ email: user.email, password });
      expect((await signIn(user.password)).error?.code).toBe("invalid_credentials");
      expect((await signIn("a new passphrase")).error).toBeNull();
    });

    test.each([
      ["1234567", "weak_password", 422],
      ["p".repeat(73), "validation_failed", 400],
      ["ü".repeat(37), "validation_failed", 400],
    ])("rejects the password %s", async (password, code, status) => {
      const client = await signInAs(backend, await createTestUser(backend));
      expect((await client.auth.updateUser({ password })).error).toMatchObject({ code, status });
    });

    // See Supabase docs, auth/debugging/error-codes: same_password.
    test("rejects the current password as the new one", async () => {
      const user = await createTestUser(backend);
      const client = await signInAs(backend, user);
      expect((await client.auth.updateUser({ password: user.password })).error?.code).toBe("same_password");
    });

    // See Supabase docs, auth/debugging/error-codes: no_authorization.
    test("requires a user token", async () => {
      const response = await fetch(`${backend.url}/auth/v1/user`, {
        headers: { apikey: backend.publishableKey },
      });
      expect(response.status).toBe(401);
      expect(await response.json()).toMatchObject({ error_code: "no_authorization" });
    });
  });

  // Project choice: expired sessions are not retained.
  test("removes expired sessions and keeps active ones", async () => {
    const active = await createSession();
    await backend.supabase.removeExpired();
    expect(await isAccepted(active.access_token)).toBe(true);
    backend.advanceClock(31 * 24 * 3600 * 1000);
    await backend.supabase.removeExpired();
    const { rows } = await backend.database.pool.query("select from auth.sessions");
    expect(rows).toEqual([]);
  });
});
