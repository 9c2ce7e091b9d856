import { afterEach, beforeEach, expect, test } from "vitest";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import { insertProject } from "#tests/support/records/project.ts";

let environment: ProposalEnvironment;
let projectId: string;
beforeEach(async () => {
  environment = await createProposalEnvironment();
  projectId = (
    await insertProject(
      { pool: environment.sql },
      { client_id: environment.clientA, project_name: "Red team" },
    )
  ).id;
});
afterEach(() => environment.stop());

const add = (title: string) =>
  environment.call("administrator", "POST", `/api/admin/projects/${projectId}/milestones`, {
    ...{ title, dueOn: "2026-03-01" },
  });
const listMilestones = () =>
  environment.query("select title, due_on::text, position from public.project_milestones order by position");

test("milestones are added at the end, changed and deleted", async () => {
  const first = await add("Kickoff");
  await add("Report");
  await environment.admin("PUT", `milestones/${first.body.id}`, { title: "Kickoff meeting", dueOn: null });
  expect(await listMilestones()).toEqual([
    { title: "Kickoff meeting", due_on: null, position: 1 },
    { title: "Report", due_on: "2026-03-01", position: 2 },
  ]);
  expect((await environment.admin("DELETE", `milestones/${first.body.id}`)).status).toBe(200);
  expect(await listMilestones()).toHaveLength(1);
});

test("bad input and unknown ids are rejected and change nothing", async () => {
  expect((await add(" ")).status).toBe(400);
  expect(
    (
      await environment.admin("POST", `projects/${crypto.randomUUID()}/milestones`, {
        title: "X",
        dueOn: null,
      })
    ).status,
  ).toBe(404);
  for (const [method, path, body] of [
    ["PUT", `milestones/${crypto.randomUUID()}`, { title: "X", dueOn: null }],
    ["PUT", "milestones/1/done", { isDone: true }],
    ["DELETE", `milestones/${crypto.randomUUID()}`, undefined],
    ["POST", `planned-payments/${crypto.randomUUID()}/due`, undefined],
    ["PUT", `planned-payments/${crypto.randomUUID()}/invoice`, { invoiceId: null }],
  ] as const) {
    expect((await environment.admin(method, path, body)).status, path).toBe(404);
  }
  expect(await listMilestones()).toEqual([]);
});

test("a milestone with a payment cannot be deleted", async () => {
  const { plan } = buildContent();
  const due = { kind: "milestone", milestoneId: "report", days: 0 } as const;
  const id = await environment.createSent({
    plan: { ...plan, rest: { kind: "balance", due, whenDue: "prepare_invoice" } },
  });
  await environment.accept(id);
  const [milestone] = await environment.query(
    "select id from public.project_milestones where proposal_id = $1",
    [id],
  );
  expect(await environment.admin("DELETE", `milestones/${milestone?.id}`)).toEqual({
    ...{ status: 409, code: "has_payment" },
  });
});

test("a payment can become due early, and gets an invoice of its own client only", async () => {
  await environment.accept(await environment.createSent());
  const [payment] = await environment.query("select id from public.planned_payments where kind = 'balance'");
  const read = async () =>
    (
      await environment.query("select status, due_on::text from public.planned_payments where id = $1", [
        payment?.id,
      ])
    )[0];
  expect((await environment.admin("POST", `planned-payments/${payment?.id}/due`)).status).toBe(200);
  expect(await read()).toEqual({ status: "due", due_on: "2026-01-19" });
  const fixture = { pool: environment.sql };
  const [own, other] = [
    await insertInvoice(fixture, buildInvoice({ client_id: environment.clientA })),
    await insertInvoice(fixture, buildInvoice({ client_id: environment.clientB })),
  ];
  const setInvoice = (invoiceId: string | null) =>
    environment.admin("PUT", `planned-payments/${payment?.id}/invoice`, { invoiceId });
  expect(await setInvoice(other.id)).toEqual({ status: 404, code: "unknown_invoice" });
  expect((await setInvoice(own.id)).status).toBe(200);
  expect(await read()).toMatchObject({ status: "invoiced" });
  expect((await setInvoice(null)).status).toBe(200);
  expect(await read()).toMatchObject({ status: "due" });
});

test("an invoice is linked to one payment only", async () => {
  await environment.accept(await environment.createSent());
  const [deposit, balance] = await environment.query(
    "select id from public.planned_payments order by position",
  );
  const invoice = await insertInvoice(
    { pool: environment.sql },
    buildInvoice({ client_id: environment.clientA }),
  );
  const link = (payment: typeof deposit) =>
    environment.admin("PUT", `planned-payments/${payment?.id}/invoice`, { invoiceId: invoice.id });
  expect((await link(deposit)).status).toBe(200);
  expect(await link(balance)).toEqual({ status: 409, code: "invoice_of_another_payment" });
  expect((await link(deposit)).status).toBe(200);
});

test("an invoice that was created for one payment is not linked to another", async () => {
  await environment.accept(await environment.createSent());
  await environment.prepareInvoices();
  const [deposit, balance] = await environment.query(
    "select id, status from public.planned_payments order by position",
  );
  const invoice = await insertInvoice(
    { pool: environment.sql },
    buildInvoice({ client_id: environment.clientA, square_invoice_id: "inv:1" }),
  );
  await environment.query("update public.invoice_drafts set square_invoice_id = 'inv:1'");
  const link = (payment: typeof deposit) =>
    environment.admin("PUT", `planned-payments/${payment?.id}/invoice`, { invoiceId: invoice.id });
  expect(await link(balance)).toEqual({ status: 409, code: "invoice_of_another_payment" });
  expect((await link(deposit)).status).toBe(200);
  await environment.prepareInvoices();
  expect(await environment.query("select status from public.planned_payments order by position")).toEqual([
    { status: "invoiced" },
    { status: balance?.status },
  ]);
});

/** The time when a template was changed, as the REST API returns it. */
const readTemplateTime = async (id: unknown) => {
  const [template] = await environment.query(
    "select to_json(updated_at) as updated_at from public.proposal_templates where id = $1",
    [id],
  );
  return template?.updated_at;
};
const saveTemplate = (method: string, path: string, change: object) =>
  environment.call("administrator", method, `/api/admin/proposal-templates${path}`, {
    content: buildContent(),
    ...change,
  });

test("templates have unique names, and can be changed and deleted", async () => {
  const { body } = await saveTemplate("POST", "", { name: "Ours" });
  const rename = async (name: string) =>
    saveTemplate("PUT", `/${body.id}`, { name, updatedAt: await readTemplateTime(body.id) });
  expect((await saveTemplate("POST", "", { name: "OURS" })).body.code).toBe("name_taken");
  expect((await rename("ours")).status).toBe(200);
  expect((await rename("AI governance program")).body.code).toBe("name_taken");
  expect((await environment.admin("DELETE", `proposal-templates/${body.id}`)).status).toBe(200);
  expect((await environment.admin("DELETE", `proposal-templates/${body.id}`)).status).toBe(404);
});

test("a template that someone else changed is not overwritten", async () => {
  const { body } = await saveTemplate("POST", "", { name: "Ours" });
  const updatedAt = await readTemplateTime(body.id);
  const save = (name: string) => saveTemplate("PUT", `/${body.id}`, { name, updatedAt });
  const outcomes = await Promise.all([save("One"), save("Two")]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect((await save("Three")).body.code).toBe("edit_conflict");
  expect((await saveTemplate("PUT", `/${body.id}`, { name: "Four", updatedAt: "today" })).status).toBe(400);
  expect(
    await environment.query("select name from public.proposal_templates where not is_builtin"),
  ).toMatchObject([{ name: outcomes[0]?.status === 200 ? "One" : "Two" }]);
});

test("terms published at the same time get versions of their own", async () => {
  const publish = () =>
    environment.call("administrator", "POST", "/api/admin/proposal-terms", { body: "Terms" });
  const responses = await Promise.all([publish(), publish(), publish()]);
  expect(responses.map(({ body }) => body.version).toSorted()).toEqual([3, 4, 5]);
  expect((await environment.admin("POST", "proposal-terms", { body: " " })).status).toBe(400);
});
