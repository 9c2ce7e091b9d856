import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";

let environment: ProposalEnvironment;
beforeEach(async () => {
  environment = await createProposalEnvironment();
});
afterEach(() => environment.stop());

const readStatus = async (id: string) =>
  (await environment.query("select status from public.proposals where id = $1", [id]))[0]?.status;
/** Inserts a payment of another accepted proposal that can become due. Returns its id. */
async function insertWaitingPayment(clientId: string): Promise<string> {
  const fixture = { pool: environment.sql };
  const project = await insertProject(fixture, { client_id: clientId, project_name: "Governance" });
  const [proposal] = await environment.query(
    `insert into public.proposals (client_id, project_id, status, current_version, title, valid_until, sent_at, closed_at)
     values ($1, $2, 'accepted', 1, 'Governance', '2030-01-01', now(), now()) returning id`,
    [clientId, project.id],
  );
  const payment = await insertRow(fixture, "planned_payments", {
    ...{ client_id: clientId, project_id: project.id, proposal_id: String(proposal?.id), position: 1 },
    ...{ kind: "balance", amount: 1000, due_kind: "date", due_on: "2026-01-02", when_due: "prepare_invoice" },
  });
  return payment.id;
}
const countAcceptances = async () =>
  (await environment.query("select 1 from public.proposal_acceptances")).length;

describe("accepting a proposal", () => {
  test("stores who accepted which version, when and how", async () => {
    const id = await environment.createSent();
    const signer = { ...(await environment.signIn(environment.owner)), userAgent: "Firefox/140" };
    expect(await environment.accept(id, signer, { selectedItemIds: ["retest"] })).toMatchObject({
      status: 200,
    });
    const [acceptance] = await environment.query(
      `select acceptance.*, acceptance.accepted_on::text as day, host(ip) as address, sent.sha256
         from public.proposal_acceptances as acceptance
         join public.proposal_versions as sent using (proposal_id, version)`,
    );
    expect(acceptance).toMatchObject({
      ...{ proposal_id: id, version: 1, total: "6250.00", terms_version: 2, day: "2026-01-05" },
      ...{ signer_id: environment.owner.userId, signer_name: "Ada Moreno", signer_title: "CISO" },
      ...{ signer_email: environment.owner.email, signer_role: "owner", company: "A company" },
      ...{ accepted_at: expect.any(Date), user_agent: "Firefox/140" },
      ...{ assurance_level: "aal1", address: "203.0.113.7", consent_version: "2026-11", document_id: null },
    });
    expect(acceptance?.content_sha256).toBe(acceptance?.sha256);
    expect(acceptance?.code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    expect(acceptance?.totals).toMatchObject({
      total: 625_000,
      lines: [
        { id: "test", isSelected: true },
        { id: "retest", isSelected: true },
      ],
    });
  });

  test("creates the project, its milestones and the planned payments", async () => {
    const id = await environment.createSent({
      plan: {
        deposit: {
          share: { kind: "percent", basisPoints: 3_333 },
          due: { kind: "on_acceptance", days: 14 },
          whenDue: "publish_invoice",
        },
        rest: {
          kind: "installments",
          installments: [
            {
              basisPoints: null,
              due: { kind: "date", date: calendarDate("2026-03-01") },
              whenDue: "prepare_invoice",
            },
            {
              basisPoints: null,
              due: { kind: "milestone", milestoneId: "report", days: 30 },
              whenDue: "prepare_invoice",
            },
            { basisPoints: null, due: { kind: "on_completion", days: 7 }, whenDue: "prepare_invoice" },
          ],
        },
      },
    });
    await environment.accept(id);
    const [project] = await environment.query(
      `select project.project_name, project.start_date::text, project.target_completion_date::text,
              project.total_estimated_value, proposal.value, proposal.status
         from public.proposals as proposal join public.projects as project on project.id = proposal.project_id`,
    );
    expect(project).toEqual({
      ...{
        project_name: "Red team exercise",
        start_date: "2026-01-10",
        target_completion_date: "2026-02-15",
      },
      ...{ total_estimated_value: "0.00", value: "5000.00", status: "accepted" },
    });
    expect(
      await environment.query(
        `select payment.kind, payment.number, payment.amount, payment.due_on::text, payment.status, milestone.title
           from public.planned_payments as payment
           left join public.project_milestones as milestone on milestone.id = payment.milestone_id
          order by payment.position`,
      ),
    ).toEqual([
      { kind: "deposit", number: null, amount: "1666.50", due_on: "2026-01-19", status: "due", title: null },
      {
        kind: "installment",
        number: 1,
        amount: "1111.16",
        due_on: "2026-03-01",
        status: "waiting",
        title: null,
      },
      {
        kind: "installment",
        number: 2,
        amount: "1111.16",
        due_on: null,
        status: "waiting",
        title: "Report delivered",
      },
      { kind: "installment", number: 3, amount: "1111.18", due_on: null, status: "waiting", title: null },
    ]);
  });

  test("extends the chosen project and moves its target date only to a later day", async () => {
    const project = await insertProject(
      { pool: environment.sql },
      { client_id: environment.clientA, project_name: "Existing", target_completion_date: "2026-03-31" },
    );
    const id = await environment.createDraft();
    await environment.admin("PUT", `proposals/${id}/client`, {
      clientId: environment.clientA,
      projectId: project.id,
    });
    await environment.sendVersion(id);
    await environment.accept(id);
    expect(
      await environment.query(
        "select project_name, target_completion_date::text as target from public.projects",
      ),
    ).toEqual([{ project_name: "Existing", target: "2026-03-31" }]);
  });

  test.each([
    ["an outdated version", { version: 1 }, "outdated_version"],
    ["a hash of other content", { sha256: "b".repeat(64) }, "outdated_version"],
    ["another text of the consent", { consentVersion: "2020-01" }, "outdated_consent"],
  ])("with %s is rejected with 409", async (_, overrides, code) => {
    const id = await environment.createSent();
    await environment.sendVersion(id, { title: "Red team and retest" });
    expect(await environment.accept(id, environment.owner, overrides)).toEqual({ status: 409, code });
    expect(await countAcceptances()).toBe(0);
  });

  test.each([
    ["an item that is not optional", { selectedItemIds: ["test"] }],
    ["no name", { name: " " }],
    ["no title", { title: "" }],
    ["no consent", { agrees: false }],
    ["a malformed hash", { sha256: "x" }],
  ])("with %s is rejected with 400", async (_, overrides) => {
    const id = await environment.createSent();
    expect((await environment.accept(id, environment.owner, overrides)).status).toBe(400);
    expect(await readStatus(id)).toBe("sent");
  });

  test.each([
    ["name", { name: "李小龙" }],
    ["title", { title: "مدير" }],
  ])("with a %s in letters that the certificate can't print is rejected with 400", async (_, overrides) => {
    const id = await environment.createSent();
    const code = "unprintable_signature";
    expect(await environment.accept(id, environment.owner, overrides)).toEqual({ status: 400, code });
    expect(await readStatus(id)).toBe("sent");
    const printable = { name: "Zoë Dvořáková", title: "Директор" };
    expect((await environment.accept(id, environment.owner, printable)).status).toBe(200);
  });

  test("is possible until the end of the last day in the firm's time zone", async () => {
    const ids = [
      await environment.createSent({ validUntil: calendarDate("2026-01-31") }),
      await environment.createSent({ validUntil: calendarDate("2026-01-31") }),
    ];
    environment.clock.now = new Date("2026-02-01T04:59:59Z");
    expect((await environment.accept(String(ids[0]))).status).toBe(200);
    environment.clock.now = new Date("2026-02-01T05:00:00Z");
    expect(await environment.accept(String(ids[1]))).toEqual({ status: 409, code: "expired" });
    await environment.expire();
    expect(await readStatus(String(ids[1]))).toBe("expired");
    expect(await environment.accept(String(ids[1]))).toEqual({ status: 409, code: "expired" });
  });

  test("succeeds once if two people accept at the same time", async () => {
    const id = await environment.createSent();
    const outcomes = await Promise.all([
      environment.accept(id, environment.owner),
      environment.accept(id, environment.billing),
      environment.accept(id, environment.owner),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await countAcceptances()).toBe(1);
    expect(await environment.query("select 1 from public.projects")).toHaveLength(1);
  });

  test("excludes withdrawing and declining at the same time", async () => {
    const id = await environment.createSent();
    const outcomes = await Promise.all([
      environment.accept(id),
      environment.admin("POST", `proposals/${id}/withdraw`, { reason: "" }),
      environment.as(environment.billing, "POST", `proposals/${id}/decline`, {
        version: 1,
        reason: "Too late",
      }),
    ]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await countAcceptances()).toBe((await readStatus(id)) === "accepted" ? 1 : 0);
  });

  test("of another client, a draft and a malformed id return 404", async () => {
    const id = await environment.createSent();
    const stranger = await createMember({ pool: environment.sql }, environment.clientB, "owner");
    expect(await environment.accept(id, stranger)).toEqual({ status: 404, code: "unknown_proposal" });
    const draft = await environment.createDraft();
    const input = { version: 1, sha256: "a".repeat(64) };
    expect((await environment.accept(draft, environment.owner, input)).status).toBe(404);
    expect((await environment.as(environment.owner, "POST", "proposals/1/view", { version: 1 })).status).toBe(
      404,
    );
  });

  test("requires the second factor of a billing member who has enrolled one, and of no other", async () => {
    const [first, second] = [await environment.createSent(), await environment.createSent()];
    const signer = await environment.signIn(environment.billing);
    expect((await environment.accept(first, signer)).status).toBe(200);
    await environment.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [signer.userId],
    );
    expect((await environment.accept(second, signer)).status).toBe(403);
    expect(await readStatus(second)).toBe("sent");
    expect((await environment.accept(second, { ...signer, aal: "aal2" })).status).toBe(200);
    expect(
      await environment.query(
        "select signer_role, assurance_level from public.proposal_acceptances order by accepted_at, assurance_level",
      ),
    ).toEqual([
      { signer_role: "billing", assurance_level: "aal1" },
      { signer_role: "billing", assurance_level: "aal2" },
    ]);
  });

  test("requires a sign-in within the last 15 minutes", async () => {
    const id = await environment.createSent();
    const signer = await environment.signIn(environment.owner);
    const rejected = { status: 403, code: "reauthentication_needed" };
    environment.clock.now = new Date("2026-01-05T18:15:01Z");
    expect(await environment.accept(id, signer)).toEqual(rejected);
    const unknownSession = { ...environment.owner, sessionId: crypto.randomUUID() };
    expect(await environment.accept(id, unknownSession)).toEqual(rejected);
    expect(await readStatus(id)).toBe("sent");
    environment.clock.now = new Date("2026-01-05T18:15:00Z");
    expect((await environment.accept(id, signer)).status).toBe(200);
  });
});

test("a version above the largest integer is rejected with 400", async () => {
  const id = await environment.createSent();
  const version = 3_000_000_000;
  for (const [path, body] of [
    ["view", { version }],
    ["decline", { version, reason: "Too late" }],
  ] as const) {
    const outcome = await environment.as(environment.owner, "POST", `proposals/${id}/${path}`, body);
    expect(outcome, path).toEqual({ status: 400, code: "invalid_input" });
  }
  expect(await environment.accept(id, environment.owner, { version })).toMatchObject({ status: 400 });
  const pdf = `proposals/${id}/pdf?version=${version}`;
  expect(await environment.as(environment.owner, "GET", pdf)).toMatchObject({ status: 400 });
  expect(await environment.admin("GET", pdf)).toMatchObject({ status: 400 });
  expect(await readStatus(id)).toBe("sent");
});

describe("declining a proposal", () => {
  test("requires a reason and closes the proposal", async () => {
    const id = await environment.createSent();
    const decline = (body: object) =>
      environment.as(environment.owner, "POST", `proposals/${id}/decline`, body);
    expect((await decline({ version: 1, reason: " " })).status).toBe(400);
    expect((await decline({ version: 1, reason: "Over budget" })).status).toBe(200);
    expect(await decline({ version: 1, reason: "Again" })).toEqual({ status: 409, code: "already_declined" });
    expect(await environment.query("select status, status_reason from public.proposals")).toEqual([
      { status: "declined", status_reason: "Over budget" },
    ]);
  });

  test("of an outdated version is rejected", async () => {
    const id = await environment.createSent();
    await environment.sendVersion(id, { title: "Second" });
    const outcome = await environment.as(environment.owner, "POST", `proposals/${id}/decline`, {
      version: 1,
      reason: "No",
    });
    expect(outcome).toEqual({ status: 409, code: "outdated_version" });
  });
});

test("each member's first view of a version is recorded, and the firm sees the first one", async () => {
  const id = await environment.createSent();
  const view = (account: typeof environment.owner, version: number) =>
    environment.as(account, "POST", `proposals/${id}/view`, { version });
  await view(environment.owner, 1);
  await view(environment.owner, 1);
  await view(environment.billing, 1);
  await view(environment.billing, 2);
  expect(await readStatus(id)).toBe("viewed");
  expect(
    await environment.query("select action, version, actor from public.proposal_events order by id"),
  ).toEqual([
    { action: "sent", version: 1, actor: "" },
    { action: "viewed", version: 1, actor: "Ada Moreno" },
    { action: "viewed", version: 1, actor: environment.billing.email },
  ]);
  await environment.sendVersion(id, { title: "Second" });
  expect(await environment.query("select status, viewed_at from public.proposals")).toEqual([
    { status: "sent", viewed_at: null },
  ]);
});

describe("a milestone", () => {
  test("becomes due with its payment when the client accepts it", async () => {
    const id = await environment.createSent({
      plan: {
        deposit: null,
        rest: {
          kind: "balance",
          due: { kind: "milestone", milestoneId: "report", days: 30 },
          whenDue: "publish_invoice",
        },
      },
    });
    await environment.accept(id);
    const [milestone] = await environment.query("select id, title from public.project_milestones");
    const accept = (title = milestone?.title) =>
      environment.as(environment.billing, "POST", `milestones/${milestone?.id}/accept`, { title });
    const setDone = (isDone: boolean) =>
      environment.admin("PUT", `milestones/${milestone?.id}/done`, { isDone });
    expect(await accept()).toEqual({ status: 409, code: "not_done" });
    await setDone(true);
    await setDone(false);
    expect(await accept()).toEqual({ status: 409, code: "not_done" });
    await setDone(true);
    const rename = { title: "Report and retest delivered", dueOn: null };
    await environment.admin("PUT", `milestones/${milestone?.id}`, rename);
    expect(await accept()).toEqual({ status: 409, code: "milestone_changed" });
    environment.clock.now = new Date("2026-02-01T18:00:00Z");
    expect((await accept(rename.title)).status).toBe(200);
    expect(await accept()).toEqual({ status: 409, code: "already_accepted" });
    expect(await setDone(false)).toEqual({ status: 409, code: "already_accepted" });
    expect(await environment.query("select status, due_on::text from public.planned_payments")).toEqual([
      { status: "due", due_on: "2026-03-03" },
    ]);
    expect(await environment.query("select accepter from public.project_milestones")).toEqual([
      { accepter: environment.billing.email },
    ]);
  });

  test("and a proposal make only payments of their own project due", async () => {
    const other = await insertWaitingPayment(environment.clientB);
    const ofOtherProject = await insertWaitingPayment(environment.clientA);
    const due = { kind: "milestone", milestoneId: "report", days: 0 } as const;
    const { plan } = buildContent();
    const id = await environment.createSent({
      plan: { ...plan, rest: { kind: "balance", due, whenDue: "prepare_invoice" } },
    });
    await environment.accept(id);
    const [milestone] = await environment.query(
      "update public.project_milestones set done_at = now() where part_id = 'report' returning id, title",
    );
    const { status } = await environment.as(environment.owner, "POST", `milestones/${milestone?.id}/accept`, {
      title: milestone?.title,
    });
    expect(status).toBe(200);

    const listDue = async () =>
      (await environment.query("select id from public.planned_payments where status = 'due'")).map(
        (payment) => payment.id,
      );
    const own = await environment.query("select id from public.planned_payments where proposal_id = $1", [
      id,
    ]);
    const ownIds = own.map((payment) => payment.id);
    expect(ownIds).toHaveLength(2);
    expect(new Set(await listDue())).toEqual(new Set(ownIds));

    await environment.expire();
    expect(new Set(await listDue())).toEqual(new Set([...ownIds, other, ofOtherProject]));
  });

  test("of another client cannot be accepted", async () => {
    await environment.accept(await environment.createSent());
    const [milestone] = await environment.query(
      "update public.project_milestones set done_at = now() returning id, title",
    );
    const fixture = { pool: environment.sql };
    const path = `milestones/${milestone?.id}/accept`;
    const stranger = await createMember(fixture, environment.clientB, "owner");
    expect((await environment.as(stranger, "POST", path, { title: milestone?.title })).status).toBe(404);
  });
});

test.each([
  "technical",
  "auditor",
] as const)("a member with the role %s cannot view, answer or change anything", async (role) => {
  const id = await environment.createSent();
  const accepted = await environment.createSent();
  await environment.accept(accepted);
  const [milestone] = await environment.query(
    "update public.project_milestones set done_at = now() returning id",
  );
  const readAll = () =>
    environment.query(
      `select proposal.status, proposal.viewed_at, proposal.status_reason, milestone.accepted_at,
                (select count(*) from public.proposal_events) as events
           from public.proposals as proposal left join public.project_milestones as milestone
             on milestone.proposal_id = proposal.id order by proposal.number`,
    );
  const before = await readAll();
  const member = await createMember({ pool: environment.sql }, environment.clientA, role);
  for (const [path, body] of [
    [`proposals/${id}/view`, { version: 1 }],
    [`proposals/${id}/decline`, { version: 1, reason: "No" }],
    [`proposals/${accepted}/view`, { version: 1 }],
    [`milestones/${milestone?.id}/accept`, { title: "Report delivered" }],
  ] as const) {
    expect(await environment.as(member, "POST", path, body), path).toEqual({
      status: 403,
      code: "not_authorized",
    });
  }
  expect(await environment.accept(id, member)).toEqual({ status: 403, code: "not_authorized" });
  expect(await readAll()).toEqual(before);
});

test("accepting and declining are in the activity log of the client", async () => {
  const [accepted, declined] = [
    await environment.createSent(),
    await environment.createSent({ title: "Governance" }),
  ];
  await environment.accept(accepted);
  await environment.as(environment.billing, "POST", `proposals/${declined}/decline`, {
    version: 1,
    reason: "Over budget",
  });
  const [milestone] = await environment.query(
    "update public.project_milestones set done_at = now() returning id",
  );
  await environment.as(environment.owner, "POST", `milestones/${milestone?.id}/accept`, {
    title: "Report delivered",
  });
  expect(
    await environment.query(
      "select action, subject, actor from public.client_activity where action ~ '^(proposal|milestone)-' order by id",
    ),
  ).toEqual([
    { action: "proposal-accepted", subject: "Red team exercise", actor: environment.owner.email },
    { action: "proposal-declined", subject: "Governance", actor: environment.billing.email },
    { action: "milestone-accepted", subject: "Report delivered", actor: environment.owner.email },
  ]);
});
