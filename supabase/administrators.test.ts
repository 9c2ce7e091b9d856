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

describe("the name of an administrator", () => {
  const NAME_ADMINISTRATOR = "select endpoints.name_administrator($1, $2) as is_known";
  const list = (caller: Caller, sql: string) =>
    runAs(database.pool, caller, async (connection) => (await connection.query(sql)).rows);

  test("falls back to the name of their host, then to the local part of their email address", async () => {
    const colleague = await createAdministrator(database, { email: "desk@firm.example" });
    const readName = async () => {
      const { rows } = await database.pool.query(
        `select staff.name, access.staff_name(staff.id) as stored, private.account_name(staff.id) as account_name
           from public.staff_names as staff where staff.id = $1`,
        [colleague.userId],
      );
      return rows[0];
    };
    expect(await readName()).toEqual({ name: "desk", stored: null, account_name: null });
    await database.pool.query(
      "insert into public.consultation_hosts (name, email, phone) values ('Maya Okafor', 'Desk@firm.example', '+1 555 0100')",
    );
    expect(await readName()).toEqual({
      name: "Maya Okafor",
      stored: "Maya Okafor",
      account_name: "Maya Okafor",
    });
    await database.pool.query("update public.users set name = 'Maya O.' where id = $1", [colleague.userId]);
    expect(await readName()).toEqual({ name: "Maya O.", stored: "Maya O.", account_name: "Maya O." });
  });

  test("can be changed only by administrators", async () => {
    const reader = await createTestClient(database);
    await expect(
      runAs(database.pool, toCaller(reader), (connection) =>
        connection.query(NAME_ADMINISTRATOR, [administrator.userId, "Mallory"]),
      ),
    ).rejects.toMatchObject({ code: "42501" });
    expect(
      await runAs(database.pool, toCaller(administrator), async (connection) => [
        (await connection.query(NAME_ADMINISTRATOR, [administrator.userId, "Ida Berg"])).rows[0],
        (await connection.query(NAME_ADMINISTRATOR, [reader.userId, "Ida Berg"])).rows[0],
      ]),
    ).toEqual([{ is_known: true }, { is_known: false }]);
  });

  test("is shown to clients only if the administrator wrote to them", async () => {
    const reader = await createTestClient(database);
    expect(await list(toCaller(reader), "select * from public.staff_names")).toEqual([]);
    const authors = "select author_id, name from public.message_authors";
    expect(await list(toCaller(reader), authors)).toEqual([]);
    await database.pool.query("update public.users set name = 'Ida Berg' where id = $1", [
      administrator.userId,
    ]);
    await database.pool.query(
      "insert into public.messages (client_id, sender_role, sender_id, body) values ($1, 'admin', $2, 'Hello')",
      [reader.id, administrator.userId],
    );
    expect(await list(toCaller(reader), authors)).toEqual([
      { author_id: administrator.userId, name: "Ida Berg" },
    ]);
  });
});
