import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createLogger } from "#server/observability/logger.ts";
import { acquireProcessLock } from "./process-lock.ts";

test("releases interrupted work only when no other process is running", async () => {
  const { connection } = await createTestDatabase();
  const log = createLogger("silent");
  const releasedBy: string[] = [];
  const acquireLock = (name: string) =>
    acquireProcessLock(connection, log, async () => void releasedBy.push(name));

  const first = await acquireLock("first");
  const secondLock = await acquireLock("second");
  await first.release();
  const thirdLock = await acquireLock("third");
  expect(releasedBy).toEqual(["first"]);
  await Promise.all([secondLock.release(), thirdLock.release()]);

  const fourthLock = await acquireLock("fourth");
  expect(releasedBy).toEqual(["first", "fourth"]);
  await fourthLock.release();
});

test("releases interrupted work once when several processes start, before any of them continues", async () => {
  const { connection } = await createTestDatabase();
  const log = createLogger("silent");
  let releaseCount = 0;
  let continuedCount = 0;
  const processLocks = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const lock = await acquireProcessLock(connection, log, async () => {
        expect(continuedCount).toBe(0);
        releaseCount += 1;
      });
      continuedCount += 1;
      return lock;
    }),
  );
  expect(releaseCount).toBe(1);
  await Promise.all(processLocks.map((lock) => lock.release()));
});
