import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import { type Visit, WIDTHS } from "#tests/support/browser.ts";

// From a visitor's inquiry to a client.

let area: AdminArea;
let visit: Visit;

beforeAll(async () => {
  area = await anAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const complaints = visit.complaints();
  await visit.close();
  expect(complaints).toEqual([]);
});

async function at(path: string, options = {}) {
  const opened = await area.signedInAt(path, options);
  visit = opened.visit;
  return opened.page;
}

async function anInquiry(company: string, hoursAgo = 0): Promise<string> {
  const email = `grace@${company.toLowerCase()}.example`;
  const { error } = await area
    .rows()
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
  if (error) throw new Error(error.message);
  return email;
}

test("the longest waiting inquiry stands first with its clock, and a reply answers it", async () => {
  await anInquiry("Fresh");
  const email = await anInquiry("Waited", 30);
  const page = await at("/admin/dashboard");
  await page.getByText("Overdue by 6 hours").waitFor();
  await page.getByRole("link", { name: "Open Inbox" }).click();
  await page.getByRole("row").nth(1).getByText("Waited").waitFor();
  await page.getByRole("button", { name: "Open inquiry R-Waited of Waited" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Please call me back about our assistant.").waitFor();
  await dialog.getByRole("button", { name: "Send Reply" }).click();
  await dialog.getByText("Please write a reply").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await dialog.getByLabel("Reply by mail").fill("We will call you at ten.");
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Send Reply" }).click();
  await page.getByText("Reply to Grace Hall is on its way").waitFor();
  await expect.poll(async () => (await area.mailsTo(email))[0] ?? "").toContain("We will call you at ten.");
  await page.getByText("1–1 of 1 inquiry").waitFor();
  await page.getByLabel("Filter by state").selectOption("answered");
  await page.getByRole("row", { name: /Waited/ }).waitFor();
});

test("notes are kept, found again by search, and the inquiry becomes a client", async () => {
  await anInquiry("Lantern");
  const page = await at("/admin/inbox?search=lantern");
  await page.getByRole("button", { name: /of Lantern$/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("State").selectOption("in_progress");
  await dialog.getByLabel("Notes").fill("Wants a call on Monday.");
  await dialog.getByRole("button", { name: "Save State and Notes" }).click();
  await page.getByText("Inquiry saved").waitFor();
  await page.getByRole("cell", { name: "In Progress" }).waitFor();
  await page.getByRole("button", { name: /of Lantern$/ }).click();
  expect(await dialog.getByLabel("Notes").inputValue()).toBe("Wants a call on Monday.");
  await dialog.getByRole("button", { name: "Turn Into Client" }).click();
  await page.getByRole("heading", { name: "Create New Client" }).waitFor();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("grace@lantern.example");
  await dialog.getByRole("button", { name: "Create and Invite" }).click();
  await page.getByRole("heading", { level: 1, name: "Lantern" }).waitFor();
  await page.goto(`${area.firm.product.url}/admin/inbox?search=lantern&status=closed`);
  await page.getByRole("button", { name: /of Lantern$/ }).click();
  await dialog.getByRole("button", { name: "Open Client" }).click();
  await page.getByRole("heading", { level: 1, name: "Lantern" }).waitFor();
  await page.goBack();
  await page.getByRole("button", { name: /of Lantern$/ }).click();
  await dialog.getByRole("button", { name: "Erase Inquirer" }).click();
  await page.getByRole("heading", { name: "Erase an inquirer" }).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("grace@lantern.example");
});

test.each(
  Object.entries(WIDTHS),
)("the inbox fits and is accessible on the %s, full and empty", async (name, viewport) => {
  await anInquiry(`Fits${name}`, 22);
  const page = await at("/admin/inbox", { viewport });
  await page.getByRole("button", { name: `Open inquiry R-Fits${name} of Fits${name}` }).click();
  await page.getByRole("dialog").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await page.goto(`${area.firm.product.url}/admin/inbox?search=nobody`);
  await page.getByText("No inquiries found").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
});
