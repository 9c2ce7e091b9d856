import { inspect } from "node:util";
import fc from "fast-check";
import type pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { createHostileRequests, encodeQueryPart } from "#src/test-support/hostile-requests.ts";
import { createRestEnvironment, type RestCaller } from "#src/test-support/rest-environment.ts";
import { SHOP_SCHEMA, seedShops } from "#src/test-support/shops.ts";
import { createTestDatabase } from "#src/test-support/test-database.ts";
import { silentLog } from "../log.ts";

const NUM_RUNS = 1_000;

// Every row of the other owner contains this marker, and no request does.
const FOREIGN_ROW_MARKER = "only-for-beta";
const GENERATED_SQL = /json_agg|json_to_record|set_config|"public"\."|\bt0\.|syntax error/i;

let pool: pg.Pool;
let owner: RestCaller;
let otherOwner: RestCaller;
let arbitraries: ReturnType<typeof createHostileRequests>;
const loggedErrors: object[] = [];

beforeAll(async () => {
  ({ pool } = await createTestDatabase());
  await pool.query(SHOP_SCHEMA);
  const fixture = createRestEnvironment(pool, { ...silentLog, error: (fields) => loggedErrors.push(fields) });
  [owner, otherOwner] = [await fixture.createUser(), await fixture.createUser()];
  const shops = await seedShops(pool, owner.id, otherOwner.id);
  arbitraries = createHostileRequests([...Object.values(shops), owner.id, otherOwner.id]);
  await pool.query("update public.shops set name = $1 where id = $2", [FOREIGN_ROW_MARKER, shops.shopB]);
  await pool.query("update public.orders set number = number || $1 where shop_id = $2", [
    FOREIGN_ROW_MARKER,
    shops.shopB,
  ]);
  await pool.query("update public.receipts set text = $1 where order_id = $2", [
    FOREIGN_ROW_MARKER,
    shops.orderB1,
  ]);
});

beforeEach(() => {
  loggedErrors.length = 0;
});

/** Expects a status below 500, no rows of the other owner, and no generated SQL in errors. */
async function expectHarmless(path: string, init?: RequestInit): Promise<void> {
  const response = await owner.request(path, init);
  const body = await response.text();
  const describeFailure = () =>
    `${path} ${inspect(init)} ${response.status} ${body} ${inspect(loggedErrors)}`;
  if (response.status >= 500 || body.includes(FOREIGN_ROW_MARKER)) {
    expect.fail(describeFailure());
  }
  if (response.status >= 400 && GENERATED_SQL.test(body)) {
    expect.fail(describeFailure());
  }
}

async function readRowsOfOtherOwner(): Promise<unknown> {
  const { rows } = await pool.query(
    `select s.*, o.*, p.* from public.shops s left join public.orders o on o.shop_id = s.id
       left join public.parcels p on p.order_id = o.id where s.owner = $1`,
    [otherOwner.id],
  );
  return rows;
}

test("random queries never cause a server error or reveal other users' rows or generated SQL", async () => {
  const { tableAndQuery, prefer, accept } = arbitraries;
  await fc.assert(
    fc.asyncProperty(
      tableAndQuery,
      prefer,
      accept,
      fc.constantFrom("GET", "HEAD"),
      (target, preference, type, method) =>
        expectHarmless(`${target.table}?${target.query}`, {
          method,
          headers: { Prefer: preference, Accept: type },
        }),
    ),
    { numRuns: NUM_RUNS },
  );
});

test("random paths and query strings never cause a server error", async () => {
  const rawText = fc
    .string({ unit: "binary-ascii", maxLength: 60 })
    .map((text) => text.replaceAll(/[\0\s#]/g, ""));
  await fc.assert(
    fc.asyncProperty(rawText, rawText, (path, search) => expectHarmless(`${path}?${search}`)),
    { numRuns: NUM_RUNS },
  );
});

test("random writes never change another user's rows", async () => {
  const rowsBefore = await readRowsOfOtherOwner();
  const { tableAndQuery, prefer } = arbitraries;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("POST", "PATCH", "DELETE"),
      tableAndQuery,
      prefer,
      (method, { table, query, body }, preference) =>
        expectHarmless(`${table}?${query}`, {
          method,
          headers: { Prefer: preference },
          body: method === "DELETE" ? null : body,
        }),
    ),
    { numRuns: NUM_RUNS },
  );
  expect(await readRowsOfOtherOwner()).toEqual(rowsBefore);
});

test("hostile function arguments never cause a server error or reveal other users' rows or generated SQL", async () => {
  const functions = [
    "shop_sum",
    "orders_over",
    "order_numbers",
    "totals",
    "rename_shop",
    "get_caller",
    "overloaded",
    "nope",
  ];
  const parameters = ["shop", "new_name", "minimum", "maximum", "a", "x"];
  const argumentsArbitrary = fc.dictionary(fc.constantFrom(...parameters), arbitraries.value, { maxKeys: 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...functions),
      argumentsArbitrary,
      arbitraries.tableAndQuery,
      async (name, args, { query }) => {
        await expectHarmless(`rpc/${name}?${query}`, { method: "POST", body: JSON.stringify(args) });
        const list = Object.entries(args).map((pair) => pair.map(encodeQueryPart).join("="));
        await expectHarmless(`rpc/${name}?${list.join("&")}`);
      },
    ),
    { numRuns: NUM_RUNS },
  );
});
