import { Hono } from "hono";
import { expect, test } from "vitest";
import { answerError } from "#server/errors.ts";
import type { Logger } from "#server/log.ts";

test.each([
  ["/api/documents/a-right-for-minutes", "/api/documents/…"],
  ["/api/client/documents/7", "/api/client/documents/7"],
])("what fails at %s is logged as %s, and told in general words", async (path, logged) => {
  const lines: unknown[] = [];
  const log: Logger = { debug() {}, info() {}, warn() {}, error: (...line: unknown[]) => lines.push(line) };
  const app = new Hono();
  app.onError(answerError(log));
  app.get("*", () => {
    throw new Error("a table is missing");
  });
  const answer = await app.request(path);
  expect(answer.status).toBe(500);
  expect(await answer.text()).not.toContain("table");
  expect(lines).toEqual([[expect.objectContaining({ path: logged }), "request failed"]]);
});
