import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { type BrowserSession, openPage, startBrowser, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { findLayoutFaults, LAYOUT_WIDTHS } from "#tests/support/browser/layout-faults.ts";
import { ADMIN_SCREENS, PORTAL_SECTIONS, PUBLIC_PAGES } from "#tests/support/browser/screens.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

const SignIns = z.array(z.object({ email: z.string(), password: z.string() }));

/** The URL parameter with the record that a section of the portal shows. */
const RECORD_PARAMETERS = { billing: "invoice", findings: "finding", proposals: "proposal" };

let product: TestProduct;
let browser: Browser;
let adminSession: Promise<BrowserSession> | undefined;

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

/** Returns a page in the admin area, which all tests share. */
async function openAdminArea(): Promise<BrowserSession> {
  adminSession ??= signIn("/admin/login", 0);
  const session = await adminSession;
  await session.page.setViewportSize(VIEWPORTS.desktop);
  return session;
}

/** Returns the path of the first record in a list. The URLs of the records contain `recordUrl`. */
async function findRecord(session: BrowserSession, list: string, recordUrl: string): Promise<string> {
  const { page } = session;
  await page.goto(`${product.url}${list}`);
  return (await page.locator(`main table a[href*="${recordUrl}"]`).first().getAttribute("href")) ?? "";
}

/** Returns the names of the lists that are not tables. */
async function findCardLists(
  session: BrowserSession,
  lists: Readonly<Record<string, string>>,
  width = 1024,
): Promise<string[]> {
  const { page } = session;
  await page.setViewportSize({ width, height: 900 });
  const names: string[] = [];
  for (const [path, name] of Object.entries(lists)) {
    await page.goto(`${product.url}${path}`);
    await session.waitForIdle();
    if (!(await page.getByRole("table", { name, exact: true }).isVisible())) {
      names.push(name);
    }
  }
  return names;
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
    faults.push(...(await session.labelMismatches()).map((fault) => `${path}: ${fault}`));
  }
  return faults;
}

describe("at eight widths from 320 to 1920 px, text does not overflow, touch borders or break names, and names contain labels", () => {
  test("on the site", async () => {
    const visitor = await openPage(browser, { reducedMotion: "reduce" });
    expect(await findFaults(visitor, PUBLIC_PAGES)).toEqual([]);
  });

  test("in the client portal", async () => {
    const session = await signIn("/client-portal", 1);
    const paths = PORTAL_SECTIONS.map((section) => `/client-portal?section=${section}`);
    for (const [section, parameter] of Object.entries(RECORD_PARAMETERS)) {
      paths.push(await findRecord(session, `/client-portal?section=${section}`, `${parameter}=`));
    }
    expect(await findFaults(session, paths)).toEqual([]);
  });

  test("in the admin area", async () => {
    const session = await openAdminArea();
    const paths = ADMIN_SCREENS.map((screen) => `/admin/${screen}`);
    expect(await findFaults(session, paths)).toEqual([]);
  });

  test("on the pages of records in the admin area", async () => {
    const session = await openAdminArea();
    const paths: string[] = [];
    for (const list of ["clients", "projects", "invoices", "inbox", "findings", "proposals"]) {
      paths.push(await findRecord(session, `/admin/${list}`, `/admin/${list}/`));
    }
    expect(await findFaults(session, paths)).toEqual([]);
  });
});

describe("at 1024 px, lists are tables", () => {
  test("in the client portal", async () => {
    const session = await signIn("/client-portal", 1);
    const lists = {
      "/client-portal?section=billing": "Recent Invoices",
      "/client-portal?section=findings": "Findings",
      "/client-portal?section=proposals": "Proposals",
    };
    expect(await findCardLists(session, lists)).toEqual([]);
  });

  test("in the admin area", async () => {
    const session = await openAdminArea();
    const lists = {
      "/admin/clients": "Clients",
      "/admin/projects": "Projects",
      "/admin/invoices": "Invoices",
      "/admin/findings": "Findings",
      "/admin/proposals": "Proposals",
      "/admin/bookings": "Bookings",
      "/admin/bookings?tab=consultations": "Consultations",
      "/admin/square": "Runs",
    };
    expect(await findCardLists(session, lists)).toEqual([]);
  });
});

test("at 1280 px, lists in the settings are tables", async () => {
  const session = await openAdminArea();
  const lists = {
    "/admin/settings?section=tiers": "Support plans",
    "/admin/settings?section=administrators": "Administrators",
  };
  expect(await findCardLists(session, lists, 1280)).toEqual([]);
});

describe("on a laptop, the admin area", () => {
  test.each([768, 650])("shows all pages in the sidebar at a height of %i px", async (height) => {
    const { page } = await openAdminArea();
    await page.setViewportSize({ width: 1366, height });
    await page.goto(`${product.url}/admin/settings`);
    const sidebar = page.getByRole("navigation", { name: "Admin pages" });
    await sidebar.getByRole("link", { name: "Settings" }).waitFor();
    const hiddenPages = await sidebar.evaluate((nav) => {
      const { top, bottom } = nav.getBoundingClientRect();
      return [...nav.querySelectorAll("a")]
        .filter((link) => {
          const box = link.getBoundingClientRect();
          return box.top < top || box.bottom > bottom;
        })
        .map((link) => link.textContent);
    });
    expect(hiddenPages).toEqual([]);
  });

  test("scrolls the sidebar to the current page on a very short screen", async () => {
    const { page } = await openAdminArea();
    await page.setViewportSize({ width: 1366, height: 400 });
    await page.goto(`${product.url}/admin/settings`);
    const current = page.getByRole("navigation", { name: "Admin pages" }).locator("[aria-current]");
    await expect
      .poll(async () => {
        const box = await current.boundingBox();
        return (box?.y ?? 400) + (box?.height ?? 0);
      })
      .toBeLessThan(400);
  });

  test.each([1366, 1440])("does not move the revenue chart on hover at %i px", async (width) => {
    const session = await openAdminArea();
    const { page } = session;
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}/admin/dashboard`);
    await page.getByRole("list", { name: "Revenue by month" }).waitFor();
    await session.waitForIdle();
    const chart = page.getByRole("list", { name: "Revenue by month" });
    await chart.scrollIntoViewIfNeeded();
    const before = await chart.boundingBox();
    for (const month of await chart.getByRole("button").all()) {
      await month.hover();
      expect(await chart.boundingBox()).toEqual(before);
    }
  });

  test("shows the subscriptions that a link filters without scrolling", async () => {
    const { page } = await openAdminArea();
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.goto(`${product.url}/admin/subscriptions?status=past_due`);
    await page.getByRole("heading", { name: "Plans without a client" }).waitFor();
    const row = await page
      .getByRole("table", { name: "Subscriptions" })
      .getByRole("row")
      .nth(1)
      .boundingBox();
    expect((row?.y ?? 768) + (row?.height ?? 0)).toBeLessThan(768);
  });
});

test("at 1366 px and wider, email addresses of clients have one line if they are not very long", async () => {
  const session = await openAdminArea();
  const { page } = session;
  for (const width of [1366, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${product.url}/admin/clients`);
    await session.waitForIdle();
    const wrapped = await page
      .getByRole("table", { name: "Clients" })
      .locator("a[href^='mailto:']")
      .evaluateAll((links) =>
        links
          .filter((link) => link.getClientRects().length > 1 || link.getBoundingClientRect().height > 30)
          .map((link) => link.textContent ?? ""),
      );
    expect(
      wrapped.filter((email) => email.length < 40),
      `${width} px`,
    ).toEqual([]);
  }
});

test("at 768 px, the time fields of the weekly hours have the same width", async () => {
  const session = await openAdminArea();
  const { page } = session;
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`${product.url}/admin/settings?section=availability`);
  await page.getByLabel("Monday, start 1").waitFor();
  const widths = await page
    .locator("input[type=time]")
    .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().width));
  expect(new Set(widths)).toEqual(new Set([128]));
});
