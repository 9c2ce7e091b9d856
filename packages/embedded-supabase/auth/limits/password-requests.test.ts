import { expect, test } from "vitest";
import { createPasswordRequestLimit } from "./password-requests.ts";

/**
 * Creates a limit whose requests stay in progress until `end` is called. `start` returns whether the request
 * was admitted.
 */
function createTestLimit() {
  const limit = createPasswordRequestLimit((address) => address.split("/")[0] ?? "");
  const { promise, resolve } = Promise.withResolvers<void>();
  const requests: Promise<unknown>[] = [];
  const start = (account: string, address: string): boolean => {
    let isAdmitted = false;
    const request = limit({ account, address }, () => {
      isAdmitted = true;
      return promise;
    });
    requests.push(request.catch((error) => error.status));
    return isAdmitted;
  };
  const startMany = (count: number, account: (index: number) => string, address: string) =>
    Array.from({ length: count }, (_, index) => start(account(index), address)).filter(Boolean).length;
  const end = async () => {
    resolve();
    return Promise.all(requests);
  };
  return { start, startMany, end };
}

test("admits 20 requests per account from one address, and still admits other addresses and accounts", async () => {
  const { start, startMany, end } = createTestLimit();
  expect(startMany(25, () => "ada", "192.0.2.1")).toBe(20);
  expect(start("ada", "192.0.2.1/other-host")).toBe(false);
  expect(start("ada", "198.51.100.1")).toBe(true);
  expect(start("bob", "192.0.2.1")).toBe(true);
  expect((await end()).filter((status) => status === 429)).toHaveLength(6);
});

test("admits 50 requests from one address, and 100 in total", async () => {
  const { start, startMany, end } = createTestLimit();
  expect(startMany(200, (index) => `unknown${index}`, "192.0.2.1")).toBe(50);
  expect(startMany(50, (index) => `user${index}`, "192.0.2.2")).toBe(50);
  expect(start("eve", "192.0.2.3")).toBe(false);
  const statuses = await end();
  expect(statuses.filter((status) => status === 429)).toHaveLength(150);
  expect(statuses.at(-1)).toBe(503);
});
