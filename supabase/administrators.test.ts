import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { type Caller, runAs, toCaller } from "#tests/support/database/run-as.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database);
  administrator = await createAdministrator(database);
  await createTestClient(database);
});

async function countVisibleClients(caller: Caller): Promise<number> {
  return runAs(database.pool, caller, async (connection) => {
    const { rows } = await connection.query<{ visible: number }>(
      "select count(*)::integer as visible from public.clients",
    );
    return rows[0]?.visible ?? -1;
  });
}

const withClaims = (caller: Caller, claims: object): Caller => ({
  ...caller,
  claims: { ...caller.claims, ...claims },
});

describe("administrator access", () => {
  test("is granted by app_metadata.role in the signed token", async () => {
    expect(await countVisibleClients(toCaller(administrator))).toBe(2);
    expect(await countVisibleClients(toCaller(client))).toBe(1);
  });

  test.each([
    ["user_metadata", { user_metadata: { role: "admin" } }],
    ["a top-level claim", { admin: true, is_admin: true, "app_metadata.role": "admin" }],
    ["a list of roles", { app_metadata: { role: "client", roles: ["admin"] } }],
  ])("is not granted by %s", async (_, claims) => {
    expect(await countVisibleClients(withClaims(toCaller(client), claims))).toBe(1);
  });

  test.each([
    ["a role in upper case", { app_metadata: { role: "ADMIN" } }],
    ["a role in an array", { app_metadata: { role: ["admin"] } }],
    ["no app_metadata", { app_metadata: null }],
    ["app_metadata that is a string", { app_metadata: "admin" }],
  ])("is not granted by %s, and neither is client access", async (_, claims) => {
    expect(await countVisibleClients(withClaims(toCaller(client), claims))).toBe(0);
  });

  test("is not granted by the role in public.users", async () => {
    await database.pool.query("update public.users set role = 'admin' where id = $1", [client.userId]);
    expect(await countVisibleClients(toCaller(client))).toBe(1);
  });

  test("is not granted by a token without claims or for an unknown user", async () => {
    expect(await countVisibleClients({ role: "authenticated", claims: {} })).toBe(0);
    expect(
      await countVisibleClients(
        withClaims(toCaller(client), { sub: "00000000-0000-4000-8000-000000000000" }),
      ),
    ).toBe(0);
  });
});

describe("a second factor", () => {
  test("is required as soon as it is enrolled, even for existing tokens", async () => {
    const administratorWithFactor = await createAdministrator(database, { secondFactor: true });
    expect(await countVisibleClients(toCaller(administratorWithFactor, "aal1"))).toBe(0);
    expect(await countVisibleClients(toCaller(administratorWithFactor, "aal2"))).toBe(2);
    await database.pool.query("update auth.mfa_factors set status = 'unverified' where user_id = $1", [
      administratorWithFactor.userId,
    ]);
    expect(await countVisibleClients(toCaller(administratorWithFactor, "aal1"))).toBe(2);
  });
});

describe("a suspended client", () => {
  test("loses access on the next request and regains it when restored", async () => {
    const setStatus = (status: string) =>
      database.pool.query("update public.clients set status = $1 where id = $2", [status, client.id]);
    await setStatus("suspended");
    expect(await countVisibleClients(toCaller(client))).toBe(0);
    await setStatus("active");
    expect(await countVisibleClients(toCaller(client))).toBe(1);
  });
});
