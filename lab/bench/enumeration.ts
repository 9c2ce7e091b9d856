// Compares bursts of password resets for known and unknown addresses: `npx node lab/bench/enumeration.ts`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startFirmProcess } from "#tests/support/product/firm-process.ts";
import { median } from "./measure/median.ts";
import { recordResult } from "./measure/results.ts";

const BURST_SIZES = [60, 200];
const BURSTS_PER_KIND = 40;
/** With 40 bursts of each kind, chance alone exceeds this in about one of 500 runs. */
const MAX_DEVIATION = 0.2;
/** An account gets at most one email per minute. */
const EMAIL_INTERVAL_MS = 61_000;

type Address = { email: string; isKnown: boolean };
type Burst = { isKnown: boolean; median: number; slowest: number };
type Post = (path: string, key: "publishableKey" | "secretKey", body: object) => Promise<void>;

/**
 * Prints how well the duration of a burst distinguishes a known address from an unknown one, as the probability that a
 * burst for a known address is slower. Without a difference, it is 0.5. The first burst for an address causes an email.
 * After the second, the account has reached its limit of emails.
 */
export async function measureEnumeration(): Promise<void> {
  // Each request comes from another IP address, so that only the limits of the account apply.
  const firm = await startFirmProcess({ RATE_LIMIT_SCALE: "0.1" });
  const keys: Record<"publishableKey" | "secretKey", string> = JSON.parse(
    readFileSync(join(firm.dataDir, "keys.json"), "utf8"),
  );
  let requestCount = 0;
  const post: Post = async (path, keyName, body) => {
    requestCount += 1;
    const response = await fetch(firm.url + path, {
      method: "POST",
      headers: {
        apikey: keys[keyName],
        authorization: `Bearer ${keys[keyName]}`,
        "content-type": "application/json",
        "x-forwarded-for": `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
      },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (!response.ok) {
      throw new Error(`${path} returned ${response.status}`);
    }
  };
  for (const size of BURST_SIZES) {
    const addresses = await createAddresses(size, post);
    report(`bursts of ${size}`, await measureBursts(addresses, size, post));
    await sleep(EMAIL_INTERVAL_MS);
    report(`bursts of ${size} over the limit`, await measureBursts(addresses, size, post));
  }
  await firm.stop();
}

/**
 * Creates pairs of a known and an unknown address in alternating order, so that neither kind always follows the other.
 */
async function createAddresses(size: number, post: Post): Promise<Address[]> {
  const addresses: Address[] = [];
  for (let index = 0; index < 2 * BURSTS_PER_KIND; index += 1) {
    const isKnown = (index + Math.floor(index / 2)) % 2 === 0;
    const email = `${isKnown ? "known" : "unknown"}-${size}-${index}@client.example`;
    if (isKnown) {
      await post("/auth/v1/admin/users", "secretKey", { email, email_confirm: true });
    }
    addresses.push({ email, isKnown });
  }
  return addresses;
}

async function measureBursts(addresses: readonly Address[], size: number, post: Post): Promise<Burst[]> {
  const bursts: Burst[] = [];
  for (const { email, isKnown } of addresses) {
    const durations = await Promise.all(
      Array.from({ length: size }, async () => {
        const startedAt = performance.now();
        await post("/auth/v1/recover", "publishableKey", { email });
        return performance.now() - startedAt;
      }),
    );
    bursts.push({ isKnown, median: median(durations), slowest: Math.max(...durations) });
  }
  return bursts;
}

function report(name: string, bursts: readonly Burst[]): void {
  for (const figure of ["median", "slowest"] as const) {
    const durations = (isKnown: boolean) =>
      bursts.filter((burst) => burst.isKnown === isKnown).map((burst) => burst[figure]);
    const [known, unknown] = [durations(true), durations(false)];
    const share = shareOfSlower(known, unknown);
    console.log(
      `enumeration   ${name}, ${figure} response: known ${median(known).toFixed(0)} ms, unknown ${median(unknown).toFixed(0)} ms, known slower in ${(share * 100).toFixed(0)} % of pairs   (target: ${50 - 100 * MAX_DEVIATION} to ${50 + 100 * MAX_DEVIATION})`,
    );
    recordResult({
      name: `known and unknown addresses differ in ${name}, ${figure} response`,
      value: Math.abs(share - 0.5),
      unit: "",
      atMost: MAX_DEVIATION,
    });
  }
}

/** The share of pairs in which the first value is larger, with ties counted half (the area under the ROC curve). */
function shareOfSlower(first: readonly number[], second: readonly number[]): number {
  const scores = first.flatMap((left) =>
    second.map((right): number => (left > right ? 1 : left === right ? 0.5 : 0)),
  );
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

if (import.meta.main) {
  await measureEnumeration();
}
