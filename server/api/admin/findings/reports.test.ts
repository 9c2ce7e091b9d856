import { createHash } from "node:crypto";
import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { readLetter, storeLetter } from "#server/findings/report/issue-letter.ts";
import { readReportData } from "#server/findings/report/read-report-data.ts";
import { createLetterVerifier } from "#server/findings/report/verify-letter.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createVerificationCode } from "#server/pdf/verification-code.ts";
import {
  buildPdf,
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";
import { insertDraft, insertFinding } from "#tests/support/records/finding.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";

const DETAILS = {
  ...{
    system: "Support assistant 4.2",
    environment: "Staging",
    engagementReference: "SOW-7",
    testType: "gray_box",
  },
  ...{ startedOn: "2025-09-01", endedOn: "2025-09-30", testers: "Ada Lovelace" },
  ...{ inScope: "The chat", outOfScope: "", methodology: "OWASP", summary: "One weakness.", approach: "" },
};
const TESTED = [{ taxonomy: "owasp-llm", version: "2025", id: "LLM07:2025" }];
const SIGNATORY = { signatory: "Grace Hopper", signatoryTitle: "Director" };

let environment: DocumentEnvironment;
let project: { id: string; client_id: string };
beforeAll(async () => {
  environment = await startDocumentEnvironment();
});
afterAll(() => environment.stop());
beforeEach(async () => {
  // Truncating skips the triggers that keep issued letters.
  await query(
    "truncate public.attestation_letters, public.finding_reports, public.assessments, public.tested_entries, public.findings cascade",
  );
  await query("delete from public.documents");
  await query("delete from private.document_version_counters");
  await query("delete from graphile_worker._private_jobs");
  environment.clock.now = new Date("2025-10-06T15:00:00Z");
  project = await insertProject(
    { pool: environment.sql },
    { client_id: environment.clientA, project_name: "Chatbot / assessment" },
  );
});

const call = (method: string, path: string, body?: object) =>
  environment.call("administrator", method, `/api/admin/${path}`, body);
const saveAssessment = (details: object = {}, testedEntries: object[] = TESTED) =>
  call("PUT", `projects/${project.id}/assessment`, { details: { ...DETAILS, ...details }, testedEntries });
const requestReport = () => call("POST", `projects/${project.id}/reports`);
const issueLetter = () => call("POST", `projects/${project.id}/letters`, SIGNATORY);
const query = async (sql: string, values: unknown[] = []) => (await environment.sql.query(sql, values)).rows;

async function readReports() {
  return query(
    "select status, progress, version, sha256, document_id from public.finding_reports order by requested_at",
  );
}

async function download(documentId: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const response = await environment.request(
    "visitor",
    await environment.getDownloadUrl(String(documentId), "administrator"),
  );
  return new Uint8Array(await response.arrayBuffer());
}

/** Returns a function that stores a rendered letter. */
async function prepareLetter(): Promise<() => Promise<string>> {
  const { database, files, clock } = environment;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const now = () => clock.now;
  const content = await database.bypassPolicies({ reason: "start a report" }, (run) =>
    readLetter(run, project.id, { ...SIGNATORY, code: createVerificationCode(), now: now() }),
  );
  if (!content) {
    throw new Error("the letter has no content");
  }
  const context = { database, files, scanner: null, jobs, log, now };
  return () => storeLetter(context, { ...content, pdf: buildPdf() });
}

async function readText(pdf: Uint8Array): Promise<string> {
  return (await extractText(Uint8Array.from(pdf), { mergePages: true })).text;
}

describe("an assessment", () => {
  test("is saved with the tested items, and replaced by the next save", async () => {
    expect((await saveAssessment()).status).toBe(200);
    expect((await saveAssessment({ system: "Support assistant 4.3" }, [])).status).toBe(200);
    expect(await query("select system, test_type, started_on::text from public.assessments")).toEqual([
      { system: "Support assistant 4.3", test_type: "gray_box", started_on: "2025-09-01" },
    ]);
    expect(await query("select entry_id from public.tested_entries")).toEqual([]);
  });

  test.each([
    ["an end before the start", { startedOn: "2025-10-01" }, TESTED],
    ["no system", { system: " " }, TESTED],
    ["an unknown test type", { testType: "red_box" }, TESTED],
    ["an unknown item", {}, [{ taxonomy: "owasp-llm", version: "2025", id: "LLM99:2025" }]],
  ])("with %s is rejected and changes nothing", async (_, details, testedEntries) => {
    expect((await saveAssessment(details, testedEntries)).status).toBe(400);
    expect(await query("select 1 from public.assessments")).toEqual([]);
  });

  test("of an unknown project is rejected", async () => {
    const response = await call("PUT", `projects/${crypto.randomUUID()}/assessment`, {
      details: DETAILS,
      testedEntries: [],
    });
    expect([response.status, response.body.code]).toEqual([404, "unknown_project"]);
  });
});

describe("a report", () => {
  test("requires the assessment details", async () => {
    const response = await requestReport();
    expect([response.status, response.body.code]).toEqual([409, "no_assessment"]);
  });

  test("is stored as a document of the client, without drafts", async () => {
    await insertFinding({ pool: environment.sql }, project, { title: "Prompt injection by email" });
    await insertDraft({ pool: environment.sql }, project, { title: "Not yet published" });
    await saveAssessment();
    expect((await requestReport()).status).toBe(201);
    await environment.generateReports();
    const [report] = await readReports();
    expect(report).toMatchObject({ status: "done", progress: 100, version: 1 });
    const [document] = await query(
      "select client_id, project_id, name, category, mime_type from public.documents",
    );
    expect(document).toMatchObject({
      ...{
        client_id: project.client_id,
        project_id: project.id,
        category: "report",
        mime_type: "application/pdf",
      },
      name: expect.stringMatching(/^Report WL-\d+ Chatbot - assessment\.pdf$/),
    });
    const pdf = await download(report.document_id);
    expect(createHash("sha256").update(pdf).digest("hex")).toBe(report.sha256);
    const text = await readText(pdf);
    expect(text).toContain("Prompt injection by email");
    expect(text).toContain("Support assistant 4.2");
    expect(text).toContain("LLM07:2025");
    expect(text).not.toContain("Not yet published");
  });

  test("without changes is not stored again, and with changes becomes the next version", async () => {
    const { id } = await insertFinding({ pool: environment.sql }, project);
    await saveAssessment();
    for (const change of [
      null,
      null,
      "update public.findings set correction_note = 'Typo', title = 'Injection' where id = $1",
    ]) {
      if (change) {
        await query(change, [id]);
      }
      await requestReport();
      await environment.generateReports();
    }
    const reports = await readReports();
    expect(reports.map(({ status, version }) => [status, version])).toEqual([
      ["done", 1],
      ["unchanged", 1],
      ["done", 2],
    ]);
    expect(reports[1]?.sha256).toBe(reports[0]?.sha256);
    expect(await query("select version from public.documents order by 1")).toEqual([
      { version: 1 },
      { version: 2 },
    ]);
  });

  test("has the same bytes on a later day, even after drafts were added, changed and deleted", async () => {
    await insertFinding({ pool: environment.sql }, project);
    await saveAssessment();
    await requestReport();
    await environment.generateReports();
    environment.clock.now = new Date("2026-02-20T03:00:00Z");
    await insertDraft({ pool: environment.sql }, project, { title: "Not yet published" });
    const { id } = await insertDraft({ pool: environment.sql }, project);
    await query("update public.findings set title = 'Renamed' where id = $1", [id]);
    await query("delete from public.findings where id = $1", [id]);
    await requestReport();
    await environment.generateReports();
    const [first, second] = await readReports();
    expect(second).toMatchObject({
      status: "unchanged",
      sha256: first.sha256,
      document_id: first.document_id,
    });
  });

  test("stays visible to the client when it is attached to a draft, with the letter and the log of downloads", async () => {
    await insertFinding({ pool: environment.sql }, project);
    await saveAssessment();
    await requestReport();
    await environment.generateReports();
    await issueLetter();
    const documents = await query("select id from public.documents order by uploaded_at");
    const open = async () => {
      for (const { id } of documents) {
        const response = await environment.request(
          "visitor",
          await environment.getDownloadUrl(String(id), "client"),
        );
        expect(response.status).toBe(200);
      }
    };
    const countDownloads = () =>
      query("select count(*)::integer as count from public.document_downloads where user_role = 'client'");
    await open();
    const draft = await insertDraft({ pool: environment.sql }, project);
    for (const { id } of documents) {
      await query(
        "insert into public.finding_attachments (finding_id, client_id, document_id) values ($1, $2, $3)",
        [draft.id, project.client_id, id],
      );
    }
    await open();
    await requestReport();
    await environment.generateReports();
    expect((await readReports()).map(({ status, version }) => [status, version])).toEqual([
      ["done", 1],
      ["unchanged", 1],
    ]);
    await query("delete from public.findings where id = $1", [draft.id]);
    await open();
    const [before] = await countDownloads();
    for (const { id } of documents) {
      expect((await call("DELETE", `documents/${id}`)).status).toBe(200);
    }
    expect(await countDownloads()).toEqual([before]);
  });

  test("gets a new version number after the document of the last one was deleted", async () => {
    await insertFinding({ pool: environment.sql }, project);
    await saveAssessment();
    await requestReport();
    await environment.generateReports();
    const [first] = await readReports();
    expect((await call("DELETE", `documents/${first?.document_id}`)).status).toBe(200);
    await requestReport();
    await environment.generateReports();
    expect((await readReports()).map(({ status, version }) => [status, version])).toEqual([
      ["done", 1],
      ["done", 2],
    ]);
  });

  test("is written again while the client cannot see the last one", async () => {
    await insertFinding({ pool: environment.sql }, project);
    await saveAssessment();
    await requestReport();
    await environment.generateReports();
    await query("update public.documents set scan_status = 'quarantined'");
    await requestReport();
    await environment.generateReports();
    expect((await readReports()).map(({ status, version }) => [status, version])).toEqual([
      ["done", 1],
      ["done", 2],
    ]);
  });

  test("is written once if it is requested twice at the same time", async () => {
    await saveAssessment();
    const responses = await Promise.all([requestReport(), requestReport(), requestReport()]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)?.body.code).toBe("already_running");
    expect(await query("select task_identifier from graphile_worker.jobs")).toEqual([
      { task_identifier: "generate-report" },
    ]);
  });

  test("reports a failure and can be requested again", async () => {
    await saveAssessment();
    await requestReport();
    await query("alter table public.documents add constraint full_disk check (name = '')");
    await expect(environment.generateReports()).rejects.toThrow("full_disk");
    expect(await query("select status, error <> '' as has_error from public.finding_reports")).toEqual([
      { status: "failed", has_error: true },
    ]);
    await query("alter table public.documents drop constraint full_disk");
    expect((await requestReport()).status).toBe(201);
    await environment.generateReports();
    expect(await query("select count(*)::integer as count from public.documents")).toEqual([{ count: 1 }]);
  });
});

describe("a report that was interrupted", () => {
  test("blocks the project for 15 minutes at most", async () => {
    await saveAssessment();
    await requestReport();
    const age = (minutes: number) =>
      query("update public.finding_reports set requested_at = now() - make_interval(mins => $1)", [minutes]);
    await age(14);
    expect((await requestReport()).status).toBe(409);
    await age(16);
    expect((await requestReport()).status).toBe(201);
    expect(await query("select status from public.finding_reports order by requested_at")).toEqual([
      { status: "failed" },
      { status: "queued" },
    ]);
  });

  test("stores one version if two runs overlap", async () => {
    await saveAssessment();
    await requestReport();
    const runs = await Promise.allSettled([environment.generateReports(), environment.generateReports()]);
    expect(runs.filter(({ status }) => status === "fulfilled")).not.toHaveLength(0);
    expect(await query("select version from public.documents")).toEqual([{ version: 1 }]);
    expect(await query("select status from public.finding_reports")).toEqual([{ status: "done" }]);
  });
});

test("a report shows the findings as of the client's latest change", async () => {
  const { id } = await insertFinding({ pool: environment.sql }, project);
  await saveAssessment();
  await query("update public.assessments set updated_at = '2025-10-03 12:00Z'");
  await query("update public.findings set remediation_status = 'in_progress' where id = $1", [id]);
  const [event] = await query("select max(at) as at from public.finding_events");
  const report = await environment.database.bypassPolicies({ reason: "start a report" }, (run) =>
    readReportData(run, project.id),
  );
  expect(report?.data.asOf).toBe(dateInTimeZone(event.at, brand.timeZone));
  expect(report?.data.findings[0]?.state).toBe("in_progress");
});

test("a report shows the active retest of a finding", async () => {
  const pool = { pool: environment.sql };
  const { id } = await insertFinding(pool, project);
  await saveAssessment();
  const readRetest = async () => {
    const report = await environment.database.bypassPolicies({ reason: "start a report" }, (run) =>
      readReportData(run, project.id),
    );
    return report?.data.findings.map(({ activeRetest }) => activeRetest);
  };
  expect(await readRetest()).toEqual([null]);
  const round = await insertRow(pool, "retest_rounds", {
    ...{ project_id: project.id, client_id: project.client_id },
    ...{ number: 1, requester_role: "client" },
  });
  await insertRow(pool, "retest_findings", { round_id: round.id, project_id: project.id, finding_id: id });
  expect(await readRetest()).toEqual(["requested"]);
  await query("update public.retest_rounds set status = 'canceled', ended_at = now()");
  await query("update public.retest_findings set is_active = false");
  expect(await readRetest()).toEqual([null]);
});

describe("a letter of attestation", () => {
  test("contains counts but no titles, and its hash is stored", async () => {
    await insertFinding({ pool: environment.sql }, project, { title: "Prompt injection by email" });
    await saveAssessment();
    const response = await issueLetter();
    expect(response.status).toBe(201);
    const [letter] = await query(
      "select id, code, status, issued_on::text, sha256, content, document_id from public.attestation_letters",
    );
    expect(letter).toMatchObject({ id: response.body.id, code: response.body.code, status: "valid" });
    expect(letter.issued_on).toBe("2025-10-06");
    expect(letter.content.counts[1]).toEqual({
      severity: "high",
      found: 1,
      fixed: 0,
      riskAccepted: 0,
      open: 1,
    });
    const pdf = await download(letter.document_id);
    expect(createHash("sha256").update(pdf).digest("hex")).toBe(letter.sha256);
    const text = await readText(pdf);
    expect(text).toContain(letter.code);
    expect(text).toContain("Grace Hopper");
    expect(text).toContain("http://portal.test/verify");
    expect(text).not.toContain("Prompt injection by email");
  });

  test("is previewed without being issued", async () => {
    await saveAssessment();
    const response = await environment.request(
      "administrator",
      `/api/admin/projects/${project.id}/letters/preview`,
      {
        method: "POST",
        body: JSON.stringify(SIGNATORY),
      },
    );
    expect(response.headers.get("content-type")).toBe("application/pdf");
    expect(await readText(new Uint8Array(await response.arrayBuffer()))).toContain("XXXX-XXXX-XXXX-XXXX");
    expect(await query("select 1 from public.attestation_letters")).toEqual([]);
    expect(await query("select 1 from public.documents")).toEqual([]);
  });

  test("names the latest report", async () => {
    await saveAssessment();
    await requestReport();
    await environment.generateReports();
    await issueLetter();
    const [report] = await readReports();
    expect(await query("select content -> 'report' as report from public.attestation_letters")).toEqual([
      { report: { version: 1, sha256: report.sha256 } },
    ]);
  });

  test.each([
    ["letters", () => call("POST", `projects/${crypto.randomUUID()}/letters`, SIGNATORY), "unknown_project"],
    ["reports", () => call("POST", `projects/${crypto.randomUUID()}/reports`), "unknown_project"],
    [
      "withdrawals",
      () => call("POST", `letters/${crypto.randomUUID()}/withdraw`, { reason: "x" }),
      "unknown_letter",
    ],
  ])("%s of an unknown record are rejected", async (_, request, code) => {
    const response = await request();
    expect([response.status, response.body.code]).toEqual([404, code]);
  });

  test("rejects text that cannot be stored", async () => {
    await saveAssessment();
    const response = await call("POST", `projects/${project.id}/letters`, {
      ...SIGNATORY,
      signatory: "A\ud800B",
    });
    expect([response.status, response.body.code]).toEqual([400, "invalid_input"]);
  });

  test("does not name a report whose document was deleted", async () => {
    await saveAssessment();
    await requestReport();
    await environment.generateReports();
    await query("delete from public.documents");
    await query("delete from private.document_version_counters");
    await issueLetter();
    expect(await query("select content -> 'report' as report from public.attestation_letters")).toEqual([
      { report: null },
    ]);
  });

  test("is not issued if a finding changed after the PDF was rendered", async () => {
    await saveAssessment();
    const store = await prepareLetter();
    await insertFinding({ pool: environment.sql }, project);
    await expect(store()).rejects.toMatchObject({ status: 409, code: "content_changed" });
    expect(await query("select 1 from public.documents")).toEqual([]);
  });

  test("supersedes the valid one without deadlocks", async () => {
    await saveAssessment();
    const stores = await Promise.all(Array.from({ length: 6 }, prepareLetter));
    const stored = await Promise.allSettled(stores.map((store) => store()));
    expect(stored.map(({ status }) => status)).toEqual(stores.map(() => "fulfilled"));
    expect(await query("select 1 from public.attestation_letters where status = 'valid'")).toHaveLength(1);
  });

  test("supersedes the valid one, also if two are issued at the same time", async () => {
    await saveAssessment();
    const responses = await Promise.all([issueLetter(), issueLetter(), issueLetter()]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(
      await query(
        "select status, count(*)::integer as count from public.attestation_letters group by status order by status",
      ),
    ).toEqual([
      { status: "superseded", count: 2 },
      { status: "valid", count: 1 },
    ]);
    expect(
      await query("select distinct ended_on::text from public.attestation_letters where status <> 'valid'"),
    ).toEqual([{ ended_on: "2025-10-06" }]);
  });

  test("is withdrawn once, with a reason", async () => {
    await saveAssessment();
    const { body } = await issueLetter();
    const withdraw = (reason: string) => call("POST", `letters/${body.id}/withdraw`, { reason });
    expect((await withdraw(" ")).status).toBe(400);
    expect((await withdraw("The scope was wrong.")).status).toBe(200);
    const again = await withdraw("Again");
    expect([again.status, again.body.code]).toEqual([409, "already_withdrawn"]);
    expect(
      await query("select status, withdrawal_reason, ended_on::text from public.attestation_letters"),
    ).toEqual([{ status: "withdrawn", withdrawal_reason: "The scope was wrong.", ended_on: "2025-10-06" }]);
  });

  test("cannot change or be deleted", async () => {
    await saveAssessment();
    await issueLetter();
    for (const change of [
      "content = '{}'",
      `sha256 = '${"0".repeat(64)}'`,
      "issued_on = '2024-01-01'",
      "code = '0000-0000-0000-0000'",
      "created_at = now()",
      "document_id = gen_random_uuid()",
    ]) {
      await expect(query(`update public.attestation_letters set ${change}`), change).rejects.toThrow(
        "cannot change",
      );
    }
    await expect(query("delete from public.attestation_letters")).rejects.toThrow("cannot be deleted");
  });

  test("never becomes valid again", async () => {
    await saveAssessment();
    await issueLetter();
    await query("update public.attestation_letters set status = 'superseded', ended_on = '2025-10-07'");
    await expect(
      query("update public.attestation_letters set status = 'valid', ended_on = null"),
    ).rejects.toThrow("cannot become valid again");
    await query("update public.attestation_letters set status = 'withdrawn', withdrawal_reason = 'Wrong'");
    await expect(
      query("update public.attestation_letters set status = 'superseded', withdrawal_reason = ''"),
    ).rejects.toThrow("stays withdrawn");
    await expect(query("update public.attestation_letters set withdrawal_reason = 'Other'")).rejects.toThrow(
      "end of a letter of attestation cannot change",
    );
  });
});

describe("verification", () => {
  const createVerifier = (scale = 1) =>
    createLetterVerifier({
      database: environment.database,
      rateLimits: createRateLimits(scale, () => environment.clock.now),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });

  test("finds a letter by its code as people type it, and by the hash of its PDF", async () => {
    await saveAssessment();
    const { body } = await issueLetter();
    const code = String(body.code);
    const [{ sha256 }] = await query("select sha256 from public.attestation_letters");
    const letter = { status: "valid", code, issuedOn: "2025-10-06", endedOn: null, sha256 };
    const verify = createVerifier();
    for (const input of [code, code.toLowerCase().replaceAll("-", " "), sha256, sha256.toUpperCase()]) {
      expect(await verify(input, "192.0.2.1")).toEqual(letter);
    }
  });

  test("reports that a letter was superseded or withdrawn, without the reason or the client", async () => {
    await saveAssessment();
    const first = await issueLetter();
    const second = await issueLetter();
    await call("POST", `letters/${second.body.id}/withdraw`, { reason: "Wrong scope" });
    const verify = createVerifier();
    const superseded = await verify(String(first.body.code), "192.0.2.1");
    expect(superseded).toMatchObject({ status: "superseded", endedOn: "2025-10-06" });
    const withdrawn = await verify(String(second.body.code), "192.0.2.1");
    expect(withdrawn).toMatchObject({ status: "withdrawn", endedOn: "2025-10-06" });
    expect(Object.keys(withdrawn).toSorted()).toEqual(["code", "endedOn", "issuedOn", "sha256", "status"]);
  });

  test.each([
    ["0000-0000-0000-0000", "unknown_code"],
    ["not a code", "malformed_code"],
    ["b".repeat(64), "unknown_file"],
    ["x".repeat(10_000), "malformed_code"],
  ])("rejects %.20s", async (input, status) => {
    const verification = await createVerifier()(input, "192.0.2.1");
    expect(verification.status).toBe(status);
    expect(verification.code.length).toBeLessThanOrEqual(64);
  });

  test("is limited to 30 attempts per address in 10 minutes", async () => {
    const verify = createVerifier();
    const statuses = [];
    for (let attempt = 0; attempt < 31; attempt += 1) {
      statuses.push((await verify("0000-0000-0000-0000", "203.0.113.1")).status);
    }
    expect(statuses.slice(29)).toEqual(["unknown_code", "limited"]);
    expect((await verify("0000-0000-0000-0000", "203.0.113.2")).status).toBe("unknown_code");
    environment.clock.now = new Date(environment.clock.now.getTime() + 600_001);
    expect((await verify("0000-0000-0000-0000", "203.0.113.1")).status).toBe("unknown_code");
  });

  test("reports a failure of the database instead of an unknown code", async () => {
    const verify = createLetterVerifier({
      database: {
        ...environment.database,
        bypassPolicies: async () => {
          throw new Error("connection lost");
        },
      },
      rateLimits: createRateLimits(1, () => environment.clock.now),
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
    expect(await verify("0000-0000-0000-0000", "192.0.2.1")).toEqual({
      status: "unavailable",
      code: "0000-0000-0000-0000",
    });
  });
});
