// What a client waits for in the portal, in a real browser on this machine: `npx node lab/bench/portal.ts`.
import { loadavg } from "node:os";
import type { Page } from "playwright-core";
import { aVisit, startBrowser } from "#tests/support/browser.ts";
import { watchRequests } from "#tests/support/request-chain.ts";
import { aFullPortal, type BenchPortal, CLIENTS, INVOICES_EACH } from "./portal-world.ts";
import { keep } from "./table.ts";

const SIGN_INS = 40;
const ROUNDS = 6;
/** Words that stand on the overview once all of its data is there. */
const OVERVIEW = [
  "Outstanding Balance",
  "In your library",
  "In progress or on hold",
  "Approved and ahead",
  "Unread",
];
/** The sidebar's entries, and words of each section once its data is there. */
const SECTIONS: Record<string, string[]> = {
  Projects: ["My Projects", "Payment progress"],
  Billing: ["Billing & Invoices", "Recent Invoices"],
  Rates: ["Contracting Rates", "per hour"],
  Settings: ["Account Settings", "This window"],
  "Book Service": ["Book New Service", "Subscription Details"],
  Documents: ["Document Library", "Showing 0 of 0"],
  Overview: OVERVIEW,
};

/** Prints from the submitted sign-in to the overview with its data, and how long another section takes. */
export async function measurePortal(): Promise<void> {
  const portal = await aFullPortal();
  const browser = await startBrowser();
  const signIns: number[] = [];
  const chains: number[] = [];
  const switches = new Map<string, number[]>();
  for (let run = 0; run < SIGN_INS; run++) {
    const { page, close } = await aVisit(browser);
    const { took, chain } = await signIn(page, portal, run);
    signIns.push(took);
    chains.push(chain);
    if (run === SIGN_INS - 1) await switchSections(page, switches);
    await close();
  }
  await browser.close();
  await portal.stop();
  console.log(
    `portal        ${CLIENTS} clients × ${INVOICES_EACH} invoices, ${SIGN_INS} sign-ins, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`sign-in → overview with data   ${figures(signIns)}   (aim: p95 at most 400)`);
  console.log(`              requests in sequence ${Math.max(...chains)}   (aim: at most 4)`);
  keep({ what: "sign-in to overview: p95", value: percentile(signIns, 0.95), unit: "ms", atMost: 400 });
  keep({ what: "requests in sequence", value: Math.max(...chains), unit: "", atMost: 4 });
  for (const [section, times] of switches) {
    keep({ what: `to ${section}: p95`, value: percentile(times, 0.95), unit: "ms", atMost: 100 });
    console.log(`to ${section.padEnd(27)} ${figures(times)}   (aim: at most 100)`);
  }
}

async function signIn(page: Page, { url, people }: BenchPortal, run: number) {
  const person = people[run % people.length];
  await page.goto(`${url}/client-portal`);
  await page.getByLabel("Email").fill(person?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(person?.password ?? "");
  await page.waitForLoadState("networkidle");
  const requests = watchRequests(page);
  await startClock(page, OVERVIEW);
  await page.getByRole("button", { name: "Login" }).click();
  return { took: await stoppedClock(page), chain: requests.longestChain() };
}

/** Every section once to fill the cache, then in turn. */
async function switchSections(page: Page, switches: Map<string, number[]>): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [label, words] of Object.entries(SECTIONS)) {
      await startClock(page, words);
      await page.getByRole("link", { name: label, exact: true }).click();
      const took = await stoppedClock(page);
      await page.waitForLoadState("networkidle");
      if (round > 0) switches.set(label, [...(switches.get(label) ?? []), took]);
    }
  }
}

/** From the next click until the words stand in the page and were painted. */
async function startClock(page: Page, words: readonly string[]): Promise<void> {
  await page.evaluate((wanted) => {
    let began = 0;
    const isThere = () => {
      const text = document.querySelector("main")?.textContent ?? "";
      return began > 0 && wanted.every((word) => text.includes(word));
    };
    Reflect.set(
      window,
      "clock",
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!isThere()) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    );
    document.addEventListener("click", () => (began = performance.now()), { capture: true, once: true });
  }, words);
}

const stoppedClock = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, "clock") as Promise<number>);

function figures(times: readonly number[]): string {
  return `median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((one, other) => one - other)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}

if (import.meta.main) await measurePortal();
