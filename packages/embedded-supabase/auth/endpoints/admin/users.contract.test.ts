import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

// The comment above a test names its source: a page under https://supabase.com/docs/guides/, a Go test of supabase/auth
// (internal/api), or "Project choice" with the reason.
describe.each(AUTH_TARGETS)("account management on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const admin = () => backend.serviceClient().auth.admin;

  // admin_test.go, TestAdminUserCreate, TestAdminUserGet, TestAdminUserUpdate, TestAdminUserDelete.
  test("creates, reads, updates and deletes an account", async () => {
    const created = await admin().createUser({
      email: "New.User@Example.com",
      password: "long enough",
      email_confirm: true,
      app_metadata: { role: "client" },
      user_metadata: { name: "New" },
    });
    expect(created.error).toBeNull();
    expect(created.data.user).toMatchObject({
      email: "new.user@example.com",
      app_metadata: { role: "client", provider: "email" },
      user_metadata: { name: "New", email_verified: true },
      identities: [{ provider: "email", email: "new.user@example.com" }],
    });
    const id = created.data.user?.id ?? "";
    const updated = await admin().updateUserById(id, {
      email: "other@example.com",
      app_metadata: { role: null, tier: 2 },
    });
    expect(updated.data.user).toMatchObject({
      email: "other@example.com",
      identities: [{ email: "other@example.com" }],
    });
    expect(updated.data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], tier: 2 });
    expect((await admin().getUserById(id)).data.user?.email).toBe("other@example.com");
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toMatchObject({ code: "user_not_found", status: 404 });
    expect((await admin().deleteUser(id)).error?.code).toBe("user_not_found");
  });

  // See Supabase docs, auth/debugging/error-codes: email_exists.
  test("rejects a duplicate email, ignoring case and under concurrent requests", async () => {
    const user = await createTestUser(backend);
    const duplicate = await admin().createUser({ email: user.email.toUpperCase(), password: "long enough" });
    expect(duplicate.error).toMatchObject({ code: "email_exists", status: 422 });
    const results = await Promise.all(
      Array.from({ length: 5 }, () =>
        admin().createUser({ email: "duplicate@example.com", password: "long enough" }),
      ),
    );
    expect(results.filter((response) => response.error === null)).toHaveLength(1);
    const otherUser = await createTestUser(backend);
    expect((await admin().updateUserById(otherUser.id, { email: user.email })).error?.code).toBe(
      "email_exists",
    );
  });

  // See Supabase docs, auth/debugging/error-codes: validation_failed, weak_password.
  test.each([
    [{ email: "not an email", password: "long enough" }, "validation_failed"],
    [{ email: "a@b.example\r\nBcc: c@d.example", password: "long enough" }, "validation_failed"],
    [{ email: "short@example.com", password: "short" }, "weak_password"],
    [{ password: "long enough" }, "validation_failed"],
    [{ email: "ban@example.com", ban_duration: "a while" }, "validation_failed"],
  ])("rejects %j", async (attributes, code) => {
    expect((await admin().createUser(attributes)).error?.code).toBe(code);
  });

  // admin_test.go, TestAdminUsers_Pagination and TestAdminUsers_SortDesc.
  test("lists accounts by page, newest first", async () => {
    const isolatedBackend = await startIsolatedBackend(target);
    const users = [];
    for (let index = 0; index < 5; index += 1) {
      users.push(await createTestUser(isolatedBackend));
      isolatedBackend.advanceClock(1000);
    }
    const list = (page: number) => isolatedBackend.serviceClient().auth.admin.listUsers({ page, perPage: 2 });
    const [first, last] = [await list(1), await list(3)];
    expect(first.data.users.map((user) => user.id)).toEqual([users[4]?.id, users[3]?.id]);
    expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3 });
    expect(last.data.users.map((user) => user.id)).toEqual([users[0]?.id]);
  });

  // admin_test.go, TestAdminUserUpdate (ban_duration). Project choice: also applies to tokens issued before the ban.
  test("a ban blocks access from the next request, and lifting it restores access", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    await admin().updateUserById(user.id, { ban_duration: "1h30m" });
    expect((await client.auth.getUser()).error?.code).toBe("user_banned");
    expect(await backend.supabase.verifyAccessToken(token)).toBeNull();
    expect((await client.auth.refreshSession()).error?.code).toBe("user_banned");
    await admin().updateUserById(user.id, { ban_duration: "none" });
    expect((await client.auth.getUser()).error).toBeNull();
    expect(await backend.supabase.verifyAccessToken(token)).not.toBeNull();
  });

  // admin_test.go, TestAdminUserSoftDeletion.
  test("deleting an account ends its access, and a soft delete also removes its email and password", async () => {
    for (const isSoftDelete of [false, true]) {
      const user = await createTestUser(backend);
      const client = await signInAs(backend, user);
      await admin().deleteUser(user.id, isSoftDelete);
      expect((await client.auth.getUser()).error?.code).toBe("user_not_found");
      const signIn = await backend.client().auth.signInWithPassword(user);
      expect(signIn.error?.code).toBe("invalid_credentials");
      const { rows } = await backend.database.pool.query("select from auth.users where email = $1", [
        user.email,
      ]);
      expect(rows).toEqual([]);
    }
  });

  // Project choice: no column contains personal data, and the row is kept because other tables reference it.
  test("a soft delete removes the email, factors and pending links", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    await client.auth.mfa.enroll({ factorType: "totp" });
    await client.auth.updateUser({ email: `new-${user.email}` });
    await backend.client().auth.resetPasswordForEmail(user.email);
    await admin().deleteUser(user.id, true);
    const tables = ["users", "identities", "mfa_factors", "one_time_tokens", "flow_state", "sessions"];
    for (const table of tables) {
      const { rows } = await backend.database.pool.query(
        `select from auth.${table} as stored where strpos(to_jsonb(stored)::text, $1) > 0`,
        [user.email],
      );
      expect(rows, table).toEqual([]);
    }
    const { rows } = await backend.database.pool.query("select from auth.mfa_factors where user_id = $1", [
      user.id,
    ]);
    expect(rows).toEqual([]);
  });

  // Project choice, after user_test.go, TestUserUpdatePasswordLogoutOtherSessions.
  test("setting a user's password ends their sessions", async () => {
    const user = await createTestUser(backend);
    const client = await signInAs(backend, user);
    await admin().updateUserById(user.id, { password: "set by another" });
    expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  // admin_test.go, TestAdminUsersUnauthorized; auth/debugging/error-codes: not_admin.
  test("rejects the publishable key and the token of an administrator", async () => {
    expect((await backend.client().auth.admin.listUsers()).error).toMatchObject({ status: 401 });
    const client = await signInAs(backend, await createTestUser(backend, { role: "admin" }));
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const response = await fetch(`${backend.url}/auth/v1/admin/users`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error_code: "not_admin" });
  });

  // Project choice: 404 in the documented error format (auth/debugging/error-codes: validation_failed).
  test("returns 404 for a malformed id", async () => {
    const response = await fetch(`${backend.url}/auth/v1/admin/users/1%27%20or%201=1`, {
      headers: { apikey: backend.secretKey },
    });
    expect(response.status).toBe(404);
  });
});
