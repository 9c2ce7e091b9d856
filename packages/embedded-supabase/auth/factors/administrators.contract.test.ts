import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aBackend, aPerson, type Backend, contractTargets, signedIn } from "#tests/support/contract.ts";
import { anApp, aPersonWithApp, claimsOf, raised } from "#tests/support/second-factor.ts";

describe.each(contractTargets)("second factors of administrators on $name", (target) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await aBackend(await target.database(), { rateLimitScale: 1000 });
    await backend.database.pool.query(
      "insert into public.clients (company, contact_person) values ('Acme', 'Ann'), ('Birch', 'Ben')",
    );
  });
  afterAll(() => backend.close());

  // https://supabase.com/docs/guides/auth/auth-mfa#enforce-rules-for-mfa-logins
  test("with a factor, the database shows an administrator nothing before it and everything after", async () => {
    const person = await aPerson(backend, { role: "admin" });
    const companies = async (client: Awaited<ReturnType<typeof signedIn>>) =>
      (await client.from("clients").select("company").order("company")).data?.map(({ company }) => company);
    const first = await signedIn(backend, person);
    expect(await companies(first)).toEqual(["Acme", "Birch"]);
    const app = await anApp(backend, first);
    expect(await companies(first)).toEqual(["Acme", "Birch"]);
    await raised(first, app);
    expect(await companies(first)).toEqual(["Acme", "Birch"]);

    const second = await signedIn(backend, person);
    expect(await companies(second)).toEqual([]);
    const refused = await second.from("projects").insert({ project_name: "P" });
    expect(refused.error).not.toBeNull();
    await raised(second, app);
    expect(await companies(second)).toEqual(["Acme", "Birch"]);
  });

  test("a factor lost to its owner lowers the tokens it raised at once", async () => {
    const { person, client, app: lost } = await aPersonWithApp(backend, { role: "admin" });
    await raised(client, await anApp(backend, client));
    await raised(client, lost);
    await backend.service().auth.admin.mfa.deleteFactor({ userId: person.id, id: lost.factorId });
    // The other factor still asks: what the token says of the session is no longer true.
    expect((await client.from("clients").select()).data).toEqual([]);
    expect((await claimsOf(backend, client)).aal).toBe("aal1");
    const change = await client.auth.updateUser({ password: "another correct horse" });
    expect(change.error?.code).toBe("insufficient_aal");
  });

  test("a client's level opens nothing of others", async () => {
    const { client } = await aPersonWithApp(backend, { role: "client" });
    expect((await client.from("clients").select()).data).toEqual([]);
  });

  // supabase-js, GoTrueAdminMFAApi; supabase/auth, internal/api/admin.go, adminUserDeleteFactor
  describe("with the secret key", () => {
    test("a lost factor is found and removed, and the session it raised falls back", async () => {
      const { person, client, app } = await aPersonWithApp(backend, { role: "admin" });
      const { mfa } = backend.service().auth.admin;
      const listed = await mfa.listFactors({ userId: person.id });
      expect(listed.data?.factors).toMatchObject([
        { id: app.factorId, status: "verified", factor_type: "totp" },
      ]);
      expect((await mfa.deleteFactor({ userId: person.id, id: app.factorId })).error).toBeNull();
      expect((await mfa.listFactors({ userId: person.id })).data?.factors).toEqual([]);
      await client.auth.refreshSession();
      expect((await claimsOf(backend, client)).aal).toBe("aal1");
    });

    test("a factor is only removed from its own account", async () => {
      const { app } = await aPersonWithApp(backend);
      const other = await aPerson(backend);
      const { mfa } = backend.service().auth.admin;
      const { error } = await mfa.deleteFactor({ userId: other.id, id: app.factorId });
      expect(error).toMatchObject({ code: "mfa_factor_not_found", status: 404 });
    });
  });

  test("no person's token manages another's factors, an administrator's at aal2 neither", async () => {
    const { person, client, app } = await aPersonWithApp(backend, { role: "admin" });
    const token = (await client.auth.getSession()).data.session?.access_token;
    for (const [method, path] of [
      ["GET", ""],
      ["DELETE", `/${app.factorId}`],
    ] as const) {
      const answer = await fetch(`${backend.url}/auth/v1/admin/users/${person.id}/factors${path}`, {
        method,
        headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(403);
    }
  });
});
