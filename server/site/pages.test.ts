import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import type { Verification } from "#domain/findings/report/verification.ts";
import { createHostNameReader } from "#server/http/client-address.ts";
import { createLogger } from "#server/observability/logger.ts";
import type { NextTimes } from "#server/site/next-times.ts";
import { createPages } from "#server/site/pages.ts";
import { createTestConsultations } from "#tests/support/product/test-consultations.ts";

const INLINE_SCRIPT = "window.answer = 42";
const INLINE_STYLE = "h1{color:red}";
const HOME_HTML = `<!doctype html><html><head><link rel="canonical" href="https://origin.invalid/"/></head>
<body><style>${INLINE_STYLE}</style><div data-captcha=""></div><span data-current-year="">2020</span><span data-retention="inquiries">24 months</span><i data-retention="attempts">12 months</i>{{nextTimes}}<template data-fragment="nextTimes"><ul>{{times}}</ul></template><template data-fragment="nextTime"><a href="{{link}}" data-next-time="{{time}}">{{label}}</a></template><script src="/assets/a.js"></script><script>${INLINE_SCRIPT}</script></body></html>`;

const VERIFY_HTML = `<!doctype html><html><body><form><input data-code-input="" name="code" value=""/></form>
<section data-verification="valid" hidden=""><span data-letter="issued"></span> <b data-letter="sha256"></b></section>
<section data-verification="unknown_code" hidden=""><span data-letter="code"></span></section></body></html>`;
const LETTER: Verification = {
  status: "valid",
  code: "7K2M-9QXT-4HBD-WZ3N",
  issuedOn: calendarDate("2026-11-03"),
  endedOn: null,
  sha256: "a".repeat(64),
};
const letters = new Map<string, Verification>([[LETTER.code, LETTER]]);

let buildDir = "";
let today = new Date("2026-12-31T23:59:59Z");
let nextTimes: NextTimes = { times: [], timeZone: "America/New_York" };
let retention = { inquiries: 24, attempts: 12 };

beforeAll(() => {
  buildDir = mkdtempSync(join(tmpdir(), "pages-"));
  const files: Record<string, string | Uint8Array> = {
    "routes.json": JSON.stringify([
      "/",
      "/verify",
      "/privacy-policy",
      "/client-portal",
      "/admin/clients/:id",
    ]),
    "client/index.html": HOME_HTML,
    "client/privacy-policy/index.html": "<p>Privacy</p>",
    "client/verify/index.html": VERIFY_HTML,
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

type PagesInput = {
  publicUrl?: string;
  supabaseUrl?: string;
  captcha?: { provider: "turnstile" | "hcaptcha"; siteKey: string };
};

function createTestPages({ publicUrl = "http://localhost:3000", supabaseUrl, captcha }: PagesInput = {}) {
  const app = createPages({
    buildDir,
    publicUrl,
    brand,
    now: () => today,
    getRetention: () => retention,
    getNextTimes: () => nextTimes,
    consultations: createTestConsultations(),
    verifyLetter: async (code) => letters.get(code) ?? { status: "unknown_code", code },
    hostName: createHostNameReader(["10.0.0.1"]),
    supabaseUrl,
    captcha,
    log: createLogger("silent"),
  });
  return {
    get: (path: string, headers: Record<string, string> = {}) =>
      app.request(path.startsWith("http") ? path : publicUrl + path, { headers }),
    send: (path: string, method: string) => app.request(publicUrl + path, { method }),
  };
}

test("shows changed retention periods in the next response", async () => {
  const { get } = createTestPages();
  const etag = (await get("/")).headers.get("ETag");
  expect(await (await get("/")).text()).toContain('data-retention="inquiries">24 months<');
  retention = { inquiries: 1, attempts: 6 };
  const response = await get("/", { "If-None-Match": etag ?? "" });
  expect(await response.text()).toContain(
    'data-retention="inquiries">1 month</span><i data-retention="attempts">6 months<',
  );
});

test("shows the next free times, and none of them after they were taken", async () => {
  const { get } = createTestPages();
  nextTimes = { times: [instant("2026-12-01T17:00:00.000Z")], timeZone: "America/New_York" };
  expect((await (await get("/")).text()).replaceAll("\u202f", " ")).toContain(
    '<ul><a href="/book/details?start=2026-12-01T17%3A00Z&amp;zone=America%2FNew_York" data-next-time="2026-12-01T17:00:00.000Z">Tue, Dec 1, 12:00 PM EST</a></ul>',
  );
  nextTimes = { times: [], timeZone: "America/New_York" };
  expect(await (await get("/")).text()).not.toMatch(/<ul>|nextTime|\{\{/);
});

test("serves a public page as prerendered HTML with the installation's origin", async () => {
  const response = await createTestPages({ publicUrl: "https://firm.example" }).get("/");
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("Cache-Control")).toBe("no-cache");
  expect(await response.text()).toContain('href="https://firm.example/"');
});

test.each([
  ["/admin/clients/a%0d%0ab/", "/admin/clients/a%0D%0Ab"],
  ["/admin/clients/a%00b/", "/admin/clients/a%00b"],
  ["/admin/clients/%E6%97%A5/", "/admin/clients/%E6%97%A5"],
  ["/admin/clients/50%25%2F/", "/admin/clients/50%25%2F"],
  ["http://other.example/a%0d%0aSet-Cookie:b", "/a%0D%0ASet-Cookie:b"],
])("%s redirects to the encoded path", async (path, location) => {
  const response = await createTestPages().get(path);
  expect([response.status, response.headers.get("Location")]).toEqual([
    307,
    `http://localhost:3000${location}`,
  ]);
});

test("shows the new year on January 1 without a restart", async () => {
  const { get } = createTestPages();
  expect(await (await get("/")).text()).toContain('data-current-year="">2026<');
  today = new Date("2027-01-01T00:00:00Z");
  expect(await (await get("/")).text()).toContain('data-current-year="">2027<');
});

test("allows exactly the page's inline scripts and styles", async () => {
  const policy = (await createTestPages().get("/")).headers.get("Content-Security-Policy");
  const scriptHash = createHash("sha256").update(INLINE_SCRIPT).digest("base64");
  expect(policy).toContain(`script-src 'self' 'sha256-${scriptHash}';`);
  const styleHash = createHash("sha256").update(INLINE_STYLE).digest("base64");
  expect(policy).toContain(`style-src 'self' 'sha256-${styleHash}';`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
  expect(policy).toContain("connect-src 'self';");
  expect(policy).not.toContain("unsafe");
});

describe("with a CAPTCHA", () => {
  const turnstile = { provider: "turnstile", siteKey: 'a"key' } as const;

  test.each(["/", "/client-portal"])("%s allows its provider and no other", async (path) => {
    const { headers } = await createTestPages({ captcha: turnstile }).get(path);
    const policy = headers.get("Content-Security-Policy");
    expect(policy).toMatch(/script-src 'self'[^;]* https:\/\/challenges\.cloudflare\.com;/);
    expect(policy).toContain("frame-src https://challenges.cloudflare.com");
    expect(policy).not.toContain("hcaptcha");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("unsafe-none");
  });

  test("allows hCaptcha's styles and requests", async () => {
    const response = await createTestPages({ captcha: { provider: "hcaptcha", siteKey: "key" } }).get("/");
    expect(response.headers.get("Content-Security-Policy")).toContain(
      "connect-src 'self' https://hcaptcha.com https://*.hcaptcha.com",
    );
  });

  test("passes the provider and the escaped site key to the form", async () => {
    const html = await (await createTestPages({ captcha: turnstile }).get("/")).text();
    expect(html).toContain('<div data-captcha="turnstile" data-site-key="a&quot;key"></div>');
  });

  test.each([
    "/privacy-policy",
    "/admin/clients/7f3e",
    "/nothing",
  ])("%s keeps the strict policy", async (path) => {
    const [withCaptcha, withoutCaptcha] = await Promise.all([
      createTestPages({ captcha: turnstile }).get(path),
      createTestPages().get(path),
    ]);
    for (const name of ["Content-Security-Policy", "Cross-Origin-Embedder-Policy"]) {
      expect(withCaptcha.headers.get(name)).toBe(withoutCaptcha.headers.get(name));
    }
  });
});

test("allows connections to a hosted Supabase project", async () => {
  const response = await createTestPages({ supabaseUrl: "https://abc.supabase.co/" }).get("/client-portal");
  expect(response.headers.get("Content-Security-Policy")).toContain(
    "connect-src 'self' https://abc.supabase.co;",
  );
});

describe("the page that verifies letters", () => {
  test("shows the letter with the code, without scripts or caching", async () => {
    const response = await createTestPages().get(`/verify?code=${LETTER.code}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
    expect(response.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    const html = await response.text();
    expect(html).toContain(
      '<section data-verification="valid"><span data-letter="issued">Nov 3, 2026</span>',
    );
    expect(html).toContain(`<b data-letter="sha256">${"a".repeat(64)}</b>`);
    expect(html).toContain('data-verification="unknown_code" hidden=""');
  });

  test("escapes an unknown code", async () => {
    const response = await createTestPages().get(`/verify?code=${encodeURIComponent('"><script>$&')}`);
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;$&amp;"');
    expect(html).toContain('<span data-letter="code">&quot;&gt;&lt;script&gt;$&amp;</span>');
    expect(html).toContain('data-verification="valid" hidden=""');
    expect(html).not.toContain("<script>");
  });

  test("returns 400 for a code with another format", async () => {
    letters.set("abc", { status: "malformed_code", code: "abc" });
    expect((await createTestPages().get("/verify?code=abc")).status).toBe(400);
  });

  test("returns 429 with Retry-After when the limit is exceeded", async () => {
    letters.set("limited", { status: "limited", code: "limited", retryAfterSeconds: 120 });
    const response = await createTestPages().get("/verify?code=limited");
    expect([response.status, response.headers.get("Retry-After")]).toEqual([429, "120"]);
  });

  test.each(["/verify", "/verify?code="])("%s shows only the form", async (path) => {
    const response = await createTestPages().get(path);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(VERIFY_HTML);
  });
});

test.each([
  "/client-portal",
  "/admin/clients/7f3e",
])("serves the app shell for %s with noindex", async (path) => {
  const response = await createTestPages().get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(await response.text()).toContain("The application");
});

test.each([
  "/admin/nothing",
  "/admin/clients",
  "/Admin/clients/7/more",
])("serves the app shell with status 404 for the unknown admin path %s", async (path) => {
  const response = await createTestPages().get(path);
  expect(response.status).toBe(404);
  expect(response.headers.get("X-Robots-Tag")).toBe("noindex");
  expect(await response.text()).toContain("The application");
});

test.each(["/nothing", "/admin", "/not-found"])("returns a 404 page for %s", async (path) => {
  const response = await createTestPages().get(path);
  expect(response.status).toBe(404);
  expect(await response.text()).toContain("There is no such page");
});

test.each([
  "/nothing.js",
  "/admin/clients/a.php",
  "/.git/config",
  "/.env",
  "/.vite/manifest.json",
  "/index.html",
])("%s looks like a file and never returns a page", async (path) => {
  const response = await createTestPages().get(path);
  expect(response.status).toBe(404);
  expect(await response.text()).not.toContain("<");
});

test("serves hashed files in the accepted encoding, cacheable for one year", async () => {
  const { get } = createTestPages();
  const brotliResponse = await get("/assets/a-1234.js", { "Accept-Encoding": "gzip, br" });
  expect(brotliResponse.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(brotliResponse.headers.get("Content-Encoding")).toBe("br");
  expect(brotliDecompressSync(await brotliResponse.arrayBuffer()).toString()).toBe("let a = 1;");
  const gzipResponse = await get("/assets/a-1234.js", { "Accept-Encoding": "gzip, br;q=0" });
  expect(gunzipSync(await gzipResponse.arrayBuffer()).toString()).toBe("let a = 1;");
  expect(await (await get("/assets/a-1234.js")).text()).toBe("let a = 1;");
});

test("returns 304 for a page that the browser has cached", async () => {
  const { get } = createTestPages();
  const etag = (await get("/")).headers.get("ETag") ?? "";
  const cachedResponse = await get("/", { "If-None-Match": etag });
  expect(cachedResponse.status).toBe(304);
  expect(await cachedResponse.text()).toBe("");
});

test("redirects another host name to PUBLIC_URL", async () => {
  const response = await createTestPages().get("http://127.0.0.1:3000/client-portal?section=billing");
  expect(response.status).toBe(307);
  expect(response.headers.get("Location")).toBe("http://localhost:3000/client-portal?section=billing");
});

test.each([
  ["/Privacy-Policy/", "/privacy-policy"],
  ["/client-portal/?a=b", "/client-portal?a=b"],
])("redirects %s to its canonical path", async (path, canonical) => {
  expect((await createTestPages().get(path)).headers.get("Location")).toBe(
    `http://localhost:3000${canonical}`,
  );
});

test("never redirects to another site", async () => {
  const response = await createTestPages().get("http://127.0.0.1:3000//evil.example/");
  expect(new URL(response.headers.get("Location") ?? "").origin).toBe("http://localhost:3000");
});

test("sends HSTS only over https", async () => {
  expect((await createTestPages().get("/")).headers.has("Strict-Transport-Security")).toBe(false);
  const secureResponse = await createTestPages({ publicUrl: "https://firm.example" }).get("/");
  expect(secureResponse.headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
});

test.each([
  "/",
  "/nothing",
  "/favicon.svg",
  "/client-portal",
])("sends the security headers for %s", async (path) => {
  const { headers } = await createTestPages().get(path);
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("Permissions-Policy")).toContain("camera=()");
});

test("serves a security.txt that contains a contact and expires in 180 days", async () => {
  today = new Date("2027-01-01T00:00:00Z");
  const text = await (await createTestPages().get("/.well-known/security.txt")).text();
  expect(text).toContain(`Contact: mailto:${brand.securityEmail}\n`);
  expect(text).toContain("Expires: 2027-06-30T00:00:00.000Z\n");
  expect(text).toContain("Policy: http://localhost:3000/security\n");
});

test("lists only the public pages in the sitemap", async () => {
  const sitemap = await (await createTestPages().get("/sitemap.xml")).text();
  expect(sitemap.match(/<loc>[^<]+/g)).toEqual([
    "<loc>http://localhost:3000/",
    "<loc>http://localhost:3000/privacy-policy",
    "<loc>http://localhost:3000/verify",
  ]);
  expect(await (await createTestPages().get("/robots.txt")).text()).toContain(
    "Sitemap: http://localhost:3000/sitemap.xml",
  );
});

test("rejects methods other than GET and HEAD for pages", async () => {
  expect((await createTestPages().send("/", "POST")).status).toBe(405);
  const headResponse = await createTestPages().send("/", "HEAD");
  expect(headResponse.status).toBe(200);
  expect(await headResponse.text()).toBe("");
});
