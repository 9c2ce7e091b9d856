import { Hono } from "hono";
import { expect, test } from "vitest";
import { keptByNobody, leastHeaders } from "#server/security-headers.ts";

const answers = (publicUrl: string) => {
  const app = new Hono();
  app.use(leastHeaders({ publicUrl }));
  app.get("/plain", (context) => context.json({ status: "ok" }));
  app.get("/page", (context) =>
    context.html("<p>A page", 200, { "Content-Security-Policy": "default-src 'none'" }),
  );
  app.get("/broken", () => {
    throw new Error("broken");
  });
  return app;
};

test("whatever says nothing else is neither sniffed nor framed, failures and unknown addresses included", async () => {
  for (const path of ["/plain", "/broken", "/nowhere"]) {
    const { headers } = await answers("http://localhost:3000").request(path);
    expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
    expect([path, headers.get("content-security-policy")]).toEqual([path, "frame-ancestors 'none'"]);
    expect([path, headers.get("strict-transport-security")]).toEqual([path, null]);
  }
});

test("behind TLS every answer asks for TLS", async () => {
  const { headers } = await answers("https://firm.example").request("/plain");
  expect(headers.get("strict-transport-security")).toBe("max-age=31536000; includeSubDomains");
});

test("a page keeps the policy of its own", async () => {
  const { headers } = await answers("https://firm.example").request("/page");
  expect(headers.get("content-security-policy")).toBe("default-src 'none'");
});

test("no cache keeps data, failures and unknown addresses included, unless the answer says otherwise", async () => {
  const app = new Hono();
  app.use(keptByNobody());
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
  ] as const)
    expect([path, (await app.request(path)).headers.get("cache-control")]).toEqual([path, kept]);
});
