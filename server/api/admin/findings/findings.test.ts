import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { createOwnFindingRoutes } from "#server/api/client/findings/own-findings.ts";
import { createAdminGroup, createClientGroup } from "#server/api/route-groups.ts";
import { createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import type { Account } from "#tests/support/records/account.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { createFindingRoutes } from "./findings.ts";
import { createRetestRoutes } from "./retests.ts";

const VECTOR = "CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N";
const FINDING = {
  ...{
    title: "Prompt injection by email",
    severity: "high",
    cvssVector: "",
    affectedAsset: "Support assistant",
  },
  ...{ description: "The assistant follows **instructions** in emails.", impact: "", evidence: "" },
  ...{
    reproductionSteps: "",
    recommendation: "",
    tags: ["rag", "rag"],
    tester: "Maya Okafor",
    foundOn: "2026-11-20",
  },
  ...{
    mappings: [{ taxonomy: "owasp-llm", version: "2025", id: "LLM01:2025" }],
    attachmentIds: [],
    correctionNote: "",
  },
};
const NOW = new Date("2026-11-24T15:00:00Z");

let environment: Awaited<ReturnType<typeof createEnvironment>>;
beforeEach(async () => {
  environment = await createEnvironment();
});

async function createEnvironment() {
  const { sql, callAs } = await createRouteEnvironment(
    (services) =>
      new Hono()
        .route(
          "/",
          createAdminGroup(services)
            .route("/", createFindingRoutes(services))
            .route("/", createRetestRoutes(services)),
        )
        .route("/", createClientGroup(services).route("/", createOwnFindingRoutes(services))),
    { now: () => NOW },
  );
  const client = await createTestClient({ pool: sql });
  const project = await insertProject({ pool: sql }, { client_id: client.id, project_name: "Red team" });
  const administrator = await createAdministrator({ pool: sql });
  const call = (method: string, path: string, body?: object, as: Account = administrator) =>
    callAs(as, method, `/api${path}`, { body });
  return {
    sql,
    client,
    project,
    call,
    create: async (overrides: object = {}) =>
      (await call("POST", `/admin/projects/${project.id}/findings`, { ...FINDING, ...overrides })).body as {
        id: string;
      },
    publish: (...ids: string[]) => call("POST", "/admin/findings/publish", { ids }),
    read: async (id: string) =>
      (await sql.query("select to_jsonb(finding) as row from public.findings as finding where id = $1", [id]))
        .rows[0]?.row,
    listMappings: async (id: string) =>
      (
        await sql.query(
          "select entry_id, name from public.finding_mappings where finding_id = $1 order by 1",
          [id],
        )
      ).rows,
  };
}

describe("a draft", () => {
  test("has a CVSS score and mappings with the names of their entries, and no key", async () => {
    const { id } = await environment.create({ cvssVector: VECTOR });
    expect(await environment.read(id)).toMatchObject({
      ...{ key: "", cvss_score: 8.7, cvss_vector: VECTOR, tags: ["rag"], state: "draft", version: 1 },
    });
    expect(await environment.listMappings(id)).toEqual([
      { entry_id: "LLM01:2025", name: "Prompt Injection" },
    ]);
  });

  test("can be changed and deleted", async () => {
    const { id } = await environment.create();
    const change = {
      ...FINDING,
      title: "Injection",
      mappings: [{ taxonomy: "cwe", version: "4.20", id: "CWE-1427" }],
    };
    expect((await environment.call("PUT", `/admin/findings/${id}`, change)).status).toBe(200);
    expect(await environment.read(id)).toMatchObject({ title: "Injection", version: 1 });
    expect(await environment.listMappings(id)).toMatchObject([{ entry_id: "CWE-1427" }]);
    expect((await environment.call("DELETE", `/admin/findings/${id}`)).status).toBe(200);
    expect((await environment.call("DELETE", `/admin/findings/${id}`)).body.code).toBe("unknown_finding");
  });

  test.each([
    [{ title: " " }, "Enter a title"],
    [{ severity: "urgent" }, /option/],
    [{ cvssVector: "CVSS:4.0/AV:N" }, /all 11 CVSS 4\.0 base metrics/],
    [{ cvssVector: `${VECTOR}/AV:L` }, /all 11 CVSS 4\.0 base metrics/],
    [{ description: "x".repeat(20_001) }, "Enter at most 20000 characters"],
    [{ foundOn: "2026-02-30" }, "Enter a valid date"],
    [{ mappings: [{ taxonomy: "owasp-web", version: "2021", id: "A01" }] }, /option/],
  ])("is rejected with %j", async (change, message) => {
    const { status, body } = await environment.call(
      "POST",
      `/admin/projects/${environment.project.id}/findings`,
      {
        ...FINDING,
        ...change,
      },
    );
    expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_input" });
    expect(body.error ?? body.message).toMatch(message);
    expect((await environment.sql.query("select 1 from public.findings")).rows).toEqual([]);
  });

  test("cannot have documents of another client", async () => {
    const other = await createTestClient({ pool: environment.sql });
    const documents = await Promise.all(
      [other.id, environment.client.id].map((client_id) =>
        insertRow({ pool: environment.sql }, "documents", {
          ...{ client_id, name: "trace.txt", file_size: 1, mime_type: "text/plain" },
        }),
      ),
    );
    const { id } = await environment.create();
    const attach = (attachmentIds: string[]) =>
      environment.call("PUT", `/admin/findings/${id}`, { ...FINDING, attachmentIds });
    expect((await attach(documents.map((document) => document.id))).status).toBe(400);
    expect((await attach(documents.slice(0, 1).map((document) => document.id))).status).toBe(400);
    expect((await attach(documents.slice(1).map((document) => document.id))).status).toBe(200);
    expect((await attach([])).status).toBe(200);
    expect((await environment.sql.query("select 1 from public.finding_attachments")).rows).toEqual([]);
  });

  test("of an unknown project is rejected", async () => {
    const path = `/admin/projects/${environment.client.id}/findings`;
    expect((await environment.call("POST", path, FINDING)).body.code).toBe("unknown_project");
  });
});

describe("published findings", () => {
  test("are published together or not at all", async () => {
    const [one, two] = [await environment.create(), await environment.create()];
    expect((await environment.publish(one.id)).body).toMatchObject({ published: 1 });
    expect((await environment.publish(one.id, two.id)).body.code).toBe("not_drafts");
    expect((await environment.read(two.id)).state).toBe("draft");
    expect(await environment.read(one.id)).toMatchObject({
      published_on: "2026-11-24",
      due_on: "2026-12-24",
    });
  });

  test("get keys without gaps, the most severe first, also if two requests publish at the same time", async () => {
    const low = await environment.create({ severity: "low" });
    const high = await environment.create();
    const deleted = await environment.create();
    await environment.call("DELETE", `/admin/findings/${deleted.id}`);
    await environment.publish(low.id, high.id);
    const drafts = [await environment.create(), await environment.create(), await environment.create()];
    await environment.create();
    const [one, other, both] = await Promise.all([
      environment.publish(drafts[0]?.id ?? ""),
      environment.publish(drafts[1]?.id ?? "", drafts[2]?.id ?? ""),
      environment.publish(drafts[0]?.id ?? "", drafts[1]?.id ?? ""),
    ]);
    const statuses = [one.status, other.status, both.status];
    expect(statuses.toSorted()).toEqual(statuses[2] === 200 ? [200, 409, 409] : [200, 200, 409]);
    const { rows } = await environment.sql.query(
      `select finding.key, finding.severity, project.number from public.findings as finding
         join public.projects as project on project.id = finding.project_id
        where finding.key <> '' order by finding.key`,
    );
    const prefix = `WL-${String(rows[0].number).padStart(2, "0")}`;
    expect(rows.map(({ key }) => key)).toEqual(
      rows.map((_, index) => `${prefix}-${String(index + 1).padStart(3, "0")}`),
    );
    expect(rows.slice(0, 2).map(({ severity }) => severity)).toEqual(["high", "low"]);
  });

  test("never reuse a key, even after the newest one was withdrawn and the newest draft was deleted", async () => {
    const first = await environment.create();
    const second = await environment.create();
    await environment.publish(first.id);
    await environment.publish(second.id);
    await environment.call("POST", `/admin/findings/${second.id}/withdraw`, { reason: "Duplicate" });
    const draft = await environment.create();
    expect((await environment.call("DELETE", `/admin/findings/${draft.id}`)).status).toBe(200);
    const third = await environment.create();
    await environment.publish(third.id);
    const keys = await Promise.all([first, second, third].map(async ({ id }) => environment.read(id)));
    expect(keys.map(({ key }) => key.slice(-4))).toEqual(["-001", "-002", "-003"]);
    expect((await environment.call("DELETE", `/admin/findings/${third.id}`)).status).toBe(409);
    await expect(
      environment.sql.query("update public.projects set number = number where id = $1", [
        environment.project.id,
      ]),
    ).rejects.toMatchObject({ code: "428C9" });
  });

  test("keep the mappings of each version, also if a correction changes only the mappings", async () => {
    const { id } = await environment.create();
    await environment.publish(id);
    const correct = (mappings: object[]) =>
      environment.call("PUT", `/admin/findings/${id}`, {
        ...{ ...FINDING, mappings, correctionNote: "Better mapping" },
      });
    expect((await correct([{ taxonomy: "cwe", version: "4.20", id: "CWE-1427" }])).status).toBe(200);
    expect((await correct([])).status).toBe(200);
    const { rows } = await environment.sql.query(
      `select version, jsonb_path_query_array(content, '$.mappings[*].id') as ids
         from public.finding_versions where finding_id = $1 order by version`,
      [id],
    );
    expect(rows).toEqual([
      { version: 1, ids: ["LLM01:2025"] },
      { version: 2, ids: ["CWE-1427"] },
      { version: 3, ids: [] },
    ]);
  });

  test("are corrected with a note, and cannot be deleted", async () => {
    const { id } = await environment.create();
    await environment.publish(id);
    const correct = (correctionNote: string) =>
      environment.call("PUT", `/admin/findings/${id}`, { ...FINDING, severity: "critical", correctionNote });
    expect((await correct("")).status).toBe(400);
    expect((await correct("Exploited in production")).status).toBe(200);
    expect(await environment.read(id)).toMatchObject({
      severity: "critical",
      version: 2,
      due_on: "2026-12-01",
    });
    expect((await environment.call("DELETE", `/admin/findings/${id}`)).body.code).toBe("published");
  });

  test("can be withdrawn with a reason, and restored", async () => {
    const { id } = await environment.create();
    const change = (action: string, body?: object) =>
      environment.call("POST", `/admin/findings/${id}/${action}`, body);
    expect((await change("withdraw", { reason: "Duplicate" })).body.code).toBe("wrong_status");
    await environment.publish(id);
    expect((await change("withdraw", { reason: "" })).status).toBe(400);
    expect((await change("withdraw", { reason: "Duplicate" })).status).toBe(200);
    expect(await environment.read(id)).toMatchObject({ state: "withdrawn", withdrawal_reason: "Duplicate" });
    expect((await change("restore")).status).toBe(200);
    expect((await change("restore")).body.code).toBe("wrong_status");
  });

  test("can get another deadline", async () => {
    const { id } = await environment.create();
    await environment.publish(id);
    expect((await environment.call("PUT", `/admin/findings/${id}/due-date`, { dueOn: null })).status).toBe(
      200,
    );
    expect((await environment.read(id)).due_on).toBeNull();
  });
});

describe("a client", () => {
  const asClient = (method: string, path: string, body?: object, as: Account = environment.client) =>
    environment.call(method, `/client${path}`, body, as);
  let id: string;
  beforeEach(async () => {
    ({ id } = await environment.create());
    await environment.publish(id);
  });

  test("changes the status, disputes, and gets an answer", async () => {
    const setStatus = (status: string, reason = "") =>
      asClient("PUT", `/findings/${id}/status`, { status, reason });
    expect((await setStatus("in_progress")).status).toBe(200);
    expect((await setStatus("disputed")).status).toBe(400);
    expect((await setStatus("disputed", "Needs a signed request")).status).toBe(200);
    const answer = () =>
      environment.call("POST", `/admin/findings/${id}/dispute-answer`, { answer: "It does not." });
    expect((await answer()).status).toBe(200);
    expect((await answer()).body.code).toBe("not_disputed");
    expect(await environment.read(id)).toMatchObject({ state: "open", dispute_answer: "It does not." });
    expect((await setStatus("risk_accepted")).status).toBe(400);
  });

  test("requests a retest that closes the finding", async () => {
    const requested = await asClient("POST", "/retests", {
      projectId: environment.project.id,
      ...{ findingIds: [id], note: "" },
    });
    expect(requested.status).toBe(201);
    const path = `/admin/retests/${requested.body.id}`;
    const result = { verdict: "fixed", evidence: "Refuses", testedOn: "2026-11-24", tester: "Maya" };
    expect((await environment.call("PUT", `${path}/results/${id}`, result)).body.code).toBe(
      "not_in_progress",
    );
    expect((await environment.call("POST", `${path}/start`)).status).toBe(200);
    expect((await asClient("PUT", `/findings/${id}/status`, { status: "open", reason: "" })).body.code).toBe(
      "being_retested",
    );
    expect((await asClient("DELETE", `/retests/${requested.body.id}`)).body.code).toBe("already_started");
    expect((await environment.call("POST", `${path}/complete`)).body.code).toBe("incomplete");
    expect((await environment.call("PUT", `${path}/results/${id}`, result)).status).toBe(200);
    expect((await environment.call("POST", `${path}/complete`)).status).toBe(200);
    expect((await environment.read(id)).state).toBe("fixed");
    expect((await environment.call("POST", `${path}/cancel`)).body.code).toBe("ended");
  });

  test("accepts a risk with two people and a date within a year", async () => {
    const request = (expiresOn: string) =>
      asClient("POST", `/findings/${id}/risk-acceptance`, { reason: "Internal only", expiresOn });
    for (const date of ["2026-11-24", "2027-11-26"]) {
      expect((await request(date)).status).toBe(400);
    }
    expect((await request("2027-11-25")).status).toBe(201);
    const [{ id: acceptanceId }] = (await environment.sql.query("select id from public.risk_acceptances"))
      .rows;
    const decide = (as: Account) =>
      asClient("POST", `/risk-acceptances/${acceptanceId}/decision`, { approves: true, note: "" }, as);
    expect((await decide(environment.client)).body.code).toBe("same_person");
    expect(
      (await decide(await createMember({ pool: environment.sql }, environment.client.id, "owner"))).status,
    ).toBe(200);
    expect((await environment.read(id)).state).toBe("risk_accepted");
    expect((await asClient("DELETE", `/risk-acceptances/${acceptanceId}`)).status).toBe(200);
    expect((await environment.read(id)).state).toBe("open");
  });

  test("can read but not change findings as an auditor, and can do neither as a billing member", async () => {
    const auditor = await createMember({ pool: environment.sql }, environment.client.id, "auditor");
    const billing = await createMember({ pool: environment.sql }, environment.client.id, "billing");
    const plan = { assigneeId: null, plannedOn: "2026-12-01" };
    expect((await asClient("POST", `/findings/${id}/view`, undefined, auditor)).status).toBe(200);
    expect((await asClient("POST", `/findings/${id}/view`, undefined, billing)).status).toBe(403);
    expect((await asClient("PUT", `/findings/${id}/plan`, plan, auditor)).status).toBe(403);
    expect((await asClient("PUT", `/findings/${id}/plan`, plan)).status).toBe(200);
    const [{ user_id: assigneeId }] = (
      await environment.sql.query(
        "select user_id from public.client_members where client_id = $1 and role = 'owner'",
        [environment.client.id],
      )
    ).rows;
    expect((await asClient("PUT", `/findings/${id}/plan`, { assigneeId })).status).toBe(200);
    expect(await environment.read(id)).toMatchObject({ assignee_id: assigneeId, planned_on: "2026-12-01" });
    expect((await asClient("PUT", `/findings/${id}/plan`, {})).status).toBe(400);
    const other = await createTestClient({ pool: environment.sql });
    expect((await asClient("PUT", `/findings/${id}/plan`, plan, other)).body.code).toBe("unknown_finding");
  });
});
