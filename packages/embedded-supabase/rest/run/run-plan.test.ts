import pg from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "#src/log.ts";
import {
  createRestEnvironment,
  type RestCaller,
  type RestEnvironment,
} from "#src/test-support/rest-environment.ts";
import { SHOP_SCHEMA, type Shops, seedShops } from "#src/test-support/shops.ts";
import { createTestDatabase, type TestDatabase } from "#src/test-support/test-database.ts";
import { PreparedStatementNames } from "./prepared-statement-names.ts";

let database: TestDatabase;
let fixture: RestEnvironment;
let owner: RestCaller;
let shops: Shops;
const logError = vi.fn();

beforeEach(async () => {
  logError.mockClear();
  database = await createTestDatabase();
  await database.pool.query(SHOP_SCHEMA);
  fixture = createRestEnvironment(database.pool, { ...silentLog, error: logError });
  owner = await fixture.createUser();
  shops = await seedShops(database.pool, owner.id, (await fixture.createUser()).id);
});

/** Records the statements that `action` sends to the database. */
async function recordStatements(action: () => Promise<unknown>): Promise<string[]> {
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
  await action();
  spy.mockRestore();
  return texts;
}

test("runs two statements between begin and commit, and reads in a read-only transaction", async () => {
  await owner.supabase.from("shops").select();
  const read = await recordStatements(async () => owner.supabase.from("orders").select("number,shops(name)"));
  expect(read).toEqual([
    "begin read only",
    expect.stringContaining("set_config('role', $1, true)"),
    expect.stringContaining("json_agg"),
    "commit",
  ]);
  const write = await recordStatements(async () =>
    owner.supabase.from("orders").delete().eq("number", "none"),
  );
  expect(write.map((text) => text.split(" ")[0])).toEqual(["begin", "select", "with", "commit"]);
});

test("rolls back a failed request and returns its connection to the pool", async () => {
  const rejected = await recordStatements(async () => owner.supabase.from("orders").insert({ number: "" }));
  expect(rejected.at(-1)).toBe("rollback");
  expect(database.pool.idleCount).toBe(database.pool.totalCount);
});

test("resets role and claims after the transaction", async () => {
  await owner.supabase.rpc("get_caller");
  const { rows } = await database.pool.query(
    "select current_user as user, nullif(current_setting('request.jwt.claims', true), '') as claims",
  );
  expect(rows).toEqual([{ user: "app_owner", claims: null }]);
});

test("rejects the next request from a banned account", async () => {
  expect((await owner.request("shops")).status).toBe(200);
  await database.pool.query("update auth.users set banned_until = now() + interval '1 hour' where id = $1", [
    owner.id,
  ]);
  const rejected = await owner.request("shops");
  expect([rejected.status, await rejected.json()]).toMatchObject([401, { code: "PGRST303" }]);
});

test("prepares a repeated statement once for signed-in users, and never for anonymous callers", async () => {
  const countPreparedStatements = async () => {
    const client = await database.pool.connect();
    const { rows } = await client.query<{ count: string }>(
      "select count(*) from pg_prepared_statements where name ~ '^rest-[^a]'",
    );
    client.release();
    return Number(rows[0]?.count);
  };
  for (let index = 0; index < 3; index++) {
    await fixture.visitor.request("notices?select=text");
  }
  expect(await countPreparedStatements()).toBe(0);
  for (let index = 0; index < 3; index++) {
    await owner.request(`orders?select=number&total=gt.${index}`);
  }
  expect(await countPreparedStatements()).toBe(1);
});

test("keeps the names of recent statements, and reports a connection with too many prepared statements as full", async () => {
  const client = await database.pool.connect();
  const names = new PreparedStatementNames();
  const name = (text: string) => names.getName(text, client);
  expect([name("often"), name("often")]).toEqual([undefined, expect.any(String)]);
  for (let index = 0; index < 99; index++) {
    for (const _ of [1, 2]) {
      name(`select ${index}`);
    }
  }
  expect([name("often"), names.isFull(client)]).toEqual([expect.any(String), false]);
  for (let index = 100; index < 300; index++) {
    for (const _ of [1, 2]) {
      name(`select ${index}`);
    }
  }
  expect([name("new"), name("new"), names.isFull(client)]).toEqual([undefined, expect.any(String), true]);
  client.release();
});

test("returns 429 after a statement timeout, and the connection remains usable", async () => {
  const pool = new pg.Pool({ ...database.connection, max: 1, statement_timeout: 200 });
  // Dropping the database may interrupt a connection that is being closed. Ignore that error.
  pool.on("error", () => {});
  const environment = createRestEnvironment(pool);
  await database.pool.query(
    `create function public.sleep_5s() returns void language sql as 'select pg_sleep(5)';
     grant execute on function public.sleep_5s() to anon`,
  );
  const response = await environment.visitor.request("rpc/sleep_5s", { method: "POST", body: "{}" });
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toMatchObject([
    429,
    "1",
    { code: "57014", message: "The request took too long", details: null },
  ]);
  expect((await environment.visitor.request("notices")).status).toBe(200);
  await pool.end();
});

test("rejects a response that is too large", async () => {
  await database.pool.query(
    "insert into public.notices select n, repeat('x', 40000), null from generate_series(10, 1000) n",
  );
  const response = await owner.request("notices?select=text");
  expect([response.status, await response.json()]).toMatchObject([
    413,
    { message: "The response is too large" },
  ]);
  expect((await owner.request("notices?select=text", { headers: { Accept: "text/csv" } })).status).toBe(413);
  expect((await owner.request("notices?select=text&limit=100")).status).toBe(200);
});

test("finds new tables after the schema cache is reloaded", async () => {
  expect((await owner.request("later")).status).toBe(404);
  await database.pool.query(
    "create table public.later (id int); grant select on public.later to authenticated",
  );
  expect((await owner.request("later")).status).toBe(404);
  await fixture.rest.reloadSchemaCache();
  expect((await owner.request("later")).status).toBe(200);
});

test("hides the message of a server error from the caller and logs it", async () => {
  const { error, status } = await owner.supabase.rpc("raise_error", { sqlstate_code: "XX001" });
  expect([status, error]).toMatchObject([500, { code: "XX001", details: null, hint: null }]);
  expect(JSON.stringify(error)).not.toContain("error message");
  expect(logError).toHaveBeenCalledOnce();
});

test("returns 503 with Retry-After when the pool is exhausted", async () => {
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  pool.on("error", () => {});
  const environment = createRestEnvironment(pool);
  expect((await environment.visitor.request("notices")).status).toBe(200);
  const heldClient = await pool.connect();
  pool.options.connectionTimeoutMillis = 50;
  const response = await environment.visitor.request("notices");
  expect([response.status, response.headers.get("retry-after"), await response.json()]).toMatchObject([
    503,
    "1",
    { code: "PGRST003" },
  ]);
  pool.options.connectionTimeoutMillis = 0;
  heldClient.release();
  expect((await environment.visitor.request("notices")).status).toBe(200);
  await pool.end();
});

test("returns 503 while the database is unreachable, and requests succeed when it is available again", async () => {
  const pool = new pg.Pool({ ...database.connection, host: "/nowhere" });
  const response = await createRestEnvironment(pool).visitor.request("notices");
  expect([response.status, await response.json()]).toMatchObject([503, { code: "PGRST001" }]);

  const [{ pid }] = (await database.pool.query("select pg_backend_pid() as pid")).rows;
  const admin = new pg.Client(database.connection);
  await admin.connect();
  const interrupted = owner.supabase.rpc("orders_over", { minimum: 0 });
  await admin.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await admin.end();
  expect([200, 503]).toContain((await interrupted).status);
  expect(pid).toBeGreaterThan(0);
  expect((await owner.request(`shops?id=eq.${shops.shopA}`)).status).toBe(200);
});
