import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createRandom } from "#tests/square/random.ts";
import { type FirmProcess, OWNER } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger, type InquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { fetchPublicConfig, readSession } from "#tests/support/product/session.ts";
import { recordFigures } from "./support/record-figures.ts";
import { type RemoteDatabase, startFirmWithRemoteDatabase } from "./support/remote-database.ts";

const MAX_RESPONSE_MS = 10_000;
const MAX_RECOVERY_MS = 15_000;
const SEED = 20_261_122;

type TimedResponse = { what: string; status: number | "no response"; ms: number; retryAfter: string | null };

let remote: RemoteDatabase;
let firm: FirmProcess;
let ledger: InquiryLedger;
let send: (what: "inquiry" | "read" | "sign-in") => Promise<TimedResponse>;

beforeEach(async () => {
  remote = await startFirmWithRemoteDatabase();
  firm = remote.firm;
  ledger = createInquiryLedger();
  const { publishableKey } = await fetchPublicConfig(firm.url);
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const signIn = () =>
    fetch(`${firm.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers,
      body: JSON.stringify(OWNER),
    });
  const { access_token } = await readSession(await signIn());
  const read = () =>
    fetch(`${firm.url}/rest/v1/users?select=email`, {
      headers: { ...headers, authorization: `Bearer ${access_token}` },
    });
  // Warm up before the database gets slow, because the process caches some values on first use.
  expect((await read()).status).toBe(200);
  send = async (what) => {
    if (what === "inquiry") {
      return { what, ...(await ledger.sendInquiry(firm.url)) };
    }
    const startedAt = performance.now();
    const response = await (what === "read" ? read() : signIn());
    const text = await response.text();
    if (response.status === 200) {
      expect(text).toContain(OWNER.email);
    }
    return {
      what,
      status: response.status,
      ms: performance.now() - startedAt,
      retryAfter: response.headers.get("retry-after"),
    };
  };
});
afterEach(() => remote?.stop());

/** Sends 60 requests of all kinds in parallel. */
async function sendMixedRequests(): Promise<TimedResponse[]> {
  const kinds = ["inquiry", "inquiry", "read", "sign-in"] as const;
  return Promise.all(Array.from({ length: 60 }, (_, index) => send(kinds[index % 4] ?? "inquiry")));
}

/** Expects each response in time with status 200, or 503 with Retry-After. Returns a summary. */
function expectTimelyResponses(responses: readonly TimedResponse[]): string {
  const lateResponses = responses.filter(({ ms }) => ms >= MAX_RESPONSE_MS);
  const unexpected = responses.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter !== null),
  );
  expect({ late: lateResponses, unexpected }).toEqual({ late: [], unexpected: [] });
  const succeeded = responses.filter(({ status }) => status === 200).length;
  const slowest = Math.round(Math.max(...responses.map(({ ms }) => ms)));
  return `${succeeded} × 200, ${responses.length - succeeded} × 503, slowest ${slowest} ms`;
}

async function measureRecovery(): Promise<number> {
  const startedAt = performance.now();
  for (const kind of ["inquiry", "read", "sign-in"] as const) {
    await expect.poll(async () => (await send(kind)).status, { timeout: MAX_RECOVERY_MS }).toBe(200);
  }
  await expect
    .poll(async () => (await fetch(`${firm.url}/api/ready`)).status, { timeout: MAX_RECOVERY_MS })
    .toBe(200);
  return Math.round(performance.now() - startedAt);
}

const DELAYS = [
  ["half a second", () => 500],
  ["one to three seconds", randomDelay()],
  ["twelve seconds, longer than the statement timeout", () => 12_000],
] as const;

test.each(
  DELAYS,
)("responds correctly or with 503 within 10 s and recovers when the database is delayed by %s", async (how, delay) => {
  const before = await remote.readMemoryMib();
  remote.line.delayResponses(delay);
  const responses = await sendMixedRequests();
  // Readiness must also respond in time. Health does not depend on the database.
  const requestedAt = performance.now();
  const { status: ready } = await fetch(`${firm.url}/api/ready`);
  expect([200, 503]).toContain(ready);
  expect(performance.now() - requestedAt).toBeLessThan(MAX_RESPONSE_MS);
  if (delay() >= MAX_RESPONSE_MS) {
    expect(ready).toBe(503);
  }
  expect((await fetch(`${firm.url}/api/health`)).status).toBe(200);
  // Also send some requests sequentially.
  for (const requestKind of ["inquiry", "read", "sign-in"] as const) {
    responses.push(await send(requestKind));
  }
  const summary = expectTimelyResponses(responses);
  remote.line.reset();
  const recoveredAfterMs = await measureRecovery();
  const memoryGrowth = (await remote.readMemoryMib()) - before;
  expect(memoryGrowth).toBeLessThan(100);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  recordFigures(
    `delayed by ${how} (seed ${SEED}): ${summary}, readiness ${ready}, recovered after ${recoveredAfterMs} ms, memory grew by ${Math.round(memoryGrowth)} MB`,
  );
});

test("returns 503 within 10 s and continues jobs afterwards when tables are locked or statements are slow", async () => {
  const locker = new pg.Client(remote.connection);
  await locker.connect();
  await locker.query(
    "begin; lock table graphile_worker._private_jobs, auth.sessions in access exclusive mode",
  );
  const locked = expectTimelyResponses(await sendMixedRequests());
  await locker.query("commit");
  await locker.query(
    `create function public.slowly() returns trigger language plpgsql as 'begin perform pg_sleep(20); return new; end';
     create trigger slowly before insert on public.contact_inquiries for each row execute function public.slowly()`,
  );
  const slow = expectTimelyResponses(await sendMixedRequests());
  await locker.query("drop function public.slowly cascade");
  await locker.end();
  const recoveredAfterMs = await measureRecovery();
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  // Rejected inquiries were not stored, and the queue continues to send emails.
  expect(await firm.listInquiries()).toHaveLength(ledger.acknowledged.length);
  await expect.poll(() => remote.countPendingJobs(), { timeout: 60_000 }).toBe(0);
  recordFigures(
    `locked: ${locked}; slow statements: ${slow}; recovered after ${recoveredAfterMs} ms, every job done`,
  );
});

/** Returns a random delay of one to three seconds for each response. */
function randomDelay(): () => number {
  const chance = createRandom(SEED);
  return () => chance.between(1_000, 3_000);
}
