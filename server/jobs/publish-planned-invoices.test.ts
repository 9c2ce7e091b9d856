import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPreparePlannedInvoicesJob } from "#server/jobs/prepare-planned-invoices.ts";
import { setPlannedInvoice } from "#server/proposals/set-planned-invoice.ts";
import { beginAs, toCaller } from "#tests/support/database/run-as.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { buildInvoice, insertInvoice } from "#tests/support/records/invoice.ts";
import {
  createWritingEnvironment,
  type WritingEnvironment,
} from "#tests/support/square/writing-environment.ts";

let environment: WritingEnvironment;
beforeAll(async () => {
  environment = await createWritingEnvironment();
});
beforeEach(() => environment.reset());

type Client = Awaited<ReturnType<WritingEnvironment["createClient"]>>;

/** Inserts a milestone that is done, and a payment of $2,500.00 that is published when the client accepts it. */
async function insertMilestonePayment(client: Client): Promise<{ milestoneId: string; paymentId: string }> {
  const ofProject = { client_id: client.id, project_id: client.projectId };
  const proposal = await insertRow(environment, "proposals", {
    ...ofProject,
    ...{ status: "accepted", current_version: 1, title: "Red team", valid_until: "2027-01-01" },
    ...{ sent_at: "2026-11-01T10:00:00Z", closed_at: "2026-11-02T10:00:00Z" },
  });
  const milestone = await insertRow(environment, "project_milestones", {
    ...ofProject,
    ...{ proposal_id: proposal.id, position: 1, title: "Report", done_at: "2026-11-20T10:00:00Z" },
  });
  const payment = await insertRow(environment, "planned_payments", {
    ...ofProject,
    ...{ proposal_id: proposal.id, position: 1, kind: "balance", amount: 2500, due_kind: "milestone" },
    ...{ due_days: 14, milestone_id: milestone.id, when_due: "publish_invoice" },
  });
  return { milestoneId: milestone.id, paymentId: payment.id };
}

async function acceptMilestone(client: Client, milestoneId: string): Promise<void> {
  const connection = await environment.pool.connect();
  try {
    await beginAs(connection, toCaller(client));
    await connection.query("select endpoints.accept_milestone($1, 'Report', '2026-11-21')", [milestoneId]);
    await connection.query("commit");
  } finally {
    connection.release();
  }
}

async function runPlannedInvoices(): Promise<void> {
  await createPreparePlannedInvoicesJob(environment.payments)({});
  await environment.runJobs();
}

const readPayment = async (id: string) => {
  const { rows } = await environment.pool.query(
    `select payment.status, payment.due_on::text, invoice.square_status, invoice.amount::float
       from public.planned_payments as payment left join public.invoices as invoice on invoice.id = payment.invoice_id
      where payment.id = $1`,
    [id],
  );
  return rows[0];
};

test("publishes the invoice of a milestone in Square when the client accepts it, once", async () => {
  const client = await environment.createClient();
  const { milestoneId, paymentId } = await insertMilestonePayment(client);
  await runPlannedInvoices();
  expect(environment.countInSquare().invoices).toBe(0);

  await acceptMilestone(client, milestoneId);
  await runPlannedInvoices();
  await runPlannedInvoices();
  expect(Object.values(environment.simulator.state().invoices)).toMatchObject([
    { status: "UNPAID", delivery_method: "EMAIL", payment_requests: [{ due_date: "2026-12-05" }] },
  ]);
  expect(await readPayment(paymentId)).toEqual({
    ...{ status: "invoiced", due_on: "2026-12-05", square_status: "UNPAID", amount: 2500 },
  });
});

test("does not create the invoice again after an administrator deleted its draft", async () => {
  await environment.pool.query("update public.square_settings set creates_invoices = false");
  const client = await environment.createClient();
  const { milestoneId, paymentId } = await insertMilestonePayment(client);
  await acceptMilestone(client, milestoneId);
  await runPlannedInvoices();
  const listDrafts = async () =>
    (
      await environment.pool.query("select id, status from public.invoice_drafts where client_id = $1", [
        client.id,
      ])
    ).rows;
  const [draft] = await listDrafts();
  expect((await environment.act(draft.id, "delete")).status).toBeLessThan(300);
  await runPlannedInvoices();
  expect(await listDrafts()).toEqual([{ id: draft.id, status: "deleted" }]);
  expect(await readPayment(paymentId)).toMatchObject({ status: "due" });
});

describe("a payment that an administrator invoiced in Square", () => {
  let draftId: string;
  let paymentId: string;
  let invoiceId: string;
  beforeEach(async () => {
    await environment.pool.query("update public.square_settings set creates_invoices = false");
    const client = await environment.createClient();
    const payment = await insertMilestonePayment(client);
    await acceptMilestone(client, payment.milestoneId);
    await runPlannedInvoices();
    await environment.pool.query("update public.square_settings set creates_invoices = true");
    const { rows } = await environment.pool.query(
      "select id from public.invoice_drafts where client_id = $1",
      [client.id],
    );
    draftId = rows[0].id;
    paymentId = payment.paymentId;
    invoiceId = (await insertInvoice(environment, buildInvoice({ client_id: client.id }))).id;
  });

  const link = () =>
    setPlannedInvoice(environment.payments, { paymentId, invoiceId, adminId: crypto.randomUUID() });

  test("loses its draft, which cannot be published after that", async () => {
    await link();
    expect(await readPayment(paymentId)).toMatchObject({ status: "invoiced" });
    for (const action of ["prepare", "delete"]) {
      expect(await environment.act(draftId, action)).toEqual({ status: 404, code: "unknown_draft" });
    }
    await runPlannedInvoices();
    expect(environment.countInSquare().invoices).toBe(0);
  });

  test("is not linked while its draft is in Square", async () => {
    await environment.act(draftId, "prepare");
    await expect(link()).rejects.toMatchObject({ status: 409, code: "draft_in_square" });
    expect(await readPayment(paymentId)).toMatchObject({ status: "due" });
    await environment.act(draftId, "delete");
    await link();
    expect(environment.countInSquare().invoices).toBe(0);
  });

  test("has a draft that cannot be prepared or published, if it was linked earlier", async () => {
    await environment.pool.query("update public.planned_payments set invoice_id = $2 where id = $1", [
      paymentId,
      invoiceId,
    ]);
    const rejected = { status: 409, code: "payment_invoiced" };
    expect(await environment.act(draftId, "prepare")).toEqual(rejected);
    expect(await environment.publish(draftId)).toEqual(rejected);
    expect(environment.countInSquare().invoices).toBe(0);
  });
});
