import { afterAll, beforeAll, expect, test } from "vitest";
import { parseConfig } from "#server/config.ts";
import { insertFindings } from "#server/demo/findings/insert-findings.ts";
import { insertProjects } from "#server/demo/projects.ts";
import { generateReports } from "#server/demo/reports.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { createLetterVerifier } from "#server/findings/report/verify-letter.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import {
  type DocumentEnvironment,
  startDocumentEnvironment,
} from "#tests/support/files/document-environment.ts";
import { createMember } from "#tests/support/records/client-member.ts";

let environment: DocumentEnvironment;
beforeAll(async () => {
  environment = await startDocumentEnvironment();
  const { sql, database, userA, clientA, clock } = environment;
  await sql.query("update public.users set email = $2 where id = $1", [userA, DEMO_CLIENTS[0]?.email]);
  await createMember({ pool: sql }, clientA, "technical");
  await database.bypassPolicies({ reason: "load demo data" }, async (query) => {
    await insertProjects(query, clock.now);
    await insertFindings(query, clock.now);
  });
});
afterAll(() => environment.stop());

test("writes a report and a letter that can be verified, once", async () => {
  const { database, files, clock, sql } = environment;
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const now = () => clock.now;
  const load = () =>
    generateReports({ database, files, scanner: null, jobs, log, now, config: parseConfig({}) });
  await load();
  await load();
  expect((await sql.query("select status, version from public.finding_reports")).rows).toEqual([
    { status: "done", version: 1 },
  ]);
  const { rows: letters } = await sql.query("select code, status from public.attestation_letters");
  expect(letters).toHaveLength(1);
  const verify = createLetterVerifier({ database, log, rateLimits: createRateLimits(1, now) });
  expect(await verify(letters[0].code, "192.0.2.1")).toMatchObject({ status: "valid" });
  const { rows: documents } = await sql.query("select name, version from public.documents order by name");
  expect(documents.map(({ name }) => name.replace(/WL-\d+/, "WL-00"))).toEqual([
    "Letter of attestation WL-00 Model inventory and risk register.pdf",
    "Report WL-00 Model inventory and risk register.pdf",
  ]);
});
