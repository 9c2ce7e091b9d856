import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "#embedded-supabase/log.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";
import { aRestWorld, type Person, type RestWorld } from "#tests/support/rest-world.ts";
import { fillShops, type Shops, shopSchema } from "#tests/support/shops.ts";
import { StatementNames } from "./statement-names.ts";

let database: TestDatabase;
let world: RestWorld;
let owner: Person;
let shops: Shops;
const errors = vi.fn();

beforeEach(async () => {
  errors.mockClear();
  database = await aDatabase();
  await database.pool.query(shopSchema);
  world = aRestWorld(database.pool, { ...silentLog, error: errors });
  owner = await world.aPerson();
  shops = await fillShops(database.pool, owner.id, (await world.aPerson()).id);
});

/** The statements that reach the database while `work` runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const query = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [statement] = args as [string | { text: string }];
    texts.push(typeof statement === "string" ? statement : statement.text);
    return Reflect.apply(query, this, args);
  });
  await work();
  spy.mockRestore();
  return texts;
}

test("a request is two statements between begin and commit; a read may not write", async () => {
  await owner.supabase.from("shops").select();
  const read = await statementsOf(async () => owner.supabase.from("orders").select("number,shops(name)"));
  expect(read).toEqual([
    "begin read only",
    expect.stringContaining("set_config('role', $1, true)"),
    expect.stringContaining("json_agg"),
    "commit",
  ]);
  const write = await statementsOf(async () => owner.supabase.from("orders").delete().eq("number", "none"));
  expect(write.map((text) => text.split(" ")[0])).toEqual(["begin", "select", "with", "commit"]);
});

test("a refused request is rolled back and its connection serves the next", async () => {
  const refused = await statementsOf(async () => owner.supabase.from("orders").insert({ number: "" }));
  expect(refused.at(-1)).toBe("rollback");
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("role and claims end with the transaction", async () => {
  await owner.supabase.rpc("who");
  const { rows } = await database.pool.query(
    "select current_user as user, nullif(current_setting('request.jwt.claims', true), '') as claims",
  );
  expect(rows).toEqual([{ user: "app_owner", claims: null }]);
});

test("a deleted session and a banned account are refused from the next request on", async () => {
  expect((await owner.request("shops")).status).toBe(200);
  await database.pool.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    owner.id,
  ]);
  const refused = await owner.request("shops");
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: "PGRST303" }]);
});

test("a repeated statement is prepared once, for people and not for strangers", async () => {
  const names = async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from pg_prepared_statements where name ~ '^rest-[^a]'",
    );
    client.release();
    return Number(rows[0]?.count);
  };
  for (let at = 0; at < 3; at++) await world.visitor.request("notices?select=text");
  expect(await names()).toBe(0);
  for (let at = 0; at < 3; at++) await owner.request(`orders?select=number&total=gt.${at}`);
  expect(await names()).toBe(1);
});

test("the statements used last keep their names, and a connection taught too many is closed", async () => {
  const client = await database.pool.connect();
  const names = new StatementNames();
  const name = (text: string) => names.nameOf(text, client);
  expect([name("often"), name("often")]).toEqual([undefined, expect.any(String)]);
  for (let at = 0; at < 99; at++) for (const _ of [1, 2]) name(`select ${at}`);
  expect([name("often"), names.isFull(client)]).toEqual([expect.any(String), false]);
  for (let at = 100; at < 300; at++) for (const _ of [1, 2]) name(`select ${at}`);
  expect([name("new"), name("new"), names.isFull(client)]).toEqual([undefined, expect.any(String), true]);
  client.release();
});

test("a statement that runs out of its time is the caller's to mend, and the connection serves the next", async () => {
  const pool = new pg.Pool({ ...database.connection, max: 1, statement_timeout: 200 });
  // Still closing when the database is dropped, its connection is told so; nobody waits for it.
  pool.on("error", () => {});
  const hurried = aRestWorld(pool);
  await database.pool.query(
    `create function public.dawdle() returns void language sql as 'select pg_sleep(5)';
     grant execute on function public.dawdle() to anon`,
  );
  const answer = await hurried.visitor.request("rpc/dawdle", { method: "POST", body: "{}" });
  expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toMatchObject([
    429,
    "1",
    { code: "57014", message: "The request took too long", details: null },
  ]);
  expect((await hurried.visitor.request("notices")).status).toBe(200);
  await pool.end();
});

test("an answer larger than memory should hold is refused", async () => {
  await database.pool.query(
    "insert into public.notices select n, repeat('x', 40000), null from generate_series(10, 1000) n",
  );
  const answer = await owner.request("notices?select=text");
  expect([answer.status, await answer.json()]).toMatchObject([413, { message: "The answer is too large" }]);
  expect((await owner.request("notices?select=text", { headers: { Accept: "text/csv" } })).status).toBe(413);
  expect((await owner.request("notices?select=text&limit=100")).status).toBe(200);
});

test("new tables are known once the catalogue is read anew", async () => {
  expect((await owner.request("later")).status).toBe(404);
  await database.pool.query(
    "create table public.later (id int); grant select on public.later to authenticated",
  );
  expect((await owner.request("later")).status).toBe(404);
  await world.rest.reloadCatalogue();
  expect((await owner.request("later")).status).toBe(200);
});

test("a failure of the server is told without its words, and logged with them", async () => {
  const { error, status } = await owner.supabase.rpc("refuse", { sqlstate_wanted: "XX001" });
  expect([status, error]).toMatchObject([500, { code: "XX001", details: null, hint: null }]);
  expect(JSON.stringify(error)).not.toContain("as you wish");
  expect(errors).toHaveBeenCalledOnce();
});

test("a pool with no connection to spare answers 503 and when to come again", async () => {
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  pool.on("error", () => {});
  const crowded = aRestWorld(pool);
  expect((await crowded.visitor.request("notices")).status).toBe(200);
  const taken = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  const answer = await crowded.visitor.request("notices");
  expect([answer.status, answer.headers.get("retry-after"), await answer.json()]).toMatchObject([
    503,
    "1",
    { code: "PGRST003" },
  ]);
  pool.options.connectionTimeoutMillis = 0;
  taken.release();
  expect((await crowded.visitor.request("notices")).status).toBe(200);
  await pool.end();
});

test("a database that cannot be reached answers 503, and works again when it can", async () => {
  const pool = new pg.Pool({ ...database.connection, host: "/nowhere" });
  const answer = await aRestWorld(pool).visitor.request("notices");
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: "PGRST001" }]);

  const [{ pid }] = (await database.pool.query("select pg_backend_pid() as pid")).rows;
  const admin = new pg.Client(database.connection);
  await admin.connect();
  const cut = owner.supabase.rpc("orders_over", { minimum: 0 });
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await admin.end();
  expect([200, 503]).toContain((await cut).status);
  expect(pid).toBeGreaterThan(0);
  expect((await owner.request(`shops?id=eq.${shops.shopA}`)).status).toBe(200);
});
