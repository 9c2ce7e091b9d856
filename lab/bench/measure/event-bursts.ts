import type { SquareEnvironment } from "../fixtures/square.ts";
import { recordResult } from "./results.ts";

const EVENTS = 50;
const LATENCIES_MS = [0, 200];
const RATE_LIMIT_MS = 1_500;
const MAX_SECONDS = 2;
const POLL_INTERVAL_MS = 20;
const TIMEOUT_MS = 60_000;

/** `times` limits how many requests fail. By default, all of them do. */
type Fault = { kind: "slow"; milliseconds: number } | { kind: "rate-limited"; times?: number };

/** Measures the delay of notifications that arrive at the same time, with and without a rate limit at Square. */
export async function measureEventBursts(environment: SquareEnvironment): Promise<void> {
  for (const latency of LATENCIES_MS) {
    const name = `${EVENTS} concurrent payments, Square responds in ${latency} ms`;
    const faults: Fault[] = latency > 0 ? [{ kind: "slow", milliseconds: latency }] : [];
    await measureBurst(environment, name, faults);
  }
  const oneLimited = `${EVENTS} concurrent payments, Square rejects one request with 429`;
  await measureBurst(environment, oneLimited, [{ kind: "rate-limited", times: 1 }]);
  const limitEnd = new Promise((resolve) => setTimeout(resolve, RATE_LIMIT_MS)).then(() =>
    environment.callSimulator("clear-faults", {}),
  );
  const name = `${EVENTS} concurrent payments while Square rejects all requests for ${RATE_LIMIT_MS / 1000} s`;
  await measureBurst(environment, name, [{ kind: "rate-limited" }]);
  await limitEnd;
}

async function measureBurst(
  environment: SquareEnvironment,
  name: string,
  faults: readonly Fault[],
): Promise<void> {
  const amountsBefore = await readOpenInvoices(environment);
  await environment.callSimulator("clear-faults", {});
  for (const fault of faults) {
    await environment.callSimulator("fault", { times: null, ...fault });
  }
  const startedAt = performance.now();
  const delays = new Map<string, number>();
  const paid = Promise.all(
    [...amountsBefore.keys()].map((id) => environment.callSimulator("pay", { id, how: { amount: 1 } })),
  );
  while (delays.size < amountsBefore.size) {
    for (const [id, amount] of await readPaidAmounts(environment, [...amountsBefore.keys()])) {
      if (amount !== amountsBefore.get(id) && !delays.has(id)) {
        delays.set(id, (performance.now() - startedAt) / 1000);
      }
    }
    if (performance.now() - startedAt > TIMEOUT_MS) {
      throw new Error(`Only ${delays.size} of ${amountsBefore.size} payments became visible.`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
  }
  await paid;
  await environment.callSimulator("clear-faults", {});
  const sorted = [...delays.values()].sort((a, b) => a - b);
  const percentile = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  recordResult({ name: `${name}: p50`, value: percentile(0.5), unit: "s" });
  recordResult({
    name: `${name}: p95`,
    value: percentile(0.95),
    unit: "s",
    atMost: MAX_SECONDS,
  });
  console.log(
    `webhooks      ${name}: median ${percentile(0.5).toFixed(2)} s, p95 ${percentile(0.95).toFixed(2)} s   (target: p95 at most ${MAX_SECONDS})`,
  );
}

type SimulatedInvoice = { id: string; status: string };

/** Returns the paid amounts of open invoices by id. */
async function readOpenInvoices(environment: SquareEnvironment): Promise<Map<string, unknown>> {
  const invoices = await environment.callSimulator<SimulatedInvoice[]>("invoices");
  const ids = invoices
    .filter(({ status }) => status === "UNPAID" || status === "PARTIALLY_PAID")
    .map(({ id }) => id);
  const amounts = await readPaidAmounts(environment, ids);
  return new Map([...amounts].slice(0, EVENTS));
}

async function readPaidAmounts({ rows }: SquareEnvironment, ids: string[]): Promise<Map<string, unknown>> {
  const { data } = await rows
    .from("invoices")
    .select("square_invoice_id, total_paid_amount")
    .in("square_invoice_id", ids)
    .throwOnError();
  return new Map(data.map((row) => [row.square_invoice_id ?? "", row.total_paid_amount]));
}
