import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import type { ImportPreview } from "#domain/findings/import/import-preview.ts";
import { createDatabase } from "#server/database/database.ts";
import { createQuery } from "#server/database/query.ts";
import { readResults } from "#server/findings/import/read-results.ts";
import { storeImport } from "#server/findings/import/store-import.ts";
import { createMemoryStore } from "#server/findings/import/test-support/memory-store.ts";
import { lockFindingKeys } from "#server/findings/publish-findings.ts";
import {
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";
import { publishDraft } from "#tests/support/records/finding.ts";
import { insertProject } from "#tests/support/records/project.ts";

const SAMPLE = new URL(
  "../../../findings/import/test-data/promptfoo-v3-redteam-shaped.json",
  import.meta.url,
);
const CSV = [
  "title,severity,asset,description,evidence,mappings",
  "Prompt injection,high,Assistant,It follows emails,Log 1,owasp-llm:LLM01:2025 cwe:CWE-999999",
  "Weak filter,low,Gateway,It misses base64,Log 2,",
].join("\n");

let environment: DocumentEnvironment;
let projectId: string;
beforeAll(async () => {
  environment = await startDocumentEnvironment();
});
afterAll(() => environment.stop());
beforeEach(async () => {
  const project = { client_id: environment.clientA, project_name: "Red team" };
  projectId = (await insertProject({ pool: environment.sql }, project)).id;
});

function upload(
  path: string,
  format: string,
  content: string | Uint8Array,
  {
    as = "administrator",
    signal,
    ...fields
  }: {
    as?: "administrator" | "client";
    signal?: AbortSignal;
    severities?: string;
    skipInvalidRows?: string;
  } = {},
): Promise<Response> {
  const form = new FormData();
  form.set("format", format);
  for (const [name, value] of Object.entries(fields)) {
    form.set(name, value);
  }
  form.set("file", new File([Buffer.from(content)], "results"));
  return environment.request(as, `/api/admin/projects/${projectId}/finding-imports${path}`, {
    method: "POST",
    body: form,
    ...(signal && { signal }),
  });
}

async function send(
  path: string,
  format: string,
  content: string | Uint8Array,
  as: "administrator" | "client" = "administrator",
) {
  const response = await upload(path, format, content, { as });
  const body: { code?: string; error?: string; preview: ImportPreview; report: ImportPreview } =
    await response.json();
  return { status: response.status, ...body };
}

async function requestPlan(format: string, content: string | Uint8Array) {
  const response = await upload("/preview.csv", format, content);
  return { status: response.status, text: await response.text() };
}

const listFindings = async () =>
  (
    await environment.sql.query(
      "select key, title, severity, evidence, publication_status from public.findings where project_id = $1 order by title",
      [projectId],
    )
  ).rows;

test("previews without storing, then imports drafts with known mappings", async () => {
  const { status, preview } = await send("/preview", "csv", CSV);
  expect(status).toBe(200);
  expect(preview).toMatchObject({ resultCount: 2, counts: { create: 2, update: 0, published: 0 } });
  expect(await listFindings()).toEqual([]);
  expect(await send("", "csv", CSV)).toMatchObject({ status: 201, report: { counts: { create: 2 } } });
  expect(await listFindings()).toMatchObject([
    { title: "Prompt injection", severity: "high", publication_status: "draft" },
    { title: "Weak filter", severity: "low", publication_status: "draft" },
  ]);
  const { rows } = await environment.sql.query(
    "select entry_id, name from public.finding_mappings as mapping join public.findings as finding on finding.id = mapping.finding_id where finding.project_id = $1",
    [projectId],
  );
  expect(rows).toEqual([{ entry_id: "LLM01:2025", name: "Prompt Injection" }]);
});

test("previews how the file is mapped, and imports new drafts with the chosen severities", async () => {
  const file = `${CSV.replace("evidence", "owner").replace("999999", "9999")}\nOpen gateway,moderate,Gateway,,,`;
  const { preview } = await send("/preview", "csv", file);
  expect(preview.mapping).toEqual({
    severities: [
      { source: "high", severity: "high", findingCount: 1, newCount: 1 },
      { source: "moderate", severity: "medium", findingCount: 1, newCount: 1 },
      { source: "low", severity: "low", findingCount: 1, newCount: 1 },
    ],
    categories: [{ source: "", findingCount: 3, entries: ["LLM01:2025"], unknownEntries: ["CWE-9999"] }],
    otherCount: 0,
    columns: { used: ["title", "severity", "asset", "description", "mappings"], ignored: ["owner"] },
  });

  const severities = JSON.stringify({ moderate: "critical", low: "info" });
  const plan = await upload("/preview.csv", "csv", file, { severities });
  expect(await plan.text()).toContain('"Open gateway","Critical"');
  expect((await upload("", "csv", file, { severities })).status).toBe(201);
  const listSeverities = async () => (await listFindings()).map(({ title, severity }) => [title, severity]);
  const expected = [
    ["Open gateway", "critical"],
    ["Prompt injection", "high"],
    ["Weak filter", "info"],
  ];
  expect(await listSeverities()).toEqual(expected);

  const repeated = await upload("", "csv", file, { severities: JSON.stringify({ moderate: "low" }) });
  const { report }: { report: ImportPreview } = await repeated.json();
  expect(report.mapping.severities).toContainEqual({
    ...{ source: "moderate", severity: "medium", findingCount: 1, newCount: 0 },
  });
  expect(await listSeverities()).toEqual(expected);
});

test.each([
  ["not-json", 400],
  ['{"high":"severe"}', 400],
  ["[]", 400],
  [`{"${"x".repeat(101)}":"high"}`, 400],
  ['{"not in the file":"high"}', 422],
])("rejects the severities %s with %i and imports nothing", async (severities, status) => {
  expect((await upload("", "csv", CSV, { severities })).status).toBe(status);
  expect(await listFindings()).toEqual([]);
});

test("updates the evidence of drafts on a second run, and leaves published findings unchanged", async () => {
  await send("", "csv", CSV);
  const { rows } = await environment.sql.query(
    "select id from public.findings where title = 'Weak filter' and project_id = $1",
    [projectId],
  );
  await publishDraft({ pool: environment.sql }, rows[0].id);
  await environment.sql.query(
    "update public.findings set title = 'Injection by email' where title = 'Prompt injection'",
  );
  const { report } = await send("", "csv", CSV.replaceAll("Log", "Trace"));
  expect(report.counts).toEqual({ create: 0, update: 1, published: 1 });
  const [draft, published] = await listFindings();
  expect(draft.title).toBe("Injection by email");
  expect(draft.evidence).toContain("Trace 1");
  expect(published.evidence).toContain("Log 2");
});

test("imports a promptfoo file, and reports passed results as skipped", async () => {
  const { status, report } = await send("", "promptfoo", await readFile(SAMPLE));
  expect(status).toBe(201);
  expect(report.tool).toContain("promptfoo");
  expect(report.counts.create).toBe((await listFindings()).length);
  expect(report.skipped.passed).toBeGreaterThan(0);
  expect(report.positions.passed?.length).toBe(report.skipped.passed);
});

test("combines the results of a finding that are far apart in the file, and leaves no temporary files", async () => {
  const rows = Array.from(
    { length: 1_300 },
    (_, index) => `Finding ${index % 450},${index >= 900 ? "high" : "low"},Log ${index}`,
  );
  const file = ["title,severity,evidence", ...rows].join("\n");
  const { report } = await send("", "csv", file);
  expect(report).toMatchObject({ resultCount: 1_300, counts: { create: 450 } });
  expect(report.findings).toHaveLength(200);
  expect(report.findings[0]).toEqual({
    ...{ title: "Finding 0", severity: "high", sourceSeverity: "high" },
    ...{ resultCount: 3, action: "create", key: "" },
  });
  const stored = await listFindings();
  expect(stored).toHaveLength(450);
  const [first] = stored.filter(({ title }) => title === "Finding 0");
  expect(first.severity).toBe("high");
  expect(first.evidence).toMatch(/Log 0\n[\s\S]*Log 450\n[\s\S]*Log 900\n/);
  expect(await listTemporaryFiles()).toEqual([]);
});

test("lists what an import would do with every finding as CSV", async () => {
  await send("", "csv", CSV);
  const rows = Array.from({ length: 300 }, (_, index) => `=Finding ${index},low,,,,`);
  const plan = await requestPlan("csv", [...CSV.split("\n").slice(0, 2), ...rows].join("\n"));
  expect(plan.status).toBe(200);
  const lines = plan.text.trimEnd().split("\r\n");
  expect(lines).toHaveLength(302);
  expect(lines[1]).toMatch(
    /^"Update to draft","","Prompt injection","High","Assistant","1","[0-9a-f]{64}",""$/,
  );
  expect(lines[301]).toMatch(/^"New draft","","'=Finding 299","Low",/);
  expect(await listFindings()).toHaveLength(2);
  const promptfoo = await requestPlan("promptfoo", await readFile(SAMPLE));
  expect(promptfoo.text).toMatch(/"Skipped: passed","","","","","1","","result \d+"/);
});

test("imports the other rows of a CSV file with errors only on request", async () => {
  const file = "title,severity\nA,low\n,urgent\nB,high\nC,severe\nD\nE,info";
  const invalidRows = [
    { row: 3, problem: 'Row 3 has no title and the unknown severity "urgent".' },
    { row: 5, problem: 'Row 5 has the unknown severity "severe".' },
    { row: 6, problem: "Row 6 has 1 column, but the header has 2." },
  ];
  const expected = { resultCount: 6, skipped: { invalid: 3 }, invalidRows, counts: { create: 3 } };
  expect(await send("/preview", "csv", file)).toMatchObject({ status: 200, preview: expected });
  expect((await requestPlan("csv", file)).text).toContain(
    '"Row with an error (skipped)","","","","","1","","Row 5 has the unknown severity ""severe""."',
  );
  expect(await send("", "csv", file)).toMatchObject({
    ...{ status: 422, code: "invalid_file", error: "3 rows of the file have errors." },
  });
  expect(await listFindings()).toEqual([]);

  const response = await upload("", "csv", file, { skipInvalidRows: "true" });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ report: expected });
  expect((await listFindings()).map(({ title }) => title)).toEqual(["A", "B", "E"]);
});

test("lists the first 200 rows with errors in the preview, and all in the full list", async () => {
  const file = `title,severity\n${"A,none\n".repeat(250)}`;
  const { preview } = await send("/preview", "csv", file);
  expect(preview).toMatchObject({ skipped: { invalid: 250 }, counts: { create: 0 } });
  expect(preview.invalidRows).toHaveLength(200);
  expect((await requestPlan("csv", file)).text.match(/Row with an error/g)).toHaveLength(250);
});

/** Blocks imports into the project before they store anything. */
async function lockProject(): Promise<{ waitForImport(): Promise<void>; release(): Promise<void> }> {
  const connection = await environment.sql.connect();
  await connection.query("begin");
  await lockFindingKeys(createQuery(connection), [projectId]);
  return {
    waitForImport: () =>
      vi.waitFor(async () => {
        const { rows } = await environment.sql.query(
          "select count(*)::integer as waiting from pg_locks where locktype = 'advisory' and not granted",
        );
        expect(rows).toEqual([{ waiting: 1 }]);
      }, 15_000),
    async release() {
      await connection.query("commit");
      connection.release();
    },
  };
}

const listTemporaryFiles = () => readdir(join(environment.folder, "documents/incoming"));

test("creates each finding once if two servers import the same file", async () => {
  const database = createDatabase(environment.sql);
  const claims = {
    sub: environment.administratorId,
    role: "authenticated",
    app_metadata: { role: "admin" },
  };
  const importFile = async () => {
    const open = () => Readable.from([Buffer.from(CSV)]);
    const results = await readResults("csv", open, createMemoryStore());
    const target = { projectId, clientId: environment.clientA, severities: {} };
    return await database.asCaller(claims, (query) =>
      storeImport(query, target, results, {
        today: calendarDate("2026-11-24"),
        skipsInvalidRows: false,
      }),
    );
  };
  const reports = await Promise.all([importFile(), importFile()]);
  expect(reports.map(({ counts }) => counts.create).sort()).toEqual([0, 2]);
  expect(await listFindings()).toHaveLength(2);
});

test("rejects another import or preview while one is running", async () => {
  const lock = await lockProject();
  const first = send("", "csv", CSV);
  await lock.waitForImport();
  for (const path of ["", "/preview"]) {
    const response = await upload(path, "csv", CSV);
    expect(response.status).toBe(429);
    expect(response.headers.get("Retry-After")).toBe("10");
    expect(await response.json()).toMatchObject({ code: "too_many_requests" });
  }
  await lock.release();
  expect((await first).status).toBe(201);
  expect(await send("", "csv", CSV)).toMatchObject({ status: 201, report: { counts: { update: 2 } } });
  expect(await listTemporaryFiles()).toEqual([]);
});

test("imports nothing after the client aborts, and leaves no temporary files", async () => {
  const lock = await lockProject();
  const controller = new AbortController();
  const aborted = upload("", "csv", CSV, { signal: controller.signal });
  await lock.waitForImport();
  controller.abort();
  await expect(aborted).rejects.toThrow("aborted");
  await lock.release();
  await vi.waitFor(async () => expect(await listTemporaryFiles()).toEqual([]), 15_000);
  expect(await listFindings()).toEqual([]);
  expect((await send("", "csv", CSV)).status).toBe(201);
});

test("leaves no temporary files after the client aborts while the file is read", async () => {
  const row = `a,low,${"text ".repeat(1_000)}\n`;
  const controller = new AbortController();
  const path = "/preview.csv";
  const file = `title,severity,evidence\n${row.repeat(2_000)}`;
  const aborted = upload(path, "csv", file, { signal: controller.signal });
  // The upload, the groups and the findings.
  await vi.waitFor(async () => expect((await listTemporaryFiles()).length).toBeGreaterThanOrEqual(2), {
    timeout: 15_000,
    interval: 5,
  });
  controller.abort();
  await expect(aborted).rejects.toThrow("aborted");
  await vi.waitFor(async () => expect(await listTemporaryFiles()).toEqual([]), 15_000);
});

test.each([
  ["sarif", "{", 422, "invalid_file"],
  ["garak", "no rows", 422, "invalid_file"],
  ["nessus", CSV, 400, "invalid_input"],
])("rejects %s with %j and imports nothing", async (format, content, status, code) => {
  expect(await send("", format, content)).toMatchObject({ status, code });
  expect(await listFindings()).toEqual([]);
});

test("rejects clients, and projects that do not exist", async () => {
  expect((await send("", "csv", CSV, "client")).status).toBe(403);
  projectId = environment.clientA;
  expect(await send("", "csv", CSV)).toMatchObject({ status: 404, code: "unknown_project" });
  expect(await send("/preview", "csv", CSV)).toMatchObject({ status: 404, code: "unknown_project" });
});
