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
