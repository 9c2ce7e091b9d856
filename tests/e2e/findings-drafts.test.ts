import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { PORTAL_SECTIONS } from "#tests/support/browser/screens.ts";

// Searches everything that the portal loads and exports for a draft.

const portal = setUpPortal();
const DRAFT = "Unannounced weakness 7f3e";
const PUBLISHED = "System prompt leak";

/** Inserts a project with a published finding and a draft. Returns the id of the draft and the texts that identify it. */
async function createFindings() {
  const client_id = portal.firm.clients[0].id;
  const service = portal.serviceClient();
  const { data: project } = await service
    .from("projects")
    .insert({ client_id, project_name: "Red team" })
    .select("id")
    .single()
    .throwOnError();
  const insert = async (columns: { title: string; description: string }) => {
    const { data } = await service
      .from("findings")
      .insert({
        ...{ project_id: project.id, client_id, severity: "high" as const, found_on: "2026-11-20" },
        ...{ affected_asset: "Support assistant", ...columns },
      })
      .select("id")
      .single()
      .throwOnError();
    return data.id;
  };
  const map = (finding_id: string, entry_id: string, name: string) =>
    service
      .from("finding_mappings")
      .insert({ finding_id, taxonomy: "owasp-llm", version: "2025", entry_id, name })
      .throwOnError();
  const draftId = await insert({ title: DRAFT, description: DRAFT });
  await map(draftId, "LLM06:2025", "Excessive Agency");
  const { data: document } = await service
    .from("documents")
    .insert({
      ...{ client_id, name: `${DRAFT}.txt`, file_size: 1, mime_type: "text/plain" },
      ...{ scan_status: "clear" as const, is_internal: true },
    })
    .select("id")
    .single()
    .throwOnError();
  await service
    .from("finding_attachments")
    .insert({ finding_id: draftId, client_id, document_id: document.id })
    .throwOnError();
  const publishedId = await insert({ title: PUBLISHED, description: "It can be read." });
  await map(publishedId, "LLM07:2025", "System Prompt Leakage");
  await service
    .from("findings")
    .update({
      publication_status: "published",
      published_on: "2026-11-20",
      number: 1,
      key: "WL-97-001",
    })
    .eq("id", publishedId)
    .throwOnError();
  return { draftId, texts: [DRAFT, draftId, document.id] };
}

/** Collects the bodies of all responses. */
function recordBodies(page: Page): Promise<string>[] {
  const bodies: Promise<string>[] = [];
  page.on("response", (response) => {
    // Bodies of redirects and of requests that the browser aborted cannot be read.
    bodies.push(response.text().catch(() => ""));
  });
  return bodies;
}

test("a draft is in no section, search, count, coverage or export of the portal", async () => {
  const { draftId, texts } = await createFindings();
  const session = await portal.openPage();
  const { page } = session;
  const bodies = recordBodies(page);
  const download = async (entry: string) => {
    const event = page.waitForEvent("download");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
    return await readFile(await (await event).path(), "utf8");
  };
  const open = (query: string) => page.goto(`${portal.firm.product.url}/client-portal?section=${query}`);

  await portal.signIn(page, portal.firm.clients[0]);
  const navigation = page.getByRole("navigation", { name: "Portal sections" });
  await navigation.waitFor();
  for (const section of PORTAL_SECTIONS) {
    await open(section);
    await navigation.waitFor();
    await session.waitForIdle();
    const content = await page.content();
    expect(
      texts.filter((text) => content.includes(text)),
      section,
    ).toEqual([]);
  }

  await open("findings");
  await page.getByText("Showing 1 of 1 findings").waitFor();
  await navigation.getByRole("link", { name: "Findings 1 unread" }).waitFor();
  expect(await page.getByLabel("Status").locator("option").allInnerTexts()).not.toContainEqual(
    expect.stringContaining("Draft"),
  );
  const csv = await download("Export CSV");
  expect(csv).toContain(PUBLISHED);
  const sarif = await download("Export SARIF (security tools)");
  expect(sarif).toContain(PUBLISHED);
  await page.getByLabel("Search findings").fill("Unannounced");
  await page.getByText("No findings match").waitFor();

  await open("findings&view=coverage");
  await page.getByText("1 of 10 tested · 1 with open findings").waitFor();
  await page.getByLabel("Show tested only").uncheck();
  const coverage = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const coverageCsv = await readFile(await (await coverage).path(), "utf8");
  expect(coverageCsv).toContain('"LLM06:2025","Excessive Agency","No"');
  await open(`findings&finding=${draftId}`);
  await page.getByRole("link", { name: "View all findings" }).waitFor();

  await open("findings");
  await page.getByRole("link", { name: PUBLISHED }).first().click();
  await page.getByRole("heading", { level: 1, name: PUBLISHED }).waitFor();
  await expect.poll(() => navigation.getByRole("link", { name: "Findings", exact: true }).count()).toBe(1);

  const all = [csv, sarif, coverageCsv, ...(await Promise.all(bodies))];
  expect(all.filter((text) => text.includes(PUBLISHED)).length).toBeGreaterThan(3);
  // The id is part of the address and of the request for the draft, but of no response.
  expect(all.filter((text) => texts.some((secret) => text.includes(secret)))).toEqual([]);
});
