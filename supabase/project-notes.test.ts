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

const SELECT_NOTES = "select project_id, notes from public.project_notes";

describe("internal notes on a project", () => {
  test("are written with the project and visible to administrators", async () => {
    const visible = await runAs(database.pool, toCaller(administrator), async (connection) => {
      await connection.query("set constraints all immediate");
      return (await connection.query(SELECT_NOTES)).rows;
    });
    expect(visible).toEqual([{ project_id: client.projects[0]?.id, notes: SECRET }]);
  });

  test("are not visible to clients", async () => {
    const visible = await runAs(database.pool, toCaller(client), async (connection) => [
      ...(await connection.query("select * from public.projects")).rows,
      ...(await connection.query(SELECT_NOTES)).rows,
    ]);
    expect(visible).toHaveLength(1);
    expect(JSON.stringify(visible)).not.toContain(SECRET);
  });

  test("are kept when other columns change, and deleted when set to an empty string", async () => {
    const visible = await runAs(database.pool, toCaller(administrator), async (connection) => {
      const readNotes = async () => (await connection.query(SELECT_NOTES)).rows.map((row) => row.notes);
      const updateProject = (columns: string) =>
        connection.query(`update public.projects set ${columns} where id = $1`, [client.projects[0]?.id]);
      await updateProject("status = 'frozen'");
      const unchangedNotes = await readNotes();
      await updateProject("notes = 'They renewed'");
      const changedNotes = await readNotes();
      await updateProject("notes = ''");
      return { kept: unchangedNotes, changed: changedNotes, emptied: await readNotes() };
    });
    expect(visible).toEqual({ kept: [SECRET], changed: ["They renewed"], emptied: [] });
  });

  test("are not stored if inserting the project is rejected", async () => {
    const insert = runAs(database.pool, toCaller(client), (connection) =>
      connection.query(
        "insert into public.projects (client_id, project_name, notes) values ($1, 'Mine', 'x')",
        [client.id],
      ),
    );
    await expect(insert).rejects.toThrow("row-level security");
    const { rows } = await database.pool.query(SELECT_NOTES);
    expect(rows).toHaveLength(1);
  });
});
