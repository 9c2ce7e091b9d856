import type { Page } from "playwright-core";
import { openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { type BenchPortal, startPortal } from "./fixtures/portal.ts";
import { isLighthouseInstalled, runLighthouse } from "./measure/lighthouse.ts";
import { median } from "./measure/median.ts";
import { recordResult } from "./measure/results.ts";
import { measureThrottledVisits, throttle } from "./measure/throttled-visit.ts";
import { formatKilobytes, measureTransferSize } from "./measure/transfer-size.ts";

const RUNS = 5;
const PAGES = ["/client-portal", "/admin/login"];
const MAX_LCP_S = 1.6;

/** Prints how fast the sign-in pages and the portal load on a slow phone. */
export async function measureSignInPages(): Promise<void> {
  const folder = await createTempFolder();
  const portal = await startPortal();
  const hasLighthouse = isLighthouseInstalled();
  const browser = await startBrowser();
  for (const path of PAGES) {
    const address = portal.url + path;
    const { scriptBytes, requestCount } = await measureTransferSize(address);
    recordResult({ name: `${path}: script`, value: scriptBytes / 1000, unit: "KB", atMost: 130 });
    recordResult({ name: `${path}: requests`, value: requestCount, unit: "", atMost: 15 });
    console.log(`${path}  ${formatKilobytes(scriptBytes)} script, ${requestCount} requests`);
    if (hasLighthouse) {
      const { scores, metrics } = await runLighthouse(address, { runs: RUNS, folder: folder.path });
      recordResult({ name: `${path}: performance`, value: scores.performance, unit: "", atLeast: 98 });
      recordResult({ name: `${path}: LCP`, value: metrics.lcp / 1000, unit: "s", atMost: MAX_LCP_S });
      console.log(`  Lighthouse: performance ${scores.performance}, LCP ${seconds(metrics.lcp)}`);
    } else {
      const { lcp } = await measureThrottledVisits(browser, address, { runs: RUNS });
      recordResult({ name: `${path}: LCP`, value: lcp / 1000, unit: "s", atMost: MAX_LCP_S });
      console.log(`  throttled browser: LCP ${seconds(lcp)}`);
    }
  }
  const returning = await measureThrottledVisits(browser, `${portal.url}/client-portal`, {
    runs: RUNS,
    prepare: async (page) => {
      await fillIn(page, portal);
      await logIn(page);
    },
  });
  recordResult({ name: "signed in: frame", value: returning.fcp / 1000, unit: "s", atMost: MAX_LCP_S });
  console.log(`signed in, empty cache: frame ${seconds(returning.fcp)}, overview ${seconds(returning.lcp)}`);

  const firstLoads: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { page, close } = await openPage(browser, { viewport: { width: 412, height: 823 } });
    await throttle(page);
    await fillIn(page, portal);
    await page.waitForLoadState("networkidle");
    const start = performance.now();
    await logIn(page);
    firstLoads.push(performance.now() - start);
    await close();
  }
  console.log(`slow phone: from Login to the overview with data ${seconds(median(firstLoads))}`);
  recordResult({ name: "slow phone: Login to overview", value: median(firstLoads) / 1000, unit: "s" });
  await browser.close();
  await portal.stop();
  await folder.remove();
}

async function fillIn(page: Page, { url, users }: BenchPortal): Promise<void> {
  await page.goto(`${url}/client-portal`);
  await page.getByLabel("Email").fill(users[0]?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(users[0]?.password ?? "");
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByText("Outstanding Balance").waitFor();
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
