// Password sign-ins compared with hashing alone, and the event loop delay during sign-ins:
// `npx node lab/bench/sign-ins.ts`.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { hash, verify } from "@node-rs/bcrypt";
import {
  createSignedInUser,
  PUBLISHABLE_KEY,
  type SignedInUser,
  startHttpServer,
  type TestBackend,
  withTestBackend,
} from "./fixtures/backend.ts";
import { runLoad } from "./measure/load.ts";
import { recordResult } from "./measure/results.ts";

const SECONDS = 2;
const ROUNDS = 9;
// Exceeds the number of hashing threads, so that none is idle.
const CONCURRENCY = 8;
const MIN_SHARE = 0.9;
const MAX_DELAY_MS = 50;

type Round = { signIns: number; hashes: number; delay: number };

/** Prints sign-ins per second, their share of the hashing rate, and the p99 delay of the event loop. */
export async function measureSignIns(): Promise<void> {
  await withTestBackend(async (backend) => {
    const members: SignedInUser[] = [];
    for (let index = 0; index < CONCURRENCY; index++) {
      members.push(await createSignedInUser(backend, `member${index}`));
    }
    const server = await startHttpServer(backend.supabase.app.fetch);
    report(await measureInterleaved(server.origin, members));
    server.close();
    await printSessionCount(backend);
  });
}

async function measureInterleaved(origin: string, members: SignedInUser[]): Promise<Round[]> {
  const password = members[0]?.password ?? "";
  const passwordHash = await hash(password, 10);
  const signIns = () =>
    runLoad({
      url: `${origin}/auth/v1/token?grant_type=password`,
      headers: { apikey: PUBLISHABLE_KEY, "content-type": "application/json" },
      seconds: SECONDS,
      parallel: CONCURRENCY,
      bodies: members.map(({ email, password }) => JSON.stringify({ email, password })),
    });
  await signIns();
  const measured: Round[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const hashes = await measureHashesPerSecond(password, passwordHash);
    const loop = monitorEventLoopDelay({ resolution: 5 });
    loop.enable();
    const { requestsPerSecond } = await signIns();
    loop.disable();
    measured.push({ hashes, signIns: requestsPerSecond, delay: loop.percentile(99) / 1e6 });
  }
  return measured;
}

async function measureHashesPerSecond(password: string, passwordHash: string): Promise<number> {
  const start = performance.now();
  let done = 0;
  const worker = async () => {
    while (performance.now() < start + SECONDS * 1000) {
      await verify(password, passwordHash);
      done++;
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (done / (performance.now() - start)) * 1000;
}

/** Prints the number of created sessions, as a check that the sign-ins succeeded. */
async function printSessionCount({ pool }: TestBackend): Promise<void> {
  const { rows } = await pool.query("select from auth.sessions");
  console.log(`              ${rows.length} sessions created\n`);
}

/** Prints the median share and delay of all rounds. */
function report(measured: Round[]): void {
  const computeMedian = (figure: (round: Round) => number) =>
    measured.map(figure).sort((a, b) => a - b)[Math.floor(measured.length / 2)] ?? Number.NaN;
  const share = computeMedian((round) => round.signIns / round.hashes);
  const delay = computeMedian((round) => round.delay);
  recordResult({ name: "sign-ins compared with hashing alone", value: share, unit: "×", atLeast: MIN_SHARE });
  recordResult({
    name: "p99 event loop delay during sign-ins",
    value: delay,
    unit: "ms",
    atMost: MAX_DELAY_MS,
  });
  console.log(
    `sign-ins      ${computeMedian((round) => round.signIns).toFixed(0)}/s, hashing alone ${computeMedian((round) => round.hashes).toFixed(0)}/s`,
  );
  console.log(`              ${share.toFixed(2)} of hashing alone   (target: at least ${MIN_SHARE})`);
  console.log(`              event loop p99 ${delay.toFixed(1)} ms   (target: at most ${MAX_DELAY_MS})`);
}

if (import.meta.main) {
  await measureSignIns();
}
