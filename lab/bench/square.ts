// Sync throughput, and the delay until a payment is visible to the client: `npx node lab/bench/square.ts`.
import { loadavg } from "node:os";
import { type Cents, toCents } from "#domain/money/money.ts";
import { type SquareEnvironment, startSquareEnvironment } from "./fixtures/square.ts";
import { measureEventBursts } from "./measure/event-bursts.ts";
import { measureInsertRates } from "./measure/insert-floor.ts";
import { printResults, recordResult } from "./measure/results.ts";

const SIZES = [205, 2_000, 20_000];
const MAX_MEMORY_MB = 150;
/** Small syncs spend most of their time on fixed costs. */
const MIN_SIZE_FOR_RATIO = 20_000;
const MIN_RATIO = 0.5;
const PAYMENTS = 60;
const MAX_SECONDS = 2;
const POLL_INTERVAL_MS = 10;
const PATH = "/api/square/sync-invoices";

/** Measures syncs and webhooks with the real SDK over HTTP and the simulator in a separate process. */
export async function measureSquare(): Promise<void> {
  await measureSyncs(SIZES);
  await measureEvents();
}

async function measureSyncs(sizes: readonly number[]): Promise<void> {
  for (const size of sizes) {
    const environment = await startSquareEnvironment(size);
    try {
      await measureSync(environment, size);
    } finally {
      await environment.stop();
    }
  }
}

/** Measures how long it takes until the change of a webhook event is visible. */
async function measureEvents(): Promise<void> {
  const environment = await startSquareEnvironment(SIZES[0] ?? 0);
  try {
    await sync(environment, await environment.connect());
    await measureWebhookDelay(environment);
    await measureEventBursts(environment);
  } finally {
    await environment.stop();
  }
}

async function measureSync(environment: SquareEnvironment, size: number): Promise<void> {
  // Connect first, because loading the SDK uses memory that is not part of the sync.
  const headers = await environment.connect();
  const idle = environment.memoryMegabytes();
  let peak = idle;
  const memorySampler = setInterval(() => {
    peak = Math.max(peak, environment.memoryMegabytes());
  }, 50);
  const first = await measureSeconds(() => sync(environment, headers));
  const second = await measureSeconds(() => sync(environment, headers));
  clearInterval(memorySampler);
  const floor = await measureInsertRates(environment.rows);
  const rate = first.result / first.seconds;
  recordResult({ name: `sync of ${size}`, value: rate, unit: "invoices/s" });
  recordResult({
    name: `sync of ${size} compared with inserting only the invoices`,
    value: rate / floor.invoices,
    unit: "×",
  });
  recordResult({
    name: `sync of ${size} compared with inserting the same rows`,
    value: rate / floor.withPayments,
    unit: "×",
    ...(size >= MIN_SIZE_FOR_RATIO ? { atLeast: MIN_RATIO } : {}),
  });
  recordResult({ name: `sync of ${size}: memory`, value: peak - idle, unit: "MB", atMost: MAX_MEMORY_MB });
  console.log(
    `sync ${String(size).padStart(6)}   ${rate.toFixed(0)} invoices/s (${first.result} in ${first.seconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}), second sync ${(second.result / second.seconds).toFixed(0)}/s`,
  );
  console.log(
    `              ${formatShare(rate / floor.withPayments)} of inserting the same rows (${floor.withPayments.toFixed(0)}/s), ${formatShare(rate / floor.invoices)} of inserting only the invoices (${floor.invoices.toFixed(0)}/s)`,
  );
  console.log(
    `              memory ${idle.toFixed(0)} MB, at most ${(peak - idle).toFixed(0)} MB more while syncing   (target: at most ${MAX_MEMORY_MB})`,
  );
}

const formatShare = (share: number) => `${(share * 100).toFixed(0)} %`;

/** Runs a sync. Returns the number of invoices. */
async function sync({ url }: SquareEnvironment, headers: { authorization: string }): Promise<number> {
  let response = await fetch(url + PATH, { method: "POST", headers });
  for (;;) {
    const body = (await response.json()) as { runId?: string; synced?: number; message?: string };
    if (response.status === 200) {
      return body.synced ?? 0;
    }
    if (response.status !== 202) {
      throw new Error(`The sync returned ${response.status}: ${body.message}`);
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS * 10));
    response = await fetch(`${url}${PATH}?runId=${body.runId}`, { headers });
  }
}

type Unpaid = { id: string; status: string; primary_recipient: { email_address?: string } };

/** Measures the time from a payment at Square until the client's query returns it. */
async function measureWebhookDelay(environment: SquareEnvironment): Promise<void> {
  const { data: own } = await environment.client.from("invoices").select("square_invoice_id").throwOnError();
  const ids = new Set(own.map((row) => row.square_invoice_id));
  const invoices = (await environment.callSimulator<Unpaid[]>("invoices")).filter(
    ({ id, status }) => ids.has(id) && (status === "UNPAID" || status === "PARTIALLY_PAID"),
  );
  const times: number[] = [];
  for (let count = 0; count < PAYMENTS; count += 1) {
    const invoice = invoices[count % invoices.length];
    if (!invoice) {
      throw new Error("The client has no unpaid invoices.");
    }
    const before = await readPaidAmount(environment, invoice.id);
    // Pay one cent at a time, because there are more payments than invoices.
    const { seconds } = await measureSeconds(async () => {
      await environment.callSimulator("pay", { id: invoice.id, how: { amount: 1 } });
      while ((await readPaidAmount(environment, invoice.id)) === before) {
        await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
      }
    });
    times.push(seconds);
  }
  times.sort((a, b) => a - b);
  const formatPercentile = (share: number) => times[Math.ceil(times.length * share) - 1]?.toFixed(2);
  recordResult({
    name: "payment visible to client: p95",
    value: Number(formatPercentile(0.95)),
    unit: "s",
    atMost: MAX_SECONDS,
  });
  console.log(
    `webhook       median ${formatPercentile(0.5)} s, p95 ${formatPercentile(0.95)} s from payment to the client's query (${PAYMENTS} payments)   (target: p95 at most ${MAX_SECONDS})`,
  );
}

async function readPaidAmount({ client }: SquareEnvironment, id: string): Promise<Cents> {
  const { data } = await client
    .from("invoices")
    .select("total_paid_amount")
    .eq("square_invoice_id", id)
    .single()
    .throwOnError();
  return toCents(data.total_paid_amount);
}

async function measureSeconds<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; seconds: number }> {
  const startedAt = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - startedAt) / 1000 };
}

// Selected sizes, or only the delay of events: `npx node lab/bench/square.ts 500 1000`, `npx node lab/bench/square.ts events`.
const selected = process.argv.slice(2);
if (import.meta.main) {
  if (selected.length === 0) {
    await measureSquare();
  } else if (selected.includes("events")) {
    await measureEvents();
  } else {
    await measureSyncs(selected.map(Number));
  }
  printResults();
}
