import { expect, test } from "vitest";
import { createRestEnvironment, type RestCaller } from "#src/test-support/rest-environment.ts";
import { SHOP_SCHEMA, seedShops } from "#src/test-support/shops.ts";
import { createTestDatabase } from "#src/test-support/test-database.ts";

const REQUESTS = 3_000;
const CONCURRENCY = 50;

test("50 concurrent requests over 10 connections never return another user's row", {
  timeout: 60_000,
}, async () => {
  const { pool } = await createTestDatabase();
  await pool.query(SHOP_SCHEMA);
  const { createUser, visitor } = createRestEnvironment(pool);
  const [a, b, administrator] = [await createUser(), await createUser(), await createUser({ role: "admin" })];
  const shops = await seedShops(pool, a.id, b.id);

  const requestKinds: ((user: RestCaller) => Promise<Response>)[] = [
    (user) => user.request("orders?select=number,shops(name),parcels(code)"),
    (user) => user.request("shops?select=name,orders(number)", { headers: { Prefer: "count=exact" } }),
    (user) => user.request("rpc/orders_over", { method: "POST", body: '{"minimum":0,"maximum":1e30}' }),
    (user) => user.request("orders?select=number", { headers: { Accept: "text/csv" } }),
    (user) =>
      user.request(`orders?number=in.(A-1,B-1)&select=number,shops(name)`, {
        method: "PATCH",
        headers: { Prefer: "return=representation" },
        body: '{"due_on":"2026-07-01"}',
      }),
    (user) => user.request("orders?select=nope"),
    (user) => user.request("orders", { method: "POST", body: `{"shop_id":"${shops.shopA}","number":""}` }),
  ];
  const containsForeignRow = (user: RestCaller, body: string) => {
    if (user === administrator) {
      return false;
    }
    if (user === a) {
      return /B-1|Beta/.test(body);
    }
    if (user === b) {
      return /A-[12]|Alpha/.test(body);
    }
    return /[AB]-[12]|Alpha|Beta/.test(body);
  };

  const callers = [a, b, administrator, visitor];
  const counts = { foreignRows: 0, failures: 0, ownRows: 0 };
  let nextIndex = 0;
  const worker = async () => {
    for (let index = nextIndex++; index < REQUESTS; index = nextIndex++) {
      const user = callers[index % callers.length] as RestCaller;
      const response = await (
        requestKinds[(index * 7 + 3) % requestKinds.length] as (typeof requestKinds)[number]
      )(user);
      const body = await response.text();
      if (containsForeignRow(user, body)) {
        counts.foreignRows++;
      }
      if (response.status >= 500) {
        counts.failures++;
      }
      if (response.ok && /[AB]-1/.test(body)) {
        counts.ownRows++;
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));

  expect(counts).toMatchObject({ foreignRows: 0, failures: 0 });
  expect(counts.ownRows).toBeGreaterThan(REQUESTS / 3);
});
