import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aProject } from "#tests/support/a-project.ts";
import { actingAs, callerOf } from "#tests/support/acting-as.ts";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

const SECRET = "They will not renew";
let database: TestDatabase;
let client: TestClient;
let administrator: Account;
beforeAll(async () => {
  database = await aDatabase();
  client = await aClient(database, { projects: [aProject({ notes: SECRET })] });
  administrator = await anAdministrator(database);
});

const NOTES = "select project_id, notes from public.project_notes";

describe("the firm's notes on a project", () => {
  test("written with the project, are read by the administrator", async () => {
    const seen = await actingAs(database.pool, callerOf(administrator), async (connection) => {
      await connection.query("set constraints all immediate");
      return (await connection.query(NOTES)).rows;
    });
    expect(seen).toEqual([{ project_id: client.projects[0]?.id, notes: SECRET }]);
  });

  test("are nowhere in what the client reads", async () => {
    const seen = await actingAs(database.pool, callerOf(client), async (connection) => [
      ...(await connection.query("select * from public.projects")).rows,
      ...(await connection.query(NOTES)).rows,
    ]);
    expect(seen).toHaveLength(1);
    expect(JSON.stringify(seen)).not.toContain(SECRET);
  });

  test("stay when something else of the project is changed, and go when they are emptied", async () => {
    const seen = await actingAs(database.pool, callerOf(administrator), async (connection) => {
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
    expect(seen).toEqual({ kept: [SECRET], changed: ["They renewed"], emptied: [] });
  });

  test("of a project that is refused are not kept", async () => {
    const refused = actingAs(database.pool, callerOf(client), (connection) =>
      connection.query(
        "insert into public.projects (client_id, project_name, notes) values ($1, 'Mine', 'x')",
        [client.id],
      ),
    );
    await expect(refused).rejects.toThrow("row-level security");
    const { rows } = await database.pool.query(NOTES);
    expect(rows).toHaveLength(1);
  });
});
