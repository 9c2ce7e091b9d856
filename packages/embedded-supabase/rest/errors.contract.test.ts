import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ShopBackend, startShopBackend } from "#src/test-support/shop-backend.ts";
import { CONTRACT_TARGETS, createTestUser, signInAs } from "#src/test-support/test-backend.ts";

// In the comments below, "errors" is https://docs.postgrest.org/en/v14/references/errors.html.
describe.each(CONTRACT_TARGETS)("errors on $name", (target) => {
  let fixture: ShopBackend;
  beforeAll(async () => {
    fixture = await startShopBackend(target);
  });
  afterAll(() => fixture.backend.close());

  const requestJson = async (path: string, init?: RequestInit) => {
    const response = await fixture.requestAsOwnerA(path, init);
    const body = await response.text();
    return { status: response.status, ...(body === "" ? {} : JSON.parse(body)) } as {
      status: number;
      code?: string;
    };
  };
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    requestJson("orders", { method: "POST", body, headers });

  test("rejects requests without a valid API key", async () => {
    // Supabase's gateway returns 401 before PostgREST sees the request.
    const url = `${fixture.backend.url}/rest/v1/notices`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { apikey: "guessed" } })).status).toBe(401);
    expect((await fetch(url, { headers: { apikey: fixture.backend.publishableKey } })).status).toBe(200);
  });

  test("rejects a malformed or forged token with PostgREST's error", async () => {
    // See PostgREST docs, errors: PGRST301.
    const requestWithToken = (token: string) =>
      requestJson("notices", { headers: { authorization: `Bearer ${token}` } });
    expect(await requestWithToken("nonsense")).toMatchObject({
      status: 401,
      code: "PGRST301",
      message: "Expected 3 parts in JWT; got 1",
    });
    const forgedToken = `${btoa('{"alg":"none"}')}.${btoa('{"role":"service_role","exp":9999999999}')}.`;
    expect(await requestWithToken(forgedToken)).toMatchObject({ status: 401, code: "PGRST301" });
  });

  test("rejects an expired token and a token whose session has ended", async () => {
    // See PostgREST docs, errors: PGRST303.
    const client = await signInAs(fixture.backend, await createTestUser(fixture.backend));
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    const sendWithToken = () => requestJson("notices", { headers: { authorization: `Bearer ${token}` } });
    expect((await sendWithToken()).status).toBe(200);
    await client.auth.signOut();
    expect(await sendWithToken()).toMatchObject({ status: 401, code: "PGRST303" });
    fixture.backend.advanceClock(2 * 3600_000);
    try {
      expect(await sendWithToken()).toMatchObject({ status: 401, code: "PGRST303", message: "JWT expired" });
    } finally {
      fixture.backend.advanceClock(-2 * 3600_000);
    }
  });

  test("rejects unknown tables, columns and paths", async () => {
    // See PostgREST docs, errors: PGRST205, 42703, PGRST125.
    expect(await requestJson("nope")).toMatchObject({
      status: 404,
      code: "PGRST205",
      message: "Could not find the table 'public.nope' in the schema cache",
    });
    expect(await requestJson("orders?select=nope")).toMatchObject({
      status: 400,
      code: "42703",
      message: "column orders.nope does not exist",
    });
    expect(await requestJson("orders?nope=eq.1")).toMatchObject({ status: 400, code: "42703" });
    expect(await requestJson("orders?order=nope")).toMatchObject({ status: 400, code: "42703" });
    expect(await requestJson("orders?select=ctid")).toMatchObject({ status: 400, code: "42703" });
    expect(await requestJson("orders/1")).toMatchObject({ status: 404, code: "PGRST125" });
    expect(await requestJson("")).toMatchObject({ status: 404, code: "PGRST125" });
  });

  test("exposes only schema public", async () => {
    // See PostgREST docs, errors: PGRST106.
    expect((await fixture.ownerA.schema("auth").from("users").select()).error).toMatchObject({
      code: "PGRST106",
      message: "Invalid schema: auth",
    });
    expect(
      (await requestJson("users", { headers: { "Content-Profile": "auth" }, method: "POST", body: "{}" }))
        .status,
    ).toBe(406);
    for (const table of ["auth.users", "pg_class", "migrations", "signing_keys"]) {
      expect((await requestJson(table)).code).toBe("PGRST205");
    }
  });

  test.each([
    "orders?total=match.x",
    "orders?number=fts.x",
    "orders?number=like(any).{a}",
    "orders?number=eq",
    "orders?number=is.maybe",
    "orders?number=in.1,2",
    "orders?or=(number.eq.1",
    "orders?or=()",
    "orders?select=id,,number",
    "orders?select=number::regclass",
    "orders?select=...shops(name)",
    "orders?select=number->x",
    "orders?order=number.sideways",
    "orders?limit=ten",
    "orders?offset=x",
    "orders?number=eq.%00",
    "orders?number=eq.%ED%A0%80",
    `orders?select=${"id,".repeat(250)}id`,
    `orders?${"number=eq.1&".repeat(101)}`,
    `orders?or=${"(and".repeat(12)}(id.is.null)${")".repeat(12)}`,
  ])("rejects an unsupported request: %s", async (path) => {
    // See PostgREST docs, errors: PGRST100. The error names the unsupported part.
    const { status, code, details } = (await requestJson(path)) as {
      status: number;
      code: string;
      details: string;
    };
    expect([status, code]).toEqual([400, "PGRST100"]);
    expect(details).not.toBeNull();
  });

  test("rejects a long URL, a negative limit, and unsupported methods, media types and preferences", async () => {
    expect((await requestJson(`orders?number=in.(${"a,".repeat(6_000)}a)`)).status).toBe(414);
    // See PostgREST tests, RangeSpec: limit=-1.
    expect(await requestJson("orders?limit=-1")).toMatchObject({ status: 416, code: "PGRST103" });
    expect(await requestJson("orders", { method: "PUT", body: "{}" })).toMatchObject({
      status: 405,
      code: "PGRST117",
    });
    // See PostgREST docs, errors: PGRST107.
    expect(await requestJson("orders", { headers: { Accept: "image/png" } })).toMatchObject({
      status: 406,
      code: "PGRST107",
    });
    expect(await requestJson("orders", { headers: { Prefer: "count=planned" } })).toMatchObject({
      status: 400,
      code: "PGRST100",
    });
    // See PostgREST docs, errors: PGRST122.
    expect(await requestJson("orders", { headers: { Prefer: "handling=strict, x=y" } })).toMatchObject({
      status: 400,
      code: "PGRST122",
      details: "Invalid preferences: x=y",
    });
  });

  test("rejects bodies that are not JSON or exceed the limits", async () => {
    // See PostgREST docs, errors: PGRST102.
    expect(await post("}{ x = 2")).toMatchObject({
      status: 400,
      code: "PGRST102",
      message: "Empty or invalid json",
    });
    expect(await post("[1]")).toMatchObject({ status: 400, code: "PGRST102" });
    expect(await post("null")).toMatchObject({ status: 400, code: "PGRST102" });
    expect((await post("a,b", { "content-type": "text/csv" })).status).toBe(400);
    expect((await post(gzipSync("{}"), { "content-encoding": "gzip" })).status).toBe(415);
    expect((await post(Buffer.from([0x22, 0xff, 0x22]))).status).toBe(400);
    expect((await post(`{"number": "${"x".repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await post(`{"number": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`)).status).toBe(400);
    expect((await post('{"number": "\\ud800"}')).status).toBe(400);
    expect((await post('{"number": "\\u0000"}')).status).toBe(400);
    expect((await post('{"__proto__": {"number": 1}}')).code).toBe("PGRST204");
    expect((await post(`{"number": ${"9".repeat(400)}, "total": 1e999999}`)).status).toBe(400);
  });

  // Deliberate difference: PostgREST returns 500. See docs/backend.md.
  test("returns 400 for a value that is too long for its index", async () => {
    const longNumber = Array.from({ length: 9_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7919) % 20_000)),
    ).join("");
    const row = { shop_id: fixture.shops.shopA, number: longNumber };
    expect(await post(JSON.stringify(row))).toMatchObject({ status: 400, code: "54000" });
  });
});
