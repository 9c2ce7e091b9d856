import { Hono } from "hono";
import { expect, test } from "vitest";
import { defaultHeaders, noStore } from "#server/http/security-headers.ts";

const createTestApp = (publicUrl: string) => {
  const app = new Hono();
  app.use(defaultHeaders({ publicUrl }));
  app.get("/plain", (context) => context.json({ status: "ok" }));
  app.get("/page", (context) =>
    context.html("<p>A page", 200, { "Content-Security-Policy": "default-src 'none'" }),
  );
  app.get("/broken", () => {
    throw new Error("broken");
  });
  return app;
};

test("sets nosniff and frame-ancestors on every response, including errors and 404s", async () => {
  for (const path of ["/plain", "/broken", "/nowhere"]) {
    const { headers } = await createTestApp("http://localhost:3000").request(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headers.get("content-security-policy")]).toEqual([path, "frame-ancestors 'none'"]);
    expect([path, headers.get("strict-transport-security")]).toEqual([path, null]);
  }
});

test("sends HSTS on every response when served over https", async () => {
  const { headers } = await createTestApp("https://firm.example").request("/plain");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
});

test("keeps the policy set by a page", async () => {
  const { headers } = await createTestApp("https://firm.example").request("/page");
  expect(headers.get("content-security-policy")).toBe("default-src 'none'");
});

test("sends no-store on every API response that does not set Cache-Control", async () => {
  const app = new Hono();
  app.use(noStore());
  app.get("/data", (context) => context.json({ success: true }));
  app.get("/asked-again", (context) => context.json({ success: true }, 200, { "Cache-Control": "no-cache" }));
  app.get("/broken", () => {
    throw new Error("broken");
  });
  for (const [path, kept] of [
    ["/data", "no-store"],
    ["/broken", "no-store"],
    ["/nowhere", "no-store"],
    ["/asked-again", "no-cache"],
  ] as const) {
    expect([path, (await app.request(path)).headers.get("cache-control")]).toEqual([path, kept]);
  }
});
