import { expect, test } from "vitest";
import { guardedFetch } from "#server/payments/square/client/guarded-fetch.ts";

const URL = "https://connect.squareup.com/v2/invoices";

/** Sends a request to which Square, or a proxy in between, responds in this way. */
async function receive(respond: () => Response | Promise<Response>) {
  const response = await guardedFetch(async () => respond())(URL);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

test("passes on a JSON object", async () => {
  const { status, text } = await receive(() => new Response('{"invoices":[]}', { status: 201 }));
  expect([status, text]).toEqual([200, '{"invoices":[]}']);
});

test.each<[string, string | null]>([
  ["a login page", "<!doctype html><title>Sign in</title>"],
  ["truncated JSON", '{"invoices":[{"id":"inv:0'],
  ["an empty body", ""],
  ["no body", null],
  ["a list", "[]"],
  ["null", "null"],
  ["a string", '"ok"'],
  ["errors with status 200", '{"errors":[{"category":"API_ERROR","code":"INTERNAL_SERVER_ERROR"}]}'],
])("reports success with %s as a failure, because the SDK would treat it as an empty list", async (_, body) => {
  const { status, code } = await receive(() => new Response(body, { status: 200 }));
  expect([status, code]).toEqual([502, "UNREADABLE_RESPONSE"]);
});

test("accepts an empty list of errors", async () => {
  expect((await receive(() => Response.json({ errors: [], invoice: {} }))).status).toBe(200);
});

test.each([
  400, 401, 404, 429, 500,
])("passes on status %i with Square's body, also when it is not JSON", async (status) => {
  const { text, ...response } = await receive(() => new Response("<h1>Error</h1>", { status }));
  expect([response.status, text]).toEqual([status, "<h1>Error</h1>"]);
});

test("passes on Retry-After and no other header, such as cookies", async () => {
  const headers = { "retry-after": "3", "set-cookie": "session=1", "content-type": "application/json" };
  const response = await receive(() => new Response("{}", { status: 429, headers }));
  expect([...response.headers]).toEqual([
    ["content-type", "application/json"],
    ["retry-after", "3"],
  ]);
});

test("reports a failed connection as 503, which the SDK retries", async () => {
  const { status, code } = await receive(() => Promise.reject(new TypeError("fetch failed")));
  expect([status, code]).toEqual([503, "CONNECTION_FAILED"]);
});

test("reports a body that ends with an error as 503", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("connection reset"));
    },
  });
  expect((await receive(() => new Response(body))).status).toBe(503);
});

test("stops reading a response above 20 MB", async () => {
  let megabytes = 0;
  const body = new ReadableStream({
    pull(controller) {
      megabytes += 1;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
    },
  });
  const { status, code } = await receive(() => new Response(body));
  expect([status, code]).toEqual([502, "UNREADABLE_RESPONSE"]);
  expect(megabytes).toBeLessThan(25);
});

test.each([
  301, 302, 307, 308,
])("does not follow a redirect with status %i, which would send the secret elsewhere", async (status) => {
  const requests: { url: string; redirect: string | undefined }[] = [];
  const send = guardedFetch(async (input, init) => {
    requests.push({ url: String(input), redirect: init?.redirect });
    return new Response(null, { status, headers: { location: "https://attacker.example/token" } });
  });
  const response = await send(URL, { method: "POST", body: "the secret", redirect: "follow" });
  expect(requests).toEqual([{ url: URL, redirect: "manual" }]);
  expect(response.status).toBe(502);
});

test("ends with an abort error when the timeout of the SDK expires, also while the body is read", async () => {
  const controller = new AbortController();
  const silent = guardedFetch(() => new Promise(() => {}))(URL, { signal: controller.signal });
  const stalled = guardedFetch(async () => new Response(new ReadableStream()))(URL, {
    signal: controller.signal,
  });
  const aborted = [silent, stalled].map((request) =>
    expect(request).rejects.toMatchObject({ name: "AbortError" }),
  );
  controller.abort();
  await Promise.all(aborted);
});

test("sends nothing more for a signal that is already aborted", async () => {
  const send = guardedFetch(async () => Response.json({}));
  await expect(send(URL, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});
