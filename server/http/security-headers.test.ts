import { createHash } from "node:crypto";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import {
  buildContentSecurityPolicy,
  defaultHeaders,
  getSiteHeaders,
  noStore,
  plainPageHeaders,
} from "#server/http/security-headers.ts";

const createTestApp = (publicUrl: string) => {
  const app = new Hono();
  app.onError((_, context) => context.text("failed", 500));
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

test("sends X-Frame-Options: DENY on every response that forbids framing", async () => {
  for (const path of ["/plain", "/broken", "/nowhere"]) {
    const { headers } = await createTestApp("http://localhost:3000").request(path);
    expect([path, headers.get("x-frame-options")]).toEqual([path, "DENY"]);
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
  app.onError((_, context) => context.text("failed", 500));
  app.use(noStore());
  app.get("/data", (context) => context.json({ success: true }));
  app.get("/revalidated", (context) => context.json({ success: true }, 200, { "Cache-Control": "no-cache" }));
  app.get("/broken", () => {
    throw new Error("broken");
  });
  for (const [path, cacheControl] of [
    ["/data", "no-store"],
    ["/broken", "no-store"],
    ["/nowhere", "no-store"],
    ["/revalidated", "no-cache"],
  ] as const) {
    expect([path, (await app.request(path)).headers.get("cache-control")]).toEqual([path, cacheControl]);
  }
});

const parsePolicy = (policy: string) =>
  Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
const toHashSource = (source: string) => `'sha256-${createHash("sha256").update(source).digest("base64")}'`;

describe("a page's content security policy", () => {
  test("allows the page's own files and denies everything else", () => {
    expect(parsePolicy(buildContentSecurityPolicy("<p>A page", {}))).toEqual({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      "img-src": ["'self'", "data:"],
      "font-src": ["'self'"],
      "connect-src": ["'self'"],
      "form-action": ["'self'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
      "manifest-src": ["'self'"],
      "require-trusted-types-for": ["'script'"],
      "trusted-types": ["'none'"],
    });
  });

  test("allows exactly the page's inline scripts and styles, by hash", () => {
    const page = `<style>p{}</style><script>one()</script><script type="module">two()\n</script>
      <script src="/three.js"></script><STYLE>a{}</STYLE><script>one()</script>`;
    const policy = parsePolicy(buildContentSecurityPolicy(page, {}));
    expect(policy["script-src"]).toEqual(["'self'", toHashSource("one()"), toHashSource("two()\n")]);
    expect(policy["style-src"]).toEqual(["'self'", toHashSource("p{}"), toHashSource("a{}")]);
  });

  test("allows the origin of a hosted Supabase project only for requests", () => {
    const policy = buildContentSecurityPolicy("", { supabaseUrl: "https://p.supabase.example/path" });
    expect(parsePolicy(policy)["connect-src"]).toEqual(["'self'", "https://p.supabase.example"]);
    expect(policy.match(/supabase/g)).toHaveLength(1);
  });

  test.each([
    ["turnstile", "https://challenges.cloudflare.com"],
    ["hcaptcha", "https://*.hcaptcha.com"],
  ] as const)("allows scripts and frames of %s, whose script does not support Trusted Types", (captcha, origin) => {
    const policy = parsePolicy(buildContentSecurityPolicy("<script>one()</script>", {}, captcha));
    expect(policy["script-src"]).toEqual(expect.arrayContaining(["'self'", toHashSource("one()"), origin]));
    expect(policy["frame-src"]).toContain(origin);
    expect(policy).not.toHaveProperty("require-trusted-types-for");
    expect(policy["default-src"]).toEqual(["'none'"]);
  });

  test.each([
    undefined,
    "turnstile",
    "hcaptcha",
  ] as const)("never allows unsafe sources (captcha: %s)", (captcha) => {
    expect(buildContentSecurityPolicy("<script>a</script>", {}, captcha)).not.toMatch(
      /unsafe-|\shttp:|\s\*[\s;]/,
    );
  });
});

describe("the site's headers", () => {
  test("isolate pages, hide the URL from other sites and deny device features", () => {
    const headers = getSiteHeaders({ publicUrl: "https://firm.example" });
    expect(headers).toMatchObject({
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "same-origin",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Cross-Origin-Embedder-Policy": "require-corp",
      "Cross-Origin-Resource-Policy": "same-origin",
      "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
    });
    for (const feature of ["camera", "microphone", "geolocation", "payment", "usb"]) {
      expect(headers["Permissions-Policy"]).toContain(`${feature}=()`);
    }
    expect(headers["Permissions-Policy"]).toContain("publickey-credentials-get=(self)");
  });

  test("do not include HSTS over http", () => {
    expect(getSiteHeaders({ publicUrl: "http://localhost:3000" })).not.toHaveProperty(
      "Strict-Transport-Security",
    );
  });

  test("replace an HTML response's headers under /api, and leave JSON responses unchanged", async () => {
    const app = new Hono();
    app.use(plainPageHeaders({ publicUrl: "https://firm.example" }));
    app.get("/page", (context) => context.html("<p>A page", 200, { "Referrer-Policy": "unsafe-url" }));
    app.get("/data", (context) => context.json({ success: true }));
    const page = await app.request("/page");
    expect(page.headers.get("referrer-policy")).toBe("same-origin");
    const policy = parsePolicy(page.headers.get("content-security-policy") ?? "");
    expect(policy).toMatchObject({ "default-src": ["'none'"], "frame-ancestors": ["'none'"] });
    expect(policy).not.toHaveProperty("script-src");
    expect((await app.request("/data")).headers.get("content-security-policy")).toBeNull();
  });
});
