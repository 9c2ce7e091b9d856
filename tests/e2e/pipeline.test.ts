import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { createSentProposal } from "#tests/support/browser/sent-proposal.ts";

// Tests the pipeline with 600 inquiries and drafts.

const portal = setUpPortal();
const ROWS = 300;
const PAGE_SIZE = 20;

beforeAll(async () => {
  const { id: clientId } = portal.firm.clients[0];
  const service = portal.serviceClient();
  const numbers = Array.from({ length: ROWS }, (_, index) => index + 1);
  const at = (number: number) => new Date(Date.UTC(2026, 0, 1) - number * 3_600_000).toISOString();
  await service
    .from("contact_inquiries")
    .insert(
      numbers.map((number) => ({
        ...{ reference: `R${number}`, name: "Grace Hopper", email: "grace@fabrikam.example" },
        company: number % 7 === 0 ? `Fabrikam ${"International ".repeat(5)}${number}` : `Fabrikam ${number}`,
        ...{ service_interest: "Other", message: "Please call me back.", created_at: at(number) },
      })),
    )
    .throwOnError();
  await service
    .from("proposals")
    .insert(
      numbers.map((number) => ({
        ...{ client_id: clientId, title: `Assessment ${number}`, value: 1000, created_at: at(number) },
      })),
    )
    .throwOnError();
});

async function openPipeline(viewport: (typeof VIEWPORTS)[keyof typeof VIEWPORTS]) {
  const session = await portal.openPage({ viewport, reducedMotion: "reduce" });
  const { page } = session;
  const { email, password } = portal.firm.administrator;
  await page.goto(`${portal.firm.product.url}/admin/pipeline`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("region", { name: "Drafts" }).waitFor();
  return { ...session, drafts: page.getByRole("region", { name: "Drafts" }) };
}

describe.each(Object.entries(VIEWPORTS))("on %s", (name, viewport) => {
  test("shows 20 cards per stage, and 20 more on request", async () => {
    const { page, drafts, accessibilityViolations } = await openPipeline(viewport);
    const cards = drafts.getByRole("link");
    expect(await cards.count()).toBe(PAGE_SIZE);
    await drafts.getByText(`${ROWS}`, { exact: true }).waitFor();
    await drafts.getByText("$300,000.00").waitFor();
    expect(await accessibilityViolations()).toEqual([]);
    expect(await findLayoutFaults(page, [viewport.width])).toEqual([]);

    const more = page.getByRole("button", { name: "Show more: Drafts" });
    for (const count of [2 * PAGE_SIZE, 3 * PAGE_SIZE]) {
      await more.click();
      await expect.poll(() => cards.count()).toBe(count);
      expect(await more.evaluate((element) => element === document.activeElement)).toBe(true);
    }
    await drafts.getByRole("link", { name: "Assessment 60" }).waitFor();
    expect(await page.getByRole("region", { name: "Inquiries" }).getByRole("link").count()).toBe(PAGE_SIZE);
    expect(await findLayoutFaults(page, [viewport.width])).toEqual([]);
  });

  test("a narrow screen starts with links to the stages", async () => {
    const { page, drafts } = await openPipeline(viewport);
    const link = page.getByRole("navigation", { name: "Stages" }).getByRole("link", { name: "Drafts 300" });
    if (name === "desktop") {
      expect(await link.isVisible()).toBe(false);
      return;
    }
    expect(await drafts.evaluate((element) => element.getBoundingClientRect().top > innerHeight)).toBe(true);
    await link.click();
    await expect
      .poll(() => drafts.evaluate((element) => element.getBoundingClientRect().top < innerHeight / 2))
      .toBe(true);
  });
});

test("exports all cards as CSV, not only those that are shown", async () => {
  const { page } = await openPipeline(VIEWPORTS.desktop);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^pipeline-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await file.path(), "utf8")
    .trim()
    .split(/\r?\n/);
  expect(lines[0]).toContain(
    '"Stage","Number","Title","Client","Status","Value (USD)","Probability (%)","Since"',
  );
  expect(lines.length).toBe(1 + 2 * ROWS);
  const { company } = portal.firm.clients[0];
  expect(lines.filter((line) => line.startsWith('"Drafts"'))[ROWS - 1]).toBe(
    `"Drafts","Draft","Assessment ${ROWS}","${company}","Draft","1000.00","20","2025-12-19"`,
  );
});

test("shows the value and the probability of a proposal, and a probability that an administrator changed", async () => {
  await createSentProposal(portal, { title: "Model review" });
  const { page } = await openPipeline(VIEWPORTS.desktop);
  const card = page.getByRole("region", { name: "Sent" }).getByRole("link", { name: "Model review" });
  expect(await card.innerText()).toMatch(/\$5,000\.00\s+40%/);
  await page.getByText("$62,000.00", { exact: true }).waitFor();
  await card.click();
  await page.getByLabel("Probability").selectOption({ label: "70%" });
  await page.getByText("Probability saved").waitFor();
  await page.goBack();
  await page.getByText("$63,500.00", { exact: true }).waitFor();
  expect(await card.innerText()).toMatch(/\$5,000\.00\s+70%/);
});
