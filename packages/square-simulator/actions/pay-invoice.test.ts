import { expect, test } from "vitest";
import { aListener, aSimulator, connected } from "../test-support/a-simulator.ts";

const DAY_MS = 86_400_000;
const WEBHOOK = { url: "http://localhost:3000/api/square/webhook", signatureKey: "key" };

async function aWorld() {
  const listener = aListener();
  const simulator = aSimulator({ webhook: WEBHOOK, deliver: listener.deliver });
  await connected(simulator);
  const unpaid = Object.values(simulator.state().invoices).filter(({ status }) => status === "UNPAID");
  const single = unpaid.find((invoice) => invoice.payment_requests.length === 1);
  const split = unpaid.find((invoice) => invoice.payment_requests.length > 1);
  if (!single || !split) throw new Error("The seed lost its unpaid invoices.");
  return { simulator, heard: listener.heard, single, split };
}

test("one payment changes payment, tender and invoice together, and tells of one version", async () => {
  const { simulator, heard, single } = await aWorld();
  const before = single.version;
  const outcome = simulator.pay(single.id, { tipCents: 500 });
  if (!outcome.ok) throw new Error(outcome.problem);
  const due = single.payment_requests[0]?.computed_amount_money.amount ?? 0;
  const order = simulator.state().orders[single.order_id];
  expect(single.status).toBe("PAID");
  expect(single.version).toBe(before + 1);
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
  expect(heard.map(({ event }) => event.type).sort()).toEqual([
    "invoice.payment_made",
    "invoice.updated",
    "payment.created",
    "payment.updated",
  ]);
  const versions = heard.flatMap(({ event }) => event.data.object?.invoice?.version ?? []);
  expect(versions).toEqual([before + 1, before + 1]);
  expect(simulator.pay(single.id).ok).toBe(false);
  await simulator.close();
});

test("parts are paid in order until the invoice is paid", async () => {
  const { simulator, split } = await aWorld();
  simulator.pay(split.id, { amount: 1 });
  expect(split.status).toBe("PARTIALLY_PAID");
  expect(split.payment_requests[0]?.total_completed_amount_money.amount).toBe(1);
  const tooMuch = simulator.pay(split.id, { amount: 999_999_999 });
  expect(tooMuch.ok).toBe(false);
  simulator.pay(split.id, { amount: "all" });
  expect(split.status).toBe("PAID");
  for (const request of split.payment_requests) {
    expect(request.total_completed_amount_money).toEqual(request.computed_amount_money);
  }
  await simulator.close();
});

test("a bank transfer is pending until the clock moves, and cannot be paid beside", async () => {
  const { simulator, single } = await aWorld();
  simulator.pay(single.id, { method: "bank" });
  expect(single.status).toBe("PAYMENT_PENDING");
  expect(single.payment_requests[0]?.total_completed_amount_money.amount).toBe(0);
  expect(simulator.pay(single.id).ok).toBe(false);
  await simulator.advanceClock(2 * DAY_MS);
  expect(single.status).toBe("PAID");
  await simulator.close();
});

test("a returned transfer makes the invoice due again", async () => {
  const { simulator, single } = await aWorld();
  const outcome = simulator.pay(single.id, { method: "bank" });
  if (outcome.ok) simulator.returnTransfer(outcome.payment.id);
  expect(single.status).toBe("UNPAID");
  expect(simulator.pay(single.id).ok).toBe(true);
  await simulator.close();
});

test("a refund changes the status and leaves the completed amounts", async () => {
  const { simulator, heard, single } = await aWorld();
  const outcome = simulator.pay(single.id, { tipCents: 300 });
  if (!outcome.ok) throw new Error(outcome.problem);
  const completed = structuredClone(single.payment_requests);
  simulator.refund(outcome.payment.id, 100);
  expect(single.status).toBe("PARTIALLY_REFUNDED");
  simulator.refund(outcome.payment.id, outcome.payment.amount_money.amount - 100);
  expect(single.status).toBe("REFUNDED");
  expect(single.payment_requests).toEqual(completed);
  expect(simulator.state().orders[single.order_id]?.refunds).toHaveLength(2);
  expect(simulator.refund(outcome.payment.id, 301).ok).toBe(false);
  await simulator.settled();
  expect(heard.filter(({ event }) => event.type === "invoice.refunded")).toHaveLength(2);
  await simulator.close();
});

test("a refund ends no waiting for a transfer, and revives no canceled invoice", async () => {
  const { simulator, split } = await aWorld();
  const card = simulator.pay(split.id, { amount: 200 });
  const bank = simulator.pay(split.id, { method: "bank", amount: 100 });
  if (!card.ok || !bank.ok) throw new Error("The invoice could not be paid in parts.");
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

test("of two payments, giving one back with its tip is not giving back all", async () => {
  const { simulator, split } = await aWorld();
  const first = simulator.pay(split.id, { amount: 100, tipCents: 5_000 });
  simulator.pay(split.id, { amount: 200 });
  if (first.ok) simulator.refund(first.payment.id);
  expect(split.status).toBe("PARTIALLY_REFUNDED");
  await simulator.close();
});

test("an invoice that is paid, canceled or a draft cannot be canceled; a scheduled one goes out in time", async () => {
  const { simulator, single } = await aWorld();
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
