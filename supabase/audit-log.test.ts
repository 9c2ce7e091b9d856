import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aProject } from "#tests/support/a-project.ts";
import { actingAs, callerOf } from "#tests/support/acting-as.ts";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { anInvoice } from "#tests/support/an-invoice.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await aDatabase();
  client = await aClient(database, { projects: [aProject()], invoices: [anInvoice()] });
  administrator = await anAdministrator(database);
});

const LAST = `select actor_id, actor, action, table_name, row_id, before ->> 'status' as was, after ->> 'status' as is
                from public.audit_log order by id desc limit 1`;

describe("the audit log", () => {
  test("tells who changed what, from what, to what", async () => {
    const [project] = client.projects;
    const entry = await actingAs(database.pool, callerOf(administrator), async (connection) => {
      await connection.query("update public.projects set status = 'frozen' where id = $1", [project?.id]);
      return (await connection.query(LAST)).rows;
    });
    expect(entry).toEqual([
      {
        actor_id: administrator.userId,
        actor: administrator.email,
        action: "update",
        table_name: "projects",
        row_id: project?.id,
        was: "in_progress",
        is: "frozen",
      },
    ]);
  });

  test("names the administrator for whom the server acts past the policies", async () => {
    const connection = await database.pool.connect();
    try {
      await connection.query("begin");
      await connection.query("select set_config('app.actor', $1, true)", [administrator.userId]);
      await connection.query("update public.clients set status = 'suspended' where id = $1", [client.id]);
      const { rows } = await connection.query(LAST);
      expect(rows[0]).toMatchObject({
        actor_id: administrator.userId,
        // The same name as when the administrator's own session writes.
        actor: administrator.email,
        table_name: "clients",
        is: "suspended",
      });
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  });

  test("leaves out what clients and the sync do, and what changes nothing", async () => {
    const { rows } = await database.pool.query("select count(*)::integer as entries from public.audit_log");
    expect(rows).toEqual([{ entries: 0 }]);
    const added = await actingAs(database.pool, callerOf(client), async (connection) => {
      await connection.query("update public.clients set phone = '555' where id = $1", [client.id]);
      await connection.query("reset role");
      return (await connection.query("select count(*)::integer as entries from public.audit_log")).rows;
    });
    expect(added).toEqual([{ entries: 0 }]);
  });

  test.each([
    "update public.audit_log set actor = 'nobody'",
    "delete from public.audit_log",
    "truncate public.audit_log",
  ])("cannot be changed, not even by the owner of the database: %s", async (statement) => {
    await database.pool.query(
      "insert into public.audit_log (actor, action, table_name) values ('a', 'update', 'x')",
    );
    await expect(database.pool.query(statement)).rejects.toThrow("the audit log cannot be changed");
  });

  test.each([
    ["insert into public.audit_log (actor, action, table_name) values ('a', 'update', 'x')"],
    ["update public.audit_log set actor = 'nobody'"],
    ["delete from public.audit_log where at < '2020-01-01'"],
  ])("is written by no administrator: %s", async (statement) => {
    const attempt = actingAs(database.pool, callerOf(administrator), (connection) =>
      connection.query(statement),
    );
    await expect(attempt).rejects.toThrow("permission denied");
  });

  test("forgets lines older than a year to the job that keeps the periods, and none younger", async () => {
    const connection = await database.pool.connect();
    const remove = (action: string) =>
      connection.query("delete from public.audit_log where action = $1", [action]);
    try {
      await connection.query("begin");
      await connection.query(
        `insert into public.audit_log (at, actor, action, table_name)
         values (now() - interval '12 months' - interval '1 second', 'a', 'old', 'x'),
                (now() - interval '12 months' + interval '1 minute', 'a', 'young', 'x')`,
      );
      expect((await remove("old")).rowCount).toBe(1);
      await expect(remove("young")).rejects.toThrow("the audit log cannot be changed");
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  });
});
