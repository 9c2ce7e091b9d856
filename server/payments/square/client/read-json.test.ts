import { expect, test } from "vitest";
import { getOrders } from "./batch-reads.ts";
import { listPayments } from "./payment-reads.ts";
import { createRateLimitGate } from "./rate-limit-gate.ts";
import { readJson } from "./read-json.ts";
import { createSquareRequest } from "./square-request.ts";

const NOW = new Date("2026-11-23T12:00:00Z");

/** Creates a request function whose requests `respond` answers. */
function createTestRequest(respond: (url: URL, init: RequestInit) => Response | Promise<Response>) {
  const getToken = async () => "token-1";
  return createSquareRequest(
    {
      baseUrl: "https://square.example/prefix/",
      timeoutInSeconds: 0.05,
      fetch: async (input, init) => respond(new URL(String(input)), init ?? {}),
    },
    { merchantId: "M1", getToken, renewToken: getToken },
    createRateLimitGate(),
  );
}

test("sends the token, the API version and the query through the SDK", async () => {
  let url: URL | undefined;
  let headers = new Headers();
  const call = createTestRequest((requestUrl, init) => {
    url = requestUrl;
    headers = new Headers(init.headers);
    return Response.json({ ok: true });
  });
  const query = { location_id: "L1", cursor: "a/b?c=", limit: 200, sort_order: undefined };
  expect(await readJson(call, { path: "/v2/invoices", query })).toEqual({ ok: true });
  expect(url?.pathname).toBe("/prefix/v2/invoices");
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    location_id: "L1",
    cursor: "a/b?c=",
    limit: "200",
  });
  expect(headers.get("authorization")).toBe("Bearer token-1");
  expect(headers.get("square-version")).toMatch(/^\d{4}-\d{2}-\d{2}$/);
});

test.each([
  [404, "NOT_FOUND", "not-found"],
  [401, "ACCESS_TOKEN_REVOKED", "access-revoked"],
  [429, "RATE_LIMITED", "rate-limited"],
  [503, "SERVICE_UNAVAILABLE", "unreachable"],
  [400, "INVALID_CURSOR", "stale-cursor"],
])("reports status %s with code %s as %s", async (status, code, kind) => {
  const call = createTestRequest(() => Response.json({ errors: [{ code }] }, { status }));
  await expect(readJson(call, { path: "/v2/invoices" })).rejects.toMatchObject({ kind });
});

test("reports the delay in Retry-After", async () => {
  const call = createTestRequest(() =>
    Response.json({ errors: [] }, { status: 429, headers: { "retry-after": "3" } }),
  );
  const error = await readJson(call, { path: "/v2/invoices" }).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: "rate-limited" });
  expect(error).toHaveProperty("retryAfterMs", expect.closeTo(3_000, -2));
});

test.each([
  "0",
  "Mon, 23 Nov 2020 12:00:00 GMT",
])("waits before the next request after Retry-After: %s", async (retryAfter) => {
  const call = createTestRequest(() =>
    Response.json({ errors: [] }, { status: 429, headers: { "retry-after": retryAfter } }),
  );
  const error = await readJson(call, { path: "/v2/invoices" }).catch((caught: unknown) => caught);
  expect(error).toHaveProperty("retryAfterMs", expect.closeTo(105, -2));
});

test("reports a response that takes too long as a timeout", async () => {
  const call = createTestRequest(() => new Promise(() => {}));
  await expect(readJson(call, { path: "/v2/invoices" })).rejects.toMatchObject({ kind: "timeout" });
});

test.each([
  ["a list that is an object", { orders: { id: "O1" } }],
  ["a list of texts", { orders: ["O1"] }],
  ["an amount that is text", { orders: [{ id: "O1", total_money: "12.00" }] }],
])("rejects %s as unreadable", async (_, body) => {
  const call = createTestRequest(() => Response.json(body));
  await expect(getOrders(call, ["O1"])).rejects.toMatchObject({ kind: "unreadable-response" });
});

test("lists payments from all times, even if Square excludes the ends of a time range", async () => {
  const createdAts = ["2012-01-01T00:00:00.000Z", NOW.toISOString()];
  for (const days of [90, 180, 365, 730]) {
    const edge = NOW.getTime() - days * 86_400_000;
    createdAts.push(...[-1, 0, 1].map((offset) => new Date(edge + offset).toISOString()));
  }
  const call = createTestRequest((url) => {
    const begin = url.searchParams.get("begin_time") ?? "";
    const end = url.searchParams.get("end_time") ?? "9999";
    const payments = createdAts
      .filter((createdAt) => createdAt > begin && createdAt < end)
      .map((createdAt) => ({
        id: createdAt,
        created_at: createdAt,
        amount_money: { amount: 100, currency: "USD" },
      }));
    return Response.json({ payments });
  });
  const listSince = async (begin: string) => [
    ...(
      await listPayments(call, { locationId: "L1", refunds: new Map(), begin: new Date(begin), now: NOW })
    ).keys(),
  ];
  expect((await listSince("2010-01-01")).sort()).toEqual(createdAts.sort());
  const halfYearAgo = new Date(NOW.getTime() - 180 * 86_400_000).toISOString();
  expect((await listSince(halfYearAgo)).sort()).toEqual(createdAts.filter((at) => at > halfYearAgo).sort());
});
