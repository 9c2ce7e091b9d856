import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import {
  SAMPLE_INJECTION,
  SAMPLE_UNPINNED_MODEL,
  SAMPLE_UNREVIEWED_EDIT,
} from "#domain/findings/report/sample-findings.ts";
import { SERVICES } from "#domain/firm/service.ts";
import { type BrowserSession, openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

// Requirements for every public page. The behavior of each page is tested in public-site.test.ts.
const PAGES = [
  "/",
  "/services/ai-security-assessment",
  "/services/ai-security-governance",
  "/services/ai-engineering-acceleration",
  "/security",
  "/verify",
  "/book",
  "/privacy-policy",
  "/terms-of-service",
];
const SMALLEST = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const LAPTOP = { width: 1024, height: 768 };
const DESKTOP = { width: 1440, height: 900 };

let product: TestProduct;
let browser: Browser;
let session: BrowserSession | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([startTestProduct(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
afterEach(async () => {
  const messages = session?.consoleMessages() ?? [];
  await session?.close();
  session = undefined;
  expect(messages).toEqual([]);
});

const everyPage = PAGES.flatMap((path) =>
  [SMALLEST, TABLET, LAPTOP, DESKTOP].map((viewport) => ({ path, viewport, width: viewport.width })),
);

test.each(everyPage)("$path is accessible at $width pixels without horizontal scrolling", async ({
  path,
  viewport,
}) => {
  session = await openPage(browser, { reducedMotion: "reduce", viewport });
  await session.page.goto(product.url + path);
  expect(await session.accessibilityViolations()).toEqual([]);
  await session.page.evaluate(() => window.scrollTo(1000, 0));
  expect(await session.page.evaluate(() => window.scrollX)).toBe(0);
});

test.each(["/privacy-policy", "/terms-of-service"])("%s shows when it was last updated", async (path) => {
  session = await openPage(browser, { javaScriptEnabled: false });
  await session.page.goto(product.url + path);
  await session.page.getByText("Last updated: October 14, 2025", { exact: true }).waitFor();
});

test.each(PAGES)("%s makes no third-party requests and has no layout shift", async (path) => {
  session = await openPage(browser, { viewport: SMALLEST });
  const { page, context } = session;
  const origins: string[] = [];
  context.on("request", (request) => origins.push(new URL(request.url()).origin));
  await page.addInitScript(() => {
    const layoutShifts: number[] = [];
    Object.assign(window, { shifts: layoutShifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        layoutShifts.push(Reflect.get(entry, "value"));
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(product.url + path, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.wheel(0, 100_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(new Set(origins)).toEqual(new Set([product.url]));
  expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
});

test("every page has a unique title, description, canonical URL and preview image", async () => {
  const heads = await Promise.all(PAGES.map(async (path) => parseHead(await fetchText(path))));
  for (const key of ["title", "description", "canonical", "picture"] as const) {
    expect(new Set(heads.map((head) => head[key])).size).toBe(PAGES.length);
  }
  expect(heads.map(({ canonical }) => canonical)).toEqual(PAGES.map((path) => product.url + path));
  for (const { title, description } of heads) {
    expect(title?.length).toBeLessThanOrEqual(70);
    expect(title).toContain(brand.name);
    expect(description?.length).toBeGreaterThan(50);
    expect(description?.length).toBeLessThanOrEqual(170);
  }
});

test.each([
  ["/", SAMPLE_INJECTION],
  ["/services/ai-security-assessment", SAMPLE_INJECTION],
  ["/services/ai-security-governance", SAMPLE_UNREVIEWED_EDIT],
  ["/services/ai-engineering-acceleration", SAMPLE_UNPINNED_MODEL],
])("%s shows a finding of the sample report and links to the report, without scripts", async (path, finding) => {
  session = await openPage(browser, { viewport: DESKTOP, javaScriptEnabled: false });
  const { page } = session;
  await page.goto(product.url + path);
  const sample = page.getByRole("figure").filter({ hasText: finding.key });
  await sample.getByText(finding.title).waitFor();
  await sample.getByText(finding.affectedAsset).waitFor();
  await sample.getByText("Retest on Sep 16, 2026").waitFor();
  const link = sample.getByRole("link", { name: "Download the sample report (PDF)" });
  const response = await page.request.get(product.url + (await link.getAttribute("href")));
  expect(response.headers()["content-type"]).toBe("application/pdf");
  expect((await response.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("link preview images are 1200 × 630 pixels and under 100 KB", async () => {
  for (const path of PAGES) {
    const { picture } = parseHead(await fetchText(path));
    const response = await fetch(picture ?? "");
    expect(response.headers.get("Content-Type")).toBe("image/png");
    const bytes = new DataView(await response.arrayBuffer());
    expect([bytes.getUint32(16), bytes.getUint32(20)]).toEqual([1200, 630]);
    expect(bytes.byteLength).toBeLessThan(100_000);
  }
});

test("structured data describes the firm, its services and the breadcrumb", async () => {
  const home = structuredData(await fetchText("/"));
  expect(home.map((node) => node["@type"])).toEqual(["Organization", "Service", "Service", "Service"]);
  expect(home[0]).toMatchObject({ name: brand.name, url: `${product.url}/`, email: brand.contactEmail });
  expect(home.slice(1).map(({ name }) => name)).toEqual([...SERVICES]);
  const page = structuredData(await fetchText("/services/ai-security-governance"));
  expect(page.map((node) => node["@type"])).toEqual(["Service", "BreadcrumbList"]);
  expect(JSON.stringify(page)).toContain(`"item":"${product.url}/services/ai-security-governance"`);
});

test("the web manifest and icons match the brand", async () => {
  const manifest = await (await fetch(`${product.url}/site.webmanifest`)).json();
  expect(manifest.name).toBe(brand.name);
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await fetch(product.url + src);
    expect(icon.headers.get("Content-Type")).toBe(type);
    if (type === "image/svg+xml") {
      expect(await icon.text()).toContain(brand.logo);
    } else {
      expect(new DataView(await icon.arrayBuffer()).getUint32(16)).toBe(Number.parseInt(sizes, 10));
    }
  }
});

test("the sitemap lists every public page, and internal links work", async () => {
  const sitemap = await fetchText("/sitemap.xml");
  expect(Array.from(sitemap.matchAll(/<loc>([^<]+)/g), ([, address]) => address).toSorted()).toEqual(
    PAGES.map((path) => product.url + path).toSorted(),
  );
  const targets = new Set<string>();
  for (const path of PAGES) {
    for (const [, target = ""] of (await fetchText(path)).matchAll(/href="(\/[^"]*)"/g)) {
      targets.add(target);
    }
  }
  for (const target of targets) {
    const response = await fetch(product.url + target, { redirect: "manual" });
    expect(`${target} ${response.status}`).toBe(`${target} 200`);
    const [, fragment] = target.split("#");
    if (fragment) {
      expect(await response.text()).toContain(`id="${fragment}"`);
    }
  }
});

test("a legal page prints dark on white without navigation", async () => {
  session = await openPage(browser, { reducedMotion: "reduce" });
  await session.page.goto(`${product.url}/privacy-policy`);
  await session.page.emulateMedia({ media: "print" });
  expect(await session.page.locator("header").isVisible()).toBe(false);
  expect(await session.page.getByText("Back to Home").isVisible()).toBe(false);
  const background = await session.page.evaluate(
    () => getComputedStyle(document.documentElement).backgroundColor,
  );
  expect(background).toBe("rgb(255, 255, 255)");
});

async function fetchText(path: string): Promise<string> {
  return (await fetch(product.url + path)).text();
}

function parseHead(html: string) {
  const firstMatch = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    title: firstMatch(/<title>([^<]+)/),
    description: firstMatch(/<meta name="description" content="([^"]+)/),
    canonical: firstMatch(/<link rel="canonical" href="([^"]+)/),
    picture: firstMatch(/<meta property="og:image" content="([^"]+)/),
  };
}

function structuredData(html: string): Array<Record<string, unknown>> {
  const source = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "{}";
  return JSON.parse(source)["@graph"];
}
