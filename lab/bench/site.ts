import { startBrowser } from "#tests/support/browser/browser.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { startProductProcess } from "#tests/support/product/product-process.ts";
import { isLighthouseInstalled, runLighthouse } from "./measure/lighthouse.ts";
import { recordResult } from "./measure/results.ts";
import { measureThrottledVisits, type PageMetrics } from "./measure/throttled-visit.ts";
import { formatKilobytes, measureTransferSize } from "./measure/transfer-size.ts";

const RUNS = 5;
const PAGES = ["/", "/services/ai-security-assessment"];

/** Prints load metrics of the public pages on a phone, from Lighthouse or from a throttled browser if it is not installed. */
export async function measureSite(): Promise<void> {
  const folder = await createTempFolder();
  const started = startProductProcess({
    PORT: await findFreePort(),
    DATA_DIR: `${folder.path}/data`,
    LOG_LEVEL: "error",
  });
  await started.ready();
  const hasLighthouse = isLighthouseInstalled();
  for (const path of PAGES) {
    const address = started.url + path;
    const { allBytes, scriptBytes } = await measureTransferSize(address);
    console.log(
      `site ${path}  ${formatKilobytes(allBytes)} in all (target: at most 140), ${formatKilobytes(scriptBytes)} script (105)`,
    );
    if (hasLighthouse) {
      const { scores, metrics } = await runLighthouse(address, { runs: RUNS, folder: folder.path });
      for (const [category, score] of Object.entries(scores)) {
        recordResult({ name: `${path}: ${category}`, value: score, unit: "", atLeast: 100 });
      }
      console.log(`  Lighthouse, mobile, median of ${RUNS}: ${Object.values(scores).join(", ")}`);
      reportMetrics(path, metrics);
    } else {
      const browser = await startBrowser();
      console.log(`  throttled CPU and network, median of ${RUNS}:`);
      reportMetrics(path, await measureThrottledVisits(browser, address, { runs: RUNS }));
      await browser.close();
    }
  }
  started.kill("SIGTERM");
  await started.exit();
  await folder.remove();
}

function reportMetrics(path: string, { lcp, blocked, shift }: PageMetrics): void {
  recordResult({ name: `${path}: LCP`, value: lcp / 1000, unit: "s", atMost: 1.3 });
  recordResult({ name: `${path}: TBT`, value: blocked, unit: "ms", atMost: 50 });
  recordResult({ name: `${path}: CLS`, value: shift, unit: "", atMost: 0 });
  console.log(
    `  LCP ${(lcp / 1000).toFixed(2)} s (target: at most 1.3)   TBT ${blocked.toFixed(0)} ms (50)   CLS ${shift.toFixed(3)} (0)`,
  );
}
