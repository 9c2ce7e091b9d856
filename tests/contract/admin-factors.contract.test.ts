import {
  createUserWithApp,
  enrollApp,
  getClaims,
  verifyWithApp,
} from "@wardline/embedded-supabase/test-support/second-factor";
import {
  CONTRACT_TARGETS,
  createTestUser,
  signInAs,
  startTestBackend,
  type TestBackend,
} from "@wardline/embedded-supabase/test-support/test-backend";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

describe.each(CONTRACT_TARGETS)("second factors of administrators on $name", (target) => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend(await target.database(), { rateLimitScale: 1000 });
    await backend.database.pool.query(
      "insert into public.clients (company, contact_person) values ('Acme', 'Ann'), ('Birch', 'Ben')",
    );
  });
  afterAll(() => backend.close());

  // https://supabase.com/docs/guides/auth/auth-mfa#enforce-rules-for-mfa-logins
  test("an administrator with a factor sees no rows at aal1 and all rows at aal2", async () => {
    const user = await createTestUser(backend, { role: "admin" });
    const companies = async (client: Awaited<ReturnType<typeof signInAs>>) =>
      (await client.from("clients").select("company").order("company")).data?.map(({ company }) => company);
    const session = await signInAs(backend, user);
    expect(await companies(session)).toEqual(["Acme", "Birch"]);
    const app = await enrollApp(backend, session);
    expect(await companies(session)).toEqual(["Acme", "Birch"]);
    await verifyWithApp(session, app);
    expect(await companies(session)).toEqual(["Acme", "Birch"]);

    const secondSession = await signInAs(backend, user);
    expect(await companies(secondSession)).toEqual([]);
    const rejected = await secondSession.from("projects").insert({ project_name: "P" });
    expect(rejected.error).not.toBeNull();
    await verifyWithApp(secondSession, app);
    expect(await companies(secondSession)).toEqual(["Acme", "Birch"]);
  });

  test("removing a factor immediately lowers the assurance level of its tokens", async () => {
    const { user, client, app: lost } = await createUserWithApp(backend, { role: "admin" });
    await verifyWithApp(client, await enrollApp(backend, client));
    await verifyWithApp(client, lost);
    await backend.serviceClient().auth.admin.mfa.deleteFactor({ userId: user.id, id: lost.factorId });
    // The other factor is still required, so the aal2 claim of the token no longer applies.
    expect((await client.from("clients").select()).data).toEqual([]);
    expect((await getClaims(backend, client)).aal).toBe("aal1");
    const change = await client.auth.updateUser({ password: "another correct horse" });
    expect(change.error?.code).toBe("insufficient_aal");
  });

  test("a client at aal2 still can't access other clients' rows", async () => {
    const { client } = await createUserWithApp(backend, { role: "client" });
    expect((await client.from("clients").select()).data).toEqual([]);
  });

  // supabase-js, GoTrueAdminMFAApi; supabase/auth, internal/api/admin.go, adminUserDeleteFactor
  describe("with the secret key", () => {
    test("lists and removes a lost factor, and lowers the assurance level of its session", async () => {
      const { user, client, app } = await createUserWithApp(backend, { role: "admin" });
      const { mfa } = backend.serviceClient().auth.admin;
      const listed = await mfa.listFactors({ userId: user.id });
      expect(listed.data?.factors).toMatchObject([
        { id: app.factorId, status: "verified", factor_type: "totp" },
      ]);
      expect((await mfa.deleteFactor({ userId: user.id, id: app.factorId })).error).toBeNull();
      expect((await mfa.listFactors({ userId: user.id })).data?.factors).toEqual([]);
      await client.auth.refreshSession();
      expect((await getClaims(backend, client)).aal).toBe("aal1");
    });

    test("rejects a factor that belongs to another account", async () => {
      const { app } = await createUserWithApp(backend);
      const otherUser = await createTestUser(backend);
      const { mfa } = backend.serviceClient().auth.admin;
      const { error } = await mfa.deleteFactor({ userId: otherUser.id, id: app.factorId });
      expect(error).toMatchObject({ code: "mfa_factor_not_found", status: 404 });
    });
  });

  test("a user token can't manage other users' factors, even for an administrator at aal2", async () => {
    const { user, client, app } = await createUserWithApp(backend, { role: "admin" });
    const token = (await client.auth.getSession()).data.session?.access_token;
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", `/${app.factorId}`],
    ] as const) {
      const response = await fetch(`${backend.url}/auth/v1/admin/users/${user.id}/factors${path}`, {
        method,
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(403);
    }
  });
});
