// Ten thousand inquiries against the whole product, counted by a ledger of their senders: `npx node lab/bench/contact-posts.ts`.
import { aFirmProcess } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { keep } from "./table.ts";

const POSTS = 10_000;
const AT_ONCE = 50;
const HEALTH_ROUNDS = 2_000;

/** Prints inquiries a second beside an address that does nothing, their p95, and how many were lost, doubled or failed. */
export async function measureContactPosts(posts = POSTS): Promise<void> {
  const firm = await aFirmProcess();
  const ledger = aLedger();
  const nothing = await rateOf(HEALTH_ROUNDS, async () => {
    await (await fetch(`${firm.url}/api/health`)).arrayBuffer();
  });
  const times: number[] = [];
  let refused = 0;
  let failed = 0;
  const rate = await rateOf(posts, async () => {
    const { status, ms } = await ledger.inquire(firm.url);
    times.push(ms);
    // Told to wait is an answer; a 5xx without that, or none, is not.
    if (status === 429 || status === 503) refused += 1;
    else if (status !== 200) failed += 1;
  });
  const differences = ledger.differences(await firm.inquiries());
  await firm.stop();
  times.sort((one, other) => one - other);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  const of = (kind: string) => differences.filter((difference) => difference.startsWith(kind)).length;
  console.log(
    `inquiries     ${posts} posts, ${AT_ONCE} at a time: ${rate.toFixed(0)}/s, p95 ${p95.toFixed(0)} ms, ${((rate / nothing) * 100).toFixed(0)} % of /api/health (${nothing.toFixed(0)}/s)`,
  );
  console.log(
    `              ${of("lost")} lost, ${of("doubled")} doubled, ${failed} failed   (aim: 0), ${refused} told to wait\n`,
  );
  keep({ what: "inquiries taken", value: rate, unit: "/s" });
  keep({ what: "inquiries beside /api/health", value: rate / nothing, unit: "×" });
  keep({ what: "inquiries lost or doubled", value: differences.length, unit: "", atMost: 0 });
  keep({ what: "inquiries failed", value: failed, unit: "", atMost: 0 });
  if (differences.length > 0 || failed > 0) process.exitCode = 1;
}

/** @returns how many a second, so many in all, `AT_ONCE` at a time */
async function rateOf(count: number, work: () => Promise<void>): Promise<number> {
  let left = count;
  const began = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return (count / (performance.now() - began)) * 1000;
}

if (import.meta.main) await measureContactPosts();
