import axe, { type RunOptions } from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from "playwright-core";

/** A page in its own browser context, with its console errors recorded. */
export type BrowserSession = {
  page: Page;
  context: BrowserContext;
  /** Console errors, warnings and uncaught errors since the last call, except allowed ones. */
  consoleMessages(): string[];
  /** Allows console messages that the test causes on purpose. */
  allowConsoleMessage(pattern: RegExp): void;
  /**
   * Describes the accessibility violations of the current page, or of a region.
   */
  accessibilityViolations(region?: string): Promise<string[]>;
  /** Describes the controls whose accessible name doesn't contain their text, which people say to use them by voice. */
  labelMismatches(): Promise<string[]>;
  /**
   * Waits until no request is pending and the page has rendered. Does not wait for requests that a timer starts later,
   * such as a debounced search.
   */
  waitForIdle(): Promise<void>;
  close(): Promise<void>;
};

/** Viewports for testing every screen. */
export const VIEWPORTS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;

// Default switches of the packaged browser that crash it when a page closes, disable what the tests check or slow it down.
const UNWANTED_SWITCHES = [
  /^--single-process$/,
  /^--no-zygote$/,
  /^--disable-web-security$/,
  /^--allow-running-insecure-content$/,
  /^--disable-site-isolation-trials$/,
  /^--disable-features=.*[Ii]solat/,
  /^--(use-gl|use-angle)=/,
  /^--(in-process-gpu|ignore-gpu-blocklist|enable-unsafe-swiftshader)$/,
];
// Drawing without an emulated graphics card halves the time of the browser tests.
const EXTRA_SWITCHES = ["--disable-gpu", "--disable-software-rasterizer"];

declare global {
  interface Window {
    /** Only in documents that were analyzed. */
    axe: typeof axe;
  }
}

const AXE_OPTIONS: RunOptions = {
  runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] },
  // Reporting only violations saves a third of the time.
  resultTypes: ["violations"],
  // No rule with these tags reads style sheets.
  preload: false,
  // The product does not use frames.
  iframes: false,
};

/** The tags don't select this rule, because it is experimental. */
const LABEL_OPTIONS: RunOptions = {
  ...AXE_OPTIONS,
  runOnly: { type: "rule", values: ["label-content-name-mismatch"] },
};

/** Starts the browser from npm on Linux, and the installed Chrome on other systems. */
export async function startBrowser(): Promise<Browser> {
  if (process.platform !== "linux") {
    return chromium.launch({ channel: "chrome" });
  }
  const { packagedChromium: packaged } = await import("#tooling/chromium.ts");
  const packagedSwitches = packaged.args.filter(
    (argument) => !UNWANTED_SWITCHES.some((pattern) => pattern.test(argument)),
  );
  const args = [...packagedSwitches, ...EXTRA_SWITCHES];
  return chromium.launch({ executablePath: await packaged.executablePath(), args, headless: true });
}

/** Opens a page in a new browser context. */
export async function openPage(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserSession> {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop, ...options });
  const page = await context.newPage();
  const messages: string[] = [];
  const allowed: RegExp[] = [];
  context.on("page", (opened) => recordMessages(opened, messages));
  recordMessages(page, messages);
  const pendingRequests = new Set<Request>();
  context.on("request", (request) => pendingRequests.add(request));
  context.on("requestfinished", (request) => pendingRequests.delete(request));
  context.on("requestfailed", (request) => pendingRequests.delete(request));
  return {
    page,
    context,
    consoleMessages: () =>
      messages.splice(0).filter((line) => !allowed.some((pattern) => pattern.test(line))),
    allowConsoleMessage: (pattern) => allowed.push(pattern),
    accessibilityViolations: (region) => findAccessibilityViolations(page, { region, options: AXE_OPTIONS }),
    labelMismatches: () => findAccessibilityViolations(page, { options: LABEL_OPTIONS }),
    waitForIdle: () => waitForIdle(page, pendingRequests),
    close: () => context.close(),
  };
}

function recordMessages(page: Page, messages: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") {
      messages.push(`console: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => messages.push(`uncaught: ${error.message}`));
}

/** About 0.1 s, long enough for follow-up requests to start unless a timer delays them. */
const IDLE_FRAMES = 6;
const MAX_WAIT_MS = 30_000;

/** Faster than Playwright's "networkidle", which always waits 0.5 s. */
async function waitForIdle(page: Page, pendingRequests: Set<Request>): Promise<void> {
  const end = performance.now() + MAX_WAIT_MS;
  for (
    let idleFrames = 0;
    idleFrames < IDLE_FRAMES;
    idleFrames = pendingRequests.size === 0 ? idleFrames + 1 : 0
  ) {
    if (performance.now() > end) {
      throw new Error(
        `The page still has pending requests: ${Array.from(pendingRequests, (request) => request.url())}`,
      );
    }
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

type AnalysisOptions = { region?: string | undefined; options: RunOptions };

async function findAccessibilityViolations(page: Page, analysis: AnalysisOptions): Promise<string[]> {
  // Sending axe to the browser takes longer than an analysis, so each document gets it once.
  if (!(await page.evaluate("'axe' in window"))) {
    await page.evaluate(axe.source);
  }
  return page.evaluate(listViolations, analysis);
}

/** Runs in the browser. */
async function listViolations({ region, options }: AnalysisOptions) {
  const { violations } = await window.axe.run(region ?? document, options);
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${violation.help} at ${node.target.join(" ")}`),
  );
}
