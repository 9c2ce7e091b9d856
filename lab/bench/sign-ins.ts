// Password sign-ins beside the bare hash, and how long the event loop is kept waiting meanwhile: `npx node lab/bench/sign-ins.ts`.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { hash, verify } from "@node-rs/bcrypt";
import { load } from "./load.ts";
import { keep } from "./table.ts";
import { aMember, inAWorld, listening, type Member, publishableKey, type World } from "./world.ts";

const seconds = 2;
const rounds = 9;
// More than the hash has threads (4), so that none of them waits for a question.
const parallel = 8;
const leastShare = 0.9;
const mostDelay = 50;

type Round = { signIns: number; hashes: number; delay: number };

/** Prints sign-ins a second, their share of what the hash alone allows, and the event loop's p99 delay. */
export async function measureSignIns(): Promise<void> {
  await inAWorld(async (world) => {
    const members: Member[] = [];
    for (let at = 0; at < parallel; at++) members.push(await aMember(world, `member${at}`));
    const server = await listening(world.supabase.app.fetch);
    report(await measuredInTurn(server.origin, members));
    server.close();
    await requireSessions(world);
  });
}

async function measuredInTurn(origin: string, members: Member[]): Promise<Round[]> {
  const password = members[0]?.password ?? "";
  const known = await hash(password, { cost: 10 });
  const signIns = () =>
    load({
      url: `${origin}/auth/v1/token?grant_type=password`,
      headers: { apikey: publishableKey, "content-type": "application/json" },
      seconds,
      parallel,
      bodies: members.map(({ email, password }) => JSON.stringify({ email, password })),
    });
  await signIns();
  const measured: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const hashes = await hashesPerSecond(password, known);
    const loop = monitorEventLoopDelay({ resolution: 5 });
    loop.enable();
    const { requestsPerSecond } = await signIns();
    loop.disable();
    measured.push({ hashes, signIns: requestsPerSecond, delay: loop.percentile(99) / 1e6 });
  }
  return measured;
}

async function hashesPerSecond(password: string, known: string): Promise<number> {
  const start = performance.now();
  let done = 0;
  const lane = async () => {
    while (performance.now() < start + seconds * 1000) {
      await verify(password, known);
      done++;
    }
  };
  await Promise.all(Array.from({ length: parallel }, lane));
  return (done / (performance.now() - start)) * 1000;
}

/** Sign-ins that left no session would be no sign-ins. */
async function requireSessions({ pool }: World): Promise<void> {
  const { rows } = await pool.query<{ count: string }>("select count(*) from auth.sessions");
  console.log(`              ${rows[0]?.count} sessions were opened\n`);
}

/** The middle one of the rounds' shares and delays. */
function report(measured: Round[]): void {
  const middle = (figure: (round: Round) => number) =>
    measured.map(figure).sort((one, other) => one - other)[Math.floor(measured.length / 2)] ?? Number.NaN;
  const share = middle((round) => round.signIns / round.hashes);
  const delay = middle((round) => round.delay);
  keep({ what: "sign-ins beside the hash alone", value: share, unit: "×", atLeast: leastShare });
  keep({ what: "event loop's p99 delay meanwhile", value: delay, unit: "ms", atMost: mostDelay });
  console.log(
    `sign-ins      ${middle((round) => round.signIns).toFixed(0)}/s, the hash alone ${middle((round) => round.hashes).toFixed(0)}/s`,
  );
  console.log(`              ${share.toFixed(2)} of the hash alone   (aim: at least ${leastShare})`);
  console.log(`              event loop p99 ${delay.toFixed(1)} ms   (aim: at most ${mostDelay})`);
}

if (import.meta.main) await measureSignIns();
