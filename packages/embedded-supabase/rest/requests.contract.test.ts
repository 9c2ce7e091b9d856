import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { readContractProject } from "#src/test-support/contract-project.ts";
import { createRestEnvironment, type RestCaller } from "#src/test-support/rest-environment.ts";
import { CONTRACT_TARGETS } from "#src/test-support/test-backend.ts";

const SCHEMA = `
create schema hidden;
create type public.point_2d as (x integer, y integer);
create domain public.composite_domain as public.point_2d;
create domain public.nested_domain as public.composite_domain;
create table hidden.ledger (id integer, note text);
create domain public.friend_name as text default 'Devil';
create table public.friends (id integer, name public.friend_name);
create table public.items (id integer primary key, data json);
insert into public.items select n, json_build_object('a b', n, '0x', json_build_object('y-1', n)) from generate_series(1, 15) n;
create function public.add_them(a integer, b integer) returns integer language sql immutable as $$ select a + b $$;
create function public.say_hello(name text) returns text language sql immutable as $$ select 'Hello, ' || name $$;
create function public.get_domain() returns public.composite_domain language sql stable as $$ select row(10, 5)::public.composite_domain $$;
create function public.get_nested_domain() returns public.nested_domain language sql stable as $$ select row(10, 5)::public.nested_domain $$;
create function public.get_point() returns public.point_2d language sql stable as $$ select row(10, 5)::public.point_2d $$;
create function public.get_ledger() returns setof hidden.ledger language sql stable as $$ values (1, 'a'), (2, 'b') $$;
create function public.get_items(low integer, high integer) returns setof public.items language sql stable as
  $$ select * from public.items where id between low and high $$;
create function public.get_ids_below(id integer) returns setof public.items language sql stable as
  $$ select * from public.items where items.id < $1 order by items.id $$;
create function public.list_ids() returns setof integer language sql stable as $$ select id from public.items $$;
grant all on all tables in schema public to service_role;
grant execute on all functions in schema public to service_role;
grant usage on schema hidden to service_role;
grant select on hidden.ledger to service_role;
`;

// In the comments below, names that end in Spec are files in PostgREST's test/spec/Feature/Query.
describe.skipIf(readContractProject(process.env)).each(CONTRACT_TARGETS)("requests on $name", (target) => {
  let service: RestCaller;
  beforeAll(async () => {
    const { pool } = await target.database();
    await pool.query(SCHEMA);
    ({ service } = createRestEnvironment(pool));
  });

  const send = async (path: string, init: RequestInit = {}) => {
    const response = await service.request(path, init);
    const text = await response.text();
    const range = response.headers.get("content-range");
    const body: unknown = text === "" ? null : JSON.parse(text);
    return { status: response.status, range, body };
  };
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    send(path, { method: "POST", body: JSON.stringify(body), headers });

  test.each(["add_them?a=3&b=4", "get_point", "get_domain"])("counts one row for rpc/%s", async (call) => {
    // See RpcSpec: "includes exact count of 1 for functions that return a single scalar, domain or composite".
    const counted = await send(`rpc/${call}`, { headers: { prefer: "count=exact" } });
    expect(counted).toMatchObject({ status: 200, range: "0-0/1" });
    expect((await service.supabase.rpc("add_them", { a: 3, b: 4 }, { count: "exact" })).count).toBe(1);
    expect((await service.supabase.rpc("list_ids", {}, { count: "exact", head: true })).count).toBe(15);
  });

  test.each([
    "get_point",
    "get_domain",
    "get_nested_domain",
  ])("rpc/%s returns a composite type that no table uses", async (name) => {
    // See RpcSpec: "returns composite type in exposed schema", "returns domain of composite type".
    expect((await post(`rpc/${name}`, {})).body).toEqual({ x: 10, y: 5 });
    expect((await post(`rpc/${name}?select=x`, {})).body).toEqual({ x: 10 });
  });

  test("a function returns the rows of a table in another schema", async () => {
    // See AuthSpec: "sql functions can encode custom and standard claims".
    expect((await send("rpc/get_ledger?select=note&id=eq.2")).body).toEqual([{ note: "b" }]);
  });

  test("compresses a long response for a client that accepts gzip", async () => {
    const name = "Devil ".repeat(2000);
    const call = { method: "POST", body: JSON.stringify({ name }) };
    const plain = await service.request("rpc/say_hello", call);
    expect(plain.headers.get("content-encoding")).toBeNull();
    const compressed = await service.request("rpc/say_hello", {
      ...call,
      headers: { "accept-encoding": "gzip, br" },
    });
    expect(compressed.headers.get("content-encoding")).toBe("gzip");
    expect(compressed.headers.get("content-type")).toBe(plain.headers.get("content-type"));
    const bytes = Buffer.from(await compressed.arrayBuffer());
    expect(gunzipSync(bytes).toString()).toBe(await plain.text());
  });

  test("an omitted column gets the default of its domain with missing=default", async () => {
    // See InsertSpec: "inserts a default on a DOMAIN with default".
    const inserted = await post(
      "friends?columns=id,name",
      { id: 666 },
      {
        prefer: "return=representation,missing=default",
      },
    );
    expect(inserted).toMatchObject({ status: 201, body: [{ id: 666, name: "Devil" }] });
  });

  test("calls a function without a body, or with a list or selected columns", async () => {
    // See RpcSpec: "should work when there is no request body", "bulk RPC", "?columns parameter".
    expect(await send("rpc/get_point", { method: "POST" })).toMatchObject({
      status: 200,
      body: { x: 10, y: 5 },
    });
    const list = [
      { a: 1, b: 2 },
      { a: 4, b: 6 },
    ];
    expect((await post("rpc/add_them", list)).body).toBe(3);
    const extra = { name: "John", smth: "here", other: "stuff" };
    expect((await post("rpc/say_hello?columns=name", extra)).body).toBe("Hello, John");
    expect(await post("rpc/add_them", [{ a: 1, b: 2 }, { a: 1 }])).toMatchObject({
      status: 400,
      body: { code: "PGRST102", message: "All object keys must match" },
    });
  });

  test("a URL parameter with an operator is a filter, even if an argument has the same name", async () => {
    // See RpcSpec: "works with an argument and a filter of the same name".
    const call = "rpc/get_ids_below?id=5&id=gt.2&select=id";
    expect((await send(call)).body).toEqual([{ id: 3 }, { id: 4 }]);
  });

  test("updates with a list of one object, and changes nothing for an empty object or list", async () => {
    // See UpdateSpec: "makes no updates and returns 204".
    const patch = (path: string, body: unknown) =>
      send(path, {
        method: "PATCH",
        body: JSON.stringify(body),
        headers: { prefer: "return=representation" },
      });
    expect((await patch("items?id=eq.1&select=data", [{ data: 1 }])).body).toEqual([{ data: 1 }]);
    for (const body of [{}, [], [{}]]) {
      expect(await patch("items", body)).toEqual({ status: 200, range: "*/*", body: [] });
    }
  });

  test("an empty select returns rows without columns", async () => {
    expect((await send("items?select=&limit=2")).body).toEqual([{}, {}]);
    expect((await post("rpc/add_them?select=", { a: 1, b: 1 })).body).toBe(2);
    const written = await post("friends?select=", { id: 1 }, { prefer: "return=representation" });
    expect(written).toMatchObject({ status: 201, body: [{}] });
  });

  test("ignores a negative offset", async () => {
    // See RangeSpec: "succeeds if offset is negative as a no-op".
    expect(await send("items?select=id&offset=-4&order=id")).toMatchObject({ status: 200, range: "0-14/*" });
  });

  test("reports the total number of rows in a 416 response", async () => {
    // See RangeSpec: "refuses a range requesting start past last item".
    const headers = { prefer: "count=exact" };
    expect(await send("items?offset=100", { headers })).toMatchObject({ status: 416, range: "*/15" });
    const call = "rpc/get_items?low=1&high=0&offset=1";
    expect(await send(call, { headers })).toMatchObject({ status: 416, range: "*/0" });
  });

  test("applies Range only to GET", async () => {
    // See RpcSpec: "ignores Range header" for HEAD; RFC 9110, section 14.2.
    const options = { method: "HEAD", headers: { range: "0-0", prefer: "count=exact" } };
    const expected = { status: 200, range: "0-2/3" };
    expect(await send("rpc/get_items?low=2&high=4", options)).toMatchObject(expected);
    expect(await send("items?id=in.(2,3,4)", options)).toMatchObject(expected);
    expect(await send("items", { ...options, method: "GET" })).toMatchObject({
      status: 206,
      range: "0-0/15",
    });
  });

  test("rejects a Range that shares no rows with limit and offset", async () => {
    // See PostgREST's ApiRequest.hs: the only empty range allowed is limit=0.
    const headers = { range: "5-9" };
    expect(await send("items?limit=3", { headers })).toMatchObject({
      status: 416,
      body: { code: "PGRST103" },
    });
    expect(await send("items?limit=0", { headers })).toMatchObject({ status: 200, body: [] });
  });

  test("accepts spaces in logic trees and lists, and special characters in JSON keys", async () => {
    // See AndOrParamsSpec: "can have whitespace between nodes"; JsonOperatorSpec.
    const tree = "( and ( id.in.( 1, 2, 3 ) , id.eq.3 ) , or ( id.eq.2 , id.eq.3 ) )";
    expect((await send(`items?select=id&and=${encodeURIComponent(tree)}`)).body).toEqual([{ id: 3 }]);
    expect((await send("items?select=id&id=in.(   )")).body).toEqual([]);
    expect((await send("items?select=n:data->0x->>y-1&id=eq.7")).body).toEqual([{ n: "7" }]);
    expect((await send("items?select=data->>--34")).status).toBe(400);
  });

  test("a CSV response without rows has no header line", async () => {
    // See QuerySpec: "text/csv" of an empty result.
    const response = await service.request("items?id=eq.-1", { headers: { accept: "text/csv" } });
    expect(await response.text()).toBe("\n");
  });
});
