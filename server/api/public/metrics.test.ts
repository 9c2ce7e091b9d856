import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

const TOKEN = "a-long-token-of-the-operator";
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({
    DEMO: "false",
    ADMIN_EMAIL: "owner@firm.example",
    ADMIN_PASSWORD: "calm seas 2026",
    METRICS_TOKEN: TOKEN,
  });
});
afterAll(() => product?.stop());

const postInquiry = (headers: Record<string, string> = {}) =>
  fetch(`${product.url}/api/contact/send`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({
      name: "Grace Hall",
      email: "grace@client.example",
      company: "Hall & Sons",
      serviceInterest: "General Inquiry",
      message: "Please call me back about our assistant.",
    }),
  });

test("assigns each request an id and includes it in the response and log lines", async () => {
  const responses = [await postInquiry({ "x-request-id": "chosen-by-caller" }), await postInquiry()];
  const ids = responses.map((response) => response.headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(2);
  const storedLines = product.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "inquiry stored");
  expect(storedLines.map(({ request }) => request)).toEqual(ids);
  expect(product.logLines.join("\n")).not.toMatch(/chosen-by-caller|grace@client\.example|Grace Hall/);
});

test("serves metrics only with the token", async () => {
  for (const authorization of ["", "Bearer ", "Bearer wrong", `Basic ${TOKEN}`]) {
    const response = await fetch(`${product.url}/api/metrics`, { headers: { authorization } });
    expect(response.status).toBe(404);
  }
  await fetch(`${product.url}/api/no-such-thing-${TOKEN}`);
  const response = await fetch(`${product.url}/api/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const text = await response.text();
  expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toMatch(/^http_requests_total\{area="api",method="POST",status="200"\} 2$/m);
  expect(text).toMatch(/^database_up 1$/m);
  expect(text).toMatch(/^emails_failed 0$/m);
  expect(text).toMatch(/^emails_bounced 0$/m);
  expect(text).toMatch(/^schedules_failed 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  // Paths must not be labels, because each path would create a time series and may contain secrets.
  expect(text).not.toContain("no-such-thing");
});
