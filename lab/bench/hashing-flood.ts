// Floods the password endpoints as one account while measuring the home page and another user's sign-in:
// `npx node lab/bench/hashing-flood.ts`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { readSession } from "#tests/support/product/session.ts";
import { type RequestFlood, startRequestFlood } from "./measure/request-flood.ts";
import { recordResult } from "./measure/results.ts";

const CONCURRENCY = 600;
const SECONDS = 30;
const HOME_PAGE_INTERVAL_MS = 20;
const MAX_HOME_PAGE_MS = 100;
const MAX_SIGN_IN_MS = 2_000;
const FLOODER = { email: "flooder@client.example", password: "correct horse battery" };

/**
 * Prints the p99 of the home page and the slowest sign-in of another user during the flood. The rate limits are lifted, so
 * that only the limit on hashing protects the server.
 */
export async function measureHashingFlood(): Promise<void> {
  const firm = await startFirmProcess();
  const keys: Keys = JSON.parse(readFileSync(join(firm.dataDir, "keys.json"), "utf8"));
  const post = createPost(firm.url, keys.publishableKey);
  await createPost(firm.url, keys.secretKey)("/auth/v1/admin/users", { ...FLOODER, email_confirm: true });
  const signIn = (account: object) => post("/auth/v1/token?grant_type=password", account);
  const { access_token: token } = await readSession(await signIn(FLOODER));

  const quiet = await measureDuring(sleep(5_000), firm.url, () => signIn(OWNER));
  const flood = startRequestFlood({
    origin: firm.url,
    parallel: CONCURRENCY,
    seconds: SECONDS,
    requests: [
      request("POST", "/auth/v1/token?grant_type=password", keys.publishableKey, {
        ...FLOODER,
        password: "a wrong guess",
      }),
      request("PUT", "/auth/v1/user", keys.publishableKey, { password: FLOODER.password }, token),
    ],
  });
  const flooded = await measureDuring(flood, firm.url, () => signIn(OWNER));
  await firm.stop();
  report(quiet, flooded, await flood);
}

type Keys = { publishableKey: string; secretKey: string };
type FloodRequest = RequestFlood["requests"][number];

function request(method: string, path: string, apikey: string, body: object, token = apikey): FloodRequest {
  return {
    method,
    path,
    headers: { apikey, authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

function createPost(url: string, key: string): (path: string, body: object) => Promise<Response> {
  return async (path, body) => {
    const { headers, body: text } = request("POST", path, key, body);
    const response = await fetch(url + path, { method: "POST", headers, body: text });
    if (!response.ok) {
      throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    }
    return response;
  };
}

/** Duration of each request, in milliseconds. */
type Latencies = { homePage: number[]; signIns: number[] };

/** Loads the home page and signs in, one request of each kind at a time, until `end` resolves. */
async function measureDuring(
  end: Promise<unknown>,
  url: string,
  signIn: () => Promise<Response>,
): Promise<Latencies> {
  const latencies: Latencies = { homePage: [], signIns: [] };
  let isOver = false;
  const floodEnd = end.then(() => {
    isOver = true;
  });
  const repeat = async (target: number[], work: () => Promise<Response>, interval: number) => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await work()).arrayBuffer();
      target.push(performance.now() - startedAt);
      await sleep(interval);
    }
  };
  await Promise.all([
    floodEnd,
    repeat(latencies.homePage, () => fetch(url), HOME_PAGE_INTERVAL_MS),
    repeat(latencies.signIns, signIn, 0),
  ]);
  return latencies;
}

function report(quiet: Latencies, flooded: Latencies, statuses: Record<string, number>): void {
  const homePage = percentile(flooded.homePage, 0.99);
  const slowestSignIn = Math.max(...flooded.signIns);
  const counts = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  console.log(`hashing flood ${CONCURRENCY} requests at a time for ${SECONDS} s: ${counts.join(", ")}`);
  console.log(
    `              home page p99 ${homePage.toFixed(0)} ms   (target: at most ${MAX_HOME_PAGE_MS}; ${percentile(quiet.homePage, 0.99).toFixed(0)} ms without the flood)`,
  );
  console.log(
    `              another user's slowest sign-in ${slowestSignIn.toFixed(0)} ms of ${flooded.signIns.length}   (target: at most ${MAX_SIGN_IN_MS}; ${Math.max(...quiet.signIns).toFixed(0)} ms without the flood)\n`,
  );
  recordResult({
    name: "home page p99 during a hashing flood",
    value: homePage,
    unit: "ms",
    atMost: MAX_HOME_PAGE_MS,
  });
  recordResult({
    name: "slowest sign-in during a hashing flood",
    value: slowestSignIn / 1000,
    unit: "s",
    atMost: MAX_SIGN_IN_MS / 1000,
  });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

if (import.meta.main) {
  await measureHashingFlood();
}
