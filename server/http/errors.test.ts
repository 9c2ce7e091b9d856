import { Hono } from "hono";
import { expect, test } from "vitest";
import { createSessions } from "#server/auth/sessions.ts";
import { assignRequestId } from "#server/observability/execution-context.ts";
import { createLogger } from "#server/observability/logger.ts";
import { ApiError, createErrorHandler, isDatabaseUnavailable } from "./errors.ts";

const createError = (code: string, message = "failed") => Object.assign(new Error(message), { code });

test("returns 503 for a full disk, lost connections and a restarting database", () => {
  for (const code of [
    "53100",
    "53200",
    "53300",
    "08006",
    "57P01",
    "57P03",
    "58030",
    "ECONNREFUSED",
    "EPIPE",
  ]) {
    expect(isDatabaseUnavailable(createError(code)), code).toBe(true);
  }
  expect(
    isDatabaseUnavailable(createError("", "Client has encountered a connection error and is not queryable")),
  ).toBe(true);
});

test("does not return 503 for errors of a statement or row", () => {
  for (const code of ["23505", "42501", "42601", "57014", "XX000"]) {
    expect(isDatabaseUnavailable(createError(code)), code).toBe(false);
  }
});

test("returns 503 with Retry-After for statement and lock timeouts", async () => {
  for (const code of ["57014", "55P03"]) {
    const app = new Hono();
    app.onError(createErrorHandler(createLogger("silent")));
    app.get("/", () => {
      throw createError(code);
    });
    const response = await app.request("/");
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "2"]);
  }
});

test("logs forbidden requests of signed-in users by id, but not of anonymous callers", async () => {
  const lines: string[] = [];
  const log = createLogger("info", (line) => lines.push(line));
  const user = {
    sub: "00000000-0000-4000-8000-000000000001",
    role: "authenticated",
    email: "client@firm.example",
    aal: "aal1",
    app_metadata: { role: "client" },
  };
  const sessions = createSessions(
    async (token) => (token === "of-a-client" ? user : null),
    async () => false,
  );
  const app = new Hono();
  app.onError(createErrorHandler(log));
  app.use(assignRequestId());
  app.get("/api/admin/clients", async (context) => context.json(await sessions.requireAdmin(context)));
  const ask = async (token: string) =>
    (await app.request("/api/admin/clients", { headers: { authorization: `Bearer ${token}` } })).status;
  app.post("/api/square/webhook", () => {
    throw new ApiError(403, "not_authorized", "This request is not allowed.");
  });
  expect(await ask("invalid-token")).toBe(401);
  expect((await app.request("/api/square/webhook", { method: "POST" })).status).toBe(403);
  expect(lines).toEqual([]);
  expect(await ask("of-a-client")).toBe(403);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: "warn",
      msg: "request forbidden",
      code: "not_authorized",
      path: "/api/admin/clients",
      userId: user.sub,
    },
  ]);
});
