import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { silentLog } from "#src/log.ts";
import { handleError } from "./errors.ts";
import { EmailSchema, MetadataSchema, readBody } from "./request-body.ts";

const Schema = z.object({ email: EmailSchema.optional(), data: MetadataSchema.optional() });

async function send(body: string | Uint8Array<ArrayBuffer>, contentType = "application/json") {
  const app = new Hono().post("/", async (context) => context.json(await readBody(context, Schema)));
  app.onError((error, context) => handleError(context, error, silentLog));
  const response = await app.request("/", { method: "POST", body, headers: { "content-type": contentType } });
  return { status: response.status, body: await response.json() };
}

describe("a JSON body", () => {
  test("is validated, and unknown fields are ignored", async () => {
    const text = '{"email":"ada@client.example","role":"service_role","is_super_admin":true}';
    expect(await send(text)).toEqual({ status: 200, body: { email: "ada@client.example" } });
  });

  // supabase-js omits the body of requests without fields.
  test("may be empty", async () => {
    expect(await send("")).toEqual({ status: 200, body: {} });
  });

  test.each([
    "{",
    "[",
    "null x",
    "'a'",
    '{"a":1,}',
    "\u0001",
  ])("that is malformed is rejected: %j", async (text) => {
    expect(await send(text)).toMatchObject({ status: 400, body: { error_code: "bad_json" } });
  });

  test.each([
    "1",
    '"a"',
    "null",
    "[]",
    "true",
  ])("that is %s instead of an object is rejected", async (text) => {
    expect(await send(text)).toMatchObject({ status: 400, body: { error_code: "validation_failed" } });
  });

  test("that is invalid returns an error that names the field", async () => {
    const { body } = await send('{"data":{},"email":5}');
    expect(body.msg).toMatch(/^email: /);
  });
});

// PostgreSQL's text cannot contain NUL or lone surrogates.
describe("text that cannot be stored", () => {
  test.each([
    '{"data":{"a":"\\u0000"}}',
    '{"data":{"\\u0000":1}}',
    '{"data":{"a":["\\ud800"]}}',
    '{"data":{"\\udfff":1}}',
  ])("is rejected anywhere in the body: %s", async (text) => {
    expect(await send(text)).toMatchObject({ status: 400, body: { error_code: "bad_json" } });
  });

  test("includes bytes that are not UTF-8", async () => {
    const bytes = new Uint8Array([...Buffer.from('{"data":{"a":"'), 0xff, ...Buffer.from('"}}')]);
    expect(await send(bytes)).toMatchObject({ status: 400, body: { error_code: "bad_json" } });
  });

  test("does not include emoji and other astral characters", async () => {
    expect(await send('{"data":{"a":"\\ud83d\\ude00é"}}')).toEqual({
      status: 200,
      body: { data: { a: "😀é" } },
    });
  });
});

test("limits the nesting depth, even for input that would overflow the stack", async () => {
  const nested = (depth: number) => `{"data":${'{"a":'.repeat(depth)}1${"}".repeat(depth)}}`;
  expect((await send(nested(15))).status).toBe(200);
  expect((await send(nested(16))).status).toBe(400);
  expect((await send(`{"data":${"[".repeat(100_000)}`)).status).toBe(400);
  expect((await send(`{"data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).status).toBe(400);
});

test.each([
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "application/jsonx",
  "",
])("rejects the content type %j with 415", async (type) => {
  expect(await send("{}", type)).toMatchObject({ status: 415, body: { error_code: "validation_failed" } });
});

test.each([
  "application/json;charset=utf-8",
  "APPLICATION/JSON",
  "application/json ; q=1",
])("accepts the content type %s", async (type) => {
  expect((await send("{}", type)).status).toBe(200);
});

// OWASP ASVS 5.0, 15.3.6: no prototype pollution.
test("a __proto__ key does not change the result's prototype", async () => {
  await send('{"data":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}}');
  expect("polluted" in {}).toBe(false);
});

describe("an email address", () => {
  test.each([
    ["Ada@Client.Example", "ada@client.example"],
    ["  ada@client.example ", "ada@client.example"],
    ["ada+tag@sub.client.example", "ada+tag@sub.client.example"],
    ["o'neil@client.example", "o'neil@client.example"],
    ["jörg@köln.example", "jörg@köln.example"],
  ])("%j is stored as %s", (input, expected) => {
    expect(EmailSchema.parse(input)).toBe(expected);
  });

  // OWASP ASVS 5.0, 1.3.11: an address must not add recipients or headers to an email.
  test.each([
    "ada@client.example\r\nBcc: eve@attacker.example",
    "ada@client.example,eve@attacker.example",
    "ada@client.example;eve@attacker.example",
    "Ada <ada@client.example>",
    '"ada"@client.example',
    "ada@client.example (comment)",
    "a:b@client.example",
    "ada eve@client.example",
  ])("that could inject a recipient or header is rejected: %j", (input) => {
    expect(EmailSchema.safeParse(input).success).toBe(false);
  });

  test.each([
    "",
    "ada",
    "ada@",
    "@client.example",
    "ada@client",
    "ada@@client.example",
    `${"a".repeat(250)}@b.example`,
  ])("that is malformed is rejected: %j", (input) => {
    expect(EmailSchema.safeParse(input).success).toBe(false);
  });
});
