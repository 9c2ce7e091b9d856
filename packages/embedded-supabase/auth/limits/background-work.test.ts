import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { silentLog } from "../../log.ts";
import { createBackgroundWork } from "./background-work.ts";

test("runs one task at a time, and `finish` waits for all of them", async () => {
  const work = createBackgroundWork(silentLog);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const events: string[] = [];
  for (const [name, { promise }] of Object.entries({ first, second })) {
    work.add(name, async () => {
      events.push(`${name} started`);
      await promise;
      events.push(`${name} ended`);
    });
  }
  const finished = work.finish().then(() => events.push("finished"));
  await setImmediate();
  expect(events).toEqual(["first started"]);
  first.resolve();
  await setImmediate();
  expect(events).toEqual(["first started", "first ended", "second started"]);
  second.resolve();
  await finished;
  expect(events.at(-1)).toBe("finished");
});

test("logs the error of a task and continues with the next one", async () => {
  const logged: object[] = [];
  const work = createBackgroundWork({ ...silentLog, error: (fields) => void logged.push(fields) });
  const error = new Error("the database is unavailable");
  let isDone = false;
  work.add("first", () => Promise.reject(error));
  work.add("second", async () => {
    isDone = true;
  });
  await work.finish();
  expect([logged, isDone]).toEqual([[{ err: error }], true]);
});

test("rejects more than 1,000 waiting tasks with 503", async () => {
  const work = createBackgroundWork(silentLog);
  const pending = Promise.withResolvers<void>();
  for (let count = 0; count < 1_000; count += 1) {
    work.add(`task ${count}`, () => pending.promise);
  }
  expect(() => work.add("one more", async () => {})).toThrow(expect.objectContaining({ status: 503 }));
  pending.resolve();
  await work.finish();
  expect(() => work.add("one more", async () => {})).not.toThrow();
});

test("runs one task per key at a time, so that a burst of equal requests causes one task", async () => {
  const work = createBackgroundWork(silentLog);
  const pending = Promise.withResolvers<void>();
  let runCount = 0;
  const addTask = () =>
    work.add("recovery ada@example.com", () => {
      runCount += 1;
      return pending.promise;
    });
  for (let count = 0; count < 2_000; count += 1) {
    addTask();
  }
  pending.resolve();
  await work.finish();
  expect(runCount).toBe(1);
  addTask();
  await work.finish();
  expect(runCount).toBe(2);
});
