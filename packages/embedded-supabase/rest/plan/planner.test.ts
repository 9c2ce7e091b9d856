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
const TOTAL = createRoutine("total");
const VOLATILE = createRoutine("refresh", { isVolatile: true });
const createTestSchema = () => createSchema([ORDERS, ODD_TABLE], [TOTAL, VOLATILE]);

/** Plans a request on a new planner. A body is sent as JSON. */
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
  ])("%j is rejected with 404", async (path) => {
    await expect(planRequest("GET", path)).rejects.toThrow(restError(404, "PGRST125"));
  });

  test("names a table or view, percent-decoded", async () => {
    const plan = await planRequest("GET", `${encodeURIComponent("odd/name %")}?select=id`);
    expect(plan.statement.text).toContain('from "public"."odd/name %" as t0');
  });

  test("that is not UTF-8 is rejected", async () => {
    await expect(planRequest("GET", "%ff")).rejects.toThrow(restError(400, "PGRST100"));
  });

  test("of an unknown table or function is rejected with 404", async () => {
    await expect(planRequest("GET", "nothing")).rejects.toThrow(restError(404, "PGRST205"));
    await expect(planRequest("GET", "constructor")).rejects.toThrow(restError(404, "PGRST205"));
    await expect(planRequest("GET", "rpc/nothing")).rejects.toThrow(restError(404, "PGRST202"));
  });

  test("and query longer than 12,000 characters are rejected with 414", async () => {
    await expect(planRequest("GET", `orders?number=eq.${"x".repeat(12_000)}`)).rejects.toThrow(
      restError(414, "PGRST100"),
    );
  });
});

describe("the method", () => {
  test.each(["PUT", "OPTIONS", "PROPFIND"])("%s is rejected with 405", async (method) => {
    await expect(planRequest(method, "orders")).rejects.toThrow(restError(405, "PGRST117"));
  });

  test.each(["PATCH", "DELETE"])("%s cannot call a function", async (method) => {
    await expect(planRequest(method, "rpc/total")).rejects.toThrow(restError(405, "PGRST101"));
  });

  test("decides whether the transaction is read only", async () => {
    expect((await planRequest("GET", "orders")).readOnly).toBe(true);
    expect((await planRequest("HEAD", "orders")).readOnly).toBe(true);
    expect((await planRequest("DELETE", "orders?id=eq.1")).readOnly).toBe(false);
    expect((await planRequest("POST", "orders", {}, "{}")).readOnly).toBe(false);
  });

  // See https://docs.postgrest.org/en/stable/references/api/functions.html#function-access-modes
  test("GET runs every function read only, and POST only those that cannot write", async () => {
    expect((await planRequest("GET", "rpc/refresh")).readOnly).toBe(true);
    expect((await planRequest("POST", "rpc/refresh", {}, "{}")).readOnly).toBe(false);
    expect((await planRequest("POST", "rpc/total", {}, "{}")).readOnly).toBe(true);
  });
});

describe("the schema", () => {
  test("public may be named", async () => {
    await expect(planRequest("GET", "orders", { "accept-profile": "public" })).resolves.toBeDefined();
    await expect(planRequest("POST", "orders", { "content-profile": "public" }, "{}")).resolves.toBeDefined();
  });

  test.each(["auth", "embedded", "private", "PUBLIC", ""])("%j is rejected with 406", async (schema) => {
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

  test("are reused for the same read, from any host", async () => {
    const planner = createPlanner();
    const schema = createTestSchema();
    const first = await planner.plan(schema, read("number=eq.A"));
    const second = await planner.plan(schema, new Request("http://other.test/rest/v1/orders?number=eq.A"));
    expect(second.plan).toBe(first.plan);
    expect(second.path).toBe("/rest/v1/orders");
  });

  test.each([
    ["query", read("number=eq.B")],
    ["Accept", read("number=eq.A", { accept: "text/csv" })],
    ["Prefer", read("number=eq.A", { prefer: "count=exact" })],
    ["Range", read("number=eq.A", { range: "0-1" })],
  ])("are not shared by reads that differ in %s", async (_, request) => {
    const planner = createPlanner();
    const schema = createTestSchema();
    const { plan } = await planner.plan(schema, read("number=eq.A"));
    expect((await planner.plan(schema, request)).plan).not.toBe(plan);
  });

  test("are discarded when the schema cache is reloaded", async () => {
    const planner = createPlanner();
    const { plan } = await planner.plan(createTestSchema(), read("number=eq.A"));
    const reloaded = createSchema([createRelation("orders", [createColumn("number", "varchar")])]);
    const replanned = await planner.plan(reloaded, read("number=eq.A"));
    expect(plan.statement.text).toContain("$1::text");
    expect(replanned.plan.statement.text).toContain("$1::varchar");
  });

  test("never hide an unexposed schema", async () => {
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

  test("to a read is JSON with a range", async () => {
    const { toResponse } = await planRequest("GET", "orders?offset=5");
    expect(toResponse(result)).toEqual({
      status: 200,
      headers: { "Content-Type": "application/json; charset=utf-8", "Content-Range": "5-5/*" },
      body: '[{"id":1}]',
    });
  });

  // See https://docs.postgrest.org/en/stable/references/api/resource_representation.html#singular-or-plural
  test("of a single object is that object, or 406 unless there is exactly one row", async () => {
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

  test("as CSV starts with the column names, also without rows", async () => {
    const { toResponse } = await planRequest("GET", "orders?select=id,n:number", { accept: "text/csv" });
    expect(toResponse({ ...result, body: "1,A-1" }).body).toBe("id,n\n1,A-1");
    expect(toResponse({ ...result, body: "", rows: 0 }).body).toBe("\n");
  });

  test("to an insert is 201, or 200 if an upsert only updated", async () => {
    const headers = { prefer: "resolution=merge-duplicates" };
    const { toResponse } = await planRequest("POST", "orders", headers, '[{"id":1},{"id":2}]');
    expect(toResponse({ ...result, rows: 2, updated: 1 }).status).toBe(201);
    expect(toResponse({ ...result, rows: 2, updated: 2 }).status).toBe(200);
  });

  test("to a write has a body only if it was requested", async () => {
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

  test("to a write of more rows than max-affected allows is 400", async () => {
    const headers = { prefer: "handling=strict, max-affected=1" };
    const { toResponse } = await planRequest("PATCH", "orders?id=gt.0", headers, '{"number":"A"}');
    expect(toResponse(result).status).toBe(204);
    expect(() => toResponse({ ...result, rows: 2 })).toThrow(restError(400, "PGRST124"));
  });
});
