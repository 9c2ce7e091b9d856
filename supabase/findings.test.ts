import {
  createDatabaseForThisRun,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import fc from "fast-check";
import type pg from "pg";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { deadlineAtPublication } from "#domain/findings/deadline.ts";
import { getFindingState, type RemediationStatus, type Verdict } from "#domain/findings/finding-state.ts";
import { CHOSEN_STATUSES, canChangeStatus } from "#domain/findings/remediation.ts";
import { SEVERITIES, type Severity } from "#domain/findings/severity.ts";
import { beginAs, type Caller, runAs, toCaller } from "#tests/support/database/run-as.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertDraft, insertFinding, publishDraft } from "#tests/support/records/finding.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";
import { createTestClient, type TestClient } from "#tests/support/records/test-client.ts";

const CHECK_VIOLATION = { code: "23514" };

let database: TestDatabase;
let administrator: Caller;
let client: TestClient;
let owner: Caller;
let engineer: Caller;
let project: { id: string; client_id: string };
let finding: { id: string };

beforeAll(async () => {
  database = await createDatabaseForThisRun();
  administrator = toCaller(await createAdministrator(database));
});
beforeEach(async () => {
  client = await createTestClient(database);
  owner = toCaller(client);
  engineer = toCaller(await createMember(database, client.id, "technical", { name: "Sam Lee" }));
  project = await insertProject(database, { client_id: client.id, project_name: "Red team" });
  finding = await insertFinding(database, project);
});

/** Runs one statement as the caller and commits. Returns the first column of the first row. */
async function call(caller: Caller, sql: string, values: unknown[] = []) {
  const connection: pg.PoolClient = await database.pool.connect();
  try {
    await beginAs(connection, caller);
    const { rows } = await connection.query({ text: sql, values, rowMode: "array" });
    await connection.query("commit");
    return rows[0]?.[0];
  } catch (error) {
    await connection.query("rollback");
    throw error;
  } finally {
    connection.release();
  }
}

async function list(caller: Caller, sql: string): Promise<unknown[]> {
  return runAs(database.pool, caller, async (connection) =>
    (await connection.query({ text: sql, rowMode: "array" })).rows.flat(),
  );
}

async function readFinding(id = finding.id) {
  const { rows } = await database.pool.query(
    "select to_jsonb(finding) as row from public.findings as finding where id = $1",
    [id],
  );
  return rows[0].row;
}

const set = (columns: string, id = finding.id) =>
  database.pool.query(`update public.findings set ${columns} where id = $1`, [id]);
const listActions = async () => list(owner, "select action from public.finding_events order by id");
const changeStatus = (status: string, reason = "", caller = engineer) =>
  call(caller, "select endpoints.change_remediation_status($1, $2, $3)", [finding.id, status, reason]);
const requestRetest = (caller = engineer) =>
  call(caller, "select round_id from endpoints.request_retest($1, $2, 'Fixed in 4.2')", [
    project.id,
    [finding.id],
  ]);

/** Retests the finding, and returns the id of the round. */
async function retest(verdict: Verdict): Promise<string> {
  const round = await requestRetest(administrator);
  await call(administrator, "select endpoints.save_retest_result($1, $2, $3, '', '2025-10-20', 'Maya')", [
    round,
    finding.id,
    verdict,
  ]);
  expect(await call(administrator, "select endpoints.complete_retest($1)", [round])).toBe("completed");
  return round;
}

/** Changes an open finding to the status. */
async function reach(status: RemediationStatus): Promise<void> {
  if (status === "risk_accepted") {
    await acceptRisk();
  } else if (status !== "open") {
    await changeStatus(status, "Intended");
  }
}

async function acceptRisk(): Promise<string> {
  await call(engineer, "select endpoints.request_risk_acceptance($1, 'Internal only', '2026-01-31')", [
    finding.id,
  ]);
  const id = await call(owner, "select id from public.risk_acceptances order by requested_at desc limit 1");
  await call(owner, "select endpoints.decide_risk_acceptance($1, true, '')", [id]);
  return id;
}

describe("a draft", () => {
  test("is invisible to its client in every table", async () => {
    const draft = await insertDraft(database, project);
    const document = await insertRow(database, "documents", {
      ...{ client_id: client.id, name: "trace.txt", file_size: 1, mime_type: "text/plain" },
      ...{ scan_status: "clear", is_internal: true },
    });
    await database.pool.query(
      "insert into public.finding_mappings values ($1, 'owasp-llm', '2025', 'LLM01:2025', 'Prompt Injection')",
      [draft.id],
    );
    await database.pool.query("insert into public.finding_attachments values ($1, $2, $3)", [
      draft.id,
      client.id,
      document.id,
    ]);
    const { rows: tables } = await database.pool.query<{ name: string; column: string }>(
      `select attrelid::regclass::text as name, attname as column from pg_attribute
        where attname in ('finding_id', 'id') and attrelid::regclass::text ~ '^(finding|retest_|risk_|unread_)'
          and (attname = 'finding_id' or attrelid = 'public.findings'::regclass)
          and exists (select from pg_class where oid = attrelid and relkind in ('r', 'v'))`,
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name, column } of tables) {
      expect(await list(owner, `select 1 from ${name} where ${column} = '${draft.id}'`), name).toEqual([]);
    }
    expect(await list(administrator, `select 1 from public.findings where id = '${draft.id}'`)).toEqual([1]);
  });

  test("cannot be viewed, commented on, changed, retested or accepted by its client", async () => {
    finding = await insertDraft(database, project);
    await call(owner, "select endpoints.record_finding_view($1)", [finding.id]);
    expect(
      await list(administrator, `select 1 from finding_views where finding_id = '${finding.id}'`),
    ).toEqual([]);
    const comment =
      "insert into public.finding_comments (finding_id, client_id, body) values ($1, $2, 'Hello')";
    await expect(call(owner, comment, [finding.id, client.id])).rejects.toMatchObject({ code: "42501" });
    expect(await changeStatus("in_progress")).toBe("unknown");
    expect(
      await call(engineer, "select outcome from endpoints.request_retest($1, $2, '')", [
        project.id,
        [finding.id],
      ]),
    ).toBe("not-testable");
    expect(
      await call(engineer, "select endpoints.request_risk_acceptance($1, 'Internal only', '2026-01-31')", [
        finding.id,
      ]),
    ).toBe("unknown");
  });

  test("has no key, and gets one that never changes at publication", async () => {
    const draft = await insertDraft(database, project);
    await expect(set("key = 'WL-77-001', number = 1", draft.id)).rejects.toMatchObject(CHECK_VIOLATION);
    await expect(
      set("publication_status = 'published', published_on = '2025-10-02'", draft.id),
    ).rejects.toMatchObject(CHECK_VIOLATION);
    await expect(set("key = 'WL-77-001'")).rejects.toMatchObject(CHECK_VIOLATION);
    await expect(set("number = 77001")).rejects.toMatchObject(CHECK_VIOLATION);
    await call(administrator, "delete from endpoints.findings where id = $1", [draft.id]);
  });
});

describe("an attachment of a draft", () => {
  let document: { id: string };
  const attach = (findingId: string) =>
    database.pool.query("insert into public.finding_attachments values ($1, $2, $3)", [
      findingId,
      client.id,
      document.id,
    ]);
  const listVisible = async () => ({
    documents: await list(owner, "select name from public.documents"),
    downloads: await list(owner, "select document_name from public.document_downloads"),
    links: (
      await database.pool.query("select private.can_download($1, $2) as result", [client.userId, document.id])
    ).rows[0].result,
  });
  const VISIBLE = { documents: ["trace.txt"], downloads: ["trace.txt"], links: true };
  const HIDDEN = { documents: [], downloads: [], links: false };

  const insertDocument = (columns: object) =>
    insertRow(database, "documents", {
      ...{ client_id: client.id, name: "trace.txt", file_size: 1, mime_type: "text/plain" },
      ...{ scan_status: "clear", ...columns },
    });
  const insertDownload = () =>
    insertRow(database, "document_downloads", {
      ...{ client_id: client.id, document_id: document.id, document_name: "trace.txt", user_role: "admin" },
    });
  const readDocument = async () =>
    (
      await database.pool.query(
        "select is_internal, version, is_latest from public.documents where id = $1",
        [document.id],
      )
    ).rows[0];
  const share = (caller: Caller) => call(caller, "select endpoints.share_document($1)", [document.id]);

  beforeEach(async () => {
    document = await insertDocument({ is_internal: true });
    await insertDownload();
    expect(await listVisible()).toEqual(HIDDEN);
  });

  test("is hidden from the client until the draft is published", async () => {
    const draft = await insertDraft(database, project);
    await attach(draft.id);
    expect(await listVisible()).toEqual(HIDDEN);
    expect(
      await list(administrator, `select name from public.documents where id = '${document.id}'`),
    ).toEqual(["trace.txt"]);
    await publishDraft(database, draft.id);
    expect(await listVisible()).toEqual(VISIBLE);
  });

  test("stays visible if the client could see it before", async () => {
    await database.pool.query("delete from public.documents where id = $1", [document.id]);
    document = await insertDocument({ is_internal: false });
    await insertDownload();
    const draft = await insertDraft(database, project);
    await attach(draft.id);
    expect(await listVisible()).toEqual(VISIBLE);
    expect(await readDocument()).toEqual({ is_internal: false, version: 1, is_latest: true });
    expect(await list(owner, "select 1 from public.finding_attachments")).toEqual([]);
    await database.pool.query("delete from public.findings where id = $1", [draft.id]);
    expect(await listVisible()).toEqual(VISIBLE);
  });

  test("stays hidden when it is detached or the draft is deleted, until an administrator shares it", async () => {
    const draft = await insertDraft(database, project);
    await attach(draft.id);
    expect(await share(administrator)).toBe("attached-to-draft");
    await database.pool.query("delete from public.finding_attachments where document_id = $1", [document.id]);
    expect(await listVisible()).toEqual(HIDDEN);
    await attach(draft.id);
    await database.pool.query("delete from public.findings where id = $1", [draft.id]);
    expect(await listVisible()).toEqual(HIDDEN);
    await expect(share(owner)).rejects.toMatchObject({ code: "42501" });
    expect(await share(administrator)).toBe("shared");
    expect(await listVisible()).toEqual(VISIBLE);
    expect(await share(administrator)).toBe("shared");
    expect(await call(administrator, "select endpoints.share_document(gen_random_uuid())")).toBe("unknown");
  });

  test("becomes visible when it is attached to a published finding", async () => {
    await attach((await insertDraft(database, project)).id);
    expect(await listVisible()).toEqual(HIDDEN);
    await attach(finding.id);
    expect(await listVisible()).toEqual(VISIBLE);
  });

  test("has version numbers of its own, so that clients see no gaps", async () => {
    const draft = await insertDraft(database, project);
    await attach(draft.id);
    await insertDocument({ name: "TRACE.txt" });
    expect(await list(owner, "select version from public.documents where is_latest")).toEqual([1]);
    expect(await readDocument()).toEqual({ is_internal: true, version: 1, is_latest: true });
    await publishDraft(database, draft.id);
    expect(await list(owner, "select version from public.documents order by version")).toEqual([1, 2]);
    // The visible version was uploaded later.
    expect(await readDocument()).toEqual({ is_internal: false, version: 2, is_latest: false });
    expect(await list(owner, "select version from public.documents where is_latest")).toEqual([1]);
  });

  test("leaves no downloads in the client's log when it is deleted", async () => {
    await attach((await insertDraft(database, project)).id);
    await database.pool.query("delete from public.documents where id = $1", [document.id]);
    expect(
      await list(administrator, `select 1 from document_downloads where client_id = '${client.id}'`),
    ).toEqual([]);
  });
});

/** Each severity without days of the client, with days and without a deadline. Informational findings have none. */
function listDeadlineCases(): Array<readonly [Severity, number | null | undefined]> {
  return SEVERITIES.flatMap((severity) =>
    (severity === "info" ? [undefined] : [undefined, 21, null]).map((days) => [severity, days] as const),
  );
}

async function setClientDays(severity: Severity, days: number | null | undefined): Promise<void> {
  if (severity !== "info" && days !== undefined) {
    await insertRow(database, "finding_deadlines", { client_id: client.id, severity, days });
  }
}

async function getExpectedDeadline(severity: Severity) {
  const { rows } = await database.pool.query(
    "select client_id, severity, days from public.finding_deadlines",
  );
  return deadlineAtPublication({ client_id: client.id, severity }, rows, calendarDate("2025-10-02"));
}

describe("publication", () => {
  test("sets the deadline of the severity, or that of the client", async () => {
    expect((await readFinding()).due_on).toBe("2025-11-01");
    await insertRow(database, "finding_deadlines", { client_id: client.id, severity: "high", days: 14 });
    const strict = await insertFinding(database, project);
    expect((await readFinding(strict.id)).due_on).toBe("2025-10-16");
    const info = await insertFinding(database, project, { severity: "info" });
    expect((await readFinding(info.id)).due_on).toBeNull();
  });

  test.each(
    listDeadlineCases(),
  )("sets the deadline that the dialog shows: %s, %j days for the client", async (severity, days) => {
    await setClientDays(severity, days);
    const { id } = await insertFinding(database, project, { severity });
    expect((await readFinding(id)).due_on).toBe(await getExpectedDeadline(severity));
  });

  test.each(
    listDeadlineCases(),
  )("a correction to %s, %j days for the client, keeps only a deadline that was set", async (severity, days) => {
    await setClientDays(severity, days);
    for (const from of SEVERITIES.filter((other) => other !== severity)) {
      for (const fixed of [undefined, "2025-12-24", null]) {
        const { id } = await insertFinding(database, project, { severity: from });
        const isFixed = fixed !== undefined && fixed !== (await getExpectedDeadline(from));
        if (isFixed) {
          await database.pool.query("update public.findings set due_on = $2 where id = $1", [id, fixed]);
        }
        await set(`severity = '${severity}', correction_note = 'Tested again'`, id);
        expect((await readFinding(id)).due_on).toBe(isFixed ? fixed : await getExpectedDeadline(severity));
      }
    }
  });

  test("can be withdrawn and restored, but not undone or deleted", async () => {
    await set("publication_status = 'withdrawn', withdrawal_reason = 'Duplicate'");
    expect(await list(owner, "select state from public.findings")).toEqual(["withdrawn"]);
    await set("publication_status = 'published'");
    await expect(set("publication_status = 'draft'")).rejects.toMatchObject(CHECK_VIOLATION);
    await expect(
      database.pool.query("delete from public.findings where id = $1", [finding.id]),
    ).rejects.toMatchObject(CHECK_VIOLATION);
    expect(await listActions()).toEqual(["published", "withdrawn", "restored"]);
  });

  test("makes later changes corrections with a note and a version", async () => {
    await expect(set("title = 'Prompt injection by email'")).rejects.toMatchObject(CHECK_VIOLATION);
    await set("title = 'Prompt injection by email', correction_note = 'More precise title'");
    expect(
      await list(
        owner,
        "select version || ' ' || (content ->> 'title') from public.finding_versions order by version",
      ),
    ).toEqual(["1 Prompt injection in the support assistant", "2 Prompt injection by email"]);
    expect(await listActions()).toEqual(["published", "corrected"]);
  });

  test("makes a change of only the mappings a correction, because its note or its version is new", async () => {
    await set("correction_note = 'Another mapping'");
    expect(await readFinding()).toMatchObject({ version: 2, correction_note: "Another mapping" });
    await set("version = 3");
    expect(await readFinding()).toMatchObject({ version: 3, correction_note: "Another mapping" });
    for (const version of [2, 5]) {
      await expect(set(`version = ${version}`)).rejects.toMatchObject(CHECK_VIOLATION);
    }
  });

  test("keeps a deadline that was set for the finding when the severity is corrected", async () => {
    await set("severity = 'critical', correction_note = 'Exploited'");
    expect((await readFinding()).due_on).toBe("2025-10-09");
    await set("due_on = '2025-12-24'");
    await set("severity = 'low', correction_note = 'Not exposed'");
    expect((await readFinding()).due_on).toBe("2025-12-24");
  });

  test.each([
    "key = 'WL-01-999'",
    "number = 999",
    "published_on = '2025-01-01'",
  ])("rejects setting %s", async (columns) => {
    await expect(set(columns)).rejects.toMatchObject(CHECK_VIOLATION);
  });
});

describe("the remediation status", () => {
  const STATUSES: RemediationStatus[] = [...CHOSEN_STATUSES, "risk_accepted"];
  const VERDICTS: (Verdict | null)[] = [null, "fixed", "partly_fixed", "not_fixed"];

  test("changes as canChangeStatus() allows, from every state", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...STATUSES),
        fc.constantFrom(...CHOSEN_STATUSES),
        fc.constantFrom(...VERDICTS),
        fc.boolean(),
        async (from, to, verdict, isInRetest) => {
          finding = await insertFinding(database, project);
          // A retest that leaves the finding open sets the status to open, and a fixed finding keeps its status.
          if (verdict === "fixed") {
            await reach(from);
            await retest(verdict);
          } else {
            if (verdict) {
              await retest(verdict);
            }
            await reach(from);
          }
          if (isInRetest) {
            await requestRetest(administrator);
          }
          const isAllowed = canChangeStatus(from, to, { verdict, isInRetest });
          if (from !== to) {
            expect(await changeStatus(to, "Intended")).toBe(
              isAllowed
                ? "changed"
                : isInRetest && verdict !== "fixed" && from !== "risk_accepted"
                  ? "being-retested"
                  : "not-allowed",
            );
          }
          const { state, publication_status, remediation_status } = await readFinding();
          expect(remediation_status).toBe(isAllowed ? to : from);
          expect(state).toBe(
            getFindingState({
              publicationStatus: publication_status,
              remediationStatus: remediation_status,
              verdict,
            }),
          );
        },
      ),
      { numRuns: 25 },
    );
  });

  test("of a dispute requires a reason, and the firm answers it", async () => {
    expect(await changeStatus("disputed")).toBe("not-allowed");
    expect(await changeStatus("disputed", "It needs a signed request.")).toBe("changed");
    await call(
      administrator,
      "update endpoints.findings set remediation_status = 'open', dispute_answer = 'The signature is not checked.' where id = $1",
      [finding.id],
    );
    expect(await list(owner, "select action || ': ' || note from public.finding_events order by id")).toEqual(
      [
        "published: ",
        "status-changed: It needs a signed request.",
        "status-changed: ",
        "dispute-answered: The signature is not checked.",
      ],
    );
  });

  test("and the assignee cannot be changed by auditors, billing members, other clients or administrators", async () => {
    const other = toCaller(await createTestClient(database));
    for (const caller of [
      toCaller(await createMember(database, client.id, "auditor")),
      toCaller(await createMember(database, client.id, "billing")),
      other,
      administrator,
    ]) {
      expect(await changeStatus("in_progress", "", caller)).toBe("unknown");
      expect(await call(caller, "select endpoints.plan_finding($1, '{}')", [finding.id])).toBe("unknown");
    }
  });

  test("has an assignee who can change findings, and the history names the person", async () => {
    const auditor = await createMember(database, client.id, "auditor");
    const plan = (userId: unknown) =>
      call(owner, "select endpoints.plan_finding($1, $2)", [
        finding.id,
        { assignee: userId, planned_on: "2025-10-15" },
      ]);
    expect(await plan(auditor.userId)).toBe("unknown-person");
    expect(await plan(JSON.parse(JSON.stringify(engineer.claims)).sub)).toBe("planned");
    expect(
      await list(
        owner,
        "select action || ' ' || to_value from public.finding_events where action <> 'published' order by id",
      ),
    ).toEqual(["assigned Sam Lee", "planned 2025-10-15"]);
  });
});

test("a plan changes only its own fields, so that two people can edit different ones", async () => {
  const plan = (changes: object) =>
    call(engineer, "select endpoints.plan_finding($1, $2)", [finding.id, changes]);
  const { sub } = JSON.parse(JSON.stringify(engineer.claims));
  await Promise.all([plan({ assignee: sub }), plan({ planned_on: "2025-10-15" })]);
  expect(await readFinding()).toMatchObject({ assignee_id: sub, planned_on: "2025-10-15" });
  expect(await plan({ assignee: null })).toBe("planned");
  expect(await plan({})).toBe("planned");
  expect(await readFinding()).toMatchObject({ assignee_id: null, planned_on: "2025-10-15" });
  expect(await plan({ planned_on: null })).toBe("planned");
  expect(await readFinding()).toMatchObject({ assignee_id: null, planned_on: null });
});

describe("a retest", () => {
  test("is requested by the client, and its results apply when it is completed", async () => {
    const round = await requestRetest();
    expect((await readFinding()).state).toBe("ready_for_retest");
    expect(
      await call(engineer, "select outcome from endpoints.request_retest($1, $2, '')", [
        project.id,
        [finding.id],
      ]),
    ).toBe("already-requested");
    expect(await call(administrator, "select endpoints.start_retest($1)", [round])).toBe(true);
    expect(await call(administrator, "select endpoints.complete_retest($1)", [round])).toBe("incomplete");
    const save = "select endpoints.save_retest_result($1, $2, 'fixed', 'Refuses', '2025-10-20', 'Maya')";
    expect(await call(administrator, save, [round, finding.id])).toBe(true);
    expect(await list(owner, "select verdict from public.retest_results")).toEqual([]);
    expect(await call(administrator, "select endpoints.complete_retest($1)", [round])).toBe("completed");
    expect(await list(owner, "select verdict from public.retest_results")).toEqual(["fixed"]);
    expect(await readFinding()).toMatchObject({ state: "fixed", closed_at: expect.any(String) });
    expect(await call(administrator, save, [round, finding.id])).toBe(false);
  });

  test.each([
    "partly_fixed",
    "not_fixed",
  ] as const)("with the result %s leaves the finding open", async (verdict) => {
    await changeStatus("ready_for_retest");
    await retest(verdict);
    expect(await readFinding()).toMatchObject({ state: "open", verdict, closed_at: null });
  });

  test("reopens a finding that is no longer fixed, and keeps all rounds", async () => {
    await retest("fixed");
    expect(
      await call(engineer, "select outcome from endpoints.request_retest($1, $2, '')", [
        project.id,
        [finding.id],
      ]),
    ).toBe("not-testable");
    await retest("not_fixed");
    expect((await readFinding()).state).toBe("open");
    expect(await list(owner, "select number from public.retest_rounds order by number")).toEqual([1, 2]);
  });

  test("can be withdrawn by the client until it starts, which restores the status", async () => {
    const cancel = (round: unknown) => call(engineer, "select endpoints.cancel_retest($1)", [round]);
    const changed = "status-changed";
    for (const [status, events] of [
      ["open", [changed, "retest-requested", changed, "retest-canceled"]],
      ["in_progress", [changed, "retest-requested", changed, "retest-canceled"]],
      ["ready_for_retest", ["retest-requested", "retest-canceled"]],
    ] as const) {
      await set(`remediation_status = '${status}'`);
      const { length } = await listActions();
      const round = await requestRetest();
      expect((await readFinding()).state).toBe("ready_for_retest");
      expect(await cancel(round)).toBe("canceled");
      expect((await readFinding()).state).toBe(status);
      expect((await listActions()).slice(length)).toEqual(events);
    }
    const round = await requestRetest();
    await call(administrator, "select endpoints.start_retest($1)", [round]);
    expect(await cancel(round)).toBe("already-started");
    expect(await call(administrator, "select endpoints.cancel_retest($1)", [round])).toBe("canceled");
    expect((await readFinding()).state).toBe("in_progress");
  });

  test("can be completed after the firm withdrew a finding", async () => {
    const round = await requestRetest();
    await call(administrator, "select endpoints.start_retest($1)", [round]);
    await set("publication_status = 'withdrawn'");
    await call(
      administrator,
      "select endpoints.save_retest_result($1, $2, 'not_fixed', '', '2025-10-20', '')",
      [round, finding.id],
    );
    expect(await call(administrator, "select endpoints.complete_retest($1)", [round])).toBe("completed");
    expect(await readFinding()).toMatchObject({ state: "withdrawn", verdict: "not_fixed" });
  });

  test("has a history that names who acted", async () => {
    await call(administrator, "select endpoints.name_administrator(auth.uid(), 'Maya Okafor')");
    await call(administrator, "select endpoints.start_retest($1)", [await requestRetest()]);
    await call(administrator, "select endpoints.name_administrator(auth.uid(), '')");
    expect(
      await list(
        owner,
        `select action || ': ' || actor_role || ' ' || actor from public.finding_events
          where action like 'retest%' order by id`,
      ),
    ).toEqual(["retest-requested: client Sam Lee", "retest-started: admin Maya Okafor"]);
  });

  test("is the only way to set the verdict", async () => {
    await expect(set("verdict = 'fixed', closed_at = now()")).rejects.toMatchObject(CHECK_VIOLATION);
  });

  test("cannot include findings of another project", async () => {
    const other = await insertFinding(
      database,
      await insertProject(database, { client_id: client.id, project_name: "Audit" }),
    );
    expect(
      await call(engineer, "select outcome from endpoints.request_retest($1, $2, '')", [
        project.id,
        [other.id],
      ]),
    ).toBe("not-testable");
  });
});

describe("an accepted risk", () => {
  test("requires an owner who is another person than the requester", async () => {
    const request = "select endpoints.request_risk_acceptance($1, 'Internal only', '2026-01-31')";
    expect(await call(owner, request, [finding.id])).toBe("requested");
    expect(await call(engineer, request, [finding.id])).toBe("already-requested");
    const [id] = await list(owner, "select id from public.risk_acceptances");
    const decide = (caller: Caller) =>
      call(caller, "select endpoints.decide_risk_acceptance($1, true, '')", [id]);
    expect(await decide(owner)).toBe("same-person");
    expect(await decide(engineer)).toBe("not-owner");
    expect(await decide(toCaller(await createTestClient(database)))).toBe("unknown");
    expect(await decide(toCaller(await createMember(database, client.id, "owner")))).toBe("approved");
    expect((await readFinding()).state).toBe("risk_accepted");
  });

  test("requires approval", async () => {
    await expect(set("remediation_status = 'risk_accepted'")).rejects.toMatchObject(CHECK_VIOLATION);
    await acceptRisk();
    await expect(set("remediation_status = 'open'")).rejects.toMatchObject(CHECK_VIOLATION);
  });

  test("cannot be approved by its requester in the database", async () => {
    await call(owner, "select endpoints.request_risk_acceptance($1, 'Internal only', '2026-01-31')", [
      finding.id,
    ]);
    await expect(
      database.pool.query(
        "update public.risk_acceptances set status = 'approved', decided_by = requested_by where finding_id = $1",
        [finding.id],
      ),
    ).rejects.toMatchObject(CHECK_VIOLATION);
  });

  test("reopens the finding after its last day", async () => {
    await acceptRisk();
    const expire = (today: string) =>
      database.pool.query("select private.expire_risk_acceptances($1)", [today]);
    await expire("2026-01-31");
    expect((await readFinding()).state).toBe("risk_accepted");
    await expire("2026-02-01");
    expect((await readFinding()).state).toBe("open");
    expect((await listActions()).at(-1)).toBe("acceptance-expired");
  });

  test("can be revoked by an owner, and a request by its requester", async () => {
    const withdraw = (caller: Caller, id: unknown) =>
      call(caller, "select endpoints.withdraw_risk_acceptance($1)", [id]);
    const id = await acceptRisk();
    expect(await withdraw(engineer, id)).toBe("not-owner");
    expect(await withdraw(owner, id)).toBe("revoked");
    expect((await readFinding()).state).toBe("open");
    await call(engineer, "select endpoints.request_risk_acceptance($1, 'Again', '2026-01-31')", [finding.id]);
    const request = await call(owner, "select id from public.risk_acceptances where status = 'requested'");
    expect(await withdraw(owner, request)).toBe("not-requester");
    expect(await withdraw(engineer, request)).toBe("withdrawn");
  });

  test("can be withdrawn by an owner if the requester's account was deleted", async () => {
    const colleague = toCaller(await createMember(database, client.id, "technical"));
    await call(colleague, "select endpoints.request_risk_acceptance($1, 'Internal only', '2026-01-31')", [
      finding.id,
    ]);
    const id = await call(owner, "select id from public.risk_acceptances");
    await database.pool.query("update public.risk_acceptances set requested_by = null where id = $1", [id]);
    const withdraw = (caller: Caller) => call(caller, "select endpoints.withdraw_risk_acceptance($1)", [id]);
    expect(await withdraw(engineer)).toBe("not-requester");
    expect(await withdraw(owner)).toBe("withdrawn");
  });

  test("that ends while the finding is withdrawn or fixed leaves it open", async () => {
    const revoke = (id: unknown) => call(owner, "select endpoints.withdraw_risk_acceptance($1)", [id]);
    const withdrawn = await acceptRisk();
    await set("publication_status = 'withdrawn'");
    expect(await revoke(withdrawn)).toBe("revoked");
    await set("publication_status = 'published'");
    expect((await readFinding()).state).toBe("open");

    const fixed = await acceptRisk();
    await retest("fixed");
    expect(await revoke(fixed)).toBe("revoked");
    await retest("not_fixed");
    expect((await readFinding()).state).toBe("open");
  });

  test("cannot be approved during a retest", async () => {
    await call(engineer, "select endpoints.request_risk_acceptance($1, 'Internal only', '2026-01-31')", [
      finding.id,
    ]);
    const id = await call(owner, "select id from public.risk_acceptances");
    await requestRetest();
    expect(await call(owner, "select endpoints.decide_risk_acceptance($1, true, '')", [id])).toBe(
      "being-retested",
    );
  });

  test("stays accepted after a retest that did not find it fixed, and closes after one that did", async () => {
    await acceptRisk();
    await retest("not_fixed");
    expect((await readFinding()).state).toBe("risk_accepted");
    await retest("fixed");
    expect((await readFinding()).state).toBe("fixed");
  });
});

describe("the workload", () => {
  const readWorkload = (caller: Caller) =>
    list(
      caller,
      `select concat_ws(' ', drafts, critical, high, overdue, ready_for_retest, disputed, oldest_published_on)
         from public.finding_workload('2025-11-02') where project_id = '${project.id}'`,
    );

  test("counts drafts, open, overdue and waiting findings", async () => {
    await insertDraft(database, project, { severity: "critical" });
    await insertFinding(database, project, { severity: "critical" });
    await changeStatus("ready_for_retest");
    expect(await readWorkload(administrator)).toEqual(["1 1 1 2 1 0 2025-10-02"]);
  });

  test("leaves out fixed, withdrawn and accepted findings", async () => {
    await retest("fixed");
    expect(await readWorkload(administrator)).toEqual([]);
  });

  test("contains no drafts for clients, and nothing for other clients", async () => {
    await insertDraft(database, project);
    expect(await readWorkload(owner)).toEqual(["0 0 1 1 0 0 2025-10-02"]);
    expect(await readWorkload(toCaller(await createTestClient(database)))).toEqual([]);
  });
});

describe("unread findings", () => {
  const listUnread = (caller: Caller) => list(caller, "select finding_id from public.unread_findings");
  const view = (caller: Caller) => call(caller, "select endpoints.record_finding_view($1)", [finding.id]);

  test("are those that the firm changed or others commented on since the caller opened them", async () => {
    expect(await listUnread(owner)).toEqual([finding.id]);
    await view(owner);
    await view(engineer);
    expect(await listUnread(owner)).toEqual([]);
    await changeStatus("in_progress");
    expect(await listUnread(owner)).toEqual([]);
    await call(
      engineer,
      "insert into public.finding_comments (finding_id, client_id, body) values ($1, $2, 'Fixing it')",
      [finding.id, client.id],
    );
    expect(await listUnread(owner)).toEqual([finding.id]);
    expect(await listUnread(engineer)).toEqual([]);
    await view(owner);
    await retest("not_fixed");
    expect(await listUnread(owner)).toEqual([finding.id]);
    expect(await list(owner, "select count(*)::integer from public.finding_views")).toEqual([1]);
  });

  test("of a new member are those that are open, published later or have news since the member joined", async () => {
    await retest("fixed");
    const open = await insertFinding(database, project);
    const newMember = toCaller(await createMember(database, client.id, "auditor"));
    expect(await listUnread(newMember)).toEqual([open.id]);
    expect((await listUnread(owner)).toSorted()).toEqual([finding.id, open.id].toSorted());

    await call(
      engineer,
      "insert into public.finding_comments (finding_id, client_id, body) values ($1, $2, 'Fixed in 4.2')",
      [finding.id, client.id],
    );
    expect((await listUnread(newMember)).toSorted()).toEqual([finding.id, open.id].toSorted());
  });

  test("of a new member include those that were published and closed since the member joined", async () => {
    const newMember = toCaller(await createMember(database, client.id, "auditor"));
    finding = await insertFinding(database, project);
    await retest("fixed");
    expect(await listUnread(newMember)).toContain(finding.id);
  });
});

describe("a comment", () => {
  const comment = (caller: Caller, mentions: unknown[] = []) =>
    call(
      caller,
      "insert into public.finding_comments (finding_id, client_id, body, mentions) values ($1, $2, 'Hello', $3)",
      [finding.id, client.id, mentions],
    );

  test("names its author, without the email address of an administrator who has no name", async () => {
    await comment(engineer);
    await comment(administrator);
    await call(administrator, "select endpoints.name_administrator(auth.uid(), 'Maya Okafor')");
    await comment(administrator);
    expect(
      await list(
        owner,
        "select author_role || ': ' || author from public.finding_comments order by created_at",
      ),
    ).toEqual(["client: Sam Lee", "admin: ", "admin: Maya Okafor"]);
  });

  test("can mention only people who can read the finding", async () => {
    const billing = await createMember(database, client.id, "billing");
    await expect(comment(engineer, [billing.userId])).rejects.toMatchObject(CHECK_VIOLATION);
    await expect(comment(engineer, [(await createTestClient(database)).userId])).rejects.toMatchObject(
      CHECK_VIOLATION,
    );
    await comment(engineer, [client.userId]);
  });

  test("cannot be written by auditors and other clients", async () => {
    const denied = { code: "42501" };
    await expect(comment(toCaller(await createMember(database, client.id, "auditor")))).rejects.toMatchObject(
      denied,
    );
    await expect(comment(toCaller(await createTestClient(database)))).rejects.toMatchObject(denied);
  });
});
