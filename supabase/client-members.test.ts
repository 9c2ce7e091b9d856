import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { CLIENT_ROLES, hasPermission } from "#domain/clients/members/role.ts";
import { listKeys } from "#domain/status.ts";
import { createDatabase } from "#server/database/database.ts";
import { type Account, createAccount } from "#tests/support/records/account.ts";
import { createMember, insertMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const ERROR_MESSAGE = "a client must keep one active owner";

let pool: pg.Pool;
let client: TestClient;
beforeEach(async () => {
  ({ pool } = await createTestDatabase());
  client = await createTestClient({ pool });
});

const addOwner = () => createMember({ pool }, client.id, "owner");
const readPrimaryContact = async () =>
  (await pool.query("select user_id from public.clients where id = $1", [client.id])).rows[0].user_id;

test("hasPermission matches the permissions in the database", async () => {
  const { rows } = await pool.query<{ granted: string }>(
    `select role || ' ' || permission as granted from public.client_role_permissions
      where permission in ('proposals', 'remediation')`,
  );
  const inCode = (["proposals", "remediation"] as const).flatMap((permission) =>
    listKeys(CLIENT_ROLES)
      .filter((role) => hasPermission(role, permission))
      .map((role) => `${role} ${permission}`),
  );
  expect(inCode.toSorted()).toEqual(rows.map(({ granted }) => granted).toSorted());
});

const REMOVALS = [
  ["removed", "delete from public.client_members where user_id = $1"],
  ["suspended", "update public.client_members set suspended_at = now() where user_id = $1"],
  ["given another role", "update public.client_members set role = 'billing' where user_id = $1"],
  ["deleted with the account", "delete from auth.users where id = $1"],
] as const;
const ACCOUNT_REMOVALS = [
  ["soft-deleted", "update auth.users set deleted_at = now() where id = $1"],
  ["unconfirmed", "update auth.users set email_confirmed_at = null where id = $1"],
] as const;

describe.each([...REMOVALS, ...ACCOUNT_REMOVALS])("the last owner cannot be %s", (_, statement) => {
  test("if the other members are suspended, invited, or have another role", async () => {
    await createMember({ pool }, client.id, "owner", { suspended_at: "2026-01-01T00:00:00Z" });
    await createMember({ pool }, client.id, "billing");
    const invited = await addOwner();
    await pool.query("update auth.users set email_confirmed_at = null where id = $1", [invited.userId]);
    await expect(pool.query(statement, [client.userId])).rejects.toThrow(ERROR_MESSAGE);
    // An owner who has not accepted the invitation can be removed.
    await pool.query("delete from public.client_members where user_id = $1", [invited.userId]);
  });

  test("unless another active owner remains", async () => {
    await addOwner();
    expect((await pool.query(statement, [client.userId])).rowCount).toBe(1);
  });
});

describe("the primary contact", () => {
  test("becomes an active owner, even if previously suspended", async () => {
    const { userId } = await createMember({ pool }, client.id, "billing", {
      suspended_at: "2026-01-01T00:00:00Z",
      expires_at: "2026-01-01T00:00:00Z",
    });
    await pool.query("update public.clients set user_id = $1 where id = $2", [userId, client.id]);
    const { rows } = await pool.query(
      "select role, suspended_at, expires_at from public.client_members where user_id = $1",
      [userId],
    );
    expect(rows).toEqual([{ role: "owner", suspended_at: null, expires_at: null }]);
  });

  test.each(REMOVALS)("is replaced by the owner who joined first when it is %s", async (_, statement) => {
    const [first] = [await addOwner(), await addOwner()];
    await pool.query(statement, [client.userId]);
    expect(await readPrimaryContact()).toBe(first.userId);
  });

  test("is not replaced by the primary contact of another client", async () => {
    const other = await createTestClient({ pool });
    await insertMember({ pool }, { client_id: client.id, user_id: other.userId, role: "owner" });
    await pool.query("delete from public.client_members where client_id = $1 and user_id = $2", [
      client.id,
      client.userId,
    ]);
    expect(await readPrimaryContact()).toBeNull();
  });
});

test.each(REMOVALS)("two owners cannot be %s at the same time", async (_, statement) => {
  const other = await addOwner();
  const results = await Promise.allSettled(
    [client.userId, other.userId].map((userId) => pool.query(statement, [userId])),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const { rows } = await pool.query(
    "select count(*)::integer as owners from public.client_members where role = 'owner' and suspended_at is null",
  );
  expect(rows).toEqual([{ owners: 1 }]);
});

test("owners' access does not expire", async () => {
  await expect(
    createMember({ pool }, client.id, "owner", { expires_at: "2030-01-01T00:00:00Z" }),
  ).rejects.toThrow("client_members_owner_check");
});

test("deleting a client removes its members and keeps their accounts", async () => {
  await addOwner();
  await pool.query("delete from public.clients where id = $1", [client.id]);
  const { rows } = await pool.query(
    `select (select count(*)::integer from public.client_members) as members,
            (select count(*)::integer from public.users) as users`,
  );
  expect(rows).toEqual([{ members: 0, users: 2 }]);
});

describe("endpoints", () => {
  const readClients = (account: Account, selectedClientId?: string) =>
    createDatabase(pool).asCaller(
      {
        ...{ sub: account.userId, role: "authenticated", aal: "aal1", app_metadata: { role: "client" } },
        selectedClientId,
      },
      async (query) => (await query.dynamic("select id from public.clients", [])).map(({ id }) => id),
    );

  test("read the client that the request selects", async () => {
    const other = await createTestClient({ pool });
    const foreign = await createTestClient({ pool });
    await insertMember({ pool }, { client_id: other.id, user_id: client.userId, role: "auditor" });
    expect(await readClients(client)).toEqual([client.id]);
    expect(await readClients(client, other.id)).toEqual([other.id]);
    expect(await readClients(client, other.id.toUpperCase())).toEqual([other.id]);
    expect(await readClients(client, foreign.id)).toEqual([]);
    expect(await readClients(client, "' or true")).toEqual([]);
  });

  test("default to the client joined first for a person who is no primary contact", async () => {
    const account = await createAccount({ pool }, { role: "client" });
    const other = await createTestClient({ pool });
    const join = (client_id: string, joined_at: string) =>
      insertRow({ pool }, "client_members", {
        client_id,
        user_id: account.userId,
        role: "auditor",
        joined_at,
      });
    await join(client.id, "2026-02-01T00:00:00Z");
    await join(other.id, "2026-01-01T00:00:00Z");
    expect(await readClients(account)).toEqual([other.id]);
    await pool.query("update public.client_members set suspended_at = now() where user_id = $1", [
      account.userId,
    ]);
    expect(await readClients(account, client.id)).toEqual([]);
  });
});
