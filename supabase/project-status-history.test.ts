import { beforeAll, describe, expect, test } from "vitest";
import { aClient, type TestClient } from "#tests/support/a-client.ts";
import { aProject } from "#tests/support/a-project.ts";
import { actingAs, callerOf } from "#tests/support/acting-as.ts";
import type { Account } from "#tests/support/an-account.ts";
import { anAdministrator } from "#tests/support/an-administrator.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
let projectId: string;
beforeAll(async () => {
  database = await aDatabase();
  client = await aClient(database, { projects: [aProject({ status: "open" })] });
  administrator = await anAdministrator(database);
  projectId = client.projects[0]?.id ?? "";
});

const HISTORY = `select from_status, to_status, changed_by from public.project_status_changes
                  where project_id = $1 order by changed_at, id`;
const created = { from_status: null, to_status: "open", changed_by: null };

describe("the history of a project's status", () => {
  test("begins with the status the project was created with", async () => {
    expect((await database.pool.query(HISTORY, [projectId])).rows).toEqual([created]);
  });

  test("tells each change, from what to what, and who made it", async () => {
    const history = await actingAs(database.pool, callerOf(administrator), async (connection) => {
      const set = "update public.projects set status = $2 where id = $1";
      await connection.query(set, [projectId, "frozen"]);
      await connection.query(set, [projectId, "frozen"]);
      await connection.query("update public.projects set description = 'New' where id = $1", [projectId]);
      await connection.query(set, [projectId, "completed"]);
      return (await connection.query(HISTORY, [projectId])).rows;
    });
    expect(history).toEqual([
      created,
      { from_status: "open", to_status: "frozen", changed_by: administrator.userId },
      { from_status: "frozen", to_status: "completed", changed_by: administrator.userId },
    ]);
  });

  test("names the administrator for whom the server acts, and nobody where no account acted", async () => {
    const connection = await database.pool.connect();
    try {
      await connection.query("begin");
      await connection.query("update public.projects set status = 'on_hold' where id = $1", [projectId]);
      await connection.query("select set_config('app.actor', $1, true)", [administrator.userId]);
      await connection.query("update public.projects set status = 'cancelled' where id = $1", [projectId]);
      expect((await connection.query(HISTORY, [projectId])).rows.slice(1)).toMatchObject([
        { to_status: "on_hold", changed_by: null },
        { to_status: "cancelled", changed_by: administrator.userId },
      ]);
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  });
});
