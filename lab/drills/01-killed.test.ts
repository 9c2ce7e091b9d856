import { expect, test } from "vitest";
import { aFirmProcess, OWNER } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { aMailServer } from "#tests/support/a-mail-server.ts";
import { figures } from "./figures.ts";

const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 100);
const UP_WITHIN_MS = 10_000;

test(`kill -9 during writes, ${ROUNDS} rounds: every acknowledged inquiry is there once and mailed, people stay signed in`, async () => {
  const mailServer = await aMailServer();
  const firm = await aFirmProcess({ SMTP_URL: mailServer.url });
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
  const stored = await firm.inquiries();
  const differences = ledger.differences(stored);
  // Two mails an inquiry, acknowledged or not: to the firm, and to who sent it.
  const mailed = () =>
    new Map(
      [...Map.groupBy(mailServer.received, ({ to, message }) => `${to.join()} ${message.subject}`)].map(
        ([what, all]) => [what, all.length],
      ),
    );
  await expect.poll(() => mailed().size, { timeout: 180_000, interval: 500 }).toBe(2 * stored.length);
  const twice = [...mailed().values()].filter((times) => times > 1).length;
  figures(
    `${ROUNDS} rounds, ${ledger.acknowledged.length} acknowledged, ${differences.length} lost or doubled, slowest start ${Math.round(slowest)} ms; ${mailed().size} mails, ${twice} of them twice (cut between the mail server's yes and our note of it)`,
  );
  expect(differences).toEqual([]);
  expect(slowest).toBeLessThan(UP_WITHIN_MS);
  await firm.stop();
  await mailServer.stop();
});
