import { Hono } from "hono";
import { expect, test } from "vitest";
import { z } from "zod";
import { ApiError, createErrorHandler } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";
import { validateJson, validateParams, validateQuery } from "./validate.ts";

const ItemSchema = z.object({
  name: z.string("Enter a name.").min(2, "Name must be at least 2 characters."),
  amount: z.number("Enter an amount.").optional(),
});
const StrictSchema = z.strictObject({ name: z.string() });
const ListQuery = z.object({ page: z.coerce.number().int().min(1).default(1) });
const ItemPath = z.object({ id: z.guid() });
const ITEM_ID = "00000000-0000-4000-8000-000000000000";

const loggedLines: string[] = [];
const app = new Hono();
app.onError(createErrorHandler(createLogger("info", (line) => loggedLines.push(line))));
app.post("/", validateJson(ItemSchema, { maxBytes: 1024 }), (context) =>
  context.json(context.req.valid("json")),
);
app.post("/strict", validateJson(StrictSchema, { maxBytes: 1024 }), (context) =>
  context.json(context.req.valid("json")),
);
app.get("/list", validateQuery(ListQuery, "This page doesn't exist."), (context) =>
  context.json(context.req.valid("query")),
);
app.get("/items/:id", validateParams(ItemPath, unknownItemError), (context) =>
  context.json(context.req.valid("param")),
);

function unknownItemError(): ApiError {
  return new ApiError(404, "unknown_item", "This item no longer exists.");
}

async function request(path: string, init: RequestInit = {}): Promise<[number, unknown]> {
  const response = await app.request(path, init);
  const text = await response.text();
  return [response.status, text.startsWith("{") ? JSON.parse(text) : text];
}

function post(body: RequestInit["body"], headers: Record<string, string> = {}): Promise<[number, unknown]> {
  return request("/", { method: "POST", body: body ?? null, headers });
}

test("returns the parsed fields and drops unknown ones", async () => {
  expect(await post('{"name":"Ada","amount":5,"role":"admin"}')).toEqual([200, { name: "Ada", amount: 5 }]);
});

test("rejects unknown fields if the schema is strict", async () => {
  const [status, body] = await request("/strict", {
    method: "POST",
    body: '{"name":"Ada","role":"admin"}',
  });
  expect([status, body]).toMatchObject([400, { success: false, code: "invalid_input" }]);
});

test.each([
  undefined,
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/json; charset=utf-8",
])("reads JSON with the Content-Type %s", async (type) => {
  const body = new TextEncoder().encode('{"name":"Ada"}');
  expect(await post(body, type === undefined ? {} : { "content-type": type })).toEqual([
    200,
    { name: "Ada" },
  ]);
});

test.each([
  ['{"name":"A"}', "Name must be at least 2 characters."],
  ['{"name":7}', "Enter a name."],
  ["{}", "Enter a name."],
  ['{"name":"Ada","amount":"5"}', "Enter an amount."],
  ['{"name":"A","amount":"5"}', "Name must be at least 2 characters."],
])("rejects %s with the message of the first invalid field", async (body, error) => {
  expect(await post(body)).toEqual([400, { success: false, error, code: "invalid_input" }]);
});

test.each(["[]", "null", '"text"', "7"])("rejects %s, which is JSON but not an object", async (body) => {
  const [status, response] = await post(body);
  expect([status, response]).toMatchObject([400, { code: "invalid_input" }]);
});

test.each([
  ["nothing", ""],
  ["text", "name=Ada"],
  ["incomplete JSON", '{"name":"Ada"'],
  ["a trailing comma", '{"name":"Ada",}'],
  ["invalid UTF-8", new Uint8Array([0xff, 0xfe, 0x7b])],
  ["a NUL character", "\0"],
])("rejects %s as unreadable", async (_, body) => {
  expect(await post(body)).toEqual([
    400,
    { success: false, error: "We couldn't read the request.", code: "invalid_json" },
  ]);
});

test.each([
  ["NUL", '{"name":"A\\u0000a"}'],
  ["a lone surrogate", '{"name":"A\\ud800a"}'],
  ["NUL in a list", '{"name":"Ada","tags":[["a\\u0000"]]}'],
  ["NUL in the name of a field", '{"name":"Ada","tags":{"a\\u0000":1}}'],
])("rejects %s, which PostgreSQL cannot store", async (_, body) => {
  const error = "Remove unsupported characters";
  expect(await post(body)).toEqual([400, { success: false, error, code: "invalid_input" }]);
});

test("accepts surrogate pairs", async () => {
  expect(await post('{"name":"Ada \\ud83d\\ude00"}')).toEqual([200, { name: "Ada 😀" }]);
});

test("rejects a deeply nested body without failing", async () => {
  const nestedJson = `${"[".repeat(400)}${"]".repeat(400)}`;
  expect((await post(nestedJson))[0]).toBe(400);
});

test("prevents prototype pollution by the body", async () => {
  const [status, body] = await post('{"name":"Ada","__proto__":{"isAdmin":true}}');
  expect(status).toBe(200);
  expect(body).not.toHaveProperty("isAdmin");
  expect({}).not.toHaveProperty("isAdmin");
});

test("reports a body over the limit as too large, not as invalid JSON", async () => {
  expect((await post(JSON.stringify({ name: "x".repeat(2_000) })))[0]).toBe(413);
});

test("limits a body of unknown length", async () => {
  const body = new Blob(["x".repeat(2_000)]).stream();
  const init: RequestInit & { duplex: "half" } = { method: "POST", body, duplex: "half" };
  expect(await request("/", init)).toEqual([
    413,
    { success: false, error: "We couldn't read the request.", code: "bad_request" },
  ]);
});

test("returns the parsed query and applies defaults", async () => {
  expect(await request("/list")).toEqual([200, { page: 1 }]);
  expect(await request("/list?page=3&sort=name")).toEqual([200, { page: 3 }]);
});

test.each([
  "?page=0",
  "?page=two",
  "?page=1.5",
  "?page=",
  "?page=1&page=2",
])("rejects the query %s with the endpoint's message", async (query) => {
  expect(await request(`/list${query}`)).toEqual([
    400,
    { success: false, error: "This page doesn't exist.", code: "invalid_input" },
  ]);
});

test("returns a well-formed id", async () => {
  expect(await request(`/items/${ITEM_ID}`)).toEqual([200, { id: ITEM_ID }]);
});

test.each([
  "1",
  "null",
  `${ITEM_ID}0`,
])("returns the unknown-id error for the malformed id %s", async (id) => {
  expect(await request(`/items/${id}`)).toEqual([
    404,
    { success: false, error: "This item no longer exists.", code: "unknown_item" },
  ]);
});

test("logs none of these errors, because they are the client's", () => {
  expect(loggedLines).toEqual([]);
});
