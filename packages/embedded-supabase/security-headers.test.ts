import { Hono } from "hono";
import { expect, test } from "vitest";
import { securityHeaders } from "./security-headers.ts";

const fetchResponses = async (publicUrl: string) => {
  const app = new Hono();
  app.use(securityHeaders(publicUrl));
  app.get("/error", () => {
    throw new Error("failure");
  });
  app.onError((_, context) => context.json({}, 401));
  app.all("*", () => new Response("[]", { headers: { "Content-Type": "application/json" } }));
  return [await app.request("/rest/v1/any"), await app.request("/error")];
};

test("prevents content sniffing, scripts and framing", async () => {
  for (const response of await fetchResponses("https://portal.example")) {
    expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(response.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(response.headers.get("X-Frame-Options")).toBe("DENY");
    expect(response.headers.get("Referrer-Policy")).toBe("no-referrer");
    expect(response.headers.get("Content-Type")).toMatch(/^application\/json/);
  }
});

test("sends HSTS only if the public URL uses HTTPS", async () => {
  for (const response of await fetchResponses("https://portal.example")) {
    expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  }
  for (const response of await fetchResponses("http://localhost:3000")) {
    expect(response.headers.get("Strict-Transport-Security")).toBeNull();
  }
});
