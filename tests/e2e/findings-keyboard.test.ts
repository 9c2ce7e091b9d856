import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createKeyboard, type Keyboard } from "#tests/support/browser/keyboard.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import type { Credentials } from "#tests/support/product/test-firm.ts";
import { insertPublishedFinding } from "#tests/support/records/published-finding.ts";

// Works on findings with the keyboard alone. The helper fails for a control without a visible focus.

const portal = setUpPortal();
const TITLE = "Prompt injection by email";

async function createProject(name = "Red team"): Promise<string> {
  const { data } = await portal
    .serviceClient()
    .from("projects")
    .insert({ client_id: portal.firm.clients[0].id, project_name: name })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}

async function createSecondOwner(): Promise<Credentials> {
  const service = portal.serviceClient();
  const [{ id, password }] = portal.firm.clients;
  const email = "second-owner@client.example";
  const { data } = await service.auth.admin.createUser({
    ...{ email, password, email_confirm: true, app_metadata: { role: "client" } },
  });
  await service
    .from("client_members")
    .insert({ client_id: id, user_id: data.user?.id ?? "", role: "owner", name: "Lin Park" })
    .throwOnError();
  return { email, password };
}

/** Opens the path and signs in. */
async function open(path: string, credentials: Credentials): Promise<{ page: Page; keyboard: Keyboard }> {
  const { page } = await portal.openPage({ reducedMotion: "reduce" });
  const keyboard = createKeyboard(page);
  await page.goto(`${portal.firm.product.url}${path}`);
  await keyboard.type(page.getByLabel("Email"), credentials.email);
  await keyboard.type(page.getByLabel("Password", { exact: true }), credentials.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1 }).waitFor();
  return { page, keyboard };
}

/** The text or the label of the focused element. */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const labelId = element?.getAttribute("aria-labelledby");
    const label =
      element instanceof HTMLInputElement ||
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement
        ? element.labels?.[0]?.textContent
        : labelId
          ? document.getElementById(labelId)?.textContent
          : element?.textContent;
    return element === document.body ? null : (element?.ariaLabel ?? label)?.trim();
  });

/** Waits until the focus is on the element with the name. */
const expectFocus = (page: Page, name: string) => expect.poll(() => describeFocus(page)).toBe(name);

/** Digits for a date field in the format of the United States. */
function formatDateDigits(daysFromNow: number): string {
  const [year, month, day] = new Date(Date.now() + daysFromNow * 86_400_000)
    .toISOString()
    .slice(0, 10)
    .split("-");
  return `${month}${day}${year}`;
}

test("the firm and the client work on a finding from the draft to the verdict", async () => {
  const projectId = await createProject();
  const secondOwner = await createSecondOwner();
  const listPath = `/admin/findings?project=${projectId}`;

  const { page: admin, keyboard: firm } = await open(
    `/admin/findings/new?project=${projectId}`,
    portal.firm.administrator,
  );
  await firm.type(admin.getByLabel("Title"), TITLE);
  await firm.choose(admin.getByLabel("Severity", { exact: true }), "High");
  await firm.type(admin.getByRole("textbox", { name: "Description" }), "The **sender** controls the prompt.");
  const modes = admin.getByRole("tablist", { name: "Description" });
  await firm.tabTo(modes.getByRole("tab", { name: "Write" }), "Shift+Tab");
  await admin.keyboard.press("ArrowRight");
  await admin.locator("strong", { hasText: "sender" }).waitFor();
  await expectFocus(admin, "Preview");
  await admin.keyboard.press("ArrowLeft");
  await firm.type(admin.getByLabel("Search taxonomies"), "LLM01");
  await firm.press(admin.getByRole("button", { name: "Add LLM01:2025: Prompt Injection" }), "Space");
  await admin.getByRole("button", { name: "Remove LLM01:2025" }).waitFor();
  await expectFocus(admin, "Search taxonomies");
  await firm.press(admin.getByRole("button", { name: "Save draft" }));
  await admin.getByRole("heading", { level: 1, name: TITLE }).waitFor();

  await firm.press(admin.getByRole("link", { name: "All findings" }));
  const publishDrafts = admin.getByRole("button", { name: /^Publish \d+ drafts?$/ });
  await firm.press(publishDrafts);
  await admin.getByRole("dialog").waitFor();
  await expectFocus(admin, "Project");
  await admin.keyboard.press("Escape");
  await expectFocus(admin, "Publish 1 draft");
  await firm.press(publishDrafts);
  await firm.press(admin.getByRole("button", { name: "Publish 1 finding" }));
  await admin.getByText("1 finding published").waitFor();
  // The button is gone, because there are no more drafts.
  await expectFocus(admin, "Findings");

  const { page, keyboard } = await open("/client-portal?section=findings", portal.firm.clients[0]);
  await keyboard.choose(page.getByLabel("Status"), "Ready");
  await page.getByText("No findings match").waitFor();
  await keyboard.press(page.getByRole("button", { name: "Clear filters" }));
  await keyboard.press(page.getByRole("button", { name: /^High/ }));
  await expect.poll(() => page.url()).toContain("severity=high");
  await keyboard.press(page.getByRole("link", { name: TITLE }));
  await page.getByRole("heading", { level: 1, name: TITLE }).waitFor();
  await keyboard.choose(page.getByLabel("Change status"), "Ready");
  await keyboard.press(page.getByRole("button", { name: "Save status" }));
  await page.getByText("Status changed from Open to Ready for retest").waitFor();
  await expectFocus(page, "Change status");
  await keyboard.type(page.getByLabel("Comment", { exact: true }), "Filtered since release 4.2.");
  await keyboard.press(page.getByLabel("Lin Park"), "Space");
  await keyboard.press(page.getByRole("button", { name: "Add comment" }));
  await page.getByText("Notified: Lin Park").waitFor();
  await expectFocus(page, "Comment");
  await keyboard.press(page.getByRole("button", { name: "Request risk acceptance" }));
  await keyboard.type(page.getByLabel("Reason"), "Amounts are limited.");
  await keyboard.type(page.getByLabel("Accepted until"), formatDateDigits(30));
  await keyboard.press(page.getByRole("button", { name: "Send request" }));
  await page.getByText("Waiting for approval").waitFor();
  await expectFocus(page, "Risk acceptance");

  const findingPath = new URL(page.url()).searchParams.get("finding");
  const second = await open(`/client-portal?section=findings&finding=${findingPath}`, secondOwner);
  await second.keyboard.press(second.page.getByRole("button", { name: "Approve request" }));
  await second.page.getByRole("button", { name: "Revoke acceptance" }).waitFor();
  await expectFocus(second.page, "Risk acceptance");

  await firm.choose(admin.getByLabel("Filter by status"), "Risk");
  await firm.choose(admin.getByLabel("Filter by severity"), "High");
  await expect.poll(() => admin.url()).toContain("status=risk_accepted&severity=high");
  await firm.press(admin.getByRole("link", { name: TITLE }));
  const moreActions = admin.getByRole("button", { name: "More actions" });
  await firm.selectFromMenu(moreActions, admin.getByRole("menuitem", { name: "Start retest" }));
  await admin.getByRole("heading", { level: 1, name: "Retest 1" }).waitFor();
  await firm.choose(admin.getByLabel("Result"), "Fixed");
  await firm.type(admin.getByRole("textbox", { name: "Evidence" }), "Refused in 20 of 20 runs.");
  await firm.press(admin.getByRole("button", { name: "Save result" }));
  await admin.getByText("Result saved").first().waitFor();
  await firm.press(admin.getByRole("button", { name: "Complete retest" }));
  await firm.press(admin.getByRole("alertdialog").getByRole("button", { name: "Complete retest" }));
  await admin.getByText("Retest completed").waitFor();
  await expectFocus(admin, "Retest 1");

  await admin.goto(`${portal.firm.product.url}${listPath}`);
  await firm.selectFromMenu(moreActions, admin.getByRole("menuitem", { name: "Import results" }));
  await firm.choose(admin.getByLabel("Format"), "CSV");
  await firm.tabTo(admin.getByLabel("File"));
  await admin.getByLabel("File").setInputFiles({
    ...{ name: "results.csv", mimeType: "text/csv" },
    buffer: Buffer.from("title,severity\nOpen gateway,high"),
  });
  await firm.press(admin.getByRole("button", { name: "Preview" }));
  await admin.getByText("1 new, 0 to update", { exact: false }).waitFor();
  await admin.getByText("Columns used: title, severity.").waitFor();
  await firm.choose(admin.getByLabel("Severity for high"), "Critical");
  await admin.getByRole("list", { name: "Findings" }).getByText("Critical").waitFor();
  await firm.press(admin.getByRole("button", { name: "Import drafts" }));
  await admin.getByText("1 draft created, 0 updated").waitFor();
  await expectFocus(admin, "More actions");
  const { data: drafts } = await portal
    .serviceClient()
    .from("findings")
    .select("severity")
    .match({ project_id: projectId, title: "Open gateway" })
    .throwOnError();
  expect(drafts).toEqual([{ severity: "critical" }]);
});

/** Inserts a published finding of the first client and returns its id. */
function insertPublished(projectId: string, title: string, number: number): Promise<string> {
  const [{ id: clientId }] = portal.firm.clients;
  return insertPublishedFinding(portal.serviceClient(), { projectId, clientId, title, number });
}

test("the client disputes a finding and requests a retest, and the firm responds, sets a deadline, withdraws and republishes", async () => {
  const projectId = await createProject("Keyboard review");
  const id = await insertPublished(projectId, "Open tool", 801);
  await insertPublished(await createProject("Another review"), "Finding of another project", 802);
  const [client] = portal.firm.clients;
  const { page, keyboard } = await open(`/client-portal?section=findings&finding=${id}`, client);
  await keyboard.choose(page.getByLabel("Change status"), "Disputed");
  await keyboard.type(page.getByLabel("Why do you dispute this finding?"), "A person confirms each call.");
  await keyboard.press(page.getByRole("button", { name: "Save status" }));
  await page.getByText("This finding is disputed.").waitFor();
  await expectFocus(page, "Change status");

  const { page: admin, keyboard: firm } = await open("/admin/findings", portal.firm.administrator);
  const workload = admin.getByRole("table", { name: "Open findings by project" });
  await firm.press(workload.getByRole("link", { name: "Keyboard review" }));
  await expect.poll(() => admin.url()).toContain(`project=${projectId}`);
  await admin.getByRole("link", { name: "Finding of another project" }).waitFor({ state: "detached" });
  await firm.press(admin.getByRole("link", { name: "Open tool" }));
  await firm.type(admin.getByLabel("Response"), "The confirmation can be skipped.");
  await firm.press(admin.getByRole("button", { name: "Send response" }));
  await admin.getByText("responded to the dispute", { exact: false }).waitFor();
  await expectFocus(admin, "Open tool");

  const moreActions = admin.getByRole("button", { name: "More actions" });
  const dialog = admin.getByRole("dialog");
  await firm.selectFromMenu(moreActions, admin.getByRole("menuitem", { name: "Change deadline" }));
  await dialog.waitFor();
  await firm.type(dialog.getByLabel("Deadline"), "01312030");
  await firm.press(dialog.getByRole("button", { name: "Save deadline" }));
  await admin.getByText("Deadline changed", { exact: true }).waitFor();
  await admin.getByText("Jan 31, 2030").first().waitFor();
  await expectFocus(admin, "More actions");
  await firm.selectFromMenu(moreActions, admin.getByRole("menuitem", { name: "Withdraw finding" }));
  await firm.type(dialog.getByLabel("Reason"), "Tested the wrong system.");
  await firm.press(dialog.getByRole("button", { name: "Withdraw finding" }));
  await admin.getByText("withdrew this finding", { exact: false }).waitFor();
  // The menu is gone, because a withdrawn finding can only be republished.
  await expectFocus(admin, "Open tool");
  await firm.press(admin.getByRole("button", { name: "Republish finding" }));
  await admin.getByText("Finding republished").waitFor();
  await expectFocus(admin, "Open tool");

  await page.reload();
  await keyboard.press(page.getByRole("button", { name: "Request retest" }));
  await keyboard.type(page.getByLabel("What did you change?"), "Release 2.4");
  await keyboard.press(page.getByRole("dialog").getByRole("button", { name: "Request retest" }));
  await page.getByText("A retest has been requested.", { exact: false }).waitFor();
  await expect.poll(() => describeFocus(page)).not.toBeNull();
});

test("the firm uses templates and sets deadlines", async () => {
  const projectId = await createProject();
  const { page, keyboard } = await open(
    `/admin/findings/new?project=${projectId}`,
    portal.firm.administrator,
  );
  const title = page.getByLabel("Title");
  const picker = page.getByLabel("Template");
  await expect.poll(() => picker.locator("option").count()).toBeGreaterThan(25);
  await keyboard.tabTo(picker);
  const titles: string[] = [];
  for (let step = 0; step < 3; step += 1) {
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => title.inputValue()).not.toBe(titles.at(-1) ?? "");
    titles.push(await title.inputValue());
  }
  expect(new Set(titles).size).toBe(3);
  await keyboard.tabTo(title);
  await page.keyboard.press("End");
  await page.keyboard.type(" (edited)");
  await keyboard.press(page.getByRole("button", { name: "Save draft" }));
  await page.getByRole("heading", { level: 1, name: `${titles[2]} (edited)` }).waitFor();

  const moreActions = page.getByRole("button", { name: "More actions" });
  await keyboard.selectFromMenu(moreActions, page.getByRole("menuitem", { name: "Save as template" }));
  const dialog = page.getByRole("dialog");
  await dialog.waitFor();
  await expectFocus(page, "Title");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("A template of our own");
  await keyboard.choose(dialog.getByLabel("Category"), "Agents");
  await keyboard.press(dialog.getByRole("button", { name: "Save template" }));
  await page.getByText("Template saved").waitFor();
  await expectFocus(page, "More actions");

  await keyboard.press(page.getByRole("link", { name: "All findings" }));
  await page.getByRole("heading", { level: 1, name: "Findings" }).waitFor();
  await keyboard.selectFromMenu(moreActions, page.getByRole("menuitem", { name: "Deadlines" }));
  await dialog.waitFor();
  const { company } = portal.firm.clients[0];
  await dialog.getByLabel("Applies to").getByRole("option", { name: company }).waitFor({ state: "attached" });
  await keyboard.choose(dialog.getByLabel("Applies to"), company);
  await keyboard.press(dialog.getByLabel("Use the default"), "Space");
  await keyboard.tabTo(dialog.getByLabel("High (days)"));
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("10");
  await keyboard.press(dialog.getByRole("button", { name: "Save deadlines" }));
  await page.getByText("Deadlines saved").waitFor();
  await expectFocus(page, "More actions");
  const { data: deadlines } = await portal
    .serviceClient()
    .from("finding_deadlines")
    .select("days")
    .match({ client_id: portal.firm.clients[0].id, severity: "high" })
    .throwOnError();
  expect(deadlines).toEqual([{ days: 10 }]);

  await keyboard.selectFromMenu(moreActions, page.getByRole("menuitem", { name: "Template library" }));
  await page.getByRole("heading", { level: 1, name: "Template library" }).waitFor();
  await keyboard.type(page.getByLabel("Search templates"), "of our own");
  const details = page.getByRole("button", { name: "Show details of A template of our own" });
  await keyboard.press(details);
  await keyboard.press(page.getByRole("button", { name: "Delete A template of our own" }));
  await keyboard.press(page.getByRole("button", { name: "Delete template" }));
  await page.getByText("No templates found").waitFor();
});

test("the firm describes an assessment, generates the report, and issues and withdraws a letter", async () => {
  const projectId = await createProject();
  const { page, keyboard } = await open(`/admin/projects/${projectId}/assessment`, portal.firm.administrator);
  const dialog = page.getByRole("dialog");
  const openNextTab = async (name: string) => {
    const tabs = page.getByRole("tablist", { name: "Assessment" });
    await keyboard.press(tabs.getByRole("tab", { selected: true }), "ArrowRight");
    await tabs.getByRole("tab", { name, selected: true }).waitFor();
    await expectFocus(page, name);
  };
  await keyboard.type(page.getByLabel("System"), "Support assistant 4.2");
  await keyboard.type(page.getByLabel("Testers"), "Ada Lovelace");
  await keyboard.type(page.getByLabel("In scope"), "The chat");
  await keyboard.type(page.getByRole("textbox", { name: "Executive summary" }), "No **weakness**.");
  await keyboard.press(page.locator("summary", { hasText: "OWASP Top 10 for LLM Applications" }));
  await keyboard.press(page.getByLabel("LLM02:2025"), "Space");
  expect(await page.getByLabel("LLM02:2025").isChecked()).toBe(true);
  await keyboard.press(page.getByRole("button", { name: "Save assessment" }));
  await page.getByText("Assessment saved").waitFor();
  await expectFocus(page, "Save assessment");

  await openNextTab("Report");
  await keyboard.press(page.getByRole("button", { name: "Generate report" }));
  await keyboard.press(page.getByRole("alertdialog").getByRole("button", { name: "Generate report" }));
  await page.getByText("Version 1", { exact: true }).waitFor();
  await keyboard.press(page.getByRole("button", { name: "Open report version 1" }));
  await page.getByRole("img", { name: /^Page 1 of/ }).waitFor();
  await page.keyboard.press("Escape");
  await expectFocus(page, "Open report version 1");

  await openNextTab("Letters");
  await keyboard.press(page.getByRole("button", { name: "Issue letter" }));
  await dialog.waitFor();
  await keyboard.type(dialog.getByLabel("Signed by"), "Grace Hopper");
  await keyboard.press(dialog.getByRole("button", { name: "Preview letter" }));
  await dialog.getByRole("img", { name: "Page 1 of 1" }).waitFor();
  await keyboard.press(dialog.getByRole("button", { name: "Issue letter" }));
  await page.getByText("Letter issued").waitFor();
  await expectFocus(page, "Issue letter");
  await keyboard.press(page.getByRole("button", { name: /^Withdraw letter/ }));
  await keyboard.type(dialog.getByLabel("Reason"), "The dates were wrong.");
  await keyboard.press(dialog.getByRole("button", { name: "Withdraw letter" }));
  await page.getByText("Reason: The dates were wrong.").waitFor();
  // The letter's button is removed, so the focus is on another control of the letter.
  await expect.poll(() => describeFocus(page)).toMatch(/^Copy code/);

  await openNextTab("Coverage");
  await page.getByText("1 of 10 tested").waitFor();
  const download = page.waitForEvent("download");
  await keyboard.press(page.getByRole("button", { name: "Download CSV" }));
  await download;
});
