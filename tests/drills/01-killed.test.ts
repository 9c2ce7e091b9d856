import { expect, test } from "vitest";
import { aFirmProcess, OWNER } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";

const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 100);
const UP_WITHIN_MS = 10_000;

test(`kill -9 during writes, ${ROUNDS} rounds: every acknowledged inquiry is there once, people stay signed in`, async () => {
  const firm = await aFirmProcess();
  const ledger = aLedger();
  const { publishableKey } = (await (await fetch(`${firm.url}/api/config`)).json()) as {
    publishableKey: string;
  };
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const ask = (grant: string, body: object) =>
    fetch(`${firm.url}/auth/v1/token?grant_type=${grant}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
  let session = (await (await ask("password", OWNER)).json()) as { refresh_token: string };
  let slowest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const enough = ledger.acknowledged.length + 1 + ((round * 7) % 25);
    const writing = Array.from({ length: 4 }, async () => {
      while ((await ledger.inquire(firm.url)).status !== "no answer")
        if (ledger.acknowledged.length >= enough) firm.process.kill("SIGKILL");
    });
    await Promise.all(writing);
    await firm.process.exit();
    const began = performance.now();
    await firm.again();
    slowest = Math.max(slowest, performance.now() - began);
    const refreshed = await ask("refresh_token", { refresh_token: session.refresh_token });
    expect(refreshed.status, `still signed in after round ${round}`).toBe(200);
    session = (await refreshed.json()) as { refresh_token: string };
  }
  expect(ledger.differences(await firm.references())).toEqual([]);
  expect(slowest).toBeLessThan(UP_WITHIN_MS);
  console.log(
    `${ROUNDS} rounds, ${ledger.acknowledged.length} acknowledged, slowest start ${Math.round(slowest)} ms`,
  );
  await firm.stop();
});
