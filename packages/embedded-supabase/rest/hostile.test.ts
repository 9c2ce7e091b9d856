import { inspect } from "node:util";
import fc from "fast-check";
import type pg from "pg";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { silentLog } from "#embedded-supabase/log.ts";
import { aDatabase } from "#tests/support/database.ts";
import { hostileRequests, inAddress } from "#tests/support/hostile-requests.ts";
import { aRestWorld, type Person } from "#tests/support/rest-world.ts";
import { fillShops, shopSchema } from "#tests/support/shops.ts";

const tries = 1_000;

// In every row of the other owner, and in nothing this owner sends.
const mark = "only-for-beta";
const sqlText = /json_agg|json_to_record|set_config|"public"\."|\bt0\.|syntax error/i;

let pool: pg.Pool;
let owner: Person;
let otherOwner: Person;
let hostile: ReturnType<typeof hostileRequests>;
const failures: object[] = [];

beforeAll(async () => {
  ({ pool } = await aDatabase());
  await pool.query(shopSchema);
  const world = aRestWorld(pool, { ...silentLog, error: (fields) => failures.push(fields) });
  [owner, otherOwner] = [await world.aPerson(), await world.aPerson()];
  const shops = await fillShops(pool, owner.id, otherOwner.id);
  hostile = hostileRequests([...Object.values(shops), owner.id, otherOwner.id]);
  await pool.query("update public.shops set name = $1 where id = $2", [mark, shops.shopB]);
  await pool.query("update public.orders set number = number || $1 where shop_id = $2", [mark, shops.shopB]);
  await pool.query("update public.receipts set text = $1 where order_id = $2", [mark, shops.orderB1]);
});

beforeEach(() => {
  failures.length = 0;
});

/** Whatever was asked: an answer below 500, nothing of the other owner's, none of our SQL. */
async function expectHarmless(path: string, init?: RequestInit): Promise<void> {
  const answer = await owner.request(path, init);
  const body = await answer.text();
  const said = () => `${path} ${inspect(init)} ${answer.status} ${body} ${inspect(failures)}`;
  if (answer.status >= 500 || body.includes(mark)) expect.fail(said());
  if (answer.status >= 400 && sqlText.test(body)) expect.fail(said());
}

async function rowsOfOtherOwner(): Promise<unknown> {
  const { rows } = await pool.query(
    `select s.*, o.*, p.* from public.shops s left join public.orders o on o.shop_id = s.id
       left join public.parcels p on p.order_id = o.id where s.owner = $1`,
    [otherOwner.id],
  );
  return rows;
}

test("any query on any table is answered below 500, without another's row or our SQL", async () => {
  const { tableAndQuery, prefer, accept } = hostile;
  await fc.assert(
    fc.asyncProperty(
      tableAndQuery,
      prefer,
      accept,
      fc.constantFrom("GET", "HEAD"),
      (asked, wish, type, method) =>
        expectHarmless(`${asked.table}?${asked.query}`, { method, headers: { Prefer: wish, Accept: type } }),
    ),
    { numRuns: tries },
  );
});

test("any text as path and query is answered below 500", async () => {
  const raw = fc
    .string({ unit: "binary-ascii", maxLength: 60 })
    .map((text) => text.replaceAll(/[\0\s#]/g, ""));
  await fc.assert(
    fc.asyncProperty(raw, raw, (path, search) => expectHarmless(`${path}?${search}`)),
    { numRuns: tries },
  );
});

test("no write touches another's row", async () => {
  const before = await rowsOfOtherOwner();
  const { tableAndQuery, prefer } = hostile;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("POST", "PATCH", "DELETE"),
      tableAndQuery,
      prefer,
      (method, { table, query, body }, wish) =>
        expectHarmless(`${table}?${query}`, {
          method,
          headers: { Prefer: wish },
          body: method === "DELETE" ? null : body,
        }),
    ),
    { numRuns: tries },
  );
  expect(await rowsOfOtherOwner()).toEqual(before);
});

test("functions take hostile arguments", async () => {
  const functions = [
    "shop_sum",
    "orders_over",
    "order_numbers",
    "totals",
    "rename_shop",
    "who",
    "which",
    "nope",
  ];
  const parameters = ["shop", "new_name", "minimum", "maximum", "a", "x"];
  const given = fc.dictionary(fc.constantFrom(...parameters), hostile.value, { maxKeys: 2 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...functions),
      given,
      hostile.tableAndQuery,
      async (name, args, { query }) => {
        await expectHarmless(`rpc/${name}?${query}`, { method: "POST", body: JSON.stringify(args) });
        const list = Object.entries(args).map((pair) => pair.map(inAddress).join("="));
        await expectHarmless(`rpc/${name}?${list.join("&")}`);
      },
    ),
    { numRuns: tries },
  );
});
