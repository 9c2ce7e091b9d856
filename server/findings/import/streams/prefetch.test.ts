import { expect, test } from "vitest";
import { prefetch } from "./prefetch.ts";

async function* numbers(events: string[], error?: Error) {
  try {
    for (const number of [1, 2, 3]) {
      events.push(`read ${number}`);
      yield number;
    }
    if (error) {
      throw error;
    }
  } finally {
    events.push("closed");
  }
}

test("reads the next item before the consumer requests it", async () => {
  const events: string[] = [];
  for await (const number of prefetch(numbers(events))) {
    events.push(`handled ${number}`);
  }
  expect(events).toEqual(["read 1", "read 2", "handled 1", "read 3", "handled 2", "closed", "handled 3"]);
});

test("throws an error of the source after the items before it", async () => {
  const handled: number[] = [];
  const consume = async () => {
    for await (const number of prefetch(numbers([], new Error("truncated")))) {
      handled.push(number);
    }
  };
  await expect(consume()).rejects.toThrow("truncated");
  expect(handled).toEqual([1, 2, 3]);
});

test("closes the source when the consumer stops early", async () => {
  const events: string[] = [];
  for await (const _ of prefetch(numbers(events))) {
    break;
  }
  expect(events.at(-1)).toBe("closed");
});
