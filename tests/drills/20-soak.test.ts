import { expect, test } from "vitest";
import { aFirmProcess, OWNER } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";

const MINUTES = Number(process.env.DRILL_MINUTES ?? 15);
const TOKEN = "token-of-the-drills";
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
  const figures = async () => {
    const answer = await fetch(`${firm.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
    const text = await answer.text();
    const of = (name: string) => Number(new RegExp(`^${name} ([\\d.e+]+)`, "m").exec(text)?.[1]);
    return { megabytes: of("process_resident_memory_bytes") / 1024 / 1024, handles: of("process_open_fds") };
  };
  const end = performance.now() + MINUTES * 60_000;
  const samples: { minute: number; megabytes: number; handles: number }[] = [];
  let visits = 0;
  for (let next = 0; performance.now() < end; visits += 1) {
    await visit();
    const minute = MINUTES - (end - performance.now()) / 60_000;
    if (minute >= next) {
      samples.push({ minute, ...(await figures()) });
      next += MINUTES / 15;
    }
  }
  // The first third warms up: code is compiled, caches fill.
  const settled = samples.slice(Math.ceil(samples.length / 3));
  const slope = slopeOf(settled.map(({ minute, megabytes }) => [minute, megabytes]));
  const handles = settled.map((sample) => sample.handles);
  console.log(
    `${visits} visits, ${Math.round(settled[0]?.megabytes ?? 0)} → ${Math.round(settled.at(-1)?.megabytes ?? 0)} MB, ${slope.toFixed(2)} MB a minute, handles ${Math.min(...handles)}–${Math.max(...handles)}`,
  );
  expect(failures).toEqual([]);
  expect(slope).toBeLessThan(SLOPE_MB_PER_MINUTE);
  expect(Math.max(...handles) - Math.min(...handles)).toBeLessThan(50);
  expect(ledger.differences(await firm.references())).toEqual([]);
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
