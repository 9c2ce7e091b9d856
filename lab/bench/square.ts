// How fast invoices come from Square, and how soon a payment stands in the portal: `npx node lab/bench/square.ts`.
import { loadavg } from "node:os";
import { insertFloor } from "./insert-floor.ts";
import { aSquareWorld, type SquareWorld } from "./square-world.ts";
import { keep } from "./table.ts";

const SIZES = [205, 2_000, 20_000];
const MOST_MEGABYTES = 150;
const PAYMENTS = 60;
const MOST_SECONDS = 2;
const LOOK_MS = 10;
const PATH = "/api/square/sync-invoices";

/** Prints synchronization and notifications: the real SDK over HTTP, the simulated Square in a process of its own. */
export async function measureSquare(sizes: readonly number[] = SIZES): Promise<void> {
  for (const size of sizes) {
    const world = await aSquareWorld(size);
    try {
      await measureSync(world, size);
      if (size === sizes[0]) await measureNotifications(world);
    } finally {
      await world.stop();
    }
  }
}

async function measureSync(world: SquareWorld, size: number): Promise<void> {
  // Connecting loads the SDK: what it weighs is not the synchronization's.
  const headers = await world.connect();
  const idle = world.megabytes();
  let most = idle;
  const sampling = setInterval(() => {
    most = Math.max(most, world.megabytes());
  }, 50);
  const first = await timed(() => sync(world, headers));
  const again = await timed(() => sync(world, headers));
  clearInterval(sampling);
  const floor = await insertFloor(world.rows);
  const rate = first.result / first.seconds;
  keep({ what: `sync of ${size}`, value: rate, unit: "invoices/s" });
  keep({ what: `sync of ${size} beside inserting`, value: rate / floor, unit: "×" });
  keep({ what: `sync of ${size}: memory`, value: most - idle, unit: "MB", atMost: MOST_MEGABYTES });
  console.log(
    `sync ${String(size).padStart(6)}   ${rate.toFixed(0)} invoices/s (${first.result} in ${first.seconds.toFixed(1)} s, load ${loadavg()[0]?.toFixed(1)}), once more ${(again.result / again.seconds).toFixed(0)}/s`,
  );
  console.log(
    `              ${((rate / floor) * 100).toFixed(0)} % of inserting the same rows (${floor.toFixed(0)}/s)`,
  );
  console.log(
    `              memory ${idle.toFixed(0)} MB, at most ${(most - idle).toFixed(0)} MB more while syncing   (aim: at most ${MOST_MEGABYTES})`,
  );
}

/** @returns how many invoices were synced */
async function sync({ url }: SquareWorld, headers: { authorization: string }): Promise<number> {
  let answer = await fetch(url + PATH, { method: "POST", headers });
  for (;;) {
    const body = (await answer.json()) as { runId?: string; synced?: number; message?: string };
    if (answer.status === 200) return body.synced ?? 0;
    if (answer.status !== 202) throw new Error(`sync answered ${answer.status}: ${body.message}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS * 10));
    answer = await fetch(`${url}${PATH}?runId=${body.runId}`, { headers });
  }
}

type Unpaid = { id: string; status: string; primary_recipient: { email_address?: string } };

/** From the payment at Square to the client's own query that answers "paid". */
async function measureNotifications(world: SquareWorld): Promise<void> {
  const { data: own } = await world.client.from("invoices").select("square_invoice_id").throwOnError();
  const ids = new Set(own.map((row) => row.square_invoice_id));
  const invoices = (await world.seller<Unpaid[]>("invoices")).filter(
    ({ id, status }) => ids.has(id) && (status === "UNPAID" || status === "PARTIALLY_PAID"),
  );
  const times: number[] = [];
  for (let count = 0; count < PAYMENTS; count += 1) {
    const invoice = invoices[count % invoices.length];
    if (!invoice) throw new Error("the client has nothing to pay");
    const before = await changedAt(world, invoice.id);
    // A cent at a time: there are more payments than invoices.
    const { seconds } = await timed(async () => {
      await world.seller("pay", { id: invoice.id, how: { amount: 1 } });
      while ((await changedAt(world, invoice.id)) === before)
        await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    });
    times.push(seconds);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1]?.toFixed(2);
  keep({ what: "payment to the client: p95", value: Number(at(0.95)), unit: "s", atMost: MOST_SECONDS });
  console.log(
    `notification  median ${at(0.5)} s, p95 ${at(0.95)} s from payment to the client's query (${PAYMENTS} payments)   (aim: p95 at most ${MOST_SECONDS})`,
  );
}

async function changedAt({ client }: SquareWorld, id: string): Promise<number> {
  const { data } = await client
    .from("invoices")
    .select("total_paid_amount")
    .eq("square_invoice_id", id)
    .single()
    .throwOnError();
  return data.total_paid_amount;
}

async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
}

// Of sizes of your own: `npx node lab/bench/square.ts 500 1000`.
const asked = process.argv.slice(2).map(Number);
if (import.meta.main) await measureSquare(asked.length > 0 ? asked : SIZES);
