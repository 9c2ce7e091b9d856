import { recomputeOverdue } from "#server/payments/sync/recompute-overdue.ts";
import type { SquareEnvironment } from "#tests/support/square/square-environment.ts";
import type { Random } from "./random.ts";

const HOUR_MS = 3_600_000;

/** While offline, the product's webhook endpoint responds with 503. */
export type WebhookEndpoint = { isOffline: boolean };

const OPERATIONS = [
  "GetInvoice",
  "GetPayment",
  "GetPaymentRefund",
  "ListPayments",
  "ListPaymentRefunds",
  "BatchRetrieveOrders",
  "BulkRetrieveCustomers",
  "ListInvoices",
  "ListLocations",
] as const;
const API_FAULTS = [
  { kind: "server-error", status: 500 },
  { kind: "server-error", status: 502, html: true },
  { kind: "server-error", status: 503 },
  { kind: "rate-limited" },
  { kind: "html" },
  { kind: "errors-with-ok" },
  { kind: "truncated" },
  { kind: "connection-reset" },
  { kind: "token-expired" },
  // Square returns data from before the latest change.
  { kind: "stale-read" },
  { kind: "stale-read" },
  { kind: "stale-read" },
] as const;
const WEBHOOK_FAULTS = [
  "duplicate",
  "duplicate",
  "hold",
  "hold",
  "lost-response",
  "bad-signature",
  "wrong-url",
  "re-indented",
] as const;

/** Creates actions that inject faults between Square and the product, and actions that run the product's jobs. */
export function createFaultActions(fixture: SquareEnvironment, random: Random, endpoint: WebhookEndpoint) {
  const { simulator } = fixture;
  return {
    async processWebhooks() {
      await fixture.receiveWebhooks();
    },
    async addWebhookFault() {
      const fault = random.pick(WEBHOOK_FAULTS);
      if (fault) {
        simulator.addWebhookFault({ fault, times: random.between(1, 12) });
      }
    },
    async releaseHeldWebhooks() {
      await simulator.releaseHeld(random.chance(70) ? "reversed" : "as-held");
    },
    async failApiCalls() {
      const fault = random.pick(API_FAULTS);
      const operation = random.pick(OPERATIONS);
      if (fault && operation) {
        simulator.addFault({ ...fault, operation, times: random.between(1, 6) });
      }
    },
    async goOffline() {
      endpoint.isOffline = true;
    },
    async sendUnrelatedEvents() {
      const merchantId = random.chance(50) ? "ANOTHER" : undefined;
      const invoice = random.pick(Object.keys(simulator.state().invoices)) ?? "inv:0-unknown";
      const type = merchantId ? "invoice.updated" : "brand.new_thing";
      const event = { type, data: { type: "invoice", id: invoice }, ...(merchantId ? { merchantId } : {}) };
      simulator.emit(event, random.chance(5) ? 100 : 1);
    },
    async advanceTime() {
      fixture.clock.now = new Date(fixture.clock.now.getTime() + random.between(1, 30) * HOUR_MS);
      await simulator.advanceClock(0);
      // Square stops retrying after a day. The sync at the end covers that case.
      endpoint.isOffline = false;
      await recomputeOverdue(fixture.payments);
    },
    async sync() {
      // Webhooks continue to arrive during the sync.
      await Promise.all([fixture.sync(), simulator.settled()]);
    },
    async retryJobs() {
      await retryJobsNow(fixture);
    },
    async reconnect() {
      simulator.disconnect();
      await fixture.receiveWebhooks();
      simulator.clearFaults();
      endpoint.isOffline = false;
      fixture.clock.now = new Date(fixture.clock.now.getTime() + HOUR_MS);
      await fixture.connect();
      // Sync the changes made while no webhooks were delivered.
      const { body } = await fixture.sync();
      if (body.success !== true) {
        throw new Error(`The sync after reconnecting failed: ${body.message}`);
      }
    },
  };
}

/** Ends all faults, delivers all webhooks and retries failed jobs until none is left. */
export async function completePendingWork(
  fixture: SquareEnvironment,
  endpoint: WebhookEndpoint,
): Promise<void> {
  const { simulator } = fixture;
  simulator.clearFaults();
  endpoint.isOffline = false;
  await simulator.releaseHeld("reversed");
  for (let hours = 0; hours < 26; hours += 1) {
    fixture.clock.now = new Date(fixture.clock.now.getTime() + HOUR_MS);
    await simulator.advanceClock(0);
  }
  await recomputeOverdue(fixture.payments);
  while ((await retryJobsNow(fixture)) > 0) {
    await fixture.runJobs();
  }
}

/** @returns the number of waiting jobs */
export async function retryJobsNow({ pool }: SquareEnvironment): Promise<number> {
  const { rowCount } = await pool.query(
    "update graphile_worker._private_jobs set run_at = now() - interval '1 second' where attempts < max_attempts",
  );
  return rowCount ?? 0;
}
