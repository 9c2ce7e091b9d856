import { expect, test } from "vitest";
import { aFirmProcess, OWNER } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { figures } from "./figures.ts";

const MINUTES = Number(process.env.DRILL_MINUTES ?? 15);
const TOKEN = "token-of-the-drills";
const VISITS_A_SECOND = 4;
const SAMPLE_EVERY_MS = 10_000;
/** Code is compiled and caches fill: what this share of the time measured is left out. */
const WARM_UP = 1 / 3;
/** A rise below this is the collector's breathing. */
const SLOPE_MB_PER_MINUTE = 1;

test(`${MINUTES} minutes at a modest rate: memory and handles stay flat, no 5xx`, async () => {
  const firm = await aFirmProcess({ METRICS_TOKEN: TOKEN, RATE_LIMIT_SCALE: "10000" });
  const ledger = aLedger();
  const { publishableKey } = (await (await fetch(`${firm.url}/api/config`)).json()) as {
    publishableKey: string;
  };
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
    const { status } = await ledger.inquire(firm.url);
    for (const one of [signedIn.status, read.status, page.status, status])
      if (Number(one) >= 500 || one === "no answer") failures.push(String(one));
  };
  const measured = async () => {
    const answer = await fetch(`${firm.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const text = await answer.text();
    const of = (name: string) => Number(new RegExp(`^${name} ([\\d.e+]+)`, "m").exec(text)?.[1]);
    const megabytes = (name: string) => of(name) / 1024 / 1024;
    return {
      resident: megabytes("process_resident_memory_bytes"),
      heap: megabytes("nodejs_heap_size_used_bytes"),
      handles: of("process_open_fds"),
    };
  };
  const began = performance.now();
  const lasts = MINUTES * 60_000;
  const samples: ({ minute: number } & Awaited<ReturnType<typeof measured>>)[] = [];
  let visits = 0;
  for (let at = 0, next = 0; at < lasts; at = performance.now() - began) {
    await visit();
    visits += 1;
    if (at >= next) {
      samples.push({ minute: at / 60_000, ...(await measured()) });
      next += SAMPLE_EVERY_MS;
    }
    // A rate, not a race: the next visit has its time.
    const due = (visits * 1000) / VISITS_A_SECOND - (performance.now() - began);
    if (due > 0) await new Promise((over) => setTimeout(over, due));
  }
  const settled = samples.filter(({ minute }) => minute >= MINUTES * WARM_UP);
  const slope = (of: "resident" | "heap") => slopeOf(settled.map((sample) => [sample.minute, sample[of]]));
  const range = (of: "resident" | "heap" | "handles") => {
    const values = settled.map((sample) => sample[of]);
    return `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
  };
  figures(
    `${visits} visits in ${MINUTES} minutes, ${failures.length} × 5xx; least squares over ${settled.length} samples after the first third: resident ${slope("resident").toFixed(2)} MB a minute (${range("resident")} MB), heap in use ${slope("heap").toFixed(2)} MB a minute (${range("heap")} MB); handles ${range("handles")}`,
  );
  const handles = settled.map((sample) => sample.handles);
  expect(failures).toEqual([]);
  expect(slope("resident")).toBeLessThan(SLOPE_MB_PER_MINUTE);
  expect(Math.max(...handles) - Math.min(...handles)).toBeLessThan(50);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  await firm.stop();
});

/** Least squares. */
function slopeOf(points: [number, number][]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(points.map(([value]) => value));
  const y = mean(points.map(([, value]) => value));
  const over = points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0);
  return over / points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
}
