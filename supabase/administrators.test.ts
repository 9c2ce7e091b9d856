import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { actingAs, type Caller, callerOf } from "#tests/support/acting-as.ts";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await aDatabase();
  client = await aClient(database);
  administrator = await anAdministrator(database);
  await aClient(database);
});

async function clientsSeenBy(caller: Caller): Promise<number> {
  return actingAs(database.pool, caller, async (connection) => {
    const { rows } = await connection.query<{ seen: number }>(
      "select count(*)::integer as seen from public.clients",
    );
    return rows[0]?.seen ?? -1;
  });
}

const with_ = (caller: Caller, more: object): Caller => ({
  ...caller,
  claims: { ...caller.claims, ...more },
});

describe("an administrator is made by app_metadata in the signed token alone", () => {
  test("with it, every client is seen; a client sees itself", async () => {
    expect(await clientsSeenBy(callerOf(administrator))).toBe(2);
    expect(await clientsSeenBy(callerOf(client))).toBe(1);
  });

  test.each([
    ["user_metadata", { user_metadata: { role: "admin" } }],
    ["a claim of its own", { admin: true, is_admin: true, "app_metadata.role": "admin" }],
    ["a list of roles", { app_metadata: { role: "client", roles: ["admin"] } }],
  ])("not by %s", async (_, claims) => {
    expect(await clientsSeenBy(with_(callerOf(client), claims))).toBe(1);
  });

  test.each([
    ["a role in capitals", { app_metadata: { role: "ADMIN" } }],
    ["a role in an array", { app_metadata: { role: ["admin"] } }],
    ["no app_metadata", { app_metadata: null }],
    ["app_metadata that is a text", { app_metadata: "admin" }],
  ])("nor by %s, which makes no client either", async (_, claims) => {
    expect(await clientsSeenBy(with_(callerOf(client), claims))).toBe(0);
  });

  test("not by the role in the users table", async () => {
    await database.pool.query("update public.users set role = 'admin' where id = $1", [client.userId]);
    expect(await clientsSeenBy(callerOf(client))).toBe(1);
  });

  test("a token without claims or of nobody sees nothing", async () => {
    expect(await clientsSeenBy({ role: "authenticated", claims: {} })).toBe(0);
    expect(
      await clientsSeenBy(with_(callerOf(client), { sub: "00000000-0000-4000-8000-000000000000" })),
    ).toBe(0);
  });
});

describe("a second factor", () => {
  test("counts from the moment it is verified, for tokens signed before too", async () => {
    const guarded = await anAdministrator(database, { secondFactor: true });
    expect(await clientsSeenBy(callerOf(guarded, "aal1"))).toBe(0);
    expect(await clientsSeenBy(callerOf(guarded, "aal2"))).toBe(2);
    await database.pool.query("update auth.mfa_factors set status = 'unverified' where user_id = $1", [
      guarded.userId,
    ]);
    expect(await clientsSeenBy(callerOf(guarded, "aal1"))).toBe(2);
  });
});

describe("a suspended client", () => {
  test("sees nothing from the next request on, and all of it again once restored", async () => {
    const setStatus = (status: string) =>
      database.pool.query("update public.clients set status = $1 where id = $2", [status, client.id]);
    await setStatus("suspended");
    expect(await clientsSeenBy(callerOf(client))).toBe(0);
    await setStatus("active");
    expect(await clientsSeenBy(callerOf(client))).toBe(1);
  });
});
