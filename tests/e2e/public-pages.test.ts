import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { brand } from "#brand";
import { SERVICES } from "#domain/service.ts";
import { aProduct, type TestProduct } from "#tests/support/a-product.ts";
import { aVisit, startBrowser, type Visit } from "#tests/support/browser.ts";

// What holds for every public page alike. What each of them does is in public-site.test.ts.
const PAGES = [
  "/",
  "/services/ai-security-assessment",
  "/services/ai-security-governance",
  "/services/ai-engineering-acceleration",
  "/privacy-policy",
  "/terms-of-service",
];
const SMALLEST = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const LAPTOP = { width: 1024, height: 768 };
const DESKTOP = { width: 1440, height: 900 };

let product: TestProduct;
let browser: Browser;
let visit: Visit | undefined;

beforeAll(async () => {
  [product, browser] = await Promise.all([aProduct(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
afterEach(async () => {
  const complaints = visit?.complaints() ?? [];
  await visit?.close();
  visit = undefined;
  expect(complaints).toEqual([]);
});

const everyPage = PAGES.flatMap((path) =>
  [SMALLEST, TABLET, LAPTOP, DESKTOP].map((viewport) => ({ path, viewport, width: viewport.width })),
);

test.each(everyPage)("$path at $width pixels is accessible and fits", async ({ path, viewport }) => {
  visit = await aVisit(browser, { reducedMotion: "reduce", viewport });
  await visit.page.goto(product.url + path);
  expect(await visit.accessibilityViolations()).toEqual([]);
  await visit.page.evaluate(() => window.scrollTo(1000, 0));
  expect(await visit.page.evaluate(() => window.scrollX)).toBe(0);
});

test.each(PAGES)("%s asks nobody but us, and nothing on it jumps", async (path) => {
  visit = await aVisit(browser, { viewport: SMALLEST });
  const { page, context } = visit;
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(product.url + path, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.wheel(0, 100_000);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  expect(new Set(asked)).toEqual(new Set([product.url]));
  expect(await page.evaluate(() => Reflect.get(window, "shifts"))).toEqual([]);
});

test("every page has a title, a description, an address and a picture of its own", async () => {
  const heads = await Promise.all(PAGES.map(async (path) => headOf(await textAt(path))));
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

test("the picture for link previews is drawn by the build: 1200 by 630, and light", async () => {
  for (const path of PAGES) {
    const { picture } = headOf(await textAt(path));
    const answer = await fetch(picture ?? "");
    expect(answer.headers.get("Content-Type")).toBe("image/png");
    const bytes = new DataView(await answer.arrayBuffer());
    expect([bytes.getUint32(16), bytes.getUint32(20)]).toEqual([1200, 630]);
    expect(bytes.byteLength).toBeLessThan(100_000);
  }
});

test("search engines are told the firm, its three services and where a page lies", async () => {
  const home = thingsOf(await textAt("/"));
  expect(home.map((thing) => thing["@type"])).toEqual(["Organization", "Service", "Service", "Service"]);
  expect(home[0]).toMatchObject({ name: brand.name, url: `${product.url}/`, email: brand.contactEmail });
  expect(home.slice(1).map(({ name }) => name)).toEqual([...SERVICES]);
  const page = thingsOf(await textAt("/services/ai-security-governance"));
  expect(page.map((thing) => thing["@type"])).toEqual(["Service", "BreadcrumbList"]);
  expect(JSON.stringify(page)).toContain(`"item":"${product.url}/services/ai-security-governance"`);
});

test("the manifest and its icons fit the brand", async () => {
  const manifest = await (await fetch(`${product.url}/site.webmanifest`)).json();
  expect(manifest.name).toBe(brand.name);
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const { src, type, sizes } of manifest.icons) {
    const icon = await fetch(product.url + src);
    expect(icon.headers.get("Content-Type")).toBe(type);
    if (type === "image/svg+xml") expect(await icon.text()).toContain(brand.mark);
    else expect(new DataView(await icon.arrayBuffer()).getUint32(16)).toBe(Number.parseInt(sizes, 10));
  }
});

test("the sitemap lists every public page, and every link of our own leads somewhere", async () => {
  const sitemap = await textAt("/sitemap.xml");
  expect(Array.from(sitemap.matchAll(/<loc>([^<]+)/g), ([, address]) => address).toSorted()).toEqual(
    PAGES.map((path) => product.url + path).toSorted(),
  );
  const targets = new Set<string>();
  for (const path of PAGES) {
    for (const [, target = ""] of (await textAt(path)).matchAll(/href="(\/[^"]*)"/g)) targets.add(target);
  }
  for (const target of targets) {
    const answer = await fetch(product.url + target, { redirect: "manual" });
    expect(`${target} ${answer.status}`).toBe(`${target} 200`);
    const [, fragment] = target.split("#");
    if (fragment) expect(await answer.text()).toContain(`id="${fragment}"`);
  }
});

test("a legal page prints dark on white, without what only leads elsewhere", async () => {
  visit = await aVisit(browser, { reducedMotion: "reduce" });
  await visit.page.goto(`${product.url}/privacy-policy`);
  await visit.page.emulateMedia({ media: "print" });
  expect(await visit.page.locator("header").isVisible()).toBe(false);
  expect(await visit.page.getByText("Back to Home").isVisible()).toBe(false);
  const ground = await visit.page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  expect(ground).toBe("rgb(255, 255, 255)");
});

async function textAt(path: string): Promise<string> {
  return (await fetch(product.url + path)).text();
}

function headOf(html: string) {
  const first = (pattern: RegExp) => pattern.exec(html)?.[1];
  return {
    title: first(/<title>([^<]+)/),
    description: first(/<meta name="description" content="([^"]+)/),
    canonical: first(/<link rel="canonical" href="([^"]+)/),
    picture: first(/<meta property="og:image" content="([^"]+)/),
  };
}

function thingsOf(html: string): Array<Record<string, unknown>> {
  const source = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "{}";
  return JSON.parse(source)["@graph"];
}
