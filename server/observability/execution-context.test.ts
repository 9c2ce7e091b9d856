import { Hono } from "hono";
import { expect, test } from "vitest";
import {
  assignRequestId,
  getCurrentContext,
  getRequestTimeBudget,
  hasCaller,
  runInContext,
  setCaller,
} from "./execution-context.ts";

const USER_ID = "00000000-0000-4000-8000-000000000001";

function createTestApp() {
  const app = new Hono();
  app.use(assignRequestId());
  app.get("/", (context) => context.json({ ...getCurrentContext(), hasCaller: hasCaller() }));
  app.get("/signed-in", async (context) => {
    setCaller(USER_ID);
    // The context must survive asynchronous work, and must not leak to concurrent requests.
    await new Promise((resolve) => setImmediate(resolve));
    return context.json({ ...getCurrentContext(), hasCaller: hasCaller() });
  });
  return app;
}

test("returns the request's id in X-Request-Id, and ignores one sent by the client", async () => {
  const response = await createTestApp().request("/", { headers: { "x-request-id": "forged" } });
  const id = response.headers.get("x-request-id");
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await response.json()).toMatchObject({ request: id });
});

test("assigns a different id to every request", async () => {
  const app = createTestApp();
  const responses = await Promise.all(Array.from({ length: 20 }, () => app.request("/")));
  expect(new Set(responses.map(({ headers }) => headers.get("x-request-id"))).size).toBe(20);
});

test("attributes the caller only to the request that authenticated", async () => {
  const app = createTestApp();
  const [signedIn, anonymous] = await Promise.all([app.request("/signed-in"), app.request("/")]);
  expect(await signedIn?.json()).toMatchObject({ userId: USER_ID, hasCaller: true });
  expect(await anonymous?.json()).toEqual({ request: expect.any(String), hasCaller: false });
});

test("gives each request its own database time budget, and jobs none", async () => {
  const budgets: unknown[] = [];
  const app = new Hono().use(assignRequestId()).get("/", (context) => {
    budgets.push(getRequestTimeBudget());
    return context.body(null);
  });
  await app.request("/");
  await app.request("/");
  expect(budgets[0]).toBeDefined();
  expect(budgets[0]).not.toBe(budgets[1]);
  expect(runInContext({ job: "send-email" }, getRequestTimeBudget)).toBeUndefined();
});

test("has no context outside requests and jobs, and ignores a caller there", () => {
  setCaller(USER_ID);
  expect(getCurrentContext()).toBeUndefined();
  expect(hasCaller()).toBe(false);
  runInContext({ job: "run-sync" }, () => {
    setCaller(USER_ID);
    expect(getCurrentContext()).toEqual({ job: "run-sync" });
  });
});
