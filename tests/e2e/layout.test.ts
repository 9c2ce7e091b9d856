import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type BrowserSession, openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { findLayoutFaults, LAYOUT_WIDTHS } from "#tests/support/browser/layout-faults.ts";
import { ADMIN_SCREENS, PORTAL_SECTIONS, PUBLIC_PAGES } from "#tests/support/browser/screens.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

const SignIns = z.array(z.object({ email: z.string(), password: z.string() }));

let product: TestProduct;
let browser: Browser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startTestProduct({ LOG_LEVEL: "warn" }), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function signIn(path: string, index: 0 | 1): Promise<BrowserSession> {
  const credentials = SignIns.parse(JSON.parse(readFileSync(join(product.dataDir, "sign-ins.json"), "utf8")))[
    index
  ];
  const session = await openPage(browser, { reducedMotion: "reduce" });
  const { page } = session;
  await page.goto(`${product.url}${path}`);
  await page.getByLabel("Email").fill(credentials?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(credentials?.password ?? "");
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
  return session;
}

async function findFaults(session: BrowserSession, paths: readonly string[]): Promise<string[]> {
  const { page } = session;
  const faults: string[] = [];
  for (const path of paths) {
    await page.goto(`${product.url}${path}`);
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await session.waitForIdle();
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) {
        details.open = true;
      }
    });
    faults.push(...(await findLayoutFaults(page, LAYOUT_WIDTHS)).map((fault) => `${path} at ${fault}`));
  }
  return faults;
}

describe("at eight widths from 320 to 1920 px, text does not overflow, touch borders or break names", () => {
  test("on the site", async () => {
    const visitor = await openPage(browser, { reducedMotion: "reduce" });
    expect(await findFaults(visitor, PUBLIC_PAGES)).toEqual([]);
  });

  test("in the client portal", async () => {
    const session = await signIn("/client-portal", 1);
    const paths = PORTAL_SECTIONS.map((section) => `/client-portal?section=${section}`);
    expect(await findFaults(session, paths)).toEqual([]);
  });

  test("in the admin area", async () => {
    const session = await signIn("/admin/login", 0);
    const paths = ADMIN_SCREENS.map((screen) => `/admin/${screen}`);
    for (const list of ["clients", "projects", "invoices", "inbox"]) {
      await session.page.goto(`${product.url}/admin/${list}`);
      const record = await session.page
        .locator(`main a[href^="/admin/${list}/"]`)
        .first()
        .getAttribute("href");
      paths.push(record ?? "");
    }
    expect(await findFaults(session, paths)).toEqual([]);
  });
});
