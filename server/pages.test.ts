import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { hostNameReader } from "#server/client-address.ts";
import { createPages } from "#server/pages.ts";

const inlineScript = "window.answer = 42";
const inlineStyle = "h1{color:red}";
const home = `<!doctype html><html><head><link rel="canonical" href="https://origin.invalid/"/></head>
<body><style>${inlineStyle}</style><div data-captcha=""></div><span data-current-year="">2020</span><span data-kept-for="inquiries">24 months</span><i data-kept-for="attempts">12 months</i><script src="/assets/a.js"></script><script>${inlineScript}</script></body></html>`;

let buildDir = "";
let today = new Date("2026-12-31T23:59:59Z");
let months = { inquiries: 24, attempts: 12 };

beforeAll(() => {
  buildDir = mkdtempSync(join(tmpdir(), "pages-"));
  const files: Record<string, string | Uint8Array> = {
    "routes.json": JSON.stringify(["/", "/privacy-policy", "/client-portal", "/admin/clients/:id"]),
    "client/index.html": home,
    "client/privacy-policy/index.html": "<p>Privacy</p>",
    "client/not-found/index.html": "<p>There is no such page</p>",
    "client/__spa-fallback.html": "<p>The application</p>",
    "client/assets/a-1234.js": "let a = 1;",
    "client/assets/a-1234.js.br": brotliCompressSync("let a = 1;"),
    "client/.vite/manifest.json": "{}",
    "client/favicon.svg": "<svg/>",
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(buildDir, path)), { recursive: true });
    writeFileSync(join(buildDir, path), content);
  }
});

afterAll(() => rmSync(buildDir, { recursive: true }));

type Given = {
  publicUrl?: string;
  supabaseUrl?: string;
  captcha?: { provider: "turnstile" | "hcaptcha"; siteKey: string };
};

function site({ publicUrl = "http://localhost:3000", supabaseUrl, captcha }: Given = {}) {
  const app = createPages({
    buildDir,
    publicUrl,
    brand,
    now: () => today,
    keptFor: () => months,
    hostName: hostNameReader(["10.0.0.1"]),
    supabaseUrl,
    captcha,
  });
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      app.request(path.startsWith("http") ? path : publicUrl + path, { headers }),
    send: (path: string, method: string) => app.request(publicUrl + path, { method }),
  };
}

test("what is said of how long things are kept is the setting, from the next answer on", async () => {
  const { get } = site();
  const etag = (await get("/")).headers.get("ETag");
  expect(await (await get("/")).text()).toContain('data-kept-for="inquiries">24 months<');
  months = { inquiries: 1, attempts: 6 };
  const answer = await get("/", { "If-None-Match": etag ?? "" });
  expect(await answer.text()).toContain(
    'data-kept-for="inquiries">1 month</span><i data-kept-for="attempts">6 months<',
  );
});

test("a public page is its prerendered HTML, in the installation's own address", async () => {
  const answer = await site({ publicUrl: "https://firm.example" }).get("/");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(answer.headers.get("Cache-Control")).toBe("no-cache");
  expect(await answer.text()).toContain('href="https://firm.example/"');
});

test.each([
  ["/admin/clients/a%0d%0ab/", "/admin/clients/a%0D%0Ab"],
  ["/admin/clients/a%00b/", "/admin/clients/a%00b"],
  ["/admin/clients/%E6%97%A5/", "/admin/clients/%E6%97%A5"],
  ["/admin/clients/50%25%2F/", "/admin/clients/50%25%2F"],
  ["http://elsewhere.example/a%0d%0aSet-Cookie:b", "/a%0D%0ASet-Cookie:b"],
])("%s leads to the encoded address", async (path, location) => {
  const answer = await site().get(path);
  expect([answer.status, answer.headers.get("Location")]).toEqual([307, `http://localhost:3000${location}`]);
});

test("the year in the first HTML is the current one, on 1 January without a restart", async () => {
  const { get } = site();
  expect(await (await get("/")).text()).toContain('data-current-year="">2026<');
  today = new Date("2027-01-01T00:00:00Z");
  expect(await (await get("/")).text()).toContain('data-current-year="">2027<');
});

test("the policy allows exactly the page's inline scripts and styles", async () => {
  const policy = (await site().get("/")).headers.get("Content-Security-Policy");
  const hash = createHash("sha256").update(inlineScript).digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${hash}';`);
  const styleHash = createHash("sha256").update(inlineStyle).digest("base64");
  expect(policy).toContain(`style-src 'self' 'sha256-${styleHash}';`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toContain("unsafe");
});

describe("where a captcha is asked for", () => {
  const turnstile = { provider: "turnstile", siteKey: 'a"key' } as const;

  test.each(["/", "/client-portal"])("%s admits its provider, and no other", async (path) => {
    const { headers } = await site({ captcha: turnstile }).get(path);
    const policy = headers.get("Content-Security-Policy");
    expect(policy).toMatch(/script-src 'self'[^;]* https:\/\/challenges\.cloudflare\.com;/);
    expect(policy).toContain("frame-src https://challenges.cloudflare.com");
    expect(policy).not.toContain("hcaptcha");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("unsafe-none");
  });

  test("hCaptcha's styles and calls are admitted too", async () => {
    const answer = await site({ captcha: { provider: "hcaptcha", siteKey: "key" } }).get("/");
    expect(answer.headers.get("Content-Security-Policy")).toContain(
      "connect-src 'self' https://hcaptcha.com https://*.hcaptcha.com",
    );
  });

  test("the form learns provider and site key, which cannot leave their attribute", async () => {
    const html = await (await site({ captcha: turnstile }).get("/")).text();
    expect(html).toContain('<div data-captcha="turnstile" data-site-key="a&quot;key"></div>');
  });

  test.each([
    "/privacy-policy",
    "/admin/clients/7f3e",
    "/nothing",
  ])("%s stays as strict as ever", async (path) => {
    const [asking, silent] = await Promise.all([site({ captcha: turnstile }).get(path), site().get(path)]);
    for (const name of ["Content-Security-Policy", "Cross-Origin-Embedder-Policy"])
      expect(asking.headers.get(name)).toBe(silent.headers.get(name));
  });
});

test("a hosted Supabase project's origin may be connected to", async () => {
  const answer = await site({ supabaseUrl: "https://abc.supabase.co/" }).get("/client-portal");
  expect(answer.headers.get("Content-Security-Policy")).toContain(
    "connect-src 'self' https://abc.supabase.co;",
  );
});

test.each([
  "/client-portal",
  "/admin/clients/7f3e",
])("%s gets the application shell, not to be indexed", async (path) => {
  const answer = await site().get(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(await answer.text()).toContain("The application");
});

test.each([
  "/nothing",
  "/admin/nothing",
  "/admin/clients",
  "/not-found",
  "/admin/clients/7/more",
])("%s is a real 404 with a page", async (path) => {
  const answer = await site().get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain("There is no such page");
});

test.each([
  "/nothing.js",
  "/admin/clients/a.php",
  "/.git/config",
  "/.env",
  "/.vite/manifest.json",
  "/index.html",
])("%s looks like a file and is never answered with a page", async (path) => {
  const answer = await site().get(path);
  expect(answer.status).toBe(404);
  expect(await answer.text()).not.toContain("<");
});

test("hashed files are kept for a year, compressed as the browser wants", async () => {
  const { get } = site();
  const brotli = await get("/assets/a-1234.js", { "Accept-Encoding": "gzip, br" });
  expect(brotli.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(brotli.headers.get("Content-Encoding")).toBe("br");
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe("let a = 1;");
  const zipped = await get("/assets/a-1234.js", { "Accept-Encoding": "gzip, br;q=0" });
  expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe("let a = 1;");
  expect(await (await get("/assets/a-1234.js")).text()).toBe("let a = 1;");
});

test("a page the browser still has is not sent again", async () => {
  const { get } = site();
  const etag = (await get("/")).headers.get("ETag") ?? "";
  const again = await get("/", { "If-None-Match": etag });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
});

test("another host name is sent to the public address", async () => {
  const answer = await site().get("http://127.0.0.1:3000/client-portal?section=billing");
  expect(answer.status).toBe(307);
  expect(answer.headers.get("Location")).toBe("http://localhost:3000/client-portal?section=billing");
});

test.each([
  ["/Privacy-Policy/", "/privacy-policy"],
  ["/client-portal/?a=b", "/client-portal?a=b"],
])("%s is sent to its one spelling", async (path, canonical) => {
  expect((await site().get(path)).headers.get("Location")).toBe(`http://localhost:3000${canonical}`);
});

test("a redirect never leaves the site", async () => {
  const answer = await site().get("http://127.0.0.1:3000//evil.example/");
  expect(new URL(answer.headers.get("Location") ?? "").origin).toBe("http://localhost:3000");
});

test("HSTS is sent behind TLS only", async () => {
  expect((await site().get("/")).headers.has("Strict-Transport-Security")).toBe(false);
  const secure = await site({ publicUrl: "https://firm.example" }).get("/");
  expect(secure.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
});

test.each([
  "/",
  "/nothing",
  "/favicon.svg",
  "/client-portal",
])("%s carries the security headers", async (path) => {
  const { headers } = await site().get(path);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("Permissions-Policy")).toContain("camera=()");
});

test("security.txt names a contact and expires half a year from the request", async () => {
  today = new Date("2027-01-01T00:00:00Z");
  const text = await (await site().get("/.well-known/security.txt")).text();
  expect(text).toContain(`Contact: mailto:${brand.contactEmail}\n`);
  expect(text).toContain("Expires: 2027-06-30T00:00:00.000Z\n");
});

test("the sitemap lists the public pages and nothing else", async () => {
  const sitemap = await (await site().get("/sitemap.xml")).text();
  expect(sitemap.match(/<loc>[^<]+/g)).toEqual([
    "<loc>http://localhost:3000/",
    "<loc>http://localhost:3000/privacy-policy",
  ]);
  expect(await (await site().get("/robots.txt")).text()).toContain(
    "Sitemap: http://localhost:3000/sitemap.xml",
  );
});

test("a page is read, not written to", async () => {
  expect((await site().send("/", "POST")).status).toBe(405);
  const head = await site().send("/", "HEAD");
  expect(head.status).toBe(200);
  expect(await head.text()).toBe("");
});
