import { request } from "node:http";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HtmlResponse, scoreTests, totalScore } from "#tests/support/browser/observatory-score.ts";
import { isHostedRun, startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

const HOST = "firm.example";
let product: TestProduct;
let port = 0;

beforeAll(async () => {
  port = await findUnusedPort();
  product = await startTestProduct({
    PORT: String(port),
    PUBLIC_URL: `https://${HOST}`,
    DEMO: "false",
    ADMIN_EMAIL: "admin@firm.example",
    ADMIN_PASSWORD: "a long enough password 7",
  });
});
afterAll(() => product?.stop());

const PAGES = [
  "/",
  "/services/ai-security-assessment",
  "/services/ai-security-governance",
  "/services/ai-engineering-acceleration",
  "/security",
  "/verify",
  "/privacy-policy",
  "/terms-of-service",
  "/no-such-page",
  "/client-portal",
  "/admin/login",
  "/admin/dashboard",
];

test.each(PAGES)("%s scores 130 in the HTTP Observatory", async (path) => {
  const sheet = scoreTests(await sendRequest("GET", path));
  expect({ ...sheet, total: totalScore(sheet) }).toEqual(FULL_MARKS);
});

test("the contact form response page scores 130 too", async () => {
  const response = await sendRequest("POST", "/api/contact/send", "name=A");
  expect(response.html).toMatch(/Your message wasn('|&#39;|&apos;)t sent/);
  const sheet = scoreTests(response);
  expect({ ...sheet, total: totalScore(sheet) }).toEqual(FULL_MARKS);
});

test("rejects oversized bodies with 413 and closes the connection", async () => {
  // With a hosted Supabase project, this server has no auth endpoints.
  const authPaths = isHostedRun ? [] : ["/auth/v1/token?grant_type=password"];
  for (const path of ["/api/contact/send", ...authPaths]) {
    const response = await sendRequest("POST", path, `name=${"A".repeat(5_000_000)}`);
    expect([response.status, response.headers.get("connection")], path).toEqual([413, "close"]);
  }
});

test("a page without security headers scores below 60", () => {
  expect(totalScore(scoreTests({ headers: new Headers(), html: "" }))).toBeLessThan(60);
});

const FULL_MARKS = {
  "content-security-policy": 10,
  cookies: 0,
  "cross-origin-resource-sharing": 0,
  redirection: 0,
  "referrer-policy": 5,
  "strict-transport-security": 0,
  "subresource-integrity": 0,
  "x-content-type-options": 0,
  "x-frame-options": 5,
  "cross-origin-resource-policy": 10,
  total: 130,
};

test("every page sends isolation, HSTS, permissions and CSP headers", async () => {
  const { headers } = await sendRequest("GET", "/");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  expect(headers.get("Permissions-Policy")).toContain("geolocation=()");
  expect(headers.get("Content-Security-Policy")).toContain("require-trusted-types-for 'script'");
});

function sendRequest(
  method: string,
  path: string,
  form?: string,
): Promise<HtmlResponse & { status: number }> {
  return new Promise((resolve, reject) => {
    const headers = { Host: HOST, ...(form && { "Content-Type": "application/x-www-form-urlencoded" }) };
    const clientRequest = request({ host: "127.0.0.1", port, method, path, headers }, (response) => {
      let html = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        html += part;
      });
      response.on("end", () => {
        const pairs = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({
          status: response.statusCode ?? 0,
          headers: new Headers(pairs.map(([name, value]): [string, string] => [name, value])),
          html,
        });
      });
    });
    clientRequest.on("error", reject).end(form);
  });
}

function findUnusedPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
