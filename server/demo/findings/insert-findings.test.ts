import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { insertFindings } from "#server/demo/findings/insert-findings.ts";
import { insertProjects } from "#server/demo/projects.ts";
import { DEMO_CLIENTS } from "#server/demo/seed-data.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { CLINICAL_ASSISTANT } from "./clinical-assistant.ts";
import { MODEL_INVENTORY } from "./model-inventory.ts";

const NOW = new Date("2026-11-24T15:00:00Z");
const FINDINGS = [...CLINICAL_ASSISTANT.findings, ...MODEL_INVENTORY.findings];

/** Loads the demo findings and returns the database and functions that read it. */
async function loadFindings() {
  const { pool } = await createTestDatabase();
  const client = await createTestClient({ pool }, { email: DEMO_CLIENTS[0]?.email });
  const engineer = await createMember({ pool }, client.id, "technical", { name: "Devon Price" });
  const database = createDatabase(pool);
  const load = () =>
    database.bypassPolicies({ reason: "load demo data" }, (query) => insertFindings(query, NOW));
  await database.bypassPolicies({ reason: "load demo data" }, (query) => insertProjects(query, NOW));
  await load();
  return {
    load,
    client,
    engineer,
    read: async (sql: string) => (await pool.query(sql)).rows,
    count: async (column: string) =>
      Object.fromEntries(
        (
          await pool.query(
            `select ${column} as value, count(*)::integer as findings from public.findings
              where ${column} is not null group by 1`,
          )
        ).rows.map(({ value, findings }) => [value, findings]),
      ),
  };
}

test("inserts findings in all states and of all severities, once", async () => {
  const { load, client, read, count } = await loadFindings();
  const states = {
    draft: 2,
    open: 4,
    in_progress: 1,
    ready_for_retest: 2,
    disputed: 1,
    fixed: 2,
    risk_accepted: 1,
    withdrawn: 1,
  };
  expect(await count("state")).toEqual(states);
  expect(await count("severity")).toEqual({ critical: 1, high: 4, medium: 5, low: 3, info: 1 });
  expect(await count("verdict")).toEqual({ fixed: 2, partly_fixed: 1, not_fixed: 1 });
  expect(await read("select status, number from public.retest_rounds order by number")).toEqual([
    { status: "completed", number: 1 },
    { status: "requested", number: 2 },
  ]);
  expect(
    await read("select status, requester, decider from public.risk_acceptances order by status"),
  ).toEqual([
    { status: "approved", requester: "Devon Price", decider: client.row.contact_person },
    { status: "requested", requester: "Devon Price", decider: "" },
  ]);
  expect(await read("select count(*)::integer as count from public.assessments")).toEqual([{ count: 2 }]);

  await load();
  expect(await count("state")).toEqual(states);
  const keys = await read(
    `select project.number, array_agg(finding.number order by finding.number) as numbers
       from public.findings as finding join public.projects as project on project.id = finding.project_id
      where finding.key <> '' group by 1 order by 1`,
  );
  expect(keys.map(({ numbers }) => numbers)).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5, 6, 7],
  ]);
});

test("maps all findings to existing entries", async () => {
  const { read } = await loadFindings();
  const mappings = FINDINGS.flatMap((finding) =>
    Object.entries(finding.mappings).flatMap(([taxonomy, ids]) =>
      ids.map((id) => `${finding.title}: ${taxonomy} ${id}`),
    ),
  );
  const stored = await read(
    `select finding.title || ': ' || mapping.taxonomy || ' ' || mapping.entry_id as mapping
       from public.finding_mappings as mapping join public.findings as finding on finding.id = mapping.finding_id`,
  );
  expect(stored.map(({ mapping }) => mapping).sort()).toEqual(mappings.sort());
});

test("has an open finding that is overdue and a critical one that is due soon", async () => {
  const { read } = await loadFindings();
  expect(
    await read(
      `select severity, due_on - '2026-11-24'::date as days from public.findings
        where state = 'open' and due_on < '2026-12-01' order by due_on`,
    ),
  ).toEqual([
    { severity: "medium", days: -6 },
    { severity: "critical", days: 3 },
  ]);
});

test("has a history in the past that needs no emails", async () => {
  const { read, client, engineer } = await loadFindings();
  expect(
    await read(
      `select actor_role, actor_id, actor from public.finding_events
        group by actor_role, actor_id, actor order by actor_role, actor`,
    ),
  ).toEqual([
    { actor_role: "admin", actor_id: null, actor: "" },
    { actor_role: "client", actor_id: client.userId, actor: "Ada Moreno" },
    { actor_role: "client", actor_id: engineer.userId, actor: "Devon Price" },
  ]);
  const news = `select at, announced_at, finding_id from public.finding_events
                 union all
                select created_at, announced_at, finding_id from public.finding_comments`;
  expect(
    await read(
      `select news.at from (${news}) as news join public.findings as finding on finding.id = news.finding_id
        where news.announced_at is null or news.at >= '2026-11-23 15:00Z' or news.at::date < finding.published_on`,
    ),
  ).toEqual([]);
  expect(await read("select closed_at::text from public.findings where verdict = 'fixed'")).toEqual([
    { closed_at: "2026-10-24 15:00:00+00" },
    { closed_at: "2026-10-24 15:00:00+00" },
  ]);
});
