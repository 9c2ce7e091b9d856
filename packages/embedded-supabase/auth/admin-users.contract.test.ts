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
describe.each(contractTargets)("managing accounts on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
  });
  afterAll(() => backend.close());

  const admin = () => backend.service().auth.admin;

  // admin_test.go, TestAdminUserCreate, TestAdminUserGet, TestAdminUserUpdate, TestAdminUserDelete.
  test("an account is made, read, changed and deleted", async () => {
    const made = await admin().createUser({
      email: "New.Person@Example.com",
      password: "long enough",
      email_confirm: true,
      app_metadata: { role: "client" },
      user_metadata: { name: "New" },
    });
    expect(made.error).toBeNull();
    expect(made.data.user).toMatchObject({
      email: "new.person@example.com",
      app_metadata: { role: "client", provider: "email" },
      user_metadata: { name: "New", email_verified: true },
      identities: [{ provider: "email", email: "new.person@example.com" }],
    });
    const id = made.data.user?.id ?? "";
    const changed = await admin().updateUserById(id, {
      email: "other@example.com",
      app_metadata: { role: null, tier: 2 },
    });
    expect(changed.data.user).toMatchObject({
      email: "other@example.com",
      identities: [{ email: "other@example.com" }],
    });
    expect(changed.data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], tier: 2 });
    expect((await admin().getUserById(id)).data.user?.email).toBe("other@example.com");
    expect((await admin().deleteUser(id)).error).toBeNull();
    expect((await admin().getUserById(id)).error).toMatchObject({ code: "user_not_found", status: 404 });
    expect((await admin().deleteUser(id)).error?.code).toBe("user_not_found");
  });

  // auth/debugging/error-codes: email_exists.
  test("a taken address is refused, in any case, also when two ask at once", async () => {
    const person = await aPerson(backend);
    const again = await admin().createUser({ email: person.email.toUpperCase(), password: "long enough" });
    expect(again.error).toMatchObject({ code: "email_exists", status: 422 });
    const rivals = await Promise.all(
      Array.from({ length: 5 }, () =>
        admin().createUser({ email: "rival@example.com", password: "long enough" }),
      ),
    );
    expect(rivals.filter((answer) => answer.error === null)).toHaveLength(1);
    const other = await aPerson(backend);
    expect((await admin().updateUserById(other.id, { email: person.email })).error?.code).toBe(
      "email_exists",
    );
  });

  // auth/debugging/error-codes: validation_failed, weak_password.
  test.each([
    [{ email: "no address", password: "long enough" }, "validation_failed"],
    [{ email: "a@b.example\r\nBcc: c@d.example", password: "long enough" }, "validation_failed"],
    [{ email: "short@example.com", password: "short" }, "weak_password"],
    [{ password: "long enough" }, "validation_failed"],
    [{ email: "ban@example.com", ban_duration: "a while" }, "validation_failed"],
  ])("%j is refused", async (attributes, code) => {
    expect((await admin().createUser(attributes)).error?.code).toBe(code);
  });

  // admin_test.go, TestAdminUsers_Pagination and TestAdminUsers_SortDesc.
  test("accounts are listed page by page, newest first", async () => {
    const own = await aBackendForThisTest(target);
    const people = [];
    for (let index = 0; index < 5; index += 1) {
      people.push(await aPerson(own));
      own.advance(1000);
    }
    const list = (page: number) => own.service().auth.admin.listUsers({ page, perPage: 2 });
    const [first, last] = [await list(1), await list(3)];
    expect(first.data.users.map((user) => user.id)).toEqual([people[4]?.id, people[3]?.id]);
    expect(first.data).toMatchObject({ total: 5, nextPage: 2, lastPage: 3 });
    expect(last.data.users.map((user) => user.id)).toEqual([people[0]?.id]);
  });

  // admin_test.go, TestAdminUserUpdate (ban_duration). Ours: from the next request on, tokens of before included.
  test("a ban ends access from the next request on, and lifting it restores it", async () => {
    const person = await aPerson(backend);
    const client = await signedIn(backend, person);
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    await admin().updateUserById(person.id, { ban_duration: "1h30m" });
    expect((await client.auth.getUser()).error?.code).toBe("user_banned");
    expect(await backend.supabase.verifyAccessToken(token)).toBeNull();
    expect((await client.auth.refreshSession()).error?.code).toBe("user_banned");
    await admin().updateUserById(person.id, { ban_duration: "none" });
    expect((await client.auth.getUser()).error).toBeNull();
    expect(await backend.supabase.verifyAccessToken(token)).not.toBeNull();
  });

  // admin_test.go, TestAdminUserSoftDeletion.
  test("deleting an account ends its access; softly, its name and password go too", async () => {
    for (const softly of [false, true]) {
      const person = await aPerson(backend);
      const client = await signedIn(backend, person);
      await admin().deleteUser(person.id, softly);
      expect((await client.auth.getUser()).error?.code).toBe("user_not_found");
      const again = await backend.client().auth.signInWithPassword(person);
      expect(again.error?.code).toBe("invalid_credentials");
      const { rows } = await backend.database.pool.query("select from auth.users where email = $1", [
        person.email,
      ]);
      expect(rows).toEqual([]);
    }
  });

  // Ours: who asks to be forgotten is, in every column; the row stays for what points to it.
  test("a softly deleted account keeps no address, no factor and no link that waits", async () => {
    const person = await aPerson(backend);
    const client = await signedIn(backend, person);
    await client.auth.mfa.enroll({ factorType: "totp" });
    await client.auth.updateUser({ email: `new-${person.email}` });
    await backend.client().auth.resetPasswordForEmail(person.email);
    await admin().deleteUser(person.id, true);
    const tables = ["users", "identities", "mfa_factors", "one_time_tokens", "flow_state", "sessions"];
    for (const table of tables) {
      const { rows } = await backend.database.pool.query(
        `select from auth.${table} as stored where strpos(to_jsonb(stored)::text, $1) > 0`,
        [person.email],
      );
      expect(rows, table).toEqual([]);
    }
    const { rows } = await backend.database.pool.query("select from auth.mfa_factors where user_id = $1", [
      person.id,
    ]);
    expect(rows).toEqual([]);
  });

  // Ours, after user_test.go, TestUserUpdatePasswordLogoutOtherSessions.
  test("a password set for somebody ends their sessions", async () => {
    const person = await aPerson(backend);
    const client = await signedIn(backend, person);
    await admin().updateUserById(person.id, { password: "set by another" });
    expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError");
  });

  // admin_test.go, TestAdminUsersUnauthorized; auth/debugging/error-codes: not_admin.
  test("neither the publishable key nor an administrator's token manages accounts", async () => {
    expect((await backend.client().auth.admin.listUsers()).error).toMatchObject({ status: 401 });
    const client = await signedIn(backend, await aPerson(backend, { role: "admin" }));
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const answer = await fetch(`${backend.url}/auth/v1/admin/users`, {
      headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ error_code: "not_admin" });
  });

  // Ours: 404 in the known shape (auth/debugging/error-codes: validation_failed).
  test("an id that is none is refused", async () => {
    const answer = await fetch(`${backend.url}/auth/v1/admin/users/1%27%20or%201=1`, {
      headers: { apikey: backend.secretKey },
    });
    expect(answer.status).toBe(404);
  });
});
