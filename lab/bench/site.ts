import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { aFreePort, aProcess } from "#tests/support/a-process.ts";
import { aFolder, aVisit, startBrowser } from "#tests/support/browser.ts";
import { keep } from "./table.ts";
import { type Figures, throttledVisit } from "./throttled-visit.ts";

const RUNS = 5;
const PAGES = ["/", "/services/ai-security-assessment"];
const INSTALLED = fileURLToPath(new URL("./site/node_modules/", import.meta.url));
const LIGHTHOUSE = join(INSTALLED, "lighthouse", "cli", "index.js");
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
};

/** Prints what the public pages cost a phone: Lighthouse's figures, or our own where it is not installed. */
export async function measureSite(): Promise<void> {
  const folder = await aFolder();
  const started = aProcess({
    PORT: await aFreePort(),
    DATA_DIR: join(folder.path, "data"),
    LOG_LEVEL: "error",
  });
  await started.ready();
  if (!existsSync(LIGHTHOUSE))
    console.log(
      "site: Lighthouse is not installed (`npm ci` in bench/site); our own figures, throttled alike",
    );
  for (const path of PAGES) {
    const address = started.url + path;
    console.log(`site ${path}  ${await weightOf(address)}`);
    if (existsSync(LIGHTHOUSE)) await printLighthouse(path, address, folder.path);
    else await printOurOwn(path, address);
  }
  started.kill("SIGTERM");
  await started.exit();
  await folder.remove();
}

async function printLighthouse(path: string, address: string, folder: string): Promise<void> {
  const { default: packaged } = await import("@sparticuz/chromium");
  const chrome = process.platform === "linux" ? await packaged.executablePath() : undefined;
  const reports = Array.from({ length: RUNS }, () =>
    lighthouse(address, join(folder, "report.json"), chrome),
  );
  const scores = CATEGORIES.map((name) => {
    const each = reports.map(({ categories }) => (categories[name]?.score ?? 0) * 100);
    keep({ what: `${path}: ${name}`, value: median(each), unit: "", atLeast: 100 });
    return `${name} ${median(each).toFixed(0)}`;
  });
  const figure = (name: string) =>
    median(reports.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  console.log(`  Lighthouse, mobile, median of ${RUNS}: ${scores.join(", ")}`);
  printFigures(path, {
    lcp: figure("largest-contentful-paint"),
    blocked: figure("total-blocking-time"),
    shift: figure("cumulative-layout-shift"),
  });
}

function lighthouse(address: string, report: string, chrome: string | undefined): Report {
  const flags = "--headless --no-sandbox --disable-gpu --no-zygote";
  const run = spawnSync(
    process.execPath,
    [LIGHTHOUSE, address, "--quiet", "--output=json", `--output-path=${report}`, `--chrome-flags=${flags}`],
    { encoding: "utf8", env: { ...process.env, ...(chrome && { CHROME_PATH: chrome }) } },
  );
  if (run.status !== 0) throw new Error(`Lighthouse failed:\n${run.stdout}${run.stderr}`);
  return JSON.parse(readFileSync(report, "utf8"));
}

async function printOurOwn(path: string, address: string): Promise<void> {
  const browser = await startBrowser();
  const visits: Figures[] = [];
  for (let run = 0; run < RUNS; run += 1) visits.push(await throttledVisit(browser, address));
  await browser.close();
  console.log(`  a slow phone on a slow network, median of ${RUNS}:`);
  printFigures(path, {
    lcp: median(visits.map(({ lcp }) => lcp)),
    blocked: median(visits.map(({ blocked }) => blocked)),
    shift: median(visits.map(({ shift }) => shift)),
  });
}

function printFigures(path: string, { lcp, blocked, shift }: Figures): void {
  keep({ what: `${path}: LCP`, value: lcp / 1000, unit: "s", atMost: 1.4 });
  keep({ what: `${path}: TBT`, value: blocked, unit: "ms", atMost: 50 });
  keep({ what: `${path}: CLS`, value: shift, unit: "", atMost: 0 });
  console.log(
    `  LCP ${(lcp / 1000).toFixed(2)} s (aim: at most 1.4)   TBT ${blocked.toFixed(0)} ms (50)   CLS ${shift.toFixed(3)} (0)`,
  );
}

/** What the network carried, compressed, until the page was quiet. */
async function weightOf(address: string): Promise<string> {
  const browser = await startBrowser();
  const { page, context } = await aVisit(browser, { viewport: { width: 412, height: 823 } });
  const session = await context.newCDPSession(page);
  const types = new Map<string, string>();
  const bytes = { all: 0, script: 0 };
  session.on("Network.responseReceived", ({ requestId, type }) => types.set(requestId, type));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.all += encodedDataLength;
    if (types.get(requestId) === "Script") bytes.script += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(address, { waitUntil: "networkidle" });
  await browser.close();
  const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} KB`;
  return `${kilobytes(bytes.all)} in all (aim: at most 140), ${kilobytes(bytes.script)} script (105)`;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
