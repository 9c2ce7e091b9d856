import type { PaymentWorld } from "#tests/support/payment-world.ts";
import type { Chance } from "./chance.ts";

const HOUR_MS = 3_600_000;

/** Whether the product's door is shut, so that notifications are refused. */
export type Listener = { isAway: boolean };

const OPERATIONS = [
  "GetInvoice",
  "BatchRetrieveOrders",
  "BulkRetrieveCustomers",
  "ListInvoices",
  "ListLocations",
] as const;
const OUTAGES = [
  { kind: "server-error", status: 500 },
  { kind: "server-error", status: 502, html: true },
  { kind: "server-error", status: 503 },
  { kind: "rate-limited" },
  { kind: "html" },
  { kind: "errors-with-ok" },
  { kind: "truncated" },
  { kind: "connection-reset" },
  { kind: "token-expired" },
] as const;
const TWISTS = [
  "duplicate",
  "duplicate",
  "hold",
  "hold",
  "lost-answer",
  "bad-signature",
  "wrong-url",
  "re-indented",
] as const;

/** What goes wrong between Square and the product, and what the product does about it meanwhile. */
export function stormWeather(world: PaymentWorld, chance: Chance, listener: Listener) {
  const { simulator } = world;
  return {
    async hear() {
      await world.hear();
    },
    async twist() {
      const twist = chance.oneOf(TWISTS);
      if (twist) simulator.webhookFault({ twist, times: chance.between(1, 12) });
    },
    async release() {
      await simulator.release(chance.percent(70) ? "reversed" : "as-held");
    },
    async outage() {
      const outage = chance.oneOf(OUTAGES);
      const operation = chance.oneOf(OPERATIONS);
      if (outage && operation) simulator.fault({ ...outage, operation, times: chance.between(1, 6) });
    },
    async slam() {
      listener.isAway = true;
    },
    async noise() {
      const merchantId = chance.percent(50) ? "ANOTHER" : undefined;
      const invoice = chance.oneOf(Object.keys(simulator.state().invoices)) ?? "inv:0-unknown";
      const type = merchantId ? "invoice.updated" : "brand.new_thing";
      const event = { type, data: { type: "invoice", id: invoice }, ...(merchantId ? { merchantId } : {}) };
      simulator.emit(event, chance.percent(5) ? 100 : 1);
    },
    async passTime() {
      world.clock.now = new Date(world.clock.now.getTime() + chance.between(1, 30) * HOUR_MS);
      await simulator.advanceClock(0);
      // Away for a day or more, and Square would give up: that is what the synchronization at the end is for.
      listener.isAway = false;
      await world.payments.recomputeOverdue();
    },
    async sync() {
      // Notifications go on arriving while it reads.
      await Promise.all([world.sync(), simulator.settled()]);
    },
    async retryJobs() {
      await retryJobsNow(world);
    },
    async reconnect() {
      simulator.disconnect();
      await world.hear();
      simulator.clearFaults();
      listener.isAway = false;
      world.clock.now = new Date(world.clock.now.getTime() + HOUR_MS);
      await world.connect();
      // What happened while nobody was told is read anew.
      const { body } = await world.sync();
      if (body.success !== true)
        throw new Error(`the synchronization after connecting failed: ${body.message}`);
    },
  };
}

/** The sky clears: everything is delivered, every failed job is tried again, and nothing is left to do. */
export async function calm(world: PaymentWorld, listener: Listener): Promise<void> {
  const { simulator } = world;
  simulator.clearFaults();
  listener.isAway = false;
  await simulator.release("reversed");
  for (let hours = 0; hours < 26; hours += 1) {
    world.clock.now = new Date(world.clock.now.getTime() + HOUR_MS);
    await simulator.advanceClock(0);
  }
  await world.payments.recomputeOverdue();
  while ((await retryJobsNow(world)) > 0) await world.work();
}

/** @returns how many jobs wait */
export async function retryJobsNow({ pool }: PaymentWorld): Promise<number> {
  const { rowCount } = await pool.query(
    "update graphile_worker._private_jobs set run_at = now() - interval '1 second' where attempts < max_attempts",
  );
  return rowCount ?? 0;
}
