import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, describe, expect, test } from "vitest";
import { runAs, toCaller } from "#tests/support/database/run-as.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { buildProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const SECRET = "They will not renew";
let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, { projects: [buildProject({ notes: SECRET })] });
  administrator = await createAdministrator(database);
});

const NOTES = "select project_id, notes from public.project_notes";

describe("internal notes on a project", () => {
  test("are written with the project and visible to administrators", async () => {
    const visible = await runAs(database.pool, toCaller(administrator), async (connection) => {
      await connection.query("set constraints all immediate");
      return (await connection.query(NOTES)).rows;
    });
    expect(visible).toEqual([{ project_id: client.projects[0]?.id, notes: SECRET }]);
  });

  test("are not visible to clients", async () => {
    const visible = await runAs(database.pool, toCaller(client), async (connection) => [
      ...(await connection.query("select * from public.projects")).rows,
      ...(await connection.query(NOTES)).rows,
    ]);
    expect(visible).toHaveLength(1);
    expect(JSON.stringify(visible)).not.toContain(SECRET);
  });

  test("stay when other columns change and are deleted when emptied", async () => {
    const visible = await runAs(database.pool, toCaller(administrator), async (connection) => {
      const notes = async () => (await connection.query(NOTES)).rows.map((row) => row.notes);
      const change = (columns: string) =>
        connection.query(`update public.projects set ${columns} where id = $1`, [client.projects[0]?.id]);
      await change("status = 'frozen'");
      const kept = await notes();
      await change("notes = 'They renewed'");
      const changed = await notes();
      await change("notes = ''");
      return { kept, changed, emptied: await notes() };
    });
    expect(visible).toEqual({ kept: [SECRET], changed: ["They renewed"], emptied: [] });
  });

  test("are not stored when the project is rejected", async () => {
    const insert = runAs(database.pool, toCaller(client), (connection) =>
      connection.query(
        "insert into public.projects (client_id, project_name, notes) values ($1, 'Mine', 'x')",
        [client.id],
      ),
    );
    await expect(insert).rejects.toThrow("row-level security");
    const { rows } = await database.pool.query(NOTES);
    expect(rows).toHaveLength(1);
  });
});
