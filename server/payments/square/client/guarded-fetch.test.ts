import { expect, test } from "vitest";
import { createGuardedFetch } from "#server/payments/square/client/guarded-fetch.ts";

const URL = "https://connect.squareup.com/v2/invoices";

/** Sends a request that receives the given response, and returns what the SDK would see. */
async function fetchGuarded(respond: () => Response | Promise<Response>) {
  const response = await createGuardedFetch(async () => respond())(URL);
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

test("returns a JSON object unchanged", async () => {
  const { status, text } = await fetchGuarded(() => new Response('{"invoices":[]}', { status: 201 }));
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
])("reports a successful response with %s as a failure, because the SDK would treat it as an empty list", async (_, body) => {
  const { status, code } = await fetchGuarded(() => new Response(body, { status: 200 }));
  expect([status, code]).toEqual([502, "UNREADABLE_RESPONSE"]);
});

test("accepts a response with an empty list of errors", async () => {
  expect((await fetchGuarded(() => Response.json({ errors: [], invoice: {} }))).status).toBe(200);
});

test.each([
  400, 401, 404, 429, 500,
])("returns status %i with the original body, even if it is not JSON", async (status) => {
  const { text, ...response } = await fetchGuarded(() => new Response("<h1>Error</h1>", { status }));
  expect([response.status, text]).toEqual([status, "<h1>Error</h1>"]);
});

test("keeps Retry-After and Content-Type, and drops other headers such as cookies", async () => {
  const headers = { "retry-after": "3", "set-cookie": "session=1", "content-type": "application/json" };
  const response = await fetchGuarded(() => new Response("{}", { status: 429, headers }));
  expect([...response.headers]).toEqual([
    ["content-type", "application/json"],
    ["retry-after", "3"],
  ]);
});

test("reports a failed connection as 503, like a Square outage", async () => {
  const { status, code } = await fetchGuarded(() => Promise.reject(new TypeError("fetch failed")));
  expect([status, code]).toEqual([503, "CONNECTION_FAILED"]);
});

test("reports an error while reading the body as 503", async () => {
  const body = new ReadableStream({
    pull(controller) {
      controller.error(new Error("connection reset"));
    },
  });
  expect((await fetchGuarded(() => new Response(body))).status).toBe(503);
});

test("stops reading a response that exceeds 20 MB", async () => {
  let megabytesRead = 0;
  const body = new ReadableStream({
    pull(controller) {
      megabytesRead += 1;
      controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
    },
  });
  const { status, code } = await fetchGuarded(() => new Response(body));
  expect([status, code]).toEqual([502, "UNREADABLE_RESPONSE"]);
  expect(megabytesRead).toBeLessThan(25);
});

test.each([
  301, 302, 307, 308,
])("does not follow a redirect with status %i, which would send the secret to another server", async (status) => {
  const requests: { url: string; redirect: string | undefined }[] = [];
  const send = createGuardedFetch(async (input, init) => {
    requests.push({ url: String(input), redirect: init?.redirect });
    return new Response(null, { status, headers: { location: "https://attacker.example/token" } });
  });
  const response = await send(URL, { method: "POST", body: "the secret", redirect: "follow" });
  expect(requests).toEqual([{ url: URL, redirect: "manual" }]);
  expect(response.status).toBe(502);
});

test("rejects with an abort error when the SDK's timeout expires, even while the body is being read", async () => {
  const controller = new AbortController();
  const silentRequest = createGuardedFetch(() => new Promise(() => {}))(URL, { signal: controller.signal });
  const stalledRequest = createGuardedFetch(async () => new Response(new ReadableStream()))(URL, {
    signal: controller.signal,
  });
  const rejections = [silentRequest, stalledRequest].map((request) =>
    expect(request).rejects.toMatchObject({ name: "AbortError" }),
  );
  controller.abort();
  await Promise.all(rejections);
});

test("rejects a request whose signal is already aborted", async () => {
  const send = createGuardedFetch(async () => Response.json({}));
  await expect(send(URL, { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});
