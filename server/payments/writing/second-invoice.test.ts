import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { advanceDraft } from "#server/payments/writing/advance-draft.ts";
import {
  createWritingEnvironment,
  type WritingEnvironment,
} from "#tests/support/square/writing-environment.ts";

let environment: WritingEnvironment;
beforeAll(async () => {
  environment = await createWritingEnvironment();
});
beforeEach(() => environment.reset());

const CONTENT = {
  title: "Penetration test",
  lines: [{ name: "Testing", quantity: "1", unitCents: 500_00 }],
  payments: [{ kind: "balance", dueOn: "2026-12-01", amountCents: 500_00 }],
  delivery: "email",
};

/** Edits a draft without running the job. Returns the status and the code of the error. */
async function edit(draftId: string, revision: number) {
  const response = await environment.request(`/api/admin/invoice-drafts/${draftId}`, {
    method: "PUT",
    as: "administrator",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...CONTENT, revision }),
  });
  return { status: response.status, code: (await response.json()).code };
}

/** Edits a draft while Square cannot be read, and before the job runs. */
async function editDuringOutage(draftId: string, revision: number) {
  environment.simulator.addFault({
    kind: "server-error",
    status: 503,
    operation: "GetInvoice",
    times: null,
  });
  const outcome = await edit(draftId, revision);
  environment.simulator.clearFaults();
  return outcome;
}

/** Sends a request to Square as the merchant. */
async function callSquare(path: string, body: unknown, method = "POST") {
  const response = await environment.simulator.api(`http://localhost:3000/square-simulator${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${environment.simulator.personalAccessToken}`,
    },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}
const changeInSquare = (squareId: string, action: "publish" | "cancel") =>
  callSquare(`/v2/invoices/${squareId}/${action}`, {
    version: environment.simulator.state().invoices[squareId]?.version,
    idempotency_key: crypto.randomUUID(),
  });

const listSquareStatuses = () =>
  Object.values(environment.simulator.state().invoices)
    .map(({ status }) => status)
    .toSorted();

async function createPrepared() {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id);
  await environment.act(draftId, "prepare");
  const { squareInvoiceId, revision } = await environment.readDraft(draftId);
  return { draftId, revision, squareId: squareInvoiceId ?? "" };
}

describe("a draft that was published in Square's dashboard", () => {
  test.each(["prepare", "publish", "delete"])("is published here after %s", async (action) => {
    const { draftId, squareId } = await createPrepared();
    await changeInSquare(squareId, "publish");
    const response = await (action === "publish"
      ? environment.publish(draftId)
      : environment.act(draftId, action));
    expect(response.status).toBe(202);
    expect(await environment.readDraft(draftId)).toMatchObject({
      status: "published",
      requestedStatus: "published",
      problem: "published_in_square",
      squareInvoiceId: squareId,
      invoiceNumber: "0000001",
    });
    expect(await edit(draftId, 1)).toEqual({ status: 409, code: "wrong_status" });
    expect(await environment.act(draftId, "retry")).toMatchObject({ status: 202 });
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "published", problem: null });
    expect(listSquareStatuses()).toEqual(["UNPAID"]);
  });

  test.each([
    ["publish", "published", "published_in_square"],
    ["cancel", "canceled", "canceled_in_square"],
  ] as const)("rejects an edit after %s, and its status follows", async (action, status, problem) => {
    const { draftId, squareId, revision } = await createPrepared();
    await changeInSquare(squareId, "publish");
    if (action === "cancel") {
      await changeInSquare(squareId, "cancel");
    }
    expect(await edit(draftId, revision)).toEqual({ status: 409, code: problem });
    await environment.runJobs();
    expect(await environment.readDraft(draftId)).toMatchObject({
      ...{ status, problem, revision, squareInvoiceId: squareId, totalCents: 450_00 },
    });
    expect(await environment.listWrites(draftId)).not.toContain("delete_invoice failed");
  });

  test("rejects an edit if the sync has stored the invoice, while Square is not available", async () => {
    const { draftId, squareId, revision } = await createPrepared();
    await changeInSquare(squareId, "publish");
    await environment.sync();
    expect(await editDuringOutage(draftId, revision)).toEqual({ status: 409, code: "published_in_square" });
    expect(await environment.readDraft(draftId)).toMatchObject({ revision, totalCents: 450_00 });
  });

  test("blocks the next revision until it is canceled there, if Square could not be read", async () => {
    const { draftId, squareId, revision } = await createPrepared();
    await changeInSquare(squareId, "publish");
    expect(await editDuringOutage(draftId, revision)).toMatchObject({ status: 200 });
    await environment.runJobs();
    const blocked = { status: "draft", squareInvoiceId: null, problem: "previous_in_square" };
    expect(await environment.readDraft(draftId)).toMatchObject(blocked);
    expect(await environment.listWrites(draftId)).toContain("delete_invoice failed");
    await environment.act(draftId, "prepare");
    expect(await environment.readDraft(draftId)).toMatchObject(blocked);
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject(blocked);
    expect(listSquareStatuses()).toEqual(["UNPAID"]);

    await changeInSquare(squareId, "cancel");
    await environment.act(draftId, "retry");
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "published", problem: null });
    expect(listSquareStatuses()).toEqual(["CANCELED", "UNPAID"]);
  });
});

test("a draft that was canceled in Square is canceled here", async () => {
  const { draftId, squareId } = await createPrepared();
  await changeInSquare(squareId, "publish");
  await changeInSquare(squareId, "cancel");
  await environment.publish(draftId);
  expect(await environment.readDraft(draftId)).toMatchObject({
    status: "canceled",
    requestedStatus: "canceled",
    problem: "canceled_in_square",
  });
  expect(listSquareStatuses()).toEqual(["CANCELED"]);
});

test("a deletion requires the version that was read last", async () => {
  const { draftId, squareId, revision } = await createPrepared();
  const rename = (version: number) =>
    callSquare(`/v2/invoices/${squareId}`, { invoice: { version, title: "Changed" } }, "PUT");
  await rename(0);
  await environment.act(draftId, "delete");
  expect(await environment.readDraft(draftId)).toMatchObject({
    status: "prepared",
    problem: "changed_in_square",
    squareVersion: 1,
  });
  await rename(1);
  expect(await edit(draftId, revision)).toEqual({ status: 409, code: "changed_in_square" });
  expect(await editDuringOutage(draftId, revision)).toMatchObject({ status: 200 });
  await environment.runJobs();
  expect(await environment.readDraft(draftId)).toMatchObject({ problem: "previous_in_square" });
  expect(listSquareStatuses()).toEqual(["DRAFT"]);
  await environment.act(draftId, "retry");
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "draft", problem: null });
  expect(listSquareStatuses()).toEqual([]);
});

test("a draft cannot be prepared, edited or deleted while it may be published", async () => {
  const { draftId, revision } = await createPrepared();
  environment.simulator.addFault({
    kind: "lost-response",
    how: "server-error",
    operation: "PublishInvoice",
  });
  environment.simulator.addFault({
    kind: "server-error",
    status: 503,
    operation: "GetInvoice",
    times: null,
    after: 1,
  });
  await environment.publish(draftId);
  environment.clock.now = new Date("2026-11-21T17:11:00Z");
  await environment.retryJobs();
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared", problem: "outage" });
  const expectRejected = async () => {
    for (const action of ["prepare", "delete"]) {
      expect(await environment.act(draftId, action)).toEqual({ status: 409, code: "publishing" });
    }
    expect(await edit(draftId, revision)).toEqual({ status: 409, code: "publishing" });
  };
  await expectRejected();
  await environment.pool.query(
    `update private.square_writes set status = 'done', square_id = target_id, request = null, finished_at = now()
      where status = 'pending'`,
  );
  await expectRejected();

  environment.simulator.clearFaults();
  await environment.act(draftId, "retry");
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "published", problem: null });
  expect(listSquareStatuses()).toEqual(["UNPAID"]);
});

test("a request that was repeated shortly before its key expired can still arrive", async () => {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id);
  environment.simulator.addFault({ kind: "server-error", status: 503, operation: "CreateOrder", times: 2 });
  await environment.act(draftId, "prepare");
  environment.clock.now = new Date("2026-11-21T17:59:50Z");
  await environment.retryJobs();
  const { rows } = await environment.pool.query(
    "select request from private.square_writes where step = 'create_order'",
  );
  environment.clock.now = new Date("2026-11-21T18:00:05Z");
  await environment.retryJobs();
  expect(await environment.listWrites(draftId)).toContain("create_order pending");

  await callSquare("/v2/orders", rows[0].request);
  environment.clock.now = new Date("2026-11-21T18:09:51Z");
  await environment.retryJobs();
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared", problem: null });
  expect(environment.countInSquare()).toEqual({ customers: 1, orders: 1, invoices: 1 });
});

test("the customer cannot be changed while the job creates the order", async () => {
  const client = await environment.createClient();
  await callSquare("/v2/customers", { given_name: "Ada", email_address: client.email });
  const [customerId] = Object.keys(environment.simulator.state().customers);
  const draftId = await environment.createDraft(client.id);
  const choose = () =>
    environment.request(`/api/admin/invoice-drafts/${draftId}/customer`, {
      method: "PUT",
      as: "administrator",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ customerId }),
    });
  environment.simulator.addFault({ kind: "server-error", status: 503, operation: "CreateOrder" });
  await environment.act(draftId, "prepare");
  const rejected = await choose();
  expect([rejected.status, (await rejected.json()).code]).toEqual([409, "in_progress"]);
  environment.clock.now = new Date("2026-11-21T17:11:00Z");
  await environment.pool.query(
    "update public.invoice_drafts set problem = 'outage', problem_at = now() where id = $1",
    [draftId],
  );
  expect((await choose()).status).toBe(409);
  await environment.retryJobs();
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared" });
  expect(environment.countInSquare()).toEqual({ customers: 1, orders: 1, invoices: 1 });
});

test("a job without attempts left needs attention", async () => {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id);
  environment.simulator.addFault({ kind: "server-error", status: 503, times: null });
  await environment.act(draftId, "prepare");
  await expect(advanceDraft(environment.payments, draftId, { isLast: true })).rejects.toThrow();
  const response = await environment.request("/api/admin/invoice-drafts?show=attention", {
    as: "administrator",
  });
  expect((await response.json()).drafts).toMatchObject([{ id: draftId, problem: "outage" }]);
});
