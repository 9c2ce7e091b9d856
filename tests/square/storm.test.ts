import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { aStorm } from "./storm.ts";
import { differences } from "./storm-differences.ts";

const seed = Number(process.env.STORM_SEED ?? 20_261_121);
const events = Number(process.env.STORM_EVENTS ?? 400);

test("the oracle imports nothing, so that no rule of the product can mislead it", () => {
  const source = readFileSync(new URL("oracle.ts", import.meta.url), "utf8");
  expect(source).toContain("export function expectedInvoices");
  expect(source).not.toMatch(/\b(import|require|export\s[^;]*\sfrom)\b(?! nothing)/);
});

test(
  `after ${events} events from seed ${seed} the portal and Square agree to the cent`,
  async () => {
    const storm = await aStorm(seed);
    const { world } = storm;
    await storm.rage(events);
    await storm.calm();
    const undelivered = world.simulator.deliveries().filter(({ status }) => status !== "delivered");
    expect(undelivered.map(({ eventType, attempts }) => [eventType, attempts.length])).toEqual([]);
    expect((await differences(storm, "not synced")).slice(0, 20)).toEqual([]);
    expect(storm.misshapen()).toEqual([]);

    // Notifications that never come are made good by the next synchronization.
    world.simulator.webhookFault({ twist: "hold", times: Number.POSITIVE_INFINITY });
    await storm.rage(world.simulator.journal().length + Math.ceil(events / 10));
    world.simulator.clearFaults();
    const repaired = await world.sync();
    expect(repaired.body).toMatchObject({ success: true, report: { refused: [] } });
    expect((await differences(storm, "synced")).slice(0, 20)).toEqual([]);
    expect((await world.sync()).body).toMatchObject({ success: true, changed: 0 });
  },
  60_000 + events * 60,
);
