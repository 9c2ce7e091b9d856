import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { WIDTHS } from "#tests/support/browser.ts";
import { aPortal } from "#tests/support/portal.ts";
import { watchRequests } from "#tests/support/request-chain.ts";

// The portal's sections, each on rows the test makes itself.

const portal = aPortal();

const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const card = (page: Page, label: string) => page.getByRole("link", { name: new RegExp(`^${label}`) });
const open = (page: Page, section: string) =>
  page.goto(`${portal.firm.product.url}/client-portal?section=${section}`);

test("client and firm write to each other; what is unread is counted until it was seen", async () => {
  const [client] = portal.firm.clients;
  const visit = await portal.aWindow();
  visit.expectComplaint(/500|Request failed/);
  const { page } = visit;
  await portal.signIn(page, client, "messages");
  await page.getByText("No messages yet").waitFor();
  expect(await visit.accessibilityViolations(), "empty").toEqual([]);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Please write a message").waitFor();
  await page.getByLabel("Your message").fill("When do we begin?\n<b>Soon?</b>");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("log").getByText("<b>Soon?</b>").waitFor();
  expect(await page.getByLabel("Your message").inputValue()).toBe("");
  expect(await visit.accessibilityViolations(), "full").toEqual([]);

  // Drawn before it is stored; given back when it could not be.
  let refuse = () => {};
  await page.route("**/rest/v1/messages*", (route) => {
    if (route.request().method() !== "POST") return route.continue();
    refuse = () => void route.fulfill({ status: 500, json: { message: "broken" } });
  });
  await page.getByLabel("Your message").fill("And where?");
  await page.getByRole("button", { name: "Send" }).click();
  const drawn = page.getByRole("article").filter({ hasText: "And where?" });
  await drawn.getByText("Sending...").waitFor();
  await page.getByLabel("Your message").fill("One more thing");
  refuse();
  await page.getByText("Your message could not be sent.").waitFor();
  await drawn.waitFor({ state: "detached" });
  expect(await page.getByLabel("Your message").inputValue()).toBe("And where?\n\nOne more thing");
  await page.unroute("**/rest/v1/messages*");
  await page.getByLabel("Your message").fill("");

  await portal
    .rows()
    .from("messages")
    .insert({ client_id: client.id, sender_role: "admin", body: "On Monday." })
    .throwOnError();
  await open(page, "overview");
  await expect.poll(() => card(page, "Messages").textContent()).toContain("1");
  await card(page, "Messages").click();
  await heading(page, "Messages").waitFor();
  const answer = page.getByRole("article").filter({ hasText: "On Monday." });
  await answer.getByText("New").waitFor();
  await expect
    .poll(async () => {
      const { data } = await portal.rows().from("messages").select("body, read_by_client_at");
      return data?.map(({ body, read_by_client_at }) => [body.slice(0, 4), read_by_client_at !== null]);
    })
    .toEqual([
      ["When", false],
      ["On M", true],
    ]);
  await page.goBack();
  await expect.poll(() => card(page, "Messages").textContent()).toContain("0");
  const { page: other } = await portal.aWindow();
  await portal.signIn(other, portal.firm.clients[1], "messages");
  await other.getByText("No messages yet").waitFor();
});

test("a session ended elsewhere asks to sign in again, and what was typed is still there", async () => {
  const visit = await portal.aWindow();
  visit.expectComplaint(/40[013]|Request failed/);
  const { page } = visit;
  await portal.signIn(page, portal.firm.clients[1], "messages");
  await page.getByLabel("Your message").fill("A long thought, not sent yet");
  const elsewhere = await portal.signedInByApi(portal.firm.clients[1]);
  await elsewhere.auth.signOut({ scope: "global" });
  await page.getByText("Your session has ended. Please sign in again.").waitFor({ timeout: 15_000 });
  await page.getByLabel("Email").fill(portal.firm.clients[1].email);
  await page.getByLabel("Password", { exact: true }).fill(portal.firm.clients[1].password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Your message").waitFor();
  await expect.poll(() => page.getByLabel("Your message").inputValue()).toBe("A long thought, not sent yet");
  await page.getByRole("button", { name: "Logout" }).click();
  await portal.signIn(page, portal.firm.clients[1], "messages");
  expect(await page.getByLabel("Your message").inputValue()).toBe("");
});

test("a booking that meets an ended session is still there after signing in; the 21st in an hour is to wait", async () => {
  const [, client] = portal.firm.clients;
  const visit = await portal.aWindow();
  visit.expectComplaint(/40[013]|429|Request failed/);
  const { page } = visit;
  await portal.signIn(page, client, "book-service");
  await page.getByRole("tab", { name: "Custom Project" }).click();
  await page.getByLabel("Service Type").selectOption("Other");
  await page.getByLabel("Preferred Start Date").fill("2031-03-01");
  await page.getByLabel("Project Description").fill("All of it");
  await (await portal.signedInByApi(client)).auth.signOut({ scope: "global" });
  await page.getByRole("button", { name: "Submit Booking Request" }).click();
  await page.getByText("Your session has ended. Please sign in again.").waitFor();
  const asked = {
    client_id: client.id,
    service_type: "Other",
    preferred_start_date: "2031-01-01",
    project_description: "One of many",
  };
  await portal
    .rows()
    .from("service_bookings")
    .insert(Array.from({ length: 20 }, () => asked))
    .throwOnError();
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Project Description").waitFor();
  await expect.poll(() => page.getByLabel("Project Description").inputValue()).toBe("All of it");
  await page.getByRole("button", { name: "Submit Booking Request" }).click();
  await page.getByText("You have sent many requests in the last hour.").waitFor();
  expect(await page.getByLabel("Project Description").inputValue()).toBe("All of it");
});

test("an approved booking with a time is a meeting that goes into a calendar", async () => {
  const [client] = portal.firm.clients;
  await portal
    .rows()
    .from("service_bookings")
    .insert([
      {
        client_id: client.id,
        service_type: "AI Security Assessment",
        preferred_start_date: "2031-05-01",
        project_description: "Review our assistant",
        status: "approved",
        scheduled_at: "2031-05-02T15:00:00Z",
      },
      {
        client_id: client.id,
        service_type: "Other",
        preferred_start_date: "2031-05-01",
        project_description: "Not approved",
        status: "pending",
        scheduled_at: "2031-05-02T15:00:00Z",
      },
    ])
    .throwOnError();
  const visit = await portal.aWindow({ timezoneId: "America/Los_Angeles" });
  const { page } = visit;
  await portal.signIn(page, client);
  await expect.poll(() => card(page, "Upcoming Meetings").textContent()).toContain("1");
  await card(page, "Upcoming Meetings").click();
  await page.getByText("Friday, May 2, 2031 at 8:00 AM").waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: /^Add to calendar/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("meeting-2031-05-02.ics");
  const file = readFileSync(await download.path(), "utf8");
  expect(file).toContain("DTSTART:20310502T150000Z");
  expect(file).toContain("SUMMARY:");
});

test("invoices go into a spreadsheet, and a project shows what is due when", async () => {
  const [client] = portal.firm.clients;
  const { data: project } = await portal
    .rows()
    .from("projects")
    .insert({
      client_id: client.id,
      project_name: "Assistant audit",
      start_date: "2031-01-10",
      target_completion_date: "2031-06-30",
      status: "in_progress",
    })
    .select("id")
    .single()
    .throwOnError();
  await portal
    .rows()
    .from("invoices")
    .insert([
      {
        client_id: client.id,
        project_id: project.id,
        invoice_number: "INV-7",
        description: "=HYPERLINK(1)",
        amount: 1200.5,
        status: "pending",
        due_date: "2031-02-01",
      },
      ...Array.from({ length: 30 }, (_, index) => ({
        client_id: client.id,
        invoice_number: `OLD-${index}`,
        description: "Retest",
        amount: 100,
        status: "paid",
        due_date: "2020-02-01",
      })),
    ])
    .throwOnError();
  await portal.rows().from("projects").update({ status: "on_hold" }).eq("id", project.id).throwOnError();
  const visit = await portal.aWindow();
  const { page } = visit;
  await portal.signIn(page, client, "billing");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(readFileSync(await download.path(), "utf8")).toContain(
    `"INV-7","'=HYPERLINK(1)","","2031-02-01","1200.50","0.00","Pending"`,
  );
  await page.getByText("Showing 25 of 31 invoices").waitFor();
  const paper = await extractText(new Uint8Array(await page.pdf({ format: "A4" })), { mergePages: true });
  expect(paper.text).toContain(`${client.company} · printed`);
  expect(paper.text).toContain("Invoice Description Due Date Amount Status");
  expect(paper.text.match(/OLD-\d+/g)).toHaveLength(30);
  expect(paper.text).not.toMatch(/Logout|Show more|Export CSV/);
  await page.getByText("Showing 25 of 31 invoices").waitFor();

  await page.getByRole("link", { name: "Projects", exact: true }).click();
  await page.getByRole("button", { name: "Timeline of Assistant audit" }).click();
  const timeline = page.getByRole("list", { name: "Timeline of Assistant audit" });
  const today = await page.evaluate(() => new Date().toLocaleDateString("en-US", { dateStyle: "medium" }));
  await timeline.waitFor();
  expect(await timeline.getByRole("listitem").allTextContents()).toEqual([
    `Created: In Progress${today} · today`,
    `In Progress → On Hold${today} · today`,
    "StartJan 10, 2031",
    "Invoice INV-7 dueFeb 1, 2031$1,200.50",
    "Target completionJun 30, 2031",
  ]);
  expect(await visit.accessibilityViolations()).toEqual([]);
});

test("from the submitted sign-in to the overview's data there are at most four requests in sequence", async () => {
  const [client] = portal.firm.clients;
  await portal
    .rows()
    .from("invoices")
    .insert({
      client_id: client.id,
      description: "Audit",
      amount: 100,
      status: "pending",
      due_date: "2031-02-01",
    })
    .throwOnError();
  const { page } = await portal.aWindow();
  await page.goto(`${portal.firm.product.url}/client-portal`);
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.waitForLoadState("networkidle");
  const requests = watchRequests(page);
  await page.getByRole("button", { name: "Login" }).click();
  await heading(page, "Dashboard Overview").waitFor();
  await page.getByRole("heading", { name: "Outstanding Balance" }).waitFor();
  expect(requests.longestChain()).toBeGreaterThanOrEqual(3);
  expect(requests.longestChain()).toBeLessThanOrEqual(4);
});

test("the keyboard reaches everything: skip link, sections, sidebar, tabs, and the menu of phones", async () => {
  const visit = await portal.aWindow();
  const { page } = visit;
  await portal.signIn(page, portal.firm.clients[1]);
  await heading(page, "Dashboard Overview").waitFor();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.tagName === "MAIN" ? "content" : element?.textContent;
    });
  const key = async (...keys: string[]) => {
    for (const each of keys) await page.keyboard.press(each);
  };
  await page.reload();
  await heading(page, "Dashboard Overview").waitFor();
  await key("Tab");
  expect(await focused()).toBe("Skip to content");
  await key("Enter");
  expect(await focused()).toBe("content");

  await page.getByRole("link", { name: "Book Service" }).focus();
  await key("Enter");
  await heading(page, "Book New Service").waitFor();
  // Reading goes on at the new section.
  await expect.poll(focused).toBe("content");
  await page.getByRole("tab", { name: "Support Plans" }).focus();
  await key("ArrowRight");
  await expect.poll(focused).toBe("Custom Project");
  await page.getByText("Request a custom project").waitFor();

  await page.getByRole("button", { name: "Collapse sidebar" }).focus();
  await key("Enter");
  await page.reload();
  const expand = page.getByRole("button", { name: "Expand sidebar" });
  await expand.waitFor();
  // Only its icon stands there; focused, it says its name.
  expect(await page.getByText("Rates", { exact: true }).count()).toBe(0);
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Rates", exact: true }).focus();
  await page.getByText("Rates", { exact: true }).waitFor();
  await expand.press("Enter");
  await page.getByRole("button", { name: "Collapse sidebar" }).waitFor();

  await page.setViewportSize(WIDTHS.phone);
  const menu = page.getByRole("button", { name: "Account menu" });
  await menu.focus();
  await key("Enter", "ArrowDown");
  await expect.poll(focused).toBe("Settings");
  // A turned phone keeps the menu, and the place in it.
  await page.setViewportSize({ width: WIDTHS.phone.height, height: WIDTHS.phone.width });
  await page.setViewportSize(WIDTHS.phone);
  expect(await focused()).toBe("Settings");
  expect(await visit.accessibilityViolations()).toEqual([]);
  await key("Escape");
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await key("Enter", "Enter");
  await heading(page, "Contracting Rates").waitFor();
});
