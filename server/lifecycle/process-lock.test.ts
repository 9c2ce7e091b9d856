import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createLogger } from "#server/observability/logger.ts";
import { acquireProcessLock } from "./process-lock.ts";

test("releases interrupted work only when no other process is running", async () => {
  const { connection } = await createTestDatabase();
  const log = createLogger("silent");
  const releases: string[] = [];
  const acquire = (name: string) => acquireProcessLock(connection, log, async () => void releases.push(name));

  const first = await acquire("first");
  const second = await acquire("second");
  await first.release();
  const third = await acquire("third");
  expect(releases).toEqual(["first"]);
  await Promise.all([second.release(), third.release()]);

  const fourth = await acquire("fourth");
  expect(releases).toEqual(["first", "fourth"]);
  await fourth.release();
});

test("releases interrupted work once when several processes start, before any of them continues", async () => {
  const { connection } = await createTestDatabase();
  const log = createLogger("silent");
  let released = 0;
  let continued = 0;
  const all = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const lock = await acquireProcessLock(connection, log, async () => {
        expect(continued).toBe(0);
        released += 1;
      });
      continued += 1;
      return lock;
    }),
  );
  expect(released).toBe(1);
  await Promise.all(all.map((lock) => lock.release()));
});
