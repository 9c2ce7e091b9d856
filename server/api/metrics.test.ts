import { afterAll, beforeAll, expect, test } from "vitest";
import { aProduct, type TestProduct } from "#tests/support/a-product.ts";

const TOKEN = "a-long-token-of-the-operator";
let product: TestProduct;
beforeAll(async () => {
  product = await aProduct({
    DEMO: "false",
    ADMIN_EMAIL: "owner@firm.example",
    ADMIN_PASSWORD: "calm seas 2026",
    METRICS_TOKEN: TOKEN,
  });
});
afterAll(() => product?.stop());

const inquire = (headers: Record<string, string> = {}) =>
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

test("each request has an id of its own, in its answer and in every log line that comes of it", async () => {
  const answers = [await inquire({ "x-request-id": "chosen-by-caller" }), await inquire()];
  const ids = answers.map((answer) => answer.headers.get("x-request-id"));
  expect(new Set(ids).size).toBe(2);
  const stored = product.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === "inquiry stored");
  expect(stored.map(({ request }) => request)).toEqual(ids);
  expect(product.logLines.join("\n")).not.toMatch(/chosen-by-caller|grace@client\.example|Grace Hall/);
});

test("the figures are for the token's bearer alone", async () => {
  for (const authorization of ["", "Bearer ", "Bearer wrong", `Basic ${TOKEN}`]) {
    const answer = await fetch(`${product.url}/api/metrics`, { headers: { authorization } });
    expect(answer.status).toBe(404);
  }
  await fetch(`${product.url}/api/no-such-thing-${TOKEN}`);
  const answer = await fetch(`${product.url}/api/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await answer.text();
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(text).toMatch(/^http_requests_total\{area="api",method="POST",status="200"\} 2$/m);
  expect(text).toMatch(/^database_up 1$/m);
  expect(text).toMatch(/^mail_failed 0$/m);
  expect(text).toMatch(/^mail_bounced 0$/m);
  expect(text).toMatch(/^schedules_failed 0$/m);
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
  // Addresses would make a series each, and what stands in them is nobody's business.
  expect(text).not.toContain("no-such-thing");
});
