import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { extractText } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { insertPublishedFinding } from "#tests/support/records/published-finding.ts";

// Tests findings from the draft to the retest, as the firm and as the client.

const portal = setUpPortal();

const HOSTILE_TEXT =
  "<img src=x onerror=alert(1)> [link](javascript:alert(1)) ![pixel](https://evil.example/p.png) **bold**";

/** A code block with a line that is wider than a page. */
const LONG_LINE = `The request was:\n\n\`\`\`\nPOST /chat ${"x".repeat(180)}-LAST\n\`\`\``;

const WIDTHS = Object.values(VIEWPORTS).map(({ width }) => width);

async function createProject(name: string): Promise<string> {
  const { data } = await portal
    .serviceClient()
    .from("projects")
    .insert({ client_id: portal.firm.clients[0].id, project_name: name })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}

async function signInAsAdministrator(page: Page, path: string) {
  const { url } = portal.firm.product;
  const { email, password } = portal.firm.administrator;
  await page.goto(`${url}${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** The bottom of an element in px from the top of the window. */
async function findBottom(target: Locator): Promise<number> {
  const { y, height } = (await target.boundingBox()) ?? { y: Number.NaN, height: 0 };
  return y + height;
}

const getTitle = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

test("a finding is drafted, published, worked on, retested and closed", async () => {
  const [client] = portal.firm.clients;
  const projectName = "Red team";
  const projectId = await createProject(projectName);
  const firm = await portal.openPage({ reducedMotion: "reduce" });
  const admin = firm.page;

  await signInAsAdministrator(admin, "/admin/findings/new");
  await getTitle(admin, "New finding").waitFor();
  // The form and its button are visible before a project is selected.
  const saveButton = admin.getByRole("button", { name: "Save draft" });
  await saveButton.waitFor();
  for (const viewport of Object.values(VIEWPORTS)) {
    await admin.setViewportSize(viewport);
    await expect.poll(() => findBottom(saveButton)).toBeLessThanOrEqual(viewport.height);
  }
  await saveButton.click();
  await admin.getByText("Enter a title").waitFor();
  const project = admin.getByRole("combobox", { name: "Project" });
  await expectFocus(project);
  expect(await project.getAttribute("aria-invalid")).toBe("true");
  await admin.getByText("Select a project to attach files.").waitFor();
  await project.selectOption(projectId);
  await expect.poll(() => project.getAttribute("aria-invalid")).toBeNull();
  expect(await admin.getByText("Supports Markdown", { exact: true }).count()).toBe(1);
  await admin.getByLabel("Title").fill("Prompt injection by email");
  await admin.getByLabel("Severity", { exact: true }).selectOption("high");
  const description = admin.getByRole("textbox", { name: "Description" });
  await description.fill(HOSTILE_TEXT);
  const preview = admin.getByRole("tablist", { name: "Description" }).getByRole("tab", { name: "Preview" });
  await preview.click();
  await admin.getByText("[Image: pixel]").waitFor();
  // The label returns from the preview to the text area.
  await admin.getByText("Description", { exact: true }).click();
  await expectFocus(description);
  expect(await preview.getAttribute("aria-selected")).toBe("false");
  // So does an error.
  await description.fill("x".repeat(TEXT_LIMITS.section + 1));
  await preview.click();
  await saveButton.click();
  await expectFocus(description);
  await description.fill(HOSTILE_TEXT);
  await admin.getByLabel("CVSS 4.0 vector").fill("CVSS:4.0/AV:N");
  await admin.getByLabel("Search taxonomies").fill("LLM01");
  await admin.getByRole("button", { name: "Add LLM01:2025: Prompt Injection" }).click();
  await admin.getByRole("button", { name: "Remove LLM01:2025" }).waitFor();
  await admin.getByLabel("Upload files").setInputFiles({
    ...{ name: "trace.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n%%EOF\n") },
  });
  const attachment = admin.getByLabel("trace.pdf (internal)");
  await attachment.waitFor();
  expect(await attachment.isChecked()).toBe(true);
  await expectNoFaultsAtEachWidth(firm, "form");
  await admin.getByRole("button", { name: "Save draft" }).click();
  await admin.getByText("Enter all 11 CVSS 4.0 base metrics", { exact: false }).waitFor();
  await admin
    .getByLabel("CVSS 4.0 vector")
    .fill("CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:N/VA:N/SC:N/SI:N/SA:N");
  await admin.getByRole("button", { name: "Save draft" }).click();
  await getTitle(admin, "Prompt injection by email").waitFor();
  await admin.getByText("8.7", { exact: true }).waitFor();
  await expectNoFaultsAtEachWidth(firm, "draft");

  const customer = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = customer;
  await portal.signIn(page, client, `findings&project=${projectId}`);
  await getTitle(page, "Findings").waitFor();
  expect(await page.getByText("Prompt injection by email").count()).toBe(0);

  const publish = admin.getByRole("button", { name: "Publish finding" });
  await publish.click();
  const dialog = admin.getByRole("dialog", { name: "Publish finding" });
  await dialog.getByText("Impact, Recommendation, Evidence, and Steps to reproduce are empty.").waitFor();
  await dialog.getByText("Deadline", { exact: true }).waitFor();
  const text = (await dialog.innerText()).replace(/\s+/g, " ");
  expect(text).toContain("Title Prompt injection by email Severity High");
  expect(text).toContain(`${client.company} ${projectName}`);
  expect(await firm.accessibilityViolations(), "publish dialog").toEqual([]);
  await admin.keyboard.press("Escape");
  await expectFocus(publish);
  expect(await getDeadline(projectId)).toBeNull();
  await publish.click();
  const [, shownDeadline] = /Deadline (\w{3} \d+, \d{4})/.exec(text) ?? [];
  await dialog.getByRole("button", { name: "Publish finding" }).click();
  await admin.getByText("Finding published").waitFor();
  await expectFocus(getTitle(admin, "Prompt injection by email"));
  // The database sets the deadline that the dialog showed.
  expect(formatDate(parseCalendarDate(await getDeadline(projectId)))).toBe(shownDeadline);
  await page.reload();
  await page.getByRole("link", { name: "Prompt injection by email" }).first().waitFor();
  await page.getByRole("heading", { name: "Open findings" }).waitFor();
  await expectNoFaultsAtEachWidth(customer, "list");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Export SARIF (security tools)" }).click();
  const sarif = JSON.parse(await readFile(await (await download).path(), "utf8"));
  expect(sarif.runs[0].results.map((result: { message: object }) => result.message)).toContainEqual({
    text: expect.stringContaining("Prompt injection by email"),
  });
  await page.getByRole("link", { name: "Prompt injection by email" }).first().click();
  await getTitle(page, "Prompt injection by email").waitFor();
  await page.getByRole("link", { name: "Add a comment" }).click();
  expect(page.url()).toMatch(/&finding=.+#finding-comments$/);
  await page.getByText("<img src=x onerror=alert(1)>", { exact: false }).waitFor();
  await page.getByText("trace.pdf").first().waitFor();
  expect(await page.getByRole("link", { name: "link", exact: true }).count()).toBe(0);
  expect(await page.locator("main img").count()).toBe(0);
  await expectNoFaultsAtEachWidth(customer, "finding");

  await page.getByLabel("Change status").selectOption("ready_for_retest");
  await page.getByRole("button", { name: "Save status" }).click();
  await page.getByText("Status changed from Open to Ready for retest").waitFor();
  await page.getByLabel("Planned fix date").fill("2030-01-31");
  await page.getByRole("button", { name: "Save plan" }).click();
  await page.getByText("Fix planned for Jan 31, 2030").waitFor();
  await page.getByLabel("Comment", { exact: true }).fill("We rolled out a filter.");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.getByText("We rolled out a filter.").waitFor();
  const findingUrl = page.url();
  await page.getByRole("link", { name: "All findings" }).click();
  await page.getByRole("button", { name: "Request retest" }).click();
  await expectNoFaultsAtEachWidth(customer, "retest dialog");
  await page.getByRole("dialog").getByRole("button", { name: "Request retest" }).click();
  await page.getByText("Retest requested", { exact: true }).first().waitFor();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Findings" }));
  await page.locator("[data-findings]").getByText("Retest requested", { exact: true }).waitFor();
  expect(await findLayoutFaults(page, WIDTHS), "client's list").toEqual([]);
  await page.setViewportSize(VIEWPORTS.desktop);
  await page.goto(findingUrl);
  await page.getByText("A retest has been requested.", { exact: false }).waitFor();

  await admin.goto(`${portal.firm.product.url}/admin/findings?project=${projectId}`);
  await admin.getByRole("link", { name: `${projectName}, retest 1` }).waitFor();
  await admin.getByText("Retest requested", { exact: true }).first().waitFor();
  await expectNoFaultsAtEachWidth(firm, "admin list");
  const commentsUrl = /\/rest\/v1\/finding_comments\?.*finding_id=eq\./;
  firm.allowConsoleMessage(/Failed to load resource|Request failed/);
  await admin.route(commentsUrl, (route) => route.abort());
  await admin.getByRole("link", { name: "Prompt injection by email" }).click();
  await admin.getByText("We couldn't load the comments.").waitFor();
  expect(await admin.getByLabel("Comment", { exact: true }).count(), "without recipients").toBe(0);
  await admin.unroute(commentsUrl);
  await admin.getByRole("region", { name: "Comments" }).getByRole("button", { name: "Retry" }).click();
  // The client commented.
  await admin.getByText(/^Visible to the client\. We'll email .+\.$/).waitFor();
  const waitingComment = admin.getByRole("link", { name: /^Findings.*1 comment/, includeHidden: true });
  await waitingComment.first().waitFor({ state: "attached" });
  await admin.getByLabel("Comment", { exact: true }).fill("Thanks. We'll test it.");
  await admin.getByRole("button", { name: "Add comment" }).click();
  await admin.getByText("Thanks. We'll test it.").waitFor();
  await waitingComment.first().waitFor({ state: "detached" });
  await admin.getByRole("link", { name: "Open retest" }).click();
  await admin.getByRole("button", { name: "Start retest" }).click();
  await admin.getByLabel("Result").selectOption("fixed");
  await admin.getByRole("textbox", { name: "Evidence" }).fill("The assistant refuses in 20 of 20 runs.");
  await admin.getByRole("button", { name: "Save result" }).click();
  await admin.getByText("Result saved").first().waitFor();
  await expectNoFaultsAtEachWidth(firm, "retest");
  const complete = admin.getByRole("main").getByRole("button", { name: "Complete retest" });
  await admin.getByLabel("Result").selectOption("not_fixed");
  await admin.getByText("Save your changes to 1 result first").waitFor();
  expect(await complete.isDisabled(), "with unsaved changes").toBe(true);
  await admin.getByLabel("Result").selectOption("fixed");
  await complete.click();
  const question = admin.getByRole("alertdialog", { name: /^Complete this retest and show 1 result to / });
  await question
    .getByRole("listitem")
    .filter({ hasText: "Prompt injection by email" })
    .getByText("Fixed")
    .waitFor();
  await expectNoFaultsAtEachWidth(firm, "confirmation of the retest");
  await question.getByRole("button", { name: "Cancel" }).click();
  await complete.click();
  await question.getByRole("button", { name: "Complete retest" }).click();
  await admin.getByText("Retest completed").waitFor();

  await page.reload();
  await page.getByText("A retest confirmed that this is fixed.").waitFor();
  await page.getByText("The assistant refuses in 20 of 20 runs.").waitFor();
  await expectNoFaultsAtEachWidth(customer, "fixed finding");
});

test("the client's list starts above the fold on phones, and its filters and chart fit", async () => {
  const projectId = await createProject("Phone review");
  await insertPublished(projectId, "Prompt injection by email", 894);
  const session = await portal.openPage({ viewport: VIEWPORTS.phone, reducedMotion: "reduce" });
  const { page } = session;
  await portal.signIn(page, portal.firm.clients[0], `findings&project=${projectId}`);
  const link = page.getByRole("link", { name: "Prompt injection by email" }).first();
  await link.waitFor();
  await page.getByRole("heading", { name: "Open findings" }).waitFor();
  expect((await link.boundingBox())?.y).toBeLessThan(450);
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabel("Status").selectOption("overdue");
  await page.getByText("No findings match").waitFor();
  expect(page.url()).toContain("state=overdue");
  await page.getByRole("button", { name: "Filters (2)" }).waitFor();
  await page.getByRole("button", { name: "Show chart" }).click();
  await page.getByText("Show as a table").waitFor();
  expect(await session.accessibilityViolations(), "filters and chart").toEqual([]);
  expect(await findLayoutFaults(page, [320, 390])).toEqual([]);
  await page.setViewportSize(VIEWPORTS.phone);
  await page.getByLabel("Status").selectOption("");
  await link.waitFor();
  // The whole card opens the finding.
  const card = page.getByRole("listitem").filter({ has: link });
  const { width, height } = (await card.boundingBox()) ?? { width: 0, height: 0 };
  await card.click({ position: { x: width - 6, y: height - 6 } });
  await getTitle(page, "Prompt injection by email").waitFor();
});

/** The deadline of the only finding of a project. */
async function getDeadline(projectId: string): Promise<string | null> {
  const { data } = await portal
    .serviceClient()
    .from("findings")
    .select("due_on")
    .eq("project_id", projectId)
    .single()
    .throwOnError();
  return data.due_on;
}

/** Inserts a published finding of the first client and returns its id. */
function insertPublished(projectId: string, title: string, number: number): Promise<string> {
  const [{ id: clientId }] = portal.firm.clients;
  return insertPublishedFinding(portal.serviceClient(), { projectId, clientId, title, number });
}

test("a finding that is ready for a retest starts with the button that requests it", async () => {
  const id = await insertPublished(await createProject("Tool review"), "Open tool", 899);
  const { page } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[0], `findings&finding=${id}`);
  const request = page.getByRole("button", { name: "Request retest" });
  const status = page.getByRole("heading", { name: "Status" });
  const isAboveStatus = async () =>
    ((await request.boundingBox())?.y ?? Number.NaN) < ((await status.boundingBox())?.y ?? Number.NaN);
  await request.waitFor();
  expect(await isAboveStatus()).toBe(false);
  // The dialog keeps its text when the button moves.
  const refetch = Promise.withResolvers<void>();
  await page.route(/\/rest\/v1\/findings\?.*id=eq\./, async (route) => {
    await refetch.promise;
    await route.continue();
  });
  await page.getByLabel("Change status").selectOption("ready_for_retest");
  await page.getByRole("button", { name: "Save status" }).click();
  await page.getByText("Status changed to Ready for retest").waitFor();
  await request.click();
  const note = page.getByLabel("What did you change?");
  await note.fill("Release 2.4");
  refetch.resolve();
  await page.unrouteAll({ behavior: "wait" });
  await page.getByText("Ready for retest", { exact: true }).first().waitFor();
  expect(await note.inputValue()).toBe("Release 2.4");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect.poll(isAboveStatus).toBe(true);
  await request.click();
  await note.fill("Release 2.4");
  await page.getByRole("dialog").getByRole("button", { name: "Request retest" }).click();
  await page.getByText("A retest has been requested.", { exact: false }).waitFor();
  expect(await request.count()).toBe(0);
  expect(await page.getByText("Ready for retest", { exact: true }).count()).toBe(0);
  await page.getByRole("button", { name: "Withdraw request" }).click();
  await page.getByText("Request withdrawn").waitFor();
  await expect.poll(isAboveStatus).toBe(true);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await page.getByText("A retest has been requested.", { exact: false }).waitFor();
  await page.getByRole("button", { name: "Withdraw request" }).waitFor();
  await expectFocus(page.getByRole("region", { name: "Status" }));
  const { data: rounds } = await portal
    .serviceClient()
    .from("retest_rounds")
    .select("status, note, retest_findings!inner(finding_id)")
    .eq("retest_findings.finding_id", id)
    .order("number")
    .throwOnError();
  const covered = { note: "Release 2.4", retest_findings: [{ finding_id: id }] };
  expect(rounds).toEqual([
    { status: "canceled", ...covered },
    { status: "requested", ...covered },
  ]);
});

test("the withdrawal of a retest of several findings has to be confirmed, and can be undone", async () => {
  const projectId = await createProject("Two fixes");
  const ids = [
    await insertPublished(projectId, "First fix", 895),
    await insertPublished(projectId, "Second fix", 896),
  ];
  const service = portal.serviceClient();
  const { data: round } = await service
    .from("retest_rounds")
    .insert({
      ...{ project_id: projectId, client_id: portal.firm.clients[0].id },
      ...{ number: 1, requester_role: "client" },
    })
    .select("id")
    .single()
    .throwOnError();
  await service
    .from("retest_findings")
    .insert(ids.map((finding_id) => ({ round_id: round.id, project_id: projectId, finding_id })))
    .throwOnError();
  const { page } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[0], `findings&finding=${ids[0]}`);
  const withdraw = page.getByRole("button", { name: "Withdraw request" });
  await withdraw.click();
  const question = page.getByRole("alertdialog");
  await question
    .getByText("Withdraw the retest request for 2 findings? None of them will be retested.")
    .waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  await withdraw.click();
  await question.getByRole("button", { name: "Withdraw request" }).click();
  await page.getByText("Request withdrawn").waitFor();
  await expect.poll(() => withdraw.count()).toBe(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await withdraw.waitFor();
  const { data: active } = await service
    .from("retest_findings")
    .select("finding_id")
    .eq("project_id", projectId)
    .eq("is_active", true)
    .throwOnError();
  expect(active.map(({ finding_id }) => finding_id).toSorted()).toEqual(ids.toSorted());
});

test("an open finding is fixed step by step, and Undo is offered only for the last change", async () => {
  const id = await insertPublished(await createProject("Step review"), "Open step", 897);
  const { page } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[0], `findings&finding=${id}`);
  const undo = page.getByRole("button", { name: "Undo" });
  await page.getByRole("button", { name: "Start fixing" }).click();
  await undo.press("Enter");
  await page.getByText("Status changed to Open", { exact: true }).waitFor();
  await expectFocus(page.getByRole("button", { name: "Start fixing" }));
  await page.getByRole("button", { name: "Start fixing" }).click();
  await page.getByRole("button", { name: "Mark ready for retest" }).click();
  await page.getByText("Marked as ready for retest").waitFor();
  expect(await undo.count()).toBe(1);
  await page.getByRole("button", { name: "Request retest" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Request retest" }).click();
  await page.getByText("A retest has been requested.", { exact: false }).waitFor();
  expect(await undo.count()).toBe(0);
});

test("a finding in progress is marked as ready for a retest in one step, also on phones, and back", async () => {
  const id = await insertPublished(await createProject("Prompt review"), "Tool in progress", 898);
  await portal
    .serviceClient()
    .from("findings")
    .update({ remediation_status: "in_progress" })
    .eq("id", id)
    .throwOnError();
  const session = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = session;
  await portal.signIn(page, portal.firm.clients[0], `findings&finding=${id}`);
  const markReady = page.getByRole("button", { name: "Mark ready for retest" });
  const request = page.getByRole("button", { name: "Request retest" });
  await markReady.click();
  await page.getByText("Marked as ready for retest").waitFor();
  await expect.poll(() => request.count()).toBe(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await markReady.waitFor();

  await page.setViewportSize(VIEWPORTS.phone);
  const bar = page.getByRole("region", { name: "Next step" });
  await bar.getByText("In progress").waitFor();
  expect(await session.accessibilityViolations(), "bar").toEqual([]);
  // Neither the focused field nor the end of the page is behind the bar.
  await page.setViewportSize({ width: 390, height: 664 });
  const { y: barTop = 0 } = (await bar.boundingBox()) ?? {};
  const comment = page.getByRole("textbox", { name: "Comment" });
  for (const top of [460, 500, 540]) {
    await comment.evaluate((field, offset) => {
      field.blur();
      window.scrollBy({ top: field.getBoundingClientRect().top - offset, behavior: "instant" });
      field.focus();
    }, top);
    expect(await findBottom(comment), `from ${top} px`).toBeLessThanOrEqual(barTop);
  }
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: "instant" }));
  expect(await findBottom(page.getByRole("region", { name: "History" }))).toBeLessThanOrEqual(barTop);
  await bar.getByRole("button", { name: "Mark ready for retest" }).click();
  await bar.getByRole("button", { name: "Request retest" }).click();
  await page.getByRole("dialog", { name: "Request retest" }).waitFor();
});

/** Expects an error of the field, and the focus in it. */
async function expectFieldError(page: Page, label: string, message: string): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  await expectFocus(field);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await page.getByText(message, { exact: true }).waitFor();
}

test("keeps a comment that was not sent, until it is sent", async () => {
  const projectId = await createProject("Draft review");
  const id = await insertPublished(projectId, "Verbose errors", 891);
  const otherId = await insertPublished(projectId, "Long sessions", 892);
  const { page } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[0], `findings&finding=${id}`);
  const comment = page.getByLabel("Comment", { exact: true });
  const open = async (title: string) => {
    await page.getByRole("link", { name: "All findings" }).click();
    await page.getByRole("link", { name: title }).first().click();
    await getTitle(page, title).waitFor();
  };
  await comment.fill("Fixed in release 4.2, except");
  await open("Long sessions");
  expect(page.url()).toContain(otherId);
  expect(await comment.inputValue(), "of another finding").toBe("");
  await page.getByRole("button", { name: "Add comment" }).click();
  await expectFieldError(page, "Comment", "Enter a comment");
  await open("Verbose errors");
  expect(await comment.inputValue()).toBe("Fixed in release 4.2, except");
  await comment.fill("Fixed in release 4.2.");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page.getByRole("listitem").getByText("Fixed in release 4.2.").waitFor();
  await open("Long sessions");
  await open("Verbose errors");
  expect(await comment.inputValue(), "after sending").toBe("");
});

test("two people accept a risk, and a dispute gets an answer", async () => {
  const [client] = portal.firm.clients;
  const projectId = await createProject("Agent review");
  const service = portal.serviceClient();
  const findingId = await insertPublished(projectId, "Unconfirmed payments", 900);
  const { data: account } = await service.auth.admin.createUser({
    ...{ email: "second-owner@client.example", password: client.password, email_confirm: true },
    app_metadata: { role: "client" },
  });
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, client, `findings&finding=${findingId}`);
  await page.getByText("You're the only owner", { exact: false }).waitFor();
  expect(await page.getByRole("button", { name: "Request risk acceptance" }).count()).toBe(0);
  await page.getByRole("link", { name: "Invite another owner" }).click();
  await page.getByRole("tab", { name: "People", selected: true }).waitFor();

  const secondOwner = { client_id: client.id, user_id: account.user?.id ?? "" };
  await service
    .from("client_members")
    .insert({ ...secondOwner, role: "owner", name: "Second Owner" })
    .throwOnError();
  await page.goBack();
  await page.reload();
  await page.getByRole("button", { name: "Request risk acceptance" }).click();
  const sendRequest = page.getByRole("button", { name: "Send request" });
  await sendRequest.click();
  await expectFieldError(page, "Reason", "Enter a reason");
  await page.getByText("Choose a date", { exact: true }).waitFor();
  await page.getByLabel("Reason").fill("Amounts are limited to $100.");
  await page.getByLabel("Accepted until").fill("2020-01-31");
  await sendRequest.click();
  await expectFieldError(page, "Accepted until", "Choose a date between tomorrow and a year from now.");
  expect(await session.accessibilityViolations(), "risk acceptance").toEqual([]);
  const tomorrow = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
  await page.getByLabel("Accepted until").fill(tomorrow);
  await sendRequest.click();
  await page.getByText("Risk acceptance requested").waitFor();
  await page.getByText("Waiting for approval").waitFor();
  await page.getByText("Another owner must approve this request.").waitFor();
  expect(await page.getByRole("button", { name: "Approve request" }).count()).toBe(0);

  const second = await portal.openPage();
  await portal.signIn(
    second.page,
    { email: "second-owner@client.example", password: client.password },
    `findings&finding=${findingId}`,
  );
  await second.page.getByRole("button", { name: "Approve request" }).waitFor();
  expect(await second.page.getByRole("button", { name: "Withdraw request" }).count()).toBe(0);
  await second.page.getByRole("button", { name: "Reject request" }).click();
  await expectFieldError(second.page, "Note", "Enter a reason");
  await second.page.getByRole("button", { name: "Approve request" }).click();
  await second.page.getByText("Risk accepted until", { exact: false }).first().waitFor();
  await second.page.getByRole("button", { name: "Revoke acceptance" }).click();
  await second.page.getByText("Acceptance revoked", { exact: true }).waitFor();

  await second.page.getByLabel("Change status").selectOption("disputed");
  await second.page.getByRole("button", { name: "Save status" }).click();
  await expectFieldError(second.page, "Why do you dispute this finding?", "Enter a reason");
  await second.page.getByLabel("Why do you dispute this finding?").fill("A person confirms each payment.");
  await second.page.getByRole("button", { name: "Save status" }).click();
  await second.page.getByText("This finding is disputed.").waitFor();
  const firm = await portal.openPage();
  await signInAsAdministrator(firm.page, `/admin/findings/${findingId}`);
  await firm.page.getByRole("button", { name: "Send response" }).click();
  await firm.page.getByText("Enter a response").waitFor();
  await firm.page.getByRole("textbox", { name: "Response" }).fill("The confirmation can be skipped.");
  expect(await firm.accessibilityViolations(), "dispute").toEqual([]);
  await firm.page.getByRole("button", { name: "Send response" }).click();
  await firm.page.getByText("responded to the dispute", { exact: false }).waitFor();
});

test("administrators set deadlines, import results, publish drafts and keep templates", async () => {
  const [client] = portal.firm.clients;
  const projectId = await createProject("Scan of the gateway");
  const session = await portal.openPage();
  const { page } = session;
  await signInAsAdministrator(page, `/admin/findings?project=${projectId}`);
  const dialog = page.getByRole("dialog");
  const openMenu = async (entry: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: entry }).click();
  };

  await openMenu("Deadlines");
  await dialog.getByLabel("Applies to").selectOption(client.id);
  await dialog.getByLabel("Use the default").uncheck();
  await dialog.getByLabel("High (days)").fill("10");
  expect(await session.accessibilityViolations(), "deadlines").toEqual([]);
  await dialog.getByRole("button", { name: "Save deadlines" }).click();
  await page.getByText("Deadlines saved").waitFor();

  await openMenu("Import results");
  await dialog.getByLabel("Format").selectOption("csv");
  await dialog.getByLabel("File").setInputFiles({
    ...{ name: "results.csv", mimeType: "text/csv" },
    buffer: Buffer.from("title,severity,asset\nOpen gateway,high,Gateway\nVerbose errors,low,Gateway"),
  });
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("2 new, 0 to update, 0 already published.", { exact: false }).waitFor();
  expect(await session.accessibilityViolations(), "import").toEqual([]);
  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download full list (CSV)" }).click();
  expect(await readFile(await (await download).path(), "utf8")).toContain('"New draft","","Verbose errors"');
  await dialog.getByRole("button", { name: "Import drafts" }).click();
  await page.getByText("2 drafts created, 0 updated").waitFor();

  await page.getByRole("button", { name: /^Publish \d+ drafts?$/ }).click();
  await dialog.getByLabel("Verbose errors").uncheck();
  await dialog.getByRole("button", { name: "Publish 1 finding" }).click();
  await page.getByText("1 finding published").waitFor();
  const { data: published } = await portal
    .serviceClient()
    .from("findings")
    .select("key, published_on, due_on, state")
    .eq("project_id", projectId)
    .order("title")
    .throwOnError();
  expect(published).toMatchObject([
    { key: expect.stringMatching(/^WL-\d\d-001$/), state: "open" },
    { key: "", state: "draft" },
  ]);
  const [open] = published;
  expect(Date.parse(open?.due_on ?? "") - Date.parse(open?.published_on ?? "")).toBe(10 * 86_400_000);

  await page.getByRole("link", { name: "Verbose errors" }).click();
  await getTitle(page, "Verbose errors").waitFor();
  await openMenu("Save as template");
  await dialog.getByLabel("Title").fill("Verbose error messages of a gateway");
  await dialog.getByRole("button", { name: "Save template" }).click();
  await page.getByText("Template saved").waitFor();
  await page.goto(`${portal.firm.product.url}/admin/findings/templates`);
  await page.getByLabel("Search templates").fill("of a gateway");
  await page.getByText("Added by your team", { exact: false }).waitFor();
  expect(await session.accessibilityViolations(), "templates").toEqual([]);
  await page.getByRole("button", { name: "Delete Verbose error messages of a gateway" }).click();
  await page.getByRole("button", { name: "Delete template" }).click();
  await page.getByText("No templates found").waitFor();
});

/** Inserts what was tested in a project, with a published finding, and three letters of attestation. */
async function createAssessedProject(name: string, number: number) {
  const [client] = portal.firm.clients;
  const projectId = await createProject(name);
  const service = portal.serviceClient();
  const ofProject = { project_id: projectId, client_id: client.id };
  const key = `WL-98-${number}`;
  const { data: finding } = await service
    .from("findings")
    .insert({
      ...ofProject,
      title: "System prompt leak",
      severity: "high",
      found_on: "2026-11-20",
      description: LONG_LINE,
    })
    .select("id")
    .single()
    .throwOnError();
  const ofRisk = { taxonomy: "owasp-llm", version: "2025" };
  await service
    .from("finding_mappings")
    .insert({ finding_id: finding.id, ...ofRisk, entry_id: "LLM07:2025", name: "System Prompt Leakage" })
    .throwOnError();
  await service
    .from("findings")
    .update({ publication_status: "published", published_on: "2026-11-20", number, key })
    .eq("id", finding.id)
    .throwOnError();
  const ofControl = { taxonomy: "iso-42001", version: "2023" };
  await service
    .from("tested_entries")
    .insert([
      { ...ofProject, ...ofRisk, entry_id: "LLM01:2025" },
      { ...ofProject, ...ofControl, entry_id: "A.6.2.4" },
      { ...ofProject, ...ofControl, entry_id: "A.7.4" },
    ])
    .throwOnError();
  const { data: document } = await service
    .from("documents")
    .insert({
      client_id: client.id,
      ...{ name: `Report WL-${number}.pdf`, category: "report" },
      ...{ file_size: 90_000, mime_type: "application/pdf", scan_status: "clear" },
    })
    .select("id")
    .single()
    .throwOnError();
  const buildLetter = (suffix: string) => ({
    ...{ ...ofProject, code: `7K2M-9QXT-${number}0-${suffix}`, content: {}, sha256: "0".repeat(64) },
    ...{ withdrawal_reason: "", document_id: null },
    ...{ status: "superseded" as const, issued_on: "2026-10-01", ended_on: "2026-11-01" },
  });
  await service
    .from("attestation_letters")
    .insert([
      {
        ...buildLetter("WZ3A"),
        status: "withdrawn" as const,
        withdrawal_reason: "A wrong system was named.",
      },
      buildLetter("WZ3B"),
      { ...buildLetter("WZ3C"), status: "valid" as const, ended_on: null, document_id: document.id },
    ])
    .throwOnError();
  return { projectId, findingId: finding.id, key };
}

describe.each(Object.entries(VIEWPORTS))("reports on %s", (name, viewport) => {
  const number = 900 + Object.keys(VIEWPORTS).indexOf(name);
  const code = `7K2M-9QXT-${number}0-WZ3C`;
  let project: Awaited<ReturnType<typeof createAssessedProject>>;
  beforeAll(async () => {
    project = await createAssessedProject(`Assessment on ${name}`, number);
  });

  test("shows what was tested of each framework, and downloads it as CSV", async () => {
    const session = await portal.openPage({ viewport });
    const { page } = session;
    await portal.signIn(page, portal.firm.clients[0], `findings&project=${project.projectId}`);
    await page.getByRole("link", { name: "Control coverage" }).click();
    await getTitle(page, "Control coverage").waitFor();
    await page.getByText("2 of 10 tested · 1 with open findings").waitFor();
    await page.getByText("Tested, no findings").waitFor();
    await page.getByRole("link", { name: `${project.key} System prompt leak` }).waitFor();
    expect(await session.accessibilityViolations(), "risks").toEqual([]);
    expect(await findLayoutFaults(page, [320, 390, 768, 1024, 1366])).toEqual([]);
    await page.setViewportSize(viewport);

    await page.getByLabel("Framework").selectOption({ label: "ISO/IEC 42001 Annex A (2023)" });
    await page.getByText("2 of 38 tested · no open findings").waitFor();
    await page.getByText("A.6: AI system life cycle").waitFor();
    expect(await page.getByText("Not tested", { exact: true }).count()).toBe(0);
    expect(await session.accessibilityViolations(), "controls").toEqual([]);
    await page.getByLabel("Show tested only").uncheck();
    expect(await page.getByText("Not tested", { exact: true }).count()).toBe(36);
    await expect.poll(() => page.url()).toContain("framework=iso-42001");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download CSV" }).click();
    expect(await readFile(await (await download).path(), "utf8")).toContain(
      `"LLM07:2025","System Prompt Leakage","Yes","Open findings","${project.key} (Open)"`,
    );

    await page.getByLabel("Framework").selectOption({ label: "NIST AI RMF (1.0), not tested" });
    await page.getByText("0 of 11 listed items tested · no open findings").waitFor();
    await page.getByText("This list includes 11 of the framework's 72 subcategories.").waitFor();
    await page.getByLabel("Framework").selectOption({ label: "OWASP Top 10 for LLM Applications (2025)" });
    await page.getByRole("link", { name: `${project.key} System prompt leak` }).click();
    await getTitle(page, "System prompt leak").waitFor();
  });

  test("lists letters of attestation with their status and verification code", async () => {
    const session = await portal.openPage({ viewport });
    const { page } = session;
    await portal.signIn(page, portal.firm.clients[0], "findings");
    await page.getByRole("link", { name: "Letters", exact: true }).click();
    await getTitle(page, "Letters of attestation").waitFor();
    const card = page.getByRole("main");
    const letters = card.getByRole("listitem").filter({ hasText: `Assessment on ${name}` });
    await letters
      .filter({ hasText: "Reason: A wrong system was named." })
      .getByText("Withdrawn Nov 1, 2026")
      .waitFor();
    await letters.getByText("Superseded Nov 1, 2026").waitFor();
    await letters.getByText("Valid", { exact: true }).waitFor();
    await letters.getByRole("button", { name: `Download Report WL-${number}.pdf` }).waitFor();
    const href = await card.getByRole("link", { name: `Verify letter ${code}` }).getAttribute("href");
    expect(href).toBe(`${portal.firm.product.url}/verify?code=${code}`);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await card.getByRole("button", { name: `Copy code ${code}` }).click();
    await page.getByText("Verification code copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code);
    expect(await session.accessibilityViolations(), "letters").toEqual([]);
    expect(await findLayoutFaults(page, [320, 390, 768, 1024, 1366])).toEqual([]);
    await card.getByRole("link", { name: "in Documents" }).click();
    await getTitle(page, "Document Library").waitFor();
  });

  test("prints the list, the coverage and a finding without controls", async () => {
    const { page } = await portal.openPage({ viewport });
    await portal.signIn(page, portal.firm.clients[0], "findings");
    await getTitle(page, "Findings").waitFor();
    const { url } = portal.firm.product;
    for (const { query, text } of [
      { query: `project=${project.projectId}`, text: project.key },
      { query: `view=coverage&project=${project.projectId}&framework=owasp-llm`, text: "LLM10:2025" },
      { query: `finding=${project.findingId}`, text: "-LAST" },
    ]) {
      await page.goto(`${url}/client-portal?section=findings&${query}`);
      await page.getByText(text).first().waitFor();
      await page.emulateMedia({ media: "print" });
      expect(await page.locator(":is(select, input, textarea, nav):visible").count()).toBe(0);
      const printed = await extractText(new Uint8Array(await page.pdf({ format: "A4" })), {
        mergePages: true,
      });
      expect(printed.text.replaceAll("\n", "")).toContain(text);
      expect(printed.text).not.toMatch(/Logout|Download CSV|Change status|Add comment/);
      await page.emulateMedia({ media: "screen" });
    }
  });
});
