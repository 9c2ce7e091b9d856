import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { LIMITS } from "../limits.ts";
import { readRequestBody } from "./request-body.ts";

type Body = ConstructorParameters<typeof Response>[0];

const read = (body: Body, headers: Record<string, string> = { "content-type": "application/json" }) =>
  readRequestBody(
    new Request("http://backend.test/rest/v1/orders", {
      method: "POST",
      headers,
      body,
      ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    }),
  );

/** Creates a body of `count` chunks without Content-Length, and counts the chunks that are read. */
function createChunkedBody(chunk: Uint8Array, count: number) {
  const body = { chunksRead: 0, stream: new ReadableStream() };
  body.stream = new ReadableStream(
    {
      pull(controller) {
        if (body.chunksRead === count) {
          controller.close();
          return;
        }
        body.chunksRead += 1;
        controller.enqueue(chunk);
      },
    },
    { highWaterMark: 0 },
  );
  return body;
}

describe("JSON", () => {
  test("returns the body as parsed and as sent, so that PostgreSQL reads numbers with full precision", async () => {
    const text = '{"total": 12345678901234567890.12345, "total": 1e2}';
    expect(await read(text)).toEqual({ text, value: { total: 100 } });
  });

  test("reads any JSON document unchanged", async () => {
    await fc.assert(
      fc.asyncProperty(fc.json({ maxDepth: 10 }), async (text) => {
        expect(await read(text)).toEqual({ text, value: JSON.parse(text) });
      }),
    );
  });

  test.each([
    "",
    " ",
    "{",
    "[1,]",
    "undefined",
    "{'a':1}",
    "NaN",
    '{"a":1}{"b":2}',
  ])("rejects %j as invalid JSON", async (text) => {
    await expect(read(text)).rejects.toThrow(
      restError(400, "PGRST102", { message: "Empty or invalid json" }),
    );
  });

  test("rejects a body that is not UTF-8", async () => {
    const bytes = new Uint8Array([...Buffer.from('{"name":"'), 0xff, 0xfe, ...Buffer.from('"}')]);
    await expect(read(bytes)).rejects.toThrow(restError(400, "PGRST102", { details: "not UTF-8" }));
  });
});

describe("nesting", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

  test("allows nesting up to the limit", async () => {
    await expect(read(nested(LIMITS.jsonDepth))).resolves.toBeDefined();
    await expect(read(nested(LIMITS.jsonDepth + 1))).rejects.toThrow(
      restError(400, "PGRST102", { details: "nested too deeply" }),
    );
    await expect(read('{"a":'.repeat(LIMITS.jsonDepth + 1))).rejects.toThrow(restError(400, "PGRST102"));
  });

  test("rejects hundreds of thousands of levels before parsing", async () => {
    await expect(read(nested(500_000))).rejects.toThrow(restError(400, "PGRST102"));
  });

  test("ignores brackets inside strings, including strings with escaped quotes", async () => {
    const value = { text: `${"[{".repeat(100)}\\"${"[".repeat(100)}` };
    expect((await read(JSON.stringify(value))).value).toEqual(value);
  });

  test("limits depth, not the number of brackets", async () => {
    const rows = Array.from({ length: 500 }, (_, index) => ({ index, tags: [] }));
    expect((await read(JSON.stringify(rows))).value).toHaveLength(500);
  });
});

describe("content type", () => {
  test.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
  ])("accepts %s", async (type) => {
    expect((await read("{}", { "content-type": type })).value).toEqual({});
  });

  // docs/backend.md: CSV and form bodies are not supported.
  test.each([
    "text/csv",
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/jsonp",
    "text/json",
  ])("rejects %s and names it in the error", async (type) => {
    await expect(read("{}", { "content-type": type })).rejects.toThrow(
      restError(400, "PGRST102", { message: `Content-Type not acceptable: ${type}` }),
    );
  });

  test("reads a body without a content type as JSON", async () => {
    expect((await read(new Uint8Array(Buffer.from("[1]")), {})).value).toEqual([1]);
  });

  test("rejects a compressed body with 415", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    await expect(read(new Uint8Array(gzipSync("{}")), headers)).rejects.toThrow(restError(415, "PGRST102"));
  });
});

describe("size", () => {
  const padded = (bytes: number) => `"${"x".repeat(bytes - 2)}"`;

  test("limits the body to 1 MB", async () => {
    expect((await read(padded(LIMITS.bodyBytes))).text).toHaveLength(LIMITS.bodyBytes);
    await expect(read(padded(LIMITS.bodyBytes + 1))).rejects.toThrow(restError(413, "PGRST102"));
  });

  test("measures the size in bytes, not characters", async () => {
    await expect(read(`"${"é".repeat(LIMITS.bodyBytes / 2)}"`)).rejects.toThrow(restError(413, "PGRST102"));
  });

  test("stops reading a body without Content-Length when it exceeds the limit", async () => {
    const chunked = createChunkedBody(new Uint8Array(65_536).fill(32), 1_000);
    await expect(read(chunked.stream)).rejects.toThrow(restError(413, "PGRST102"));
    expect(chunked.chunksRead).toBeLessThan(20);
  });

  test("rejects a Content-Length over the limit before reading the body", async () => {
    const chunked = createChunkedBody(new Uint8Array(1), 1);
    const headers = { "content-type": "application/json", "content-length": String(LIMITS.bodyBytes + 1) };
    await expect(read(chunked.stream, headers)).rejects.toThrow(restError(413, "PGRST102"));
    expect(chunked.chunksRead).toBe(0);
  });
});
