import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "#brand";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { createStartupRoutes } from "./startup.ts";

const BROWSER_HEADERS = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

async function createRoutes() {
  const folder = await createTempFolder();
  onTestFinished(() => folder.remove());
  return {
    buildDir: folder.path,
    app: createStartupRoutes({ buildDir: folder.path, publicUrl: "https://firm.example" }),
  };
}

test("is alive but not ready", async () => {
  const { app } = await createRoutes();
  expect((await app.request("/api/health")).status).toBe(200);
  const response = await app.request("/api/ready");
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    status: "not ready",
    parts: { database: "starting", jobs: "starting" },
  });
});

test.each([
  "/",
  "/client-portal?section=billing",
  "/api/anything",
])("shows browsers a page at %s", async (path) => {
  const { app } = await createRoutes();
  const response = await app.request(path, { headers: BROWSER_HEADERS });
  const page = await response.text();
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("content-type")).toBe("text/html; charset=UTF-8");
  expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=/);
  expect(page).toContain(`<h1>${brand.name} is starting</h1>`);
  expect(page).toMatch(/<script>.*location\.reload\(\).*<\/script>/);
});

test("allows only the inline script that reloads the page", async () => {
  const { app } = await createRoutes();
  const response = await app.request("/", { headers: BROWSER_HEADERS });
  const policy = response.headers.get("content-security-policy");
  expect(policy).toMatch(/^default-src 'none'; script-src 'self' 'sha256-[^' ]+'; style-src 'self';/);
  expect(await response.text()).not.toMatch(/<style|\sstyle=|\son\w+=/);
});

test("does not send a form again", async () => {
  const { app } = await createRoutes();
  const response = await app.request("/api/contact", { method: "POST", headers: BROWSER_HEADERS });
  const page = await response.text();
  expect(page).toContain("Your form wasn't sent.");
  expect(page).not.toContain("<script");
});

test.each(["*/*", "application/json", undefined])("responds to Accept: %s with JSON", async (accept) => {
  const { app } = await createRoutes();
  const response = await app.request("/rest/v1/invoices", { headers: accept ? { Accept: accept } : {} });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("2");
  expect(await response.json()).toEqual({
    success: false,
    error: "The service is starting.",
    code: "starting",
  });
});

test("serves the files of the page", async () => {
  const { app, buildDir } = await createRoutes();
  await mkdir(join(buildDir, "client"));
  await writeFile(join(buildDir, "client/plain-page.css"), "html { color-scheme: dark; }");
  const response = await app.request("/plain-page.css");
  expect(response.headers.get("content-type")).toBe("text/css; charset=utf-8");
  expect(await response.text()).toBe("html { color-scheme: dark; }");
});
