import { expect, test } from "vitest";
import { connectSeller, createTestSimulator, createWebhookListener } from "../test-support/test-simulator.ts";
import type { Invoice } from "../wire/invoice.ts";

const DAY_MS = 86_400_000;
const WEBHOOK = { url: "http://localhost:3000/api/square/webhook", signatureKey: "key" };

async function createTestEnvironment() {
  const listener = createWebhookListener();
  const simulator = createTestSimulator({ webhook: WEBHOOK, deliver: listener.deliver });
  await connectSeller(simulator);
  const unpaid = Object.values(simulator.state().invoices).filter(({ status }) => status === "UNPAID");
  const single = unpaid.find((invoice) => invoice.payment_requests.length === 1);
  const split = unpaid.find((invoice) => invoice.payment_requests.length > 1);
  if (!single || !split) {
    throw new Error("The seed has no unpaid invoices.");
  }
  return { simulator, received: listener.received, single, split };
}

test("a payment updates payment, tender and invoice together in one version", async () => {
  const { simulator, received, single } = await createTestEnvironment();
  const versionBefore = single.version;
  const outcome = simulator.pay(single.id, { tipCents: 500 });
  if (!outcome.ok) {
    throw new Error(outcome.problem);
  }
  const due = single.payment_requests[0]?.computed_amount_money.amount ?? 0;
  const order = simulator.state().orders[single.order_id];
  expect(single.status).toBe("PAID");
  expect(single.version).toBe(versionBefore + 1);
  expect(single.payment_requests[0]?.total_completed_amount_money.amount).toBe(due);
  expect(outcome.payment.amount_money.amount).toBe(due);
  expect(outcome.payment.total_money.amount).toBe(due + 500);
  expect(order?.tenders?.map(({ id, amount_money }) => [id, amount_money.amount])).toEqual([
    [outcome.payment.id, due + 500],
  ]);
  expect(order?.total_tip_money.amount).toBe(500);
  expect(order?.total_money.amount).toBe(due);
  expect(order?.state).toBe("COMPLETED");
  await simulator.settled();
  expect(received.map(({ event }) => event.type).sort()).toEqual([
    "invoice.payment_made",
    "invoice.updated",
    "payment.created",
    "payment.updated",
  ]);
  const versions = received.flatMap(({ event }) => event.data.object?.invoice?.version ?? []);
  expect(versions).toEqual([versionBefore + 1, versionBefore + 1]);
  expect(simulator.pay(single.id).ok).toBe(false);
  await simulator.close();
});

test("partial payments fill the payment requests in order", async () => {
  const { simulator, split } = await createTestEnvironment();
  simulator.pay(split.id, { amount: 1 });
  expect(split.status).toBe("PARTIALLY_PAID");
  expect(split.payment_requests[0]?.total_completed_amount_money.amount).toBe(1);
  const overpayment = simulator.pay(split.id, { amount: 999_999_999 });
  expect(overpayment.ok).toBe(false);
  simulator.pay(split.id, { amount: "all" });
  expect(split.status).toBe("PAID");
  for (const request of split.payment_requests) {
    expect(request.total_completed_amount_money).toEqual(request.computed_amount_money);
  }
  await simulator.close();
});

test("a bank transfer is pending until it settles and blocks other payments", async () => {
  const { simulator, single } = await createTestEnvironment();
  simulator.pay(single.id, { method: "bank" });
  expect(single.status).toBe("PAYMENT_PENDING");
  expect(single.payment_requests[0]?.total_completed_amount_money.amount).toBe(0);
  expect(simulator.pay(single.id).ok).toBe(false);
  await simulator.advanceClock(2 * DAY_MS);
  expect(single.status).toBe("PAID");
  await simulator.close();
});

test("a returned bank transfer makes the invoice due again", async () => {
  const { simulator, single } = await createTestEnvironment();
  const outcome = simulator.pay(single.id, { method: "bank" });
  if (outcome.ok) {
    simulator.returnTransfer(outcome.payment.id);
  }
  expect(single.status).toBe("UNPAID");
  expect(simulator.pay(single.id).ok).toBe(true);
  await simulator.close();
});

test("a refund changes the status but not the completed amounts", async () => {
  const { simulator, received, single } = await createTestEnvironment();
  const outcome = simulator.pay(single.id, { tipCents: 300 });
  if (!outcome.ok) {
    throw new Error(outcome.problem);
  }
  const completed = structuredClone(single.payment_requests);
  simulator.refund(outcome.payment.id, 100);
  expect(single.status).toBe("PARTIALLY_REFUNDED");
  simulator.refund(outcome.payment.id, outcome.payment.amount_money.amount - 100);
  expect(single.status).toBe("REFUNDED");
  expect(single.payment_requests).toEqual(completed);
  const { orders, payments, refunds } = simulator.state();
  expect(orders[single.order_id]).not.toHaveProperty("refunds");
  const paymentRefunds = Object.values(refunds).filter(({ payment_id }) => payment_id === outcome.payment.id);
  expect(payments[outcome.payment.id]).toMatchObject({
    refund_ids: paymentRefunds.map(({ id }) => id),
    refunded_money: { amount: outcome.payment.amount_money.amount },
  });
  for (const refund of paymentRefunds) {
    expect(refund.order_id).not.toBe(single.order_id);
    expect(orders[refund.order_id]?.returns).toMatchObject([{ source_order_id: single.order_id }]);
  }
  expect(simulator.refund(outcome.payment.id, 301).ok).toBe(false);
  await simulator.settled();
  expect(received.filter(({ event }) => event.type === "invoice.refunded")).toHaveLength(2);
  await simulator.close();
});

test("a pending refund completes without a new invoice version, or fails and no longer counts", async () => {
  const { simulator, single, split } = await createTestEnvironment();
  const payAndRefund = (invoice: Invoice) => {
    const paid = simulator.pay(invoice.id, { amount: "all" });
    const outcome = paid.ok ? simulator.refund(paid.payment.id, undefined, { isPending: true }) : paid;
    if (!outcome.ok || !paid.ok) {
      throw new Error("The refund failed.");
    }
    expect(invoice.status).toBe("REFUNDED");
    return { payment: paid.payment, refund: outcome.refund };
  };
  const completed = payAndRefund(single);
  const { version } = single;
  const updatedAt = completed.payment.updated_at;
  simulator.completeRefund(completed.refund.id);
  expect(completed.refund.status).toBe("COMPLETED");
  expect(single.version).toBe(version);
  expect(completed.payment.updated_at > updatedAt).toBe(true);
  expect(simulator.failRefund(completed.refund.id).ok).toBe(false);

  const failed = payAndRefund(split);
  simulator.failRefund(failed.refund.id, "REJECTED");
  expect(split.status).toBe("PAID");
  expect(failed.payment.refunded_money).toBeUndefined();
  expect(simulator.journal().at(-1)?.type).toBe("invoice.updated");
  await simulator.close();
});

test("a refund does not change the status of a pending or canceled invoice", async () => {
  const { simulator, split } = await createTestEnvironment();
  const card = simulator.pay(split.id, { amount: 200 });
  const bank = simulator.pay(split.id, { method: "bank", amount: 100 });
  if (!card.ok || !bank.ok) {
    throw new Error("The partial payments failed.");
  }
  simulator.refund(card.payment.id, 100);
  expect(split.status).toBe("PAYMENT_PENDING");
  simulator.returnTransfer(bank.payment.id);
  expect(split.status).toBe("PARTIALLY_REFUNDED");
  simulator.cancel(split.id);
  simulator.refund(card.payment.id, 50);
  expect(split.status).toBe("CANCELED");
  expect(simulator.pay(split.id).ok).toBe(false);
  await simulator.close();
});

test("refunding one of two payments with its tip is a partial refund", async () => {
  const { simulator, split } = await createTestEnvironment();
  const first = simulator.pay(split.id, { amount: 100, tipCents: 5_000 });
  simulator.pay(split.id, { amount: 200 });
  if (first.ok) {
    simulator.refund(first.payment.id);
  }
  expect(split.status).toBe("PARTIALLY_REFUNDED");
  await simulator.close();
});

test("rejects canceling a canceled or draft invoice, and sends a scheduled invoice on time", async () => {
  const { simulator, single } = await createTestEnvironment();
  expect(simulator.cancel(single.id).ok).toBe(true);
  expect(simulator.cancel(single.id).ok).toBe(false);
  expect(simulator.pay(single.id).ok).toBe(false);
  const draft = Object.values(simulator.state().invoices).find(({ status }) => status === "DRAFT");
  expect(simulator.cancel(draft?.id ?? "").ok).toBe(false);
  const scheduled = Object.values(simulator.state().invoices).find(({ status }) => status === "SCHEDULED");
  await simulator.advanceClock(5 * DAY_MS);
  expect(scheduled?.status).toBe("UNPAID");
  await simulator.close();
});
