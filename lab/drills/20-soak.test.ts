import { expect, test } from "vitest";
import { OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { fetchPublicConfig } from "#tests/support/product/session.ts";
import { recordFigures } from "./support/record-figures.ts";

const MINUTES = Number(process.env.DRILL_MINUTES ?? 15);
const METRICS_TOKEN = "drill-metrics-token";
const VISITS_PER_SECOND = 4;
const SAMPLE_INTERVAL_MS = 10_000;
/** Fraction of the samples to skip while code compiles and caches fill. */
const WARM_UP_SHARE = 1 / 3;
/** Smaller slopes are garbage collector noise. */
const MAX_SLOPE_MB_PER_MINUTE = 1;

test(`keeps memory and file handles stable without 5xx for ${MINUTES} minutes at a moderate rate`, async () => {
  const firm = await startFirmProcess({ METRICS_TOKEN: METRICS_TOKEN, RATE_LIMIT_SCALE: "10000" });
  const ledger = createInquiryLedger();
  const { publishableKey } = await fetchPublicConfig(firm.url);
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const failures: string[] = [];
  const visit = async () => {
    const signedIn = await fetch(`${firm.url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers,
      body: JSON.stringify(OWNER),
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const read = await fetch(`${firm.url}/rest/v1/clients?select=id,company`, {
      headers: { ...headers, authorization: `Bearer ${access_token}` },
    });
    await read.arrayBuffer();
    const page = await fetch(firm.url);
    await page.arrayBuffer();
    const { status } = await ledger.sendInquiry(firm.url);
    for (const result of [signedIn.status, read.status, page.status, status]) {
      if (Number(result) >= 500 || result === "no response") {
        failures.push(String(result));
      }
    }
  };
  const readMetrics = async () => {
    const response = await fetch(`${firm.url}/api/metrics`, {
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    });
    const text = await response.text();
    const metric = (name: string) => Number(new RegExp(`^${name} ([\\d.e+]+)`, "m").exec(text)?.[1]);
    const megabytes = (name: string) => metric(name) / 1024 / 1024;
    return {
      resident: megabytes("process_resident_memory_bytes"),
      heap: megabytes("nodejs_heap_size_used_bytes"),
      handles: metric("process_open_fds"),
    };
  };
  const startedAt = performance.now();
  const durationMs = MINUTES * 60_000;
  const samples: ({ minute: number } & Awaited<ReturnType<typeof readMetrics>>)[] = [];
  let visits = 0;
  for (
    let elapsedMs = 0, nextSampleAt = 0;
    elapsedMs < durationMs;
    elapsedMs = performance.now() - startedAt
  ) {
    await visit();
    visits += 1;
    if (elapsedMs >= nextSampleAt) {
      samples.push({ minute: elapsedMs / 60_000, ...(await readMetrics()) });
      nextSampleAt += SAMPLE_INTERVAL_MS;
    }
    // Wait until the next visit is due to keep a constant rate.
    const waitMs = (visits * 1000) / VISITS_PER_SECOND - (performance.now() - startedAt);
    if (waitMs > 0) {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  const steadySamples = samples.filter(({ minute }) => minute >= MINUTES * WARM_UP_SHARE);
  const slope = (of: "resident" | "heap") =>
    leastSquaresSlope(steadySamples.map((sample) => [sample.minute, sample[of]]));
  const range = (of: "resident" | "heap" | "handles") => {
    const values = steadySamples.map((sample) => sample[of]);
    return `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
  };
  recordFigures(
    `${visits} visits in ${MINUTES} minutes, ${failures.length} × 5xx; least squares over ${steadySamples.length} samples after the first third: resident ${slope("resident").toFixed(2)} MB per minute (${range("resident")} MB), heap in use ${slope("heap").toFixed(2)} MB per minute (${range("heap")} MB); handles ${range("handles")}`,
  );
  const handles = steadySamples.map((sample) => sample.handles);
  expect(failures).toEqual([]);
  expect(slope("resident")).toBeLessThan(MAX_SLOPE_MB_PER_MINUTE);
  expect(Math.max(...handles) - Math.min(...handles)).toBeLessThan(50);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  await firm.stop();
});

/** Returns the slope of the least-squares regression line. */
function leastSquaresSlope(points: [number, number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([value]) => value));
  const y = mean(points.map(([, value]) => value));
  const covariance = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return covariance / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
}
