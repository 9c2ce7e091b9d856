import {
  createDatabaseForThisRun,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import fc from "fast-check";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { beginAs, type Caller, runAs, toCaller, VISITOR } from "#tests/support/database/run-as.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertDraft, insertFinding, publishDraft } from "#tests/support/records/finding.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const MARKER = "Unannounced weakness 7f3e";
const ROLES = ["owner", "technical", "auditor", "billing"] as const;

let database: TestDatabase;
let administrator: Caller;
let client: TestClient;
let project: { id: string; client_id: string };

beforeAll(async () => {
  database = await createDatabaseForThisRun();
  administrator = toCaller(await createAdministrator(database));
});
beforeEach(async () => {
  client = await createTestClient(database);
  project = await insertProject(database, { client_id: client.id, project_name: "Red team" });
});

/** Runs a statement as the caller and commits. Returns the rows as arrays. */
async function call(caller: Caller, sql: string, values: unknown[] = []): Promise<unknown[][]> {
  const connection = await database.pool.connect();
  try {
    await beginAs(connection, caller);
    const { rows } = await connection.query({ text: sql, values, rowMode: "array" });
    await connection.query("commit");
    return rows;
  } catch (error) {
    await connection.query("rollback");
    throw error;
  } finally {
    connection.release();
  }
}

/** The number of rows that the query returns to the caller. 0 if the caller cannot use the table. */
async function countRows(caller: Caller, sql: string): Promise<number> {
  return runAs(database.pool, caller, async (connection) => {
    try {
      return (await connection.query(sql)).rows.length;
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "42501") {
        return 0;
      }
      throw error;
    }
  });
}

/** The tables and views of the public API with a row that contains one of the texts in a column that the caller can read. */
async function findRelations(caller: Caller, texts: readonly string[]): Promise<string[]> {
  return runAs(database.pool, caller, async (connection) => {
    const { rows } = await connection.query<{ name: string; columns: string }>(
      `select attrelid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns
         from pg_attribute join pg_class as relation on relation.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
          and attnum > 0 and not attisdropped and has_column_privilege(attrelid, attnum, 'select')
        group by attrelid`,
    );
    const conditions = texts.map((text) => `strpos(entry.text, '${text}') > 0`).join(" or ");
    const searches = rows.map(
      ({ name, columns }) =>
        `select '${name}' as name
          where exists (select from (select row(${columns})::text as text from ${name}) as entry where ${conditions})`,
    );
    const found = await connection.query<{ name: string }>(
      searches.join(" union all ") || "select '' as name limit 0",
    );
    return found.rows.map(({ name }) => name);
  });
}

/** Inserts a draft with everything that a draft can have, and returns the texts by which it can be recognized. */
async function insertFullDraft(): Promise<string[]> {
  const draft = await insertDraft(database, project, { title: MARKER });
  const document = await insertRow(database, "documents", {
    ...{ client_id: client.id, name: `${MARKER}.txt`, file_size: 1, mime_type: "text/plain" },
    ...{ scan_status: "clear", is_internal: true },
  });
  await database.pool.query(
    "insert into public.finding_mappings values ($1, 'owasp-llm', '2025', 'LLM06:2025', 'Excessive Agency')",
    [draft.id],
  );
  await database.pool.query("insert into public.finding_attachments values ($1, $2, $3)", [
    ...[draft.id, client.id, document.id],
  ]);
  await call(administrator, "update endpoints.findings set impact = $2 where id = $1", [draft.id, MARKER]);
  const deleted = await insertDraft(database, project, { title: MARKER });
  await call(administrator, "delete from endpoints.findings where id = $1", [deleted.id]);
  return [MARKER, draft.id, document.id, deleted.id];
}

describe("a draft", () => {
  test("appears in no table, view or log that a person of the client can read", async () => {
    const texts = await insertFullDraft();
    expect(await findRelations(administrator, texts)).toEqual(
      expect.arrayContaining(["audit_log", "findings", "finding_attachments", "finding_mappings"]),
    );
    for (const role of ROLES) {
      const member = toCaller(await createMember(database, client.id, role));
      expect(await findRelations(member, texts), role).toEqual([]);
    }
    expect(await findRelations(VISITOR, texts)).toEqual([]);
  });

  test("cannot be planned by the client, or retested and commented on by the firm, because the client would see it", async () => {
    const draft = await insertDraft(database, project);
    const request = "select outcome from endpoints.request_retest($1, $2, '')";
    expect(await call(administrator, request, [project.id, [draft.id]])).toEqual([["not-testable"]]);
    expect(await call(toCaller(client), "select endpoints.plan_finding($1, '{}')", [draft.id])).toEqual([
      ["unknown"],
    ]);
    const comment =
      "insert into public.finding_comments (finding_id, client_id, body, mentions) values ($1, $2, 'Hello', $3)";
    await expect(call(administrator, comment, [draft.id, client.id, [client.userId]])).rejects.toMatchObject({
      code: "42501",
    });
  });

  test("adds nothing to the number of unread findings", async () => {
    const finding = await insertFinding(database, project);
    await insertFullDraft();
    const unread = "select finding_id from public.unread_findings";
    expect(await call(toCaller(client), unread)).toEqual([[finding.id]]);
  });
});

test("a finding is visible to the roles of its client that read findings, and only after publication", async () => {
  const members = {
    owner: toCaller(client),
    technical: toCaller(await createMember(database, client.id, "technical")),
    auditor: toCaller(await createMember(database, client.id, "auditor")),
    billing: toCaller(await createMember(database, client.id, "billing")),
    suspended: toCaller(
      await createMember(database, client.id, "technical", { suspended_at: new Date().toISOString() }),
    ),
    "other client": toCaller(await createTestClient(database)),
    visitor: VISITOR,
  };
  const steps = fc.array(fc.constantFrom("publish", "correct", "withdraw", "restore"), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom(...Object.keys(members)), async (actions, name) => {
      const caller = Object.entries(members).find(([key]) => key === name)?.[1] ?? VISITOR;
      const { id } = await insertDraft(database, project);
      let status = "draft";
      for (const action of actions) {
        if (action === "publish" && status === "draft") {
          await publishDraft(database, id);
          status = "published";
        } else if (action === "correct" && status !== "draft") {
          await database.pool.query("update public.findings set correction_note = 'Typo' where id = $1", [
            id,
          ]);
        } else if (action === "withdraw" && status === "published") {
          await database.pool.query(
            "update public.findings set publication_status = 'withdrawn', withdrawal_reason = 'Duplicate' where id = $1",
            [id],
          );
          status = "withdrawn";
        } else if (action === "restore" && status === "withdrawn") {
          await database.pool.query(
            "update public.findings set publication_status = 'published' where id = $1",
            [id],
          );
          status = "published";
        }
      }
      const isVisible = status !== "draft" && ["owner", "technical", "auditor"].includes(name);
      expect(await countRows(caller, `select 1 from public.findings where id = '${id}'`)).toBe(
        isVisible ? 1 : 0,
      );
      for (const table of ["finding_events", "finding_versions"]) {
        const count = await countRows(caller, `select 1 from public.${table} where finding_id = '${id}'`);
        expect(count > 0, table).toBe(isVisible);
      }
    }),
    { numRuns: 40 },
  );
});
