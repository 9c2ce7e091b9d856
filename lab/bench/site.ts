import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { startProductProcess } from "#tests/support/product/product-process.ts";
import { recordResult } from "./measure/results.ts";
import { measureThrottledVisit, type PageMetrics } from "./measure/throttled-visit.ts";

const RUNS = 5;
const PAGES = ["/", "/services/ai-security-assessment"];
const TOOLS_DIR = fileURLToPath(new URL("./site/node_modules/", import.meta.url));
const LIGHTHOUSE = join(TOOLS_DIR, "lighthouse", "cli", "index.js");
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

type LighthouseReport = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
};

/** Prints load metrics of the public pages on a phone, from Lighthouse or from a throttled browser if it is not installed. */
export async function measureSite(): Promise<void> {
  const folder = await createTempFolder();
  const started = startProductProcess({
    PORT: await findFreePort(),
    DATA_DIR: join(folder.path, "data"),
    LOG_LEVEL: "error",
  });
  await started.ready();
  if (!existsSync(LIGHTHOUSE)) {
    console.log(
      "site: Lighthouse is not installed (`npm ci` in lab/bench/site). Measuring with a throttled browser instead.",
    );
  }
  for (const path of PAGES) {
    const address = started.url + path;
    console.log(`site ${path}  ${await measureTransferSize(address)}`);
    if (existsSync(LIGHTHOUSE)) {
      await measureWithLighthouse(path, address, folder.path);
    } else {
      await measureWithBrowser(path, address);
    }
  }
  started.kill("SIGTERM");
  await started.exit();
  await folder.remove();
}

async function measureWithLighthouse(path: string, address: string, folder: string): Promise<void> {
  const { packagedChromium: packaged } = await import("#tooling/chromium.ts");
  const chrome = process.platform === "linux" ? await packaged.executablePath() : undefined;
  const reports = Array.from({ length: RUNS }, () =>
    runLighthouse(address, join(folder, "report.json"), chrome),
  );
  const scores = CATEGORIES.map((name) => {
    const categoryScores = reports.map(({ categories }) => (categories[name]?.score ?? 0) * 100);
    recordResult({ name: `${path}: ${name}`, value: median(categoryScores), unit: "", atLeast: 100 });
    return `${name} ${median(categoryScores).toFixed(0)}`;
  });
  const figure = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  console.log(`  Lighthouse, mobile, median of ${RUNS}: ${scores.join(", ")}`);
  reportMetrics(path, {
    lcp: figure("largest-contentful-paint"),
    blocked: figure("total-blocking-time"),
    shift: figure("cumulative-layout-shift"),
  });
}

function runLighthouse(address: string, report: string, chrome: string | undefined): LighthouseReport {
  const flags = "--headless --no-sandbox --disable-gpu --no-zygote";
  const run = spawnSync(
    process.execPath,
    [LIGHTHOUSE, address, "--quiet", "--output=json", `--output-path=${report}`, `--chrome-flags=${flags}`],
    { encoding: "utf8", env: { ...process.env, ...(chrome && { CHROME_PATH: chrome }) } },
  );
  if (run.status !== 0) {
    throw new Error(`Lighthouse failed:\n${run.stdout}${run.stderr}`);
  }
  return JSON.parse(readFileSync(report, "utf8"));
}

async function measureWithBrowser(path: string, address: string): Promise<void> {
  const browser = await startBrowser();
  const visits: PageMetrics[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    visits.push(await measureThrottledVisit(browser, address));
  }
  await browser.close();
  console.log(`  throttled CPU and network, median of ${RUNS}:`);
  reportMetrics(path, {
    lcp: median(visits.map(({ lcp }) => lcp)),
    blocked: median(visits.map(({ blocked }) => blocked)),
    shift: median(visits.map(({ shift }) => shift)),
  });
}

function reportMetrics(path: string, { lcp, blocked, shift }: PageMetrics): void {
  recordResult({ name: `${path}: LCP`, value: lcp / 1000, unit: "s", atMost: 1.4 });
  recordResult({ name: `${path}: TBT`, value: blocked, unit: "ms", atMost: 50 });
  recordResult({ name: `${path}: CLS`, value: shift, unit: "", atMost: 0 });
  console.log(
    `  LCP ${(lcp / 1000).toFixed(2)} s (target: at most 1.4)   TBT ${blocked.toFixed(0)} ms (50)   CLS ${shift.toFixed(3)} (0)`,
  );
}

/** Measures the compressed bytes transferred until the network is idle. */
async function measureTransferSize(address: string): Promise<string> {
  const browser = await startBrowser();
  const { page, context } = await openPage(browser, { viewport: { width: 412, height: 823 } });
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const bytes = { all: 0, script: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (types.get(requestId) === "Script") {
      bytes.script += encodedDataLength;
    }
  });
  await session.send("Network.enable");
  await page.goto(address, { waitUntil: "networkidle" });
  await browser.close();
  const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} KB`;
  return `${kilobytes(bytes.all)} in all (target: at most 140), ${kilobytes(bytes.script)} script (105)`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
