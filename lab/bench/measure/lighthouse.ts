import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./median.ts";
import type { PageMetrics } from "./throttled-visit.ts";

const TOOLS_DIR = fileURLToPath(new URL("../site/node_modules/", import.meta.url));
const LIGHTHOUSE = join(TOOLS_DIR, "lighthouse", "cli", "index.js");
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
const CHROME_FLAGS = "--headless --no-sandbox --disable-gpu --no-zygote";

/** Scores from 0 to 100. */
export type LighthouseScores = Record<(typeof CATEGORIES)[number], number>;

type Report = {
  categories: Record<string, { score: number }>;
  audits: Record<string, { numericValue?: number }>;
};

export function isLighthouseInstalled(): boolean {
  if (!existsSync(LIGHTHOUSE)) {
    console.log(
      "Lighthouse is not installed (`npm ci` in lab/bench/site). Using a throttled browser instead.",
    );
    return false;
  }
  return true;
}

/** Returns the median of several Lighthouse runs that simulate a slow phone. */
export async function runLighthouse(
  address: string,
  { runs, folder }: { runs: number; folder: string },
): Promise<{ scores: LighthouseScores; metrics: PageMetrics }> {
  const { packagedChromium } = await import("#tooling/chromium.ts");
  const chrome = process.platform === "linux" ? await packagedChromium.executablePath() : undefined;
  const reports = Array.from({ length: runs }, () =>
    createReport(address, join(folder, "report.json"), chrome),
  );
  const score = (category: string) =>
    median(reports.map(({ categories }) => (categories[category]?.score ?? 0) * 100));
  const figure = (audit: string) =>
    median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
  return {
    scores: {
      performance: score("performance"),
      accessibility: score("accessibility"),
      "best-practices": score("best-practices"),
      seo: score("seo"),
    },
    metrics: {
      fcp: figure("first-contentful-paint"),
      lcp: figure("largest-contentful-paint"),
      blocked: figure("total-blocking-time"),
      shift: figure("cumulative-layout-shift"),
    },
  };
}

function createReport(address: string, report: string, chrome: string | undefined): Report {
  const run = spawnSync(
    process.execPath,
    [
      LIGHTHOUSE,
      address,
      "--quiet",
      "--output=json",
      `--output-path=${report}`,
      `--chrome-flags=${CHROME_FLAGS}`,
    ],
    { encoding: "utf8", env: { ...process.env, ...(chrome && { CHROME_PATH: chrome }) } },
  );
  if (run.status !== 0) {
    throw new Error(`Lighthouse failed:\n${run.stdout}${run.stderr}`);
  }
  return JSON.parse(readFileSync(report, "utf8"));
}
