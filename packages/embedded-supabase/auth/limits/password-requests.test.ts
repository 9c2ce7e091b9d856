import { expect, test } from "vitest";
import { createPasswordRequestLimit } from "./password-requests.ts";

/** A limit whose requests stay in progress until `end`. `start` returns whether the request was admitted. */
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

test("admits 20 requests of one address for an account, and requests from other addresses or for other accounts", async () => {
  const { start, startMany, end } = createTestLimit();
  expect(startMany(25, () => "ada", "192.0.2.1")).toBe(20);
  expect(start("ada", "192.0.2.1/other-host")).toBe(false);
  expect(start("ada", "198.51.100.1")).toBe(true);
  expect(start("bob", "192.0.2.1")).toBe(true);
  expect((await end()).filter((status) => status === 429)).toHaveLength(6);
});

test("admits 50 requests of one address, and 100 of all", async () => {
  const { start, startMany, end } = createTestLimit();
  expect(startMany(200, (index) => `unknown${index}`, "192.0.2.1")).toBe(50);
  expect(startMany(50, (index) => `user${index}`, "192.0.2.2")).toBe(50);
  expect(start("eve", "192.0.2.3")).toBe(false);
  const statuses = await end();
  expect(statuses.filter((status) => status === 429)).toHaveLength(150);
  expect(statuses.at(-1)).toBe(503);
});
