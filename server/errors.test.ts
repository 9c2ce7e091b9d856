import { Hono } from "hono";
import { expect, test } from "vitest";
import { createLog } from "#server/log.ts";
import { createSessions } from "#server/sessions.ts";
import { requestIds } from "#server/work-context.ts";
import { ApiError, answerError, isDatabaseAway } from "./errors.ts";

const failure = (code: string, message = "failed") => Object.assign(new Error(message), { code });

test("a full disk, lost connections and a restarting database are passing: 503, not 500", () => {
  for (const code of ["53100", "53200", "53300", "08006", "57P01", "57P03", "58030", "ECONNREFUSED", "EPIPE"])
    expect(isDatabaseAway(failure(code)), code).toBe(true);
  expect(isDatabaseAway(failure("", "Client has encountered a connection error and is not queryable"))).toBe(
    true,
  );
});

test("what is wrong with a statement or a row is not", () => {
  for (const code of ["23505", "42501", "42601", "57014", "XX000"])
    expect(isDatabaseAway(failure(code)), code).toBe(false);
});

test("a statement or a lock that took too long is 503 with a time to come back", async () => {
  for (const code of ["57014", "55P03"]) {
    const app = new Hono();
    app.onError(answerError(createLog("silent")));
    app.get("/", () => {
      throw failure(code);
    });
    const answer = await app.request("/");
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  }
});

test("who reaches for what is not theirs stands in the log by id, who is merely unknown does not", async () => {
  const lines: string[] = [];
  const log = createLog("info", (line) => lines.push(line));
  const person = {
    sub: "00000000-0000-4000-8000-000000000001",
    role: "authenticated",
    email: "client@firm.example",
    aal: "aal1",
    app_metadata: { role: "client" },
  };
  const sessions = createSessions(
    async (token) => (token === "of-a-client" ? person : null),
    async () => false,
  );
  const app = new Hono();
  app.onError(answerError(log));
  app.use(requestIds());
  app.get("/api/admin/clients", async (context) => context.json(await sessions.requireAdmin(context)));
  const ask = async (token: string) =>
    (await app.request("/api/admin/clients", { headers: { authorization: `Bearer ${token}` } })).status;
  app.post("/api/square/webhook", () => {
    throw new ApiError(403, "not_authorized", "This request is not allowed.");
  });
  expect(await ask("of-a-stranger")).toBe(401);
  expect((await app.request("/api/square/webhook", { method: "POST" })).status).toBe(403);
  expect(lines).toEqual([]);
  expect(await ask("of-a-client")).toBe(403);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: "warn", msg: "refused", code: "not_authorized", path: "/api/admin/clients", userId: person.sub },
  ]);
});
