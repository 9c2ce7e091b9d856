import pg from "pg";
import { expect, test } from "vitest";
import { silentLog } from "../log.ts";
import { refusalOf } from "./failure.ts";

function raised(code: string, message: string, hint?: string) {
  return refusalOf(Object.assign(new pg.DatabaseError(message, 0, "error"), { code, hint }), null, silentLog);
}

test("a statement out of its time is told to ask for less", () => {
  const refusal = raised("57014", "canceling statement due to statement timeout");
  expect([refusal.status, refusal.body.message]).toEqual([429, "The request took too long"]);
});

test("a function that chooses 429 keeps its own words", () => {
  const refusal = raised("PT429", "Too many messages", "Wait a few minutes.");
  expect(refusal.status).toBe(429);
  expect(refusal.body).toMatchObject({
    code: "PT429",
    message: "Too many messages",
    hint: "Wait a few minutes.",
  });
});

test("what a signed-in person may not do is logged with who and what; strangers' tries are not", () => {
  const lines: object[] = [];
  const log = { ...silentLog, warn: (fields: object) => lines.push(fields) };
  const denied = Object.assign(new pg.DatabaseError("permission denied for table users", 0, "error"), {
    code: "42501",
  });
  const person = {
    role: "authenticated",
    claims: '{"sub":"a person","email":"a@b.example"}',
    sessionId: "s",
  } as const;
  expect(refusalOf(denied, person, log).status).toBe(403);
  expect(refusalOf(denied, { role: "anon", claims: "{}", sessionId: null }, log).status).toBe(401);
  expect(lines).toEqual([{ code: "42501", userId: "a person" }]);
});
