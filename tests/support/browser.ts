import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright-core";

/** A browser window of one person, watched for complaints. */
export type Visit = {
  page: Page;
  context: BrowserContext;
  /** Complaints of the console and the network since the last call; expected ones are allowed beforehand. */
  complaints(): string[];
  /** Lets complaints through that the test provokes on purpose. */
  expectComplaint(pattern: RegExp): void;
  /**
   * Accessibility violations of what is on the screen now, as readable lines; none when it is accessible. Of a region
   * alone where one is named: for a page whose rest has been looked at.
   */
  accessibilityViolations(region?: string): Promise<string[]>;
  /**
   * Waits until no request is under way and what the last one brought is drawn. What a timer asks for later, such as a
   * search, is to be waited for by what it shows.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/** Widths at which every screen is looked at. */
export const WIDTHS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

// Switches of the packaged browser that would make it crash when a page closes, or switch off what we test.
const UNWANTED = [
  /^--single-process$/,
  /^--no-zygote$/,
  /^--disable-web-security$/,
  /^--allow-running-insecure-content$/,
  /^--disable-site-isolation-trials$/,
  /^--disable-features=.*[Ii]solat/,
];

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Starts the browser that npm installed on Linux, the system's Chrome elsewhere. */
export async function startBrowser(): Promise<Browser> {
  if (process.platform !== "linux") return chromium.launch({ channel: "chrome" });
  const { default: packaged } = await import("@sparticuz/chromium");
  const args = packaged.args.filter((argument) => !UNWANTED.some((pattern) => pattern.test(argument)));
  return chromium.launch({ executablePath: await packaged.executablePath(), args, headless: true });
}

/** Opens a window of its own storage and cookies. */
export async function aVisit(browser: Browser, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: WIDTHS.desktop, ...options });
  const page = await context.newPage();
  const seen: string[] = [];
  const expected: RegExp[] = [];
  context.on("page", (opened) => watch(opened, seen));
  watch(page, seen);
  const underWay = new Set<Request>();
  context.on("request", (request) => underWay.add(request));
  context.on("requestfinished", (request) => underWay.delete(request));
  context.on("requestfailed", (request) => underWay.delete(request));
  return {
    page,
    context,
    complaints: () => seen.splice(0).filter((line) => !expected.some((pattern) => pattern.test(line))),
    expectComplaint: (pattern) => expected.push(pattern),
    accessibilityViolations: (region) => violationsOf(page, region),
    settled: () => settled(page, underWay),
    close: () => context.close(),
  };
}

function watch(page: Page, seen: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") seen.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => seen.push(`uncaught: ${error.message}`));
}

/** About a tenth of a second: what an answer leads to has been asked for by then, unless it waits for a timer. */
const QUIET_FRAMES = 6;
const LONGEST_UNREST_MS = 30_000;

/** Sooner than Playwright's "networkidle", which waits half a second each time. */
async function settled(page: Page, underWay: Set<Request>): Promise<void> {
  const end = performance.now() + LONGEST_UNREST_MS;
  for (let quiet = 0; quiet < QUIET_FRAMES; quiet = underWay.size === 0 ? quiet + 1 : 0) {
    if (performance.now() > end)
      throw new Error(`The page never came to rest: ${Array.from(underWay, (request) => request.url())}`);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  }
}

async function violationsOf(page: Page, region?: string): Promise<string[]> {
  // The other mode opens a page of its own for every look; it is for frames of other origins, which we have none of.
  // Telling every node of what passed takes a third of its time.
  const axe = new AxeBuilder({ page })
    .options({ resultTypes: ["violations"] })
    .withTags(RULES)
    .setLegacyMode();
  const { violations } = await (region ? axe.include(region) : axe).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${violation.help} at ${node.target.join(" ")}`),
  );
}

/** A folder that is gone after `remove()`. */
export async function aFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "wl-"));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
