import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { aDatabase } from "#tests/support/database.ts";
import { announcePresence } from "./presence.ts";

test("only who finds nobody else there releases what the dead hold", async () => {
  const { connection } = await aDatabase();
  const log = createLog("silent");
  const releases: string[] = [];
  const come = (name: string) => announcePresence(connection, log, async () => void releases.push(name));

  const first = await come("first");
  const second = await come("second");
  await first.end();
  const third = await come("third");
  expect(releases).toEqual(["first"]);
  await Promise.all([second.end(), third.end()]);

  const fourth = await come("fourth");
  expect(releases).toEqual(["first", "fourth"]);
  await fourth.end();
});

test("of several that come at once one releases, before any of them goes on", async () => {
  const { connection } = await aDatabase();
  const log = createLog("silent");
  let released = 0;
  let wentOn = 0;
  const all = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const presence = await announcePresence(connection, log, async () => {
        expect(wentOn).toBe(0);
        released += 1;
      });
      wentOn += 1;
      return presence;
    }),
  );
  expect(released).toBe(1);
  await Promise.all(all.map((presence) => presence.end()));
});
