import { Hono } from "hono";
import { expect, test } from "vitest";
import { answerHeaders } from "./answer-headers.ts";

const answerAt = async (publicUrl: string) => {
  const app = new Hono();
  app.use(answerHeaders(publicUrl));
  app.get("/refused", () => {
    throw new Error("refused");
  });
  app.onError((_, context) => context.json({}, 401));
  app.all("*", () => new Response("[]", { headers: { "Content-Type": "application/json" } }));
  return [await app.request("/rest/v1/any"), await app.request("/refused")];
};

test("every answer is data to a browser: not sniffed, not run, not framed", async () => {
  for (const answer of await answerAt("https://portal.example")) {
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(answer.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(answer.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
  }
});

test("HSTS is sent behind TLS only", async () => {
  for (const answer of await answerAt("https://portal.example"))
    expect(answer.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  for (const answer of await answerAt("http://localhost:3000"))
    expect(answer.headers.get("Strict-Transport-Security")).toBeNull();
});
