import { beforeAll, beforeEach, expect, test } from "vitest";
import {
  createWritingEnvironment,
  type WritingEnvironment,
} from "#tests/support/square/writing-environment.ts";

// An order whose invoice was rejected is canceled in Square when its draft is changed or deleted.

let environment: WritingEnvironment;
beforeAll(async () => {
  environment = await createWritingEnvironment();
});
beforeEach(() => environment.reset());

/** Creates a draft whose order is in Square, and whose invoice Square rejected. */
async function createRejected() {
  const client = await environment.createClient();
  const draftId = await environment.createDraft(client.id);
  environment.simulator.addFault({ kind: "rejected", operation: "CreateInvoice" });
  await environment.act(draftId, "prepare");
  const { revision, problem } = await environment.readDraft(draftId);
  expect(problem).toBe("rejected");
  return { draftId, revision };
}
const listOrderStates = () => Object.values(environment.simulator.state().orders).map(({ state }) => state);
const readStatus = async (draftId: string) => {
  const { rows } = await environment.pool.query(
    "select status, requested_status, problem from public.invoice_drafts where id = $1",
    [draftId],
  );
  return rows[0];
};
const readCancellations = async () =>
  (
    await environment.pool.query(
      "select status, error_code from private.square_writes where step = 'cancel_order'",
    )
  ).rows;
const DELETED = { status: "deleted", requested_status: "deleted", problem: null };

test("deleting the draft cancels its order", async () => {
  const { draftId } = await createRejected();
  expect(listOrderStates()).toEqual(["OPEN"]);
  expect((await environment.act(draftId, "delete")).status).toBe(202);
  expect(listOrderStates()).toEqual(["CANCELED"]);
  expect(await readStatus(draftId)).toEqual(DELETED);
});

test("changing the draft cancels its order before the next one is created", async () => {
  const { draftId, revision } = await createRejected();
  const changed = await environment.request(`/api/admin/invoice-drafts/${draftId}`, {
    method: "PUT",
    as: "administrator",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      title: "Penetration test",
      lines: [{ name: "Testing", quantity: "1", unitCents: 500_00 }],
      payments: [{ kind: "balance", dueOn: "2026-12-01", amountCents: 500_00 }],
      delivery: "email",
      revision,
    }),
  });
  expect(changed.status).toBe(200);
  await environment.runJobs();
  expect(listOrderStates()).toEqual(["CANCELED"]);
  await environment.act(draftId, "prepare");
  expect(listOrderStates().toSorted()).toEqual(["CANCELED", "OPEN"]);
  expect(await environment.readDraft(draftId)).toMatchObject({ status: "prepared", problem: null });
});

test.each([
  "connection-reset",
  "server-error",
] as const)("cancels the order once if the response is lost: %s", async (how) => {
  const { draftId } = await createRejected();
  environment.simulator.addFault({ kind: "lost-response", how, operation: "UpdateOrder" });
  await environment.act(draftId, "delete");
  await environment.retryJobs();
  expect(listOrderStates()).toEqual(["CANCELED"]);
  expect(await readCancellations()).toEqual([{ status: "done", error_code: null }]);
  expect(await readStatus(draftId)).toEqual(DELETED);
});

test("an order that Square does not cancel stays open, and the draft is deleted", async () => {
  const { draftId } = await createRejected();
  environment.simulator.addFault({ kind: "rejected", operation: "UpdateOrder" });
  await environment.act(draftId, "delete");
  expect(listOrderStates()).toEqual(["OPEN"]);
  expect(await readCancellations()).toMatchObject([{ status: "failed" }]);
  expect(await readStatus(draftId)).toEqual(DELETED);
});

test("a draft is deleted without access to Square", async () => {
  const { draftId } = await createRejected();
  await environment.pool.query("update public.square_settings set creates_invoices = false");
  await environment.act(draftId, "delete");
  expect(await readStatus(draftId)).toEqual(DELETED);
  expect(listOrderStates()).toEqual(["OPEN"]);
});
