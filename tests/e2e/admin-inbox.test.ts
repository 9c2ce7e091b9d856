import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";

// Tests the inbox, from a visitor's inquiry to its conversion to a client.

let area: AdminArea;
let session: BrowserSession;

beforeAll(async () => {
  area = await startAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  expect(messages).toEqual([]);
});

async function signInAt(path: string, options = {}) {
  const opened = await area.signInAt(path, options);
  session = opened.session;
  return opened.page;
}

async function insertInquiry(company: string, hoursAgo = 0): Promise<string> {
  const email = `grace@${company.toLowerCase()}.example`;
  const { error } = await area
    .serviceClient()
    .from("contact_inquiries")
    .insert({
      reference: `R-${company}`,
      name: "Grace Hall",
      email,
      company,
      service_interest: "General Inquiry",
      message: "Please call me back about our assistant.",
      created_at: new Date(Date.now() - hoursAgo * 3_600_000).toISOString(),
    });
  if (error) {
    throw new Error(error.message);
  }
  return email;
}

/** Opens a new inquiry on its page. Failed requests are expected. */
async function openNewInquiry(company: string) {
  await insertInquiry(company);
  const page = await signInAt(`/admin/inbox?search=${company}`);
  session.allowConsoleMessage(/Failed to load resource|Request failed/);
  await page.getByRole("link", { name: company, exact: true }).click();
  return page;
}

async function readNotes(company: string): Promise<string | undefined> {
  const { data } = await area
    .serviceClient()
    .from("contact_inquiries")
    .select("notes")
    .eq("reference", `R-${company}`)
    .single();
  return data?.notes;
}

test("lists the oldest inquiry first with its reply deadline, and sends a reply", async () => {
  await insertInquiry("Fresh");
  const email = await insertInquiry("Waited", 30);
  const page = await signInAt("/admin/dashboard");
  await page.getByRole("link", { name: /^Inbox.*2 awaiting reply/ }).waitFor();
  const items = page.getByRole("region", { name: "Needs attention" }).getByRole("listitem");
  expect(await items.first().textContent()).toMatch(/^Waited.*Overdue by 6 hours$/);
  await items.first().getByRole("link").click();
  await page.getByText("Inquiry R-Waited").getByText("Overdue by 6 hours").waitFor();
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await page.getByRole("row").nth(1).getByText("Waited").waitFor();
  await page.getByRole("link", { name: "Waited", exact: true }).click();
  await page.getByText("Please call me back about our assistant.").waitFor();
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Write a reply").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByLabel("Reply by email").fill("We will call you at ten.");
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Reply to Grace Hall sent").waitFor();
  await expect.poll(async () => (await area.emailsTo(email))[0] ?? "").toContain("We will call you at ten.");
  const reply = page.getByRole("region", { name: "Sent reply" });
  await reply.getByText("We will call you at ten.").waitFor();
  expect(await page.getByRole("button", { name: "Send reply" }).count(), "form after a reply").toBe(0);
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("button", { name: "Write another reply" }).click();
  await expectFocus(page.getByLabel("Reply by email"));
  await page.getByLabel("Reply by email").fill("Make that eleven.");
  await page.getByRole("button", { name: "Send reply" }).click();
  await reply.getByText("Make that eleven.").waitFor();
  expect(await reply.count()).toBe(2);
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await page.getByText("1 inquiry", { exact: true }).waitFor();
  await page.getByLabel("Filter by status").selectOption("replied");
  await page.getByRole("row", { name: /Waited/ }).waitFor();
});

test("shows that an inquiry was replied to before replies were stored", async () => {
  await insertInquiry("Earlier");
  await area
    .serviceClient()
    .from("contact_inquiries")
    .update({ status: "replied", replied_at: new Date().toISOString() })
    .eq("reference", "R-Earlier")
    .throwOnError();
  const page = await signInAt("/admin/inbox?search=Earlier&status=replied");
  await page.getByRole("link", { name: "Earlier", exact: true }).click();
  await page.getByText(/^Replied .+\. The text wasn't stored\.$/).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("button", { name: "Write another reply" }).click();
  await expectFocus(page.getByLabel("Reply by email"));
});

test("empties the form after a reply, even if the inquiry can't be loaded again", async () => {
  const page = await openNewInquiry("Stale");
  const message = page.getByLabel("Reply by email");
  await message.fill("We will call you at ten.");
  await page.route("**/rest/v1/contact_inquiries*", (route) => route.abort());
  await page.getByRole("button", { name: "Send reply" }).click();
  await page.getByText("Reply to Grace Hall sent").waitFor();
  await expect.poll(() => message.inputValue()).toBe("");
});

test("saves internal notes, finds the inquiry by search, and converts it to a client", async () => {
  await insertInquiry("Lantern");
  const page = await signInAt("/admin/inbox?search=lantern");
  await page.getByRole("link", { name: "Lantern", exact: true }).click();
  await page.getByLabel("Status", { exact: true }).selectOption("in_progress");
  await page.getByText("Status saved").waitFor();
  await page.getByLabel("Notes", { exact: true }).fill("Wants a call on Monday.");
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.getByLabel("Notes", { exact: true }).fill("Wants a call on Tuesday.");
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await page.getByRole("cell", { name: "In Progress" }).waitFor();
  await page.getByRole("link", { name: "Lantern", exact: true }).click();
  await expect
    .poll(() => page.getByLabel("Notes", { exact: true }).inputValue())
    .toBe("Wants a call on Tuesday.");
  await page.getByRole("button", { name: "Convert to client" }).click();
  const dialog = page.getByRole("dialog", { name: "Create New Client" });
  expect(await dialog.getByLabel("Email").inputValue()).toBe("grace@lantern.example");
  await dialog.getByRole("button", { name: "Create and invite" }).click();
  await page.getByText("Client created.").waitFor();
  await page.goto(`${area.firm.product.url}/admin/inbox?search=lantern&status=closed`);
  await page.getByRole("link", { name: "Lantern", exact: true }).click();
  await page.getByRole("link", { name: "Open client" }).click();
  await page.getByRole("link", { name: "All clients" }).waitFor();
  await page.getByRole("term").filter({ hasText: "Inquiry" }).locator("..").getByRole("link").click();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Delete inquirer's data" }).click();
  const card = page.getByRole("region", { name: "Delete an inquirer's data" });
  await card.waitFor();
  expect(await card.getByLabel("Email").inputValue()).toBe("grace@lantern.example");
});

test("shows when notes could not be saved, and saves them again", async () => {
  const page = await openNewInquiry("Offline");
  await page.route("**/api/admin/inquiries/*", (route) => route.abort());
  await page.getByLabel("Notes", { exact: true }).fill("Asked for references.");
  await page.getByText("We couldn't save your notes.").waitFor();
  await page.unroute("**/api/admin/inquiries/*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await readNotes("Offline")).toBe("Asked for references.");
});

test("keeps notes that could not be saved after leaving, and offers them on return", async () => {
  const page = await openNewInquiry("Left");
  await page.route("**/api/admin/inquiries/*", (route) => route.abort());
  await page.getByLabel("Notes", { exact: true }).fill("Prefers calls.");
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await page.getByText("We couldn't save your notes.").waitFor();
  await page.unroute("**/api/admin/inquiries/*");
  await page.goBack();
  await page.reload();
  await page.getByText("These notes weren't saved the last time.").waitFor();
  expect(await page.getByLabel("Notes", { exact: true }).inputValue()).toBe("Prefers calls.");
  expect(await readNotes("Left")).toBe("");
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("button", { name: "Save notes" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await readNotes("Left")).toBe("Prefers calls.");
  await page.reload();
  await page.getByText("Saved automatically").waitFor();
});

test("does not overwrite the notes of another administrator without asking", async () => {
  const page = await openNewInquiry("Shared");
  const notes = page.getByLabel("Notes", { exact: true });
  await notes.waitFor();
  const writeElsewhere = (text: string) =>
    area.serviceClient().from("contact_inquiries").update({ notes: text }).eq("reference", "R-Shared");
  await writeElsewhere("Budget is fixed.");
  await notes.fill("Asked about the budget.");
  await page.getByText("Another administrator changed these notes.").waitFor();
  await page.getByRole("button", { name: "Show their notes" }).click();
  expect(await notes.inputValue()).toBe("Budget is fixed.");
  await writeElsewhere("Budget is $40,000.");
  await notes.fill("Budget confirmed.");
  await page.getByText("Another administrator changed these notes.").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  // Leaving and returning keeps both texts.
  await page.getByRole("link", { name: "Inbox", exact: true }).click();
  await page.getByRole("link", { name: "Shared", exact: true }).click();
  await page.getByRole("button", { name: "Save notes" }).click();
  await page.getByText("Another administrator changed these notes.").waitFor();
  expect(await notes.inputValue()).toBe("Budget confirmed.");
  await page.getByRole("button", { name: "Keep my notes" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await readNotes("Shared")).toBe("Budget confirmed.");
});

test("redirects links to an inquiry in emails of earlier versions", async () => {
  const { data } = await area
    .serviceClient()
    .from("contact_inquiries")
    .select("id")
    .eq("reference", "R-Shared")
    .single();
  const page = await signInAt(`/admin/inbox?inquiry=${data?.id}`);
  await page.getByRole("heading", { level: 1, name: /Shared/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/inbox/${data?.id}`);
});

test("explains that an inquiry does not exist", async () => {
  const page = await signInAt("/admin/inbox/4bd8e4a1-9a0f-4a4e-8a84-2f8b6a4f1e11");
  await page.getByText("Inquiry not found").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});

test.each(
  Object.entries(VIEWPORTS),
)("the inbox fits the screen and is accessible on the %s, with and without data", async (name, viewport) => {
  await insertInquiry(`Fits${name}`, 22);
  const page = await signInAt("/admin/inbox", { viewport });
  await page.getByRole("link", { name: `Fits${name}`, exact: true }).click();
  await page.getByText(`Inquiry R-Fits${name}`).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.goto(`${area.firm.product.url}/admin/inbox?search=unknown`);
  await page.getByText("No inquiries found").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});
