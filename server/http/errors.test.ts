import { once } from "node:events";
import { connect } from "node:net";
import { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { describe, expect, test } from "vitest";
import { createSessions } from "#server/auth/sessions.ts";
import { listen } from "#server/http/http-server.ts";
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

test("does not return 503 for statement and data errors", () => {
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

test("logs forbidden requests of signed-in users with their id, but not those of anonymous callers", async () => {
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
    async (token) => (token === "client-token" ? user : null),
    async () => false,
  );
  const app = new Hono();
  app.onError(createErrorHandler(log));
  app.use(assignRequestId());
  app.get("/api/admin/clients", async (context) => context.json(await sessions.requireAdmin(context)));
  const getStatus = async (token: string) =>
    (await app.request("/api/admin/clients", { headers: { authorization: `Bearer ${token}` } })).status;
  app.post("/api/square/webhook", () => {
    throw new ApiError(403, "not_authorized", "This request is not allowed.");
  });
  expect(await getStatus("invalid-token")).toBe(401);
  expect((await app.request("/api/square/webhook", { method: "POST" })).status).toBe(403);
  expect(lines).toEqual([]);
  expect(await getStatus("client-token")).toBe(403);
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

/** Returns the response and log of an endpoint that throws `error`. */
async function respondTo(error: Error, path = "/api/admin/clients") {
  const lines: string[] = [];
  const app = new Hono();
  app.onError(createErrorHandler(createLogger("info", (line) => lines.push(line))));
  app.all("*", () => {
    throw error;
  });
  const response = await app.request(path);
  const log = lines.map((line) => JSON.parse(line));
  return { status: response.status, headers: response.headers, body: await response.json(), log };
}

describe("the response to an error", () => {
  test("has the status, code, message and headers of an expected error, and is not logged", async () => {
    const error = new ApiError(409, "stale_order", "The order has changed.", { "Retry-After": "7" });
    const { status, headers, body, log } = await respondTo(error);
    expect(status).toBe(409);
    expect(headers.get("retry-after")).toBe("7");
    expect(body).toEqual({ success: false, error: "The order has changed.", code: "stale_order" });
    expect(log).toEqual([]);
  });

  test("contains no detail of an unexpected error, which is logged with its stack", async () => {
    const { status, body, log } = await respondTo(
      createError("23505", 'duplicate key in "clients_email_key" at /srv/portal/server.ts'),
    );
    expect([status, body]).toEqual([
      500,
      { success: false, error: "Something went wrong on our end. Please try again.", code: "internal" },
    ]);
    expect(log).toMatchObject([
      {
        level: "error",
        msg: "request failed",
        err: { message: expect.stringContaining("clients_email_key") },
      },
    ]);
    expect(log[0].err.stack).toContain("errors.test.ts");
  });

  test("is 503 with Retry-After while the database is unavailable", async () => {
    const { status, headers, body } = await respondTo(createError("ECONNREFUSED", "connect 10.0.0.5:5432"));
    expect([status, headers.get("retry-after")]).toEqual([503, "2"]);
    expect(body).toMatchObject({ success: false, code: "unavailable" });
    expect(JSON.stringify(body)).not.toContain("10.0.0.5");
  });

  test("has the status of a framework error, without its message", async () => {
    const { status, body } = await respondTo(new HTTPException(415, { message: "internal detail" }));
    expect([status, body]).toEqual([
      415,
      { success: false, error: "We couldn't read the request.", code: "bad_request" },
    ]);
  });

  test("does not log the token of a document link", async () => {
    const { log } = await respondTo(new Error("disk failed"), "/api/documents/eyJhbGciOiJIUzI1NiJ9.secret");
    expect(log).toMatchObject([{ path: "/api/documents/…" }]);
    expect(JSON.stringify(log)).not.toContain("eyJ");
  });

  test("logs no query string, which may contain tokens or searches", async () => {
    const { log } = await respondTo(new Error("failed"), "/api/oauth/square?state=secret-state");
    expect(log).toMatchObject([{ path: "/api/oauth/square" }]);
    expect(JSON.stringify(log)).not.toContain("secret-state");
  });
});

test("returns 400 and logs nothing above debug level if the client aborts its request", async () => {
  const lines: string[] = [];
  const app = new Hono();
  app.onError(createErrorHandler(createLogger("info", (line) => lines.push(line))));
  app.post("/", async (context) => context.text(await context.req.text()));
  let status: number | undefined;
  const server = await listen("127.0.0.1", 0, async (request, env) => {
    const response = await app.fetch(request, env);
    status = response.status;
    return response;
  });
  const socket = connect(server.port, "127.0.0.1");
  await once(socket, "connect");
  socket.write("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc", () =>
    socket.resetAndDestroy(),
  );
  await expect.poll(() => status).toBe(400);
  expect(lines).toEqual([]);
  await server.close(0);
});

test("treats a lost database connection as unavailable, but not an aborted request", () => {
  expect(isDatabaseUnavailable(createError("ECONNRESET", "read ECONNRESET"))).toBe(true);
  expect(isDatabaseUnavailable(createError("ECONNRESET", "aborted"))).toBe(false);
});
