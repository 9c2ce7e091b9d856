import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import { createErrorHandler } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";
import { parseJson, readFormBody } from "./request-body.ts";

const nest = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("parseJson", () => {
  test.each([
    [1, true],
    [64, true],
    [65, false],
    [100_000, false],
    [1_000_000, false],
  ])("accepts %d levels: %s", (depth, isAccepted) => {
    expect(parseJson(nest(depth)) !== undefined).toBe(isAccepted);
  });

  test("ignores brackets in strings", () => {
    const text = JSON.stringify({ text: `"${"[{".repeat(1000)}\\`, [nest(1000)]: 1 });
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test.each(["", "{", '"', "undefined", "[1,]"])("returns undefined for %j", (text) => {
    expect(parseJson(text)).toBeUndefined();
  });
});

describe("readFormBody", () => {
  const app = new Hono();
  app.onError(createErrorHandler(createLogger("silent")));
  app.post("/", async (context) => context.json(await readFormBody(context)));
  const post = (body: string) => app.request("/", { method: "POST", body });

  test("returns the fields", async () => {
    expect(await (await post("a=1&b=%3D&__proto__=x")).json()).toEqual({
      a: "1",
      b: "=",
      ["__proto__"]: "x",
    });
  });

  test("rejects a repeated field", async () => {
    expect((await post("a=1&b=2&a=1")).status).toBe(400);
  });
});
