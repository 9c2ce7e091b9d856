// Waiting times in the client portal, measured in a local browser: `npx node lab/bench/portal.ts`.
import { loadavg } from "node:os";
import type { Page } from "playwright-core";
import { openPage, startBrowser } from "#tests/support/browser/browser.ts";
import { watchRequests } from "#tests/support/browser/watch-requests.ts";
import {
  type BenchPortal,
  CLIENT_COUNT,
  INVOICES_PER_CLIENT,
  MEMBERS_PER_CLIENT,
  startPortal,
} from "./fixtures/portal.ts";
import { recordResult } from "./measure/results.ts";

const SIGN_IN_COUNT = 40;
const ROUNDS = 6;
/** Texts that the overview shows when all of its data is loaded. */
const OVERVIEW_TEXTS = [
  "Outstanding Balance",
  "In your library",
  "In progress or on hold",
  "None scheduled",
  "Unread",
];
/** Sidebar entries, with texts that each section shows when its data is loaded. */
const SECTION_TEXTS: Record<string, string[]> = {
  Projects: ["My Projects", "Payment progress"],
  Billing: ["Billing & Invoices", "Recent Invoices"],
  Rates: ["Contracting Rates", "per hour"],
  Settings: ["Account Settings", "This device"],
  "Book Service": ["Book New Service", "Subscription Details"],
  Documents: ["Document Library", "Showing 0 of 0"],
  Overview: OVERVIEW_TEXTS,
};

/** Prints the time from submitting the sign-in form to the loaded overview, and the time to switch sections. */
export async function measurePortal(): Promise<void> {
  const portal = await startPortal();
  const browser = await startBrowser();
  const signIns: number[] = [];
  const chains: number[] = [];
  const switches = new Map<string, number[]>();
  for (let run = 0; run < SIGN_IN_COUNT; run++) {
    const { page, close } = await openPage(browser);
    const { duration, chain } = await signIn(page, portal, run);
    signIns.push(duration);
    chains.push(chain);
    if (run === SIGN_IN_COUNT - 1) {
      await switchSections(page, switches);
    }
    await close();
  }
  await browser.close();
  await portal.stop();
  console.log(
    `portal        ${MEMBERS_PER_CLIENT} members of all ${CLIENT_COUNT} clients with ${INVOICES_PER_CLIENT} invoices each, ${SIGN_IN_COUNT} sign-ins, load ${loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`sign-in → overview with data   ${formatTimes(signIns)}   (target: p95 at most 400)`);
  console.log(`              requests in sequence ${Math.max(...chains)}   (target: at most 4)`);
  recordResult({
    name: "sign-in to overview: p95",
    value: percentile(signIns, 0.95),
    unit: "ms",
    atMost: 400,
  });
  recordResult({ name: "requests in sequence", value: Math.max(...chains), unit: "", atMost: 4 });
  for (const [section, times] of switches) {
    recordResult({ name: `to ${section}: p95`, value: percentile(times, 0.95), unit: "ms", atMost: 100 });
    console.log(`to ${section.padEnd(27)} ${formatTimes(times)}   (target: at most 100)`);
  }
}

async function signIn(page: Page, { url, users }: BenchPortal, run: number) {
  const user = users[run % users.length];
  await page.goto(`${url}/client-portal`);
  await page.getByLabel("Email").fill(user?.email ?? "");
  await page.getByLabel("Password", { exact: true }).fill(user?.password ?? "");
  await page.waitForLoadState("networkidle");
  const requests = watchRequests(page);
  await startTimer(page, OVERVIEW_TEXTS);
  await page.getByRole("button", { name: "Login" }).click();
  return { duration: await readTimer(page), chain: requests.longestChain() };
}

/** Opens every section once to fill the cache and then measures `ROUNDS` rounds. */
async function switchSections(page: Page, switches: Map<string, number[]>): Promise<void> {
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [label, texts] of Object.entries(SECTION_TEXTS)) {
      await startTimer(page, texts);
      await page.getByRole("link", { name: label, exact: true }).click();
      const duration = await readTimer(page);
      await page.waitForLoadState("networkidle");
      if (round > 0) {
        switches.set(label, [...(switches.get(label) ?? []), duration]);
      }
    }
  }
}

/** Starts a timer that runs from the next click until the page shows and has painted the texts. */
async function startTimer(page: Page, texts: readonly string[]): Promise<void> {
  await page.evaluate((expected) => {
    let startedAt = 0;
    const areTextsShown = () => {
      const text = document.querySelector("main")?.textContent ?? "";
      return startedAt > 0 && expected.every((part) => text.includes(part));
    };
    Reflect.set(
      window,
      "clock",
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!areTextsShown()) {
            return;
          }
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)));
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    );
    document.addEventListener("click", () => (startedAt = performance.now()), { capture: true, once: true });
  }, texts);
}

const readTimer = (page: Page): Promise<number> =>
  page.evaluate(() => Reflect.get(window, "clock") as Promise<number>);

function formatTimes(times: readonly number[]): string {
  return `median ${percentile(times, 0.5).toFixed(0)} ms, p95 ${percentile(times, 0.95).toFixed(0)} ms`;
}

function percentile(times: readonly number[], share: number): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * share) - 1] ?? Number.NaN;
}

if (import.meta.main) {
  await measurePortal();
}
