import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createStorm } from "./storm.ts";
import { findDifferences } from "./storm-differences.ts";

const seed = Number(process.env.STORM_SEED ?? 20_261_121);
const events = Number(process.env.STORM_EVENTS ?? 400);

test("the expected results import nothing from the product", () => {
  const source = readFileSync(new URL("expected-invoices.ts", import.meta.url), "utf8");
  expect(source).toContain("export function expectedInvoices");
  expect(source).not.toMatch(/\b(import|require|export\s[^;]*\sfrom)\b/);
});

test(
  `the portal matches Square to the cent after ${events} events (seed ${seed})`,
  async () => {
    const storm = await createStorm(seed);
    const { fixture } = storm;
    await storm.runUntil(events);
    await storm.settle();
    const undelivered = fixture.simulator.deliveries().filter(({ status }) => status !== "delivered");
    expect(undelivered.map(({ eventType, attempts }) => [eventType, attempts.length])).toEqual([]);
    expect((await findDifferences(storm, "not synced")).slice(0, 20)).toEqual([]);
    expect(await storm.tornRows()).toEqual([]);
    expect(storm.schemaProblems()).toEqual([]);

    // The next sync covers webhooks that never arrive.
    fixture.simulator.addWebhookFault({ fault: "hold", times: Number.POSITIVE_INFINITY });
    await storm.runUntil(fixture.simulator.journal().length + Math.ceil(events / 10));
    fixture.simulator.clearFaults();
    const syncAfterLoss = await fixture.sync();
    expect(syncAfterLoss.body).toMatchObject({ success: true, report: { rejected: [] } });
    expect((await findDifferences(storm, "synced")).slice(0, 20)).toEqual([]);
    expect((await fixture.sync()).body).toMatchObject({ success: true, changed: 0 });
  },
  60_000 + events * 60,
);
