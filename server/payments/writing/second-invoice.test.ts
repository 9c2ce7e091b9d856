import fc from "fast-check";
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

const renameInSquare = (squareId: string) =>
  callSquare(
    `/v2/invoices/${squareId}`,
    { invoice: { version: environment.simulator.state().invoices[squareId]?.version, title: "Changed" } },
    "PUT",
  );

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

/** Creates a draft of which Square has an earlier revision, because it was changed there. */
async function createWithPrevious() {
  const { draftId, squareId, revision } = await createPrepared();
  await renameInSquare(squareId);
  expect(await editDuringOutage(draftId, revision)).toMatchObject({ status: 200 });
  await environment.runJobs();
  expect(await environment.readDraft(draftId)).toMatchObject({
    ...{ status: "draft", squareInvoiceId: null, problem: "previous_in_square" },
  });
  return { draftId, squareId, revision: revision + 1 };
}

async function readStored(draftId: string) {
  const { rows } = await environment.pool.query(
    "select status, revision, problem, square_invoice_id from public.invoice_drafts where id = $1",
    [draftId],
  );
  return rows[0];
}

/** Checks that the invoice is linked to the draft, and that it is the only one. */
async function expectPublishedInSquare(draftId: string, squareId: string) {
  expect(await environment.readDraft(draftId)).toMatchObject({
    ...{ status: "published", requestedStatus: "published", problem: "published_in_square" },
    ...{ squareInvoiceId: squareId, invoiceNumber: "0000001" },
  });
  expect(listSquareStatuses()).toEqual(["UNPAID"]);
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

  test("is published here after an edit, if Square could not be read", async () => {
    const { draftId, squareId, revision } = await createPrepared();
    await changeInSquare(squareId, "publish");
    expect(await editDuringOutage(draftId, revision)).toMatchObject({ status: 200 });
    await environment.runJobs();
    expect(await environment.listWrites(draftId)).toContain("delete_invoice failed");
    await expectPublishedInSquare(draftId, squareId);
    expect(await edit(draftId, revision + 1)).toEqual({ status: 409, code: "wrong_status" });
    expect(await environment.act(draftId, "delete")).toEqual({ status: 409, code: "wrong_status" });
    await environment.act(draftId, "cancel", {
      version: environment.simulator.state().invoices[squareId]?.version,
    });
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "canceled", problem: null });
    expect(listSquareStatuses()).toEqual(["CANCELED"]);
  });
});

const LOST_RESPONSES = ["CreateInvoice", "PublishInvoice", "DeleteInvoice"] as const;

/** Takes an action here or in Square, if it is possible. Rejected requests change nothing. */
async function takeAction(draftId: string, name: string): Promise<void> {
  const lost = LOST_RESPONSES.find((operation) => name === `lost ${operation}`);
  const { status, revision } = await readStored(draftId);
  const [squareId, invoice] =
    Object.entries(environment.simulator.state().invoices).find(([, { status }]) => status !== "CANCELED") ??
    [];
  const isDraft = invoice?.status === "DRAFT";
  if (name.endsWith("in Square")) {
    // Faults are for requests of the product.
    environment.simulator.clearFaults();
  }
  if (lost) {
    environment.simulator.addFault({ kind: "lost-response", how: "server-error", operation: lost });
  } else if (name === "publish in Square" && squareId && isDraft) {
    await changeInSquare(squareId, "publish");
  } else if (name === "cancel in Square" && squareId && invoice?.status === "UNPAID") {
    await changeInSquare(squareId, "cancel");
  } else if (name === "rename in Square" && squareId && isDraft) {
    await renameInSquare(squareId);
  } else if (name === "edit") {
    await edit(draftId, revision);
  } else if (name === "edit during an outage") {
    await editDuringOutage(draftId, revision);
  } else if (name === "publish" && status !== "deleted") {
    await environment.publish(draftId);
  } else if (name === "prepare" || name === "delete" || name === "retry") {
    await environment.act(draftId, name);
  }
  await environment.runJobs();
}

/** Checks that at most one invoice is not canceled, and that the draft is linked to it or needs attention. */
async function expectOneLinkedInvoice(draftId: string): Promise<void> {
  const [squareId, ...others] = Object.entries(environment.simulator.state().invoices)
    .filter(([, { status }]) => status !== "CANCELED")
    .map(([id]) => id);
  expect(others).toEqual([]);
  const draft = await readStored(draftId);
  if (squareId && draft.problem === null) {
    expect(draft).toMatchObject({ square_invoice_id: squareId });
  }
  if (squareId) {
    expect(draft.status).not.toBe("deleted");
  }
}

describe("an earlier revision that could not be deleted", () => {
  test.each([
    "delete",
    "prepare",
    "publish",
    "retry",
    "edit",
  ])("is linked after %s if it was published in Square", async (action) => {
    const { draftId, squareId, revision } = await createWithPrevious();
    await changeInSquare(squareId, "publish");
    if (action === "edit") {
      expect(await edit(draftId, revision)).toMatchObject({ status: 200 });
      await environment.runJobs();
    } else {
      const response = await (action === "publish"
        ? environment.publish(draftId)
        : environment.act(draftId, action));
      expect(response.status).toBe(202);
    }
    await expectPublishedInSquare(draftId, squareId);
  });

  test("is deleted before the draft is", async () => {
    const { draftId } = await createWithPrevious();
    expect((await environment.act(draftId, "delete")).status).toBe(202);
    expect(await readStored(draftId)).toMatchObject({ status: "deleted", problem: null });
    expect(listSquareStatuses()).toEqual([]);
  });

  test("is replaced by the next revision after it was canceled in Square", async () => {
    const { draftId, squareId } = await createWithPrevious();
    await changeInSquare(squareId, "publish");
    await changeInSquare(squareId, "cancel");
    await environment.publish(draftId);
    expect(await environment.readDraft(draftId)).toMatchObject({ status: "published", problem: null });
    expect(listSquareStatuses()).toEqual(["CANCELED", "UNPAID"]);
  });

  test("keeps the draft while Square is not available", async () => {
    const { draftId } = await createWithPrevious();
    await environment.pool.query("update public.square_settings set creates_invoices = false");
    expect((await environment.act(draftId, "delete")).status).toBe(202);
    expect(await readStored(draftId)).toMatchObject({ status: "draft", problem: "writing_off" });
    await environment.pool.query("update public.square_settings set creates_invoices = true");
    environment.simulator.addFault({
      kind: "lost-response",
      how: "server-error",
      operation: "DeleteInvoice",
    });
    await environment.act(draftId, "retry");
    await environment.retryJobs();
    expect(await readStored(draftId)).toMatchObject({ status: "deleted", problem: null });
    expect(listSquareStatuses()).toEqual([]);
  });
});

test("no sequence of actions leads to a second invoice or one that is not linked", async () => {
  const action = fc.oneof(
    fc.constantFrom("prepare", "publish", "delete", "retry", "edit", "edit during an outage"),
    fc.constantFrom("publish in Square", "cancel in Square", "rename in Square"),
    fc.constantFrom(...LOST_RESPONSES.map((operation) => `lost ${operation}`)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(action, { minLength: 3, maxLength: 9 }),
      async (hasPrevious, actions) => {
        await environment.reset();
        const { draftId } = await (hasPrevious ? createWithPrevious() : createPrepared());
        for (const name of actions) {
          await takeAction(draftId, name);
        }
        environment.simulator.clearFaults();
        await environment.retryJobs();
        await environment.runJobs();
        await expectOneLinkedInvoice(draftId);
      },
    ),
    { numRuns: 5 },
  );
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
