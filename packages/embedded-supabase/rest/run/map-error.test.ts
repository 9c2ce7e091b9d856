import pg from "pg";
import { expect, test } from "vitest";
import { silentLog } from "../../log.ts";
import { toRestError } from "./map-error.ts";

function mapDatabaseError(code: string, message: string, hint?: string) {
  return toRestError(
    Object.assign(new pg.DatabaseError(message, 0, "error"), { code, hint }),
    null,
    silentLog,
  );
}

test("maps a statement timeout to 429", () => {
  const error = mapDatabaseError("57014", "canceling statement due to statement timeout");
  expect([error.status, error.body.message]).toEqual([429, "The request took too long"]);
});

test("keeps the message of a function that raises 429", () => {
  const error = mapDatabaseError("PT429", "Too many messages", "Wait a few minutes.");
  expect(error.status).toBe(429);
  expect(error.body).toMatchObject({
    code: "PT429",
    message: "Too many messages",
    hint: "Wait a few minutes.",
  });
});

test("logs denied requests from signed-in users with code and user id, but not from anonymous callers", () => {
  const logged: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => logged.push(fields) };
  const denied = Object.assign(new pg.DatabaseError("permission denied for table users", 0, "error"), {
    code: "42501",
  });
  const user = {
    role: "authenticated",
    claims: '{"sub":"user-1","email":"a@b.example"}',
    session: { id: "s", userId: "u" },
  } as const;
  expect(toRestError(denied, user, log).status).toBe(403);
  expect(toRestError(denied, { role: "anon", claims: "{}", session: null }, log).status).toBe(401);
  expect(logged).toEqual([{ code: "42501", userId: "user-1" }]);
});
