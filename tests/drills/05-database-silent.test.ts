import { connect, createServer, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startEmbeddedPostgres } from "#embedded-supabase/database/index.ts";
import { aFirmProcess } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { aFreePort } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";
import { figures } from "./figures.ts";

const ANSWER_WITHIN_MS = 10_000;

/** Stands between product and database and can stop passing anything on, without closing a connection. */
async function aBlackHole(target: number) {
  const port = Number(await aFreePort());
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      one.on("data", (chunk) => !isSilent && other.write(chunk));
      one.on("close", () => other.destroy());
      one.on("error", () => other.destroy());
    }
  });
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  return {
    port,
    fallSilent() {
      isSilent = true;
    },
    speakAgain() {
      isSilent = false;
      // Nobody knows what was swallowed: those connections are of no use any more.
      for (const socket of sockets) socket.destroy();
    },
    stop: () => server.close(),
  };
}

test("a database that swallows everything: answers within 10 s, readiness says so, memory stays, and it heals", async () => {
  const folder = await aFolder();
  const listen = { port: Number(await aFreePort()), password: "drill" };
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, listen });
  const between = await aBlackHole(listen.port);
  const firm = await aFirmProcess({
    DATABASE_URL: `postgres://app_owner:drill@127.0.0.1:${between.port}/app`,
    METRICS_TOKEN: "token-of-the-drills",
  });
  const ledger = aLedger();
  expect((await ledger.inquire(firm.url)).status).toBe(200);
  const memory = async () => {
    const answer = await fetch(`${firm.url}/api/metrics`, {
      headers: { authorization: "Bearer token-of-the-drills" },
    });
    return Number(/^process_resident_memory_bytes (\d+)/m.exec(await answer.text())?.[1]);
  };
  const before = await memory();
  between.fallSilent();
  const answers = await Promise.all(Array.from({ length: 100 }, () => ledger.inquire(firm.url)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(ANSWER_WITHIN_MS);
  expect((await fetch(`${firm.url}/api/ready`)).status).toBe(503);
  expect((await fetch(`${firm.url}/api/health`)).status).toBe(200);
  between.speakAgain();
  await expect.poll(async () => (await ledger.inquire(firm.url)).status, { timeout: 10_000 }).toBe(200);
  const grown = ((await memory()) - before) / 1024 / 1024;
  expect(grown).toBeLessThan(100);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  figures(
    `slowest refusal ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms, memory grew by ${Math.round(grown)} MB`,
  );
  await firm.stop();
  between.stop();
  await postgres.stop();
  await folder.remove();
});
