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

let database: TestDatabase;
let client: TestClient;
let administrator: Account;
let projectId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  client = await createTestClient(database, { projects: [buildProject({ status: "open" })] });
  administrator = await createAdministrator(database);
  projectId = client.projects[0]?.id ?? "";
});

const SELECT_HISTORY = `select from_status, to_status, changed_by from public.project_status_changes
                  where project_id = $1 order by changed_at, id`;
const initialChange = { from_status: null, to_status: "open", changed_by: null };

describe("the status history of a project", () => {
  test("starts with the initial status", async () => {
    expect((await database.pool.query(SELECT_HISTORY, [projectId])).rows).toEqual([initialChange]);
  });

  test("records the old status, the new status and the author of each change", async () => {
    const history = await runAs(database.pool, toCaller(administrator), async (connection) => {
      const setStatus = "update public.projects set status = $2 where id = $1";
      await connection.query(setStatus, [projectId, "frozen"]);
      await connection.query(setStatus, [projectId, "frozen"]);
      await connection.query("update public.projects set description = 'New' where id = $1", [projectId]);
      await connection.query(setStatus, [projectId, "completed"]);
      return (await connection.query(SELECT_HISTORY, [projectId])).rows;
    });
    expect(history).toEqual([
      initialChange,
      { from_status: "open", to_status: "frozen", changed_by: administrator.userId },
      { from_status: "frozen", to_status: "completed", changed_by: administrator.userId },
    ]);
  });

  test("records the administrator when the server bypasses policies, and null for changes without an account", async () => {
    const connection = await database.pool.connect();
    try {
      await connection.query("begin");
      await connection.query("update public.projects set status = 'on_hold' where id = $1", [projectId]);
      await connection.query("select set_config('app.actor', $1, true)", [administrator.userId]);
      await connection.query("update public.projects set status = 'cancelled' where id = $1", [projectId]);
      expect((await connection.query(SELECT_HISTORY, [projectId])).rows.slice(1)).toMatchObject([
        { to_status: "on_hold", changed_by: null },
        { to_status: "cancelled", changed_by: administrator.userId },
      ]);
    } finally {
      await connection.query("rollback");
      connection.release();
    }
  });
});
