import { request } from "node:http";
import { createServer } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aProduct, isHostedRun, type TestProduct } from "#tests/support/a-product.ts";
import { type Answer, scoreOf, scoreSheet } from "#tests/support/observatory.ts";

const HOST = "firm.example";
let product: TestProduct;
let port = 0;

beforeAll(async () => {
  port = await aFreePort();
  product = await aProduct({
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
  "/privacy-policy",
  "/terms-of-service",
  "/no-such-page",
  "/client-portal",
  "/admin/login",
  "/admin/dashboard",
];

test.each(PAGES)("%s scores 130 on the sheet of the HTTP Observatory", async (path) => {
  const sheet = scoreSheet(await ask("GET", path));
  expect({ ...sheet, total: scoreOf(sheet) }).toEqual(FULL_MARKS);
});

test("so do the pages that answer the contact form without scripts", async () => {
  const refused = await ask("POST", "/api/contact/send", "name=A");
  expect(refused.html).toContain("Your message was not sent");
  const sheet = scoreSheet(refused);
  expect({ ...sheet, total: scoreOf(sheet) }).toEqual(FULL_MARKS);
});

test("who sends too much reads the refusal, and that the connection ends with it", async () => {
  // Where a hosted project has the accounts, the product has no such address.
  const ofTheBackend = isHostedRun ? [] : ["/auth/v1/token?grant_type=password"];
  for (const path of ["/api/contact/send", ...ofTheBackend]) {
    const answer = await ask("POST", path, `name=${"A".repeat(5_000_000)}`);
    expect([answer.status, answer.headers.get("connection")], path).toEqual([413, "close"]);
  }
});

test("a page without protection fails the sheet", () => {
  expect(scoreOf(scoreSheet({ headers: new Headers(), html: "" }))).toBeLessThan(60);
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

test("every page isolates itself and denies what it does not need", async () => {
  const { headers } = await ask("GET", "/");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=31536000; includeSubDomains");
  expect(headers.get("Permissions-Policy")).toContain("geolocation=()");
  expect(headers.get("Content-Security-Policy")).toContain("require-trusted-types-for 'script'");
});

function ask(method: string, path: string, form?: string): Promise<Answer & { status: number }> {
  return new Promise((resolve, reject) => {
    const headers = { Host: HOST, ...(form && { "Content-Type": "application/x-www-form-urlencoded" }) };
    const asked = request({ host: "127.0.0.1", port, method, path, headers }, (answer) => {
      let html = "";
      answer.setEncoding("utf8").on("data", (part: string) => {
        html += part;
      });
      answer.on("end", () => {
        const pairs = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
        resolve({
          status: answer.statusCode ?? 0,
          headers: new Headers(pairs.map(([name, value]): [string, string] => [name, value])),
          html,
        });
      });
    });
    asked.on("error", reject).end(form);
  });
}

function aFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
