import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database } from "#supabase/database.types.ts";
import { type BrowserSession, startBrowser } from "#tests/support/browser/browser.ts";
import { findFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
import { signInToDemo } from "#tests/support/browser/sign-in-to-demo.ts";
import { startTestProduct, type TestProduct } from "#tests/support/product/test-product.ts";

// Opens the demo's finding in each state, as the client and as the firm.

const STATES = {
  open: "Open",
  in_progress: "In progress",
  // Its retest has been requested.
  ready_for_retest: "Retest requested",
  disputed: "Disputed",
  risk_accepted: "Risk accepted",
  fixed: "Fixed",
  withdrawn: "Withdrawn",
};

type ListedFinding = { id: string; title: string; state: string | null; version: number; project_id: string };

let product: TestProduct;
let browser: Browser;
let session: BrowserSession | undefined;
let service: SupabaseClient<Database>;
let findings: ListedFinding[];

beforeAll(async () => {
  [product, browser] = await Promise.all([startTestProduct({ LOG_LEVEL: "warn" }), startBrowser()]);
  service = createClient<Database>(product.supabaseUrl, product.secretKey, {
    auth: { persistSession: false },
  });
  ({ data: findings } = await service
    .from("findings")
    .select("id, title, state, version, project_id")
    .order("title")
    .throwOnError());
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});
afterEach(async () => {
  const messages = session?.consoleMessages() ?? [];
  await session?.close();
  session = undefined;
  expect(messages).toEqual([]);
});

function findByState(state: string): ListedFinding {
  const finding = findings.find((candidate) => candidate.state === state);
  if (!finding) {
    throw new Error(`the demo has no finding that is ${state}`);
  }
  return finding;
}

const getTitle = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** Opens a page, and describes what is inaccessible or does not fit on phones and desktops. */
async function findFaults(opened: BrowserSession, path: string, title: string): Promise<string[]> {
  const { page } = opened;
  await page.goto(product.url + path);
  await getTitle(page, title).waitFor();
  await opened.waitForIdle();
  const narrowFaults = await findLayoutFaults(page, [320]);
  return [...narrowFaults, ...(await findFaultsAtEachWidth(opened))];
}

test("the demo has two projects with 14 findings in all states, two retests and a letter", async () => {
  expect(findings).toHaveLength(14);
  expect(new Set(findings.map((finding) => finding.project_id)).size).toBe(2);
  expect(new Set(findings.map(({ state }) => state))).toEqual(new Set(["draft", ...Object.keys(STATES)]));
  const { data: retests } = await service
    .from("retest_rounds")
    .select("status")
    .order("number")
    .throwOnError();
  expect(retests).toEqual([{ status: "completed" }, { status: "requested" }]);
  const { data: letters } = await service.from("attestation_letters").select("status").throwOnError();
  expect(letters).toEqual([{ status: "valid" }]);
});

test("a client's finding is accessible and fits in each state", async () => {
  session = await signInToDemo(browser, "/client-portal", {
    url: product.url,
    dataDir: product.dataDir,
    reducedMotion: "reduce",
  });
  for (const [state, label] of Object.entries(STATES)) {
    const { id, title } = findByState(state);
    expect(await findFaults(session, `/client-portal?section=findings&finding=${id}`, title), state).toEqual(
      [],
    );
    await session.page.getByText(label, { exact: true }).first().waitFor();
  }
  const draft = findByState("draft");
  await session.page.goto(`${product.url}/client-portal?section=findings&finding=${draft.id}`);
  await session.page.getByRole("link", { name: "View all findings" }).waitFor();
});

test("the firm's page of a finding is accessible and fits in each state", async () => {
  session = await signInToDemo(browser, "/admin/login", {
    url: product.url,
    dataDir: product.dataDir,
    reducedMotion: "reduce",
  });
  for (const state of ["draft", ...Object.keys(STATES)]) {
    const { id, title } = findByState(state);
    expect(await findFaults(session, `/admin/findings/${id}`, title), state).toEqual([]);
  }
  const { id } = findByState("draft");
  expect(await findFaults(session, `/admin/findings/${id}/edit`, "Edit draft"), "edit").toEqual([]);
});

test("a corrected finding shows its version, and the note in the history", async () => {
  const corrected = findings.find(({ version, state }) => version > 1 && state !== "draft");
  session = await signInToDemo(browser, "/client-portal", { url: product.url, dataDir: product.dataDir });
  const { page } = session;
  await page.goto(`${product.url}/client-portal?section=findings&finding=${corrected?.id}`);
  await getTitle(page, corrected?.title ?? "").waitFor();
  await page.getByRole("region", { name: "Details" }).getByText(/^2\. /).waitFor();
  const history = page.getByRole("region", { name: "History" });
  const expand = history.getByRole("button", { name: /^Show all/ });
  if ((await expand.count()) > 0) {
    await expand.click();
  }
  await history.getByText("Corrected (version 2)").waitFor();
});

test("the list marks overdue findings, and its address contains the filter", async () => {
  session = await signInToDemo(browser, "/client-portal", { url: product.url, dataDir: product.dataDir });
  const { page } = session;
  await page.goto(`${product.url}/client-portal?section=findings&state=overdue`);
  await page.getByText(/^Showing 1 of \d+ findings$/).waitFor();
  const list = page.getByRole("region", { name: "All findings" });
  await list
    .getByText(/^\d+ days late$/)
    .first()
    .waitFor();
  expect(await page.getByLabel("Status").inputValue()).toBe("overdue");
  await page.getByLabel("Severity", { exact: true }).selectOption("low");
  await expect.poll(() => page.url()).toContain("severity=low");
});
