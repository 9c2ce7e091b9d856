import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import {
  createColumn,
  createRelation,
  createRoutine,
  createSchema,
} from "#src/test-support/schema-builders.ts";
import { createPlanner } from "./planner.ts";

const ORDERS = createRelation("orders", [createColumn("id", "integer"), createColumn("number", "text")]);
const ODD_TABLE = createRelation("odd/name %", [createColumn("id", "integer")]);
const TOTAL_ROUTINE = createRoutine("total");
const VOLATILE_ROUTINE = createRoutine("refresh", { isVolatile: true });
const createTestSchema = () => createSchema([ORDERS, ODD_TABLE], [TOTAL_ROUTINE, VOLATILE_ROUTINE]);

/** Plans a request with a new planner. The body is sent as JSON. */
async function planRequest(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
) {
  const request = new Request(`http://backend.test/rest/v1/${path}`, {
    method,
    headers: { "content-type": "application/json", ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return (await createPlanner().plan(createTestSchema(), request)).plan;
}

// See https://docs.postgrest.org/en/stable/references/errors.html
describe("the path", () => {
  test.each([
    "",
    "orders/1",
    "rpc/",
    "rpc/total/1",
    "/orders",
    "orders/",
  ])("rejects the path %j with 404", async (path) => {
    await expect(planRequest("GET", path)).rejects.toThrow(restError(404, "PGRST125"));
  });

  test("decodes a percent-encoded table name", async () => {
    const plan = await planRequest("GET", `${encodeURIComponent("odd/name %")}?select=id`);
    expect(plan.statement.text).toContain('from "public"."odd/name %" as t0');
  });

  test("rejects a path that is not UTF-8", async () => {
    await expect(planRequest("GET", "%ff")).rejects.toThrow(restError(400, "PGRST100"));
  });

  test("rejects an unknown table or function with 404", async () => {
    await expect(planRequest("GET", "nothing")).rejects.toThrow(restError(404, "PGRST205"));
    await expect(planRequest("GET", "constructor")).rejects.toThrow(restError(404, "PGRST205"));
    await expect(planRequest("GET", "rpc/nothing")).rejects.toThrow(restError(404, "PGRST202"));
  });

  test("rejects a path and query longer than 12,000 characters with 414", async () => {
    await expect(planRequest("GET", `orders?number=eq.${"x".repeat(12_000)}`)).rejects.toThrow(
      restError(414, "PGRST100"),
    );
  });
});

describe("the method", () => {
  test.each(["PUT", "OPTIONS", "PROPFIND"])("rejects the method %s with 405", async (method) => {
    await expect(planRequest(method, "orders")).rejects.toThrow(restError(405, "PGRST117"));
  });

  test.each(["PATCH", "DELETE"])("rejects %s for a function", async (method) => {
    await expect(planRequest(method, "rpc/total")).rejects.toThrow(restError(405, "PGRST101"));
  });

  test("uses a read-only transaction for GET and HEAD but not for writes", async () => {
    expect((await planRequest("GET", "orders")).readOnly).toBe(true);
    expect((await planRequest("HEAD", "orders")).readOnly).toBe(true);
    expect((await planRequest("DELETE", "orders?id=eq.1")).readOnly).toBe(false);
    expect((await planRequest("POST", "orders", {}, "{}")).readOnly).toBe(false);
  });

  // See https://docs.postgrest.org/en/stable/references/api/functions.html#function-access-modes
  test("uses a read-only transaction for GET calls, and for POST calls unless the function is volatile", async () => {
    expect((await planRequest("GET", "rpc/refresh")).readOnly).toBe(true);
    expect((await planRequest("POST", "rpc/refresh", {}, "{}")).readOnly).toBe(false);
    expect((await planRequest("POST", "rpc/total", {}, "{}")).readOnly).toBe(true);
  });
});

describe("the schema", () => {
  test("accepts the public schema by name", async () => {
    await expect(planRequest("GET", "orders", { "accept-profile": "public" })).resolves.toBeDefined();
    await expect(planRequest("POST", "orders", { "content-profile": "public" }, "{}")).resolves.toBeDefined();
  });

  test.each([
    "auth",
    "embedded",
    "private",
    "PUBLIC",
    "",
  ])("rejects the schema %j with 406", async (schema) => {
    await expect(planRequest("GET", "orders", { "accept-profile": schema })).rejects.toThrow(
      restError(406, "PGRST106"),
    );
    await expect(planRequest("DELETE", "orders?id=eq.1", { "content-profile": schema })).rejects.toThrow(
      restError(406, "PGRST106"),
    );
  });
});

describe("cached plans", () => {
  const read = (search: string, headers: Record<string, string> = {}) =>
    new Request(`http://backend.test/rest/v1/orders?${search}`, { headers });

  test("reuses the plan of the same read, regardless of the host", async () => {
    const planner = createPlanner();
    const schema = createTestSchema();
    const first = await planner.plan(schema, read("number=eq.A"));
    const second = await planner.plan(schema, new Request("http://other.test/rest/v1/orders?number=eq.A"));
    expect(second.plan).toBe(first.plan);
    expect(second.path).toBe("/orders");
  });

  test.each([
    ["query", read("number=eq.B")],
    ["Accept", read("number=eq.A", { accept: "text/csv" })],
    ["Prefer", read("number=eq.A", { prefer: "count=exact" })],
    ["Range", read("number=eq.A", { range: "0-1" })],
  ])("does not share a plan between reads that differ in %s", async (_, request) => {
    const planner = createPlanner();
    const schema = createTestSchema();
    const { plan } = await planner.plan(schema, read("number=eq.A"));
    expect((await planner.plan(schema, request)).plan).not.toBe(plan);
  });

  test("discards cached plans when the schema cache is reloaded", async () => {
    const planner = createPlanner();
    const { plan } = await planner.plan(createTestSchema(), read("number=eq.A"));
    const reloaded = createSchema([createRelation("orders", [createColumn("number", "varchar")])]);
    const replanned = await planner.plan(reloaded, read("number=eq.A"));
    expect(plan.statement.text).toContain("$1::text");
    expect(replanned.plan.statement.text).toContain("$1::varchar");
  });

  test("rejects an unexposed schema even if the read is cached", async () => {
    const planner = createPlanner();
    const schema = createTestSchema();
    await planner.plan(schema, read("number=eq.A"));
    await expect(planner.plan(schema, read("number=eq.A", { "accept-profile": "auth" }))).rejects.toThrow(
      restError(406, "PGRST106"),
    );
  });
});

describe("the response", () => {
  const result = { body: '[{"id":1}]', rows: 1, total: null, updated: null };

  test("returns JSON and a range for a read", async () => {
    const { toResponse } = await planRequest("GET", "orders?offset=5");
    expect(toResponse(result)).toEqual({
      status: 200,
      headers: { "Content-Type": "application/json; charset=utf-8", "Content-Range": "5-5/*" },
      body: '[{"id":1}]',
    });
  });

  // See https://docs.postgrest.org/en/stable/references/api/resource_representation.html#singular-or-plural
  test("returns a single object, or 406 unless there is exactly one row", async () => {
    const { toResponse } = await planRequest("GET", "orders", {
      accept: "application/vnd.pgrst.object+json",
    });
    expect(toResponse(result).body).toBe('{"id":1}');
    for (const rows of [0, 2]) {
      expect(() => toResponse({ ...result, rows })).toThrow(
        restError(406, "PGRST116", { details: `The result contains ${rows} rows` }),
      );
    }
  });

  test("starts a CSV response with a header row, unless there are no rows", async () => {
    const { toResponse } = await planRequest("GET", "orders?select=id,n:number", { accept: "text/csv" });
    expect(toResponse({ ...result, body: "1,A-1" }).body).toBe("id,n\n1,A-1");
    expect(toResponse({ ...result, body: "", rows: 0 }).body).toBe("\n");
  });

  test("returns 201 for an insert, and 200 for an upsert that only updates rows", async () => {
    const headers = { prefer: "resolution=merge-duplicates" };
    const { toResponse } = await planRequest("POST", "orders", headers, '[{"id":1},{"id":2}]');
    expect(toResponse({ ...result, rows: 2, updated: 1 }).status).toBe(201);
    expect(toResponse({ ...result, rows: 2, updated: 2 }).status).toBe(200);
  });

  test("returns a body for a write only if requested", async () => {
    const minimal = await planRequest("DELETE", "orders?id=eq.1", { prefer: "return=minimal" });
    expect(minimal.toResponse(result)).toMatchObject({ status: 204, body: null });
    const full = await planRequest("DELETE", "orders?id=eq.1", {
      prefer: "return=representation, count=exact",
    });
    expect(full.toResponse(result)).toMatchObject({
      status: 200,
      body: '[{"id":1}]',
      headers: { "Content-Range": "*/1", "Preference-Applied": "return=representation, count=exact" },
    });
  });

  test("returns 400 for a write that affects more rows than max-affected allows", async () => {
    const headers = { prefer: "handling=strict, max-affected=1" };
    const { toResponse } = await planRequest("PATCH", "orders?id=gt.0", headers, '{"number":"A"}');
    expect(toResponse(result).status).toBe(204);
    expect(() => toResponse({ ...result, rows: 2 })).toThrow(restError(400, "PGRST124"));
  });
});
