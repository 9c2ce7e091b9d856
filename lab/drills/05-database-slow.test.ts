import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { chanceOf } from "#tests/square/chance.ts";
import { type FirmProcess, OWNER } from "#tests/support/a-firm-process.ts";
import { aLedger, type Ledger } from "#tests/support/a-ledger.ts";
import { aFirmFarFromItsDatabase, type FarDatabase } from "./a-far-database.ts";
import { figures } from "./figures.ts";

const ANSWER_WITHIN_MS = 10_000;
const HEALED_WITHIN_MS = 15_000;
const SEED = 20_261_122;

type Answer = { what: string; status: number | "no answer"; ms: number; retryAfter: string | null };

let far: FarDatabase;
let firm: FirmProcess;
let ledger: Ledger;
let ask: (what: "inquiry" | "read" | "sign-in") => Promise<Answer>;

beforeEach(async () => {
  far = await aFirmFarFromItsDatabase();
  firm = far.firm;
  ledger = aLedger();
  const { publishableKey } = (await (await fetch(`${firm.url}/api/config`)).json()) as {
    publishableKey: string;
  };
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const signIn = () =>
    fetch(`${firm.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers,
      body: JSON.stringify(OWNER),
    });
  const { access_token } = (await (await signIn()).json()) as { access_token: string };
  const read = () =>
    fetch(`${firm.url}/rest/v1/users?select=email`, {
      headers: { ...headers, authorization: `Bearer ${access_token}` },
    });
  // In use before it gets slow: what a process reads once, it has read.
  expect((await read()).status).toBe(200);
  ask = async (what) => {
    if (what === "inquiry") return { what, ...(await ledger.inquire(firm.url)) };
    const began = performance.now();
    const answer = await (what === "read" ? read() : signIn());
    const text = await answer.text();
    if (answer.status === 200) expect(text).toContain(OWNER.email);
    return {
      what,
      status: answer.status,
      ms: performance.now() - began,
      retryAfter: answer.headers.get("retry-after"),
    };
  };
});
afterEach(() => far?.stop());

/** Each of them many times at once. */
async function askAll(): Promise<Answer[]> {
  const kinds = ["inquiry", "inquiry", "read", "sign-in"] as const;
  return Promise.all(Array.from({ length: 60 }, (_, index) => ask(kinds[index % 4] ?? "inquiry")));
}

/** Answered rightly or sent away with a time to come back, and in time. @returns in words how they were answered. */
function expectPatience(answers: readonly Answer[]): string {
  const late = answers.filter(({ ms }) => ms >= ANSWER_WITHIN_MS);
  const wrong = answers.filter(
    ({ status, retryAfter }) => status !== 200 && !(status === 503 && retryAfter !== null),
  );
  expect({ late, wrong }).toEqual({ late: [], wrong: [] });
  const right = answers.filter(({ status }) => status === 200).length;
  const slowest = Math.round(Math.max(...answers.map(({ ms }) => ms)));
  return `${right} × 200, ${answers.length - right} × 503, slowest ${slowest} ms`;
}

async function healedWithin(): Promise<number> {
  const began = performance.now();
  for (const what of ["inquiry", "read", "sign-in"] as const)
    await expect.poll(async () => (await ask(what)).status, { timeout: HEALED_WITHIN_MS }).toBe(200);
  await expect
    .poll(async () => (await fetch(`${firm.url}/api/ready`)).status, { timeout: HEALED_WITHIN_MS })
    .toBe(200);
  return Math.round(performance.now() - began);
}

const WAYS = [
  ["half a second", () => 500],
  ["one to three seconds", aSecondOrThree()],
  ["twelve seconds, longer than a statement may take", () => 12_000],
] as const;

test.each(
  WAYS,
)("a database that answers late by %s: rightly or 503 within 10 s, and it heals", async (how, delay) => {
  const before = await far.memoryMib();
  far.line.delayAnswersBy(delay);
  const answers = await askAll();
  // What is said of readiness is said in time as well; health is about the process alone.
  const asked = performance.now();
  const { status: ready } = await fetch(`${firm.url}/api/ready`);
  expect([200, 503]).toContain(ready);
  expect(performance.now() - asked).toBeLessThan(ANSWER_WITHIN_MS);
  if (delay() >= ANSWER_WITHIN_MS) expect(ready).toBe(503);
  expect((await fetch(`${firm.url}/api/health`)).status).toBe(200);
  // And some alone, one after the other, without the crowd.
  for (const what of ["inquiry", "read", "sign-in"] as const) answers.push(await ask(what));
  const said = expectPatience(answers);
  far.line.mend();
  const healed = await healedWithin();
  const grown = (await far.memoryMib()) - before;
  expect(grown).toBeLessThan(100);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  figures(
    `late by ${how} (seed ${SEED}): ${said}, readiness ${ready}, healed after ${healed} ms, memory grew by ${Math.round(grown)} MB`,
  );
});

test("a database whose tables are locked and whose statements take too long: 503 within 10 s, jobs go on afterwards", async () => {
  const locker = new pg.Client(far.connection);
  await locker.connect();
  await locker.query(
    "begin; lock table graphile_worker._private_jobs, auth.sessions in access exclusive mode",
  );
  const locked = expectPatience(await askAll());
  await locker.query("commit");
  await locker.query(
    `create function public.slowly() returns trigger language plpgsql as 'begin perform pg_sleep(20); return new; end';
     create trigger slowly before insert on public.contact_inquiries for each row execute function public.slowly()`,
  );
  const slow = expectPatience(await askAll());
  await locker.query("drop function public.slowly cascade");
  await locker.end();
  const healed = await healedWithin();
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  // Nothing of what was refused was stored, and the queue works: its mails go out.
  expect(await firm.inquiries()).toHaveLength(ledger.acknowledged.length);
  await expect.poll(() => far.waitingJobs(), { timeout: 60_000 }).toBe(0);
  figures(`locked: ${locked}; statements too long: ${slow}; healed after ${healed} ms, every job done`);
});

/** One to three seconds, drawn anew for each answer. */
function aSecondOrThree(): () => number {
  const chance = chanceOf(SEED);
  return () => chance.between(1_000, 3_000);
}
