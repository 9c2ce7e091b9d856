// Sends 10,000 inquiries to the product and compares what was acknowledged with what was stored:
// `npx node lab/bench/contact-posts.ts`.
import { startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { recordResult } from "./measure/results.ts";

const POSTS = 10_000;
const CONCURRENCY = 50;
const BASELINE_REQUESTS = 2_000;

/** Prints inquiries per second compared with `/api/health`, their p95, and how many were lost, duplicated or failed. */
export async function measureContactPosts(posts = POSTS): Promise<void> {
  const firm = await startFirmProcess();
  const ledger = createInquiryLedger();
  const baseline = await measureRate(BASELINE_REQUESTS, async () => {
    await (await fetch(`${firm.url}/api/health`)).arrayBuffer();
  });
  const times: number[] = [];
  let throttled = 0;
  let failed = 0;
  const rate = await measureRate(posts, async () => {
    const { status, ms } = await ledger.sendInquiry(firm.url);
    times.push(ms);
    // 429 and 503 ask the sender to retry. Any other error, or no response, is a failure.
    if (status === 429 || status === 503) {
      throttled += 1;
    } else if (status !== 200) {
      failed += 1;
    }
  });
  const differences = ledger.findDifferences(await firm.listInquiries());
  await firm.stop();
  times.sort((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  const lostCount = differences.filter((difference) => difference.startsWith("lost")).length;
  console.log(
    `inquiries     ${posts} posts, ${CONCURRENCY} at a time: ${rate.toFixed(0)}/s, p95 ${p95.toFixed(0)} ms, ${((rate / baseline) * 100).toFixed(0)} % of /api/health (${baseline.toFixed(0)}/s)`,
  );
  console.log(
    `              ${lostCount} lost, ${differences.length - lostCount} duplicated, ${failed} failed   (target: 0), ${throttled} throttled\n`,
  );
  recordResult({ name: "inquiries accepted", value: rate, unit: "/s" });
  recordResult({ name: "inquiries compared with /api/health", value: rate / baseline, unit: "×" });
  recordResult({ name: "inquiries lost or duplicated", value: differences.length, unit: "", atMost: 0 });
  recordResult({ name: "inquiries failed", value: failed, unit: "", atMost: 0 });
  if (differences.length > 0 || failed > 0) {
    process.exitCode = 1;
  }
}

/** Runs `work` `count` times with `CONCURRENCY` workers. Returns runs per second. */
async function measureRate(count: number, work: () => Promise<void>): Promise<number> {
  let remaining = count;
  const startedAt = performance.now();
  const worker = async () => {
    while (remaining > 0) {
      remaining -= 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return (count / (performance.now() - startedAt)) * 1000;
}

if (import.meta.main) {
  await measureContactPosts();
}
