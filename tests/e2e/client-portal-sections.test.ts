import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { addDays } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { watchRequests } from "#tests/support/browser/watch-requests.ts";
import { buildScheduleEntry } from "#tests/support/records/invoice.ts";

// Tests the portal's sections, each with its own data.

const portal = setUpPortal();

const getHeading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
const card = (page: Page, label: string) =>
  page.getByRole("main").getByRole("link", { name: new RegExp(`^${label}`) });
const open = (page: Page, section: string) =>
  page.goto(`${portal.firm.product.url}/client-portal?section=${section}`);

test("exchanges messages and counts unread ones until they are read", async () => {
  const [client] = portal.firm.clients;
  const session = await portal.openPage();
  session.allowConsoleMessage(/500|Request failed/);
  const { page } = session;
  await portal.signIn(page, client, "messages");
  await page.getByText("No messages yet").waitFor();
  expect(await session.accessibilityViolations(), "empty").toEqual([]);
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Write a message").waitFor();
  await page.getByLabel("Your message").fill("When do we begin?\n<b>Soon?</b>");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("log").getByText("<b>Soon?</b>").waitFor();
  const field = page.getByLabel("Your message");
  expect(await field.inputValue()).toBe("");
  await expect.poll(() => field.evaluate((node) => node === document.activeElement)).toBe(true);
  await page.keyboard.type("Another one");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("log").getByText("Another one").waitFor();
  expect(await session.accessibilityViolations(), "full").toEqual([]);

  // The message appears optimistically and returns to the form when sending fails.
  let failRequest = () => {};
  await page.route("**/rest/v1/messages*", (route) => {
    if (route.request().method() !== "POST") {
      return route.continue();
    }
    failRequest = () => void route.fulfill({ status: 500, json: { message: "broken" } });
  });
  await page.getByLabel("Your message").fill("And where?");
  await page.getByRole("button", { name: "Send" }).click();
  const bubble = page.getByRole("article").filter({ hasText: "And where?" });
  await bubble.getByText("Sending...").waitFor();
  // The field is empty while the message is sent, so that pressing the keys twice sends it once.
  await page.getByLabel("Your message").press("Control+Enter");
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
  expect(await page.getByText("Write a message").count()).toBe(0);
  // Waits for the message before it, and returns to the form with it.
  await page.getByLabel("Your message").fill("And when?");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("article").filter({ hasText: "And when?" }).getByText("Sending...").waitFor();
  await page.getByLabel("Your message").fill("One more thing");
  failRequest();
  await page.getByText("We couldn't send your message.").waitFor();
  await bubble.waitFor({ state: "detached" });
  await expect
    .poll(() => page.getByLabel("Your message").inputValue())
    .toBe("And where?\n\nAnd when?\n\nOne more thing");
  await page.unroute("**/rest/v1/messages*");
  await page.getByLabel("Your message").fill("");

  await portal
    .serviceClient()
    .from("messages")
    .insert({ client_id: client.id, sender_role: "admin", body: "On Monday." })
    .throwOnError();
  await open(page, "overview");
  await expect.poll(() => card(page, "Messages").textContent()).toContain("1");
  await open(page, "rates");
  const sidebar = page.getByRole("navigation", { name: "Portal sections" });
  await sidebar.getByRole("link", { name: "Messages 1 unread" }).waitFor();
  expect(await session.accessibilityViolations(), "unread").toEqual([]);
  await page.setViewportSize(VIEWPORTS.phone);
  const more = page.getByRole("button", { name: "More 1 unread" });
  await more.click();
  const sheet = page.getByRole("dialog", { name: "More" });
  await sheet.getByRole("link", { name: "Messages 1 unread" }).waitFor();
  expect(await sheet.getByRole("link", { name: "Rates" }).getAttribute("aria-current")).toBe("page");
  expect(await session.accessibilityViolations(), "sheet").toEqual([]);
  await page.keyboard.press("Escape");
  await expect.poll(() => more.evaluate((button) => button === document.activeElement)).toBe(true);
  await page.setViewportSize(VIEWPORTS.desktop);
  await open(page, "overview");
  await card(page, "Messages").click();
  await getHeading(page, "Messages").waitFor();
  const reply = page.getByRole("article").filter({ hasText: "On Monday." });
  await reply.getByText("New").waitFor();
  await expect
    .poll(async () => {
      const { data } = await portal.serviceClient().from("messages").select("body, read_by_client_at");
      return data?.map(({ body, read_by_client_at }) => [body.slice(0, 4), read_by_client_at !== null]);
    })
    .toEqual([
      ["When", false],
      ["Anot", false],
      ["On M", true],
    ]);
  await page.goBack();
  await expect.poll(() => card(page, "Messages").textContent()).toContain("0");
  const { page: other } = await portal.openPage();
  await portal.signIn(other, portal.firm.clients[1], "messages");
  await other.getByText("No messages yet").waitFor();
});

test("shows the overdue amount and its age before the next payment, also on the invoice's page", async () => {
  const [client] = portal.firm.clients;
  const day = (days: number) => addDays(firmToday(new Date()), days);
  const installment = (due_date: string) => ({ ...buildScheduleEntry("INSTALLMENT", 30_000), due_date });
  const invoice = await portal
    .serviceClient()
    .from("invoices")
    .insert({
      client_id: client.id,
      invoice_number: "000555",
      amount: 900,
      status: "overdue",
      due_date: day(300),
      next_payment_amount: 900,
      next_payment_due_date: day(-40),
      payment_schedule: [installment(day(-40)), installment(day(-10)), installment(day(300))],
      square_payment_url: "https://squareup.com/pay-invoice/1",
    })
    .select("id")
    .single()
    .throwOnError();
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, client);
  const next = page.getByRole("region", { name: "Next" });
  await next.getByRole("link", { name: /\$600\.00.*40 days late.*000555.*\$300\.00 due / }).click();
  await page.getByRole("heading", { level: 1, name: "Invoice 000555" }).waitFor();
  await page.getByRole("link", { name: "All invoices" }).click();
  await page.getByRole("region", { name: "Balance" }).getByText("$600.00 due now").waitFor();
  await page.getByText(/^Next: \$300\.00 due /).waitFor();
  const recent = page.getByRole("region", { name: "Recent Invoices" });
  await recent.getByText("$600.00 due now").waitFor();
  expect(await recent.getByText(/Square/).count()).toBe(0);
  expect(
    await page
      .getByRole("region", { name: "Recent Invoices" })
      .getByText(/overdue/i)
      .count(),
  ).toBe(1);
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Invoice 000555" }).waitFor();
  const dueDate = page.locator("dt", { hasText: /^Due$/ }).locator("+ dd");
  expect(new Date((await dueDate.textContent()) ?? "").toDateString()).toBe(
    new Date(`${day(-40)}T00:00:00`).toDateString(),
  );
  expect(await session.accessibilityViolations()).toEqual([]);
  await portal.serviceClient().from("invoices").delete().eq("id", invoice.data.id).throwOnError();
});

test("shows what is next, the latest activity and the first steps of a new client", async () => {
  const [, client] = portal.firm.clients;
  const service = portal.serviceClient();
  const day = (days: number) => new Date(Date.now() + days * 86_400_000);
  const date = (days: number) => addDays(firmToday(new Date()), days);
  const { data: invoice } = await service
    .from("invoices")
    .insert({
      client_id: client.id,
      invoice_number: "000777",
      amount: 900,
      status: "pending",
      issued_date: date(-1),
      due_date: date(5),
    })
    .select("id")
    .single()
    .throwOnError();
  // Scheduled invoices must not take the places of sent ones in the latest activity.
  const scheduled = Array.from({ length: 5 }, (_, index) => ({
    client_id: client.id,
    invoice_number: `00080${index}`,
    amount: 100,
    status: "pending" as const,
    square_status: "SCHEDULED",
    issued_date: day(30).toISOString().slice(0, 10),
  }));
  await service.from("invoices").insert(scheduled).throwOnError();
  await service
    .from("service_bookings")
    .insert({
      client_id: client.id,
      service_type: "Other",
      preferred_start_date: "2031-01-01",
      project_description: "A first meeting",
      status: "approved",
      scheduled_at: day(2).toISOString(),
    })
    .throwOnError();
  await service
    .from("projects")
    .insert({
      client_id: client.id,
      project_name: "Guardrail review",
      status: "in_progress",
      target_completion_date: "2031-02-03",
    })
    .throwOnError();
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, client);
  const next = page.getByRole("region", { name: "Next" });
  await next.getByRole("link", { name: /\$900\.00.*000777.*in 5 days/ }).waitFor();
  await next.getByRole("link", { name: /Other.*\w{3}, \w{3} \d+, .*[AP]M [A-Z]/ }).waitFor();
  await next.getByRole("link", { name: /Guardrail review.*Feb 3, 2031/ }).waitFor();
  const welcome = page.getByRole("region", { name: /^Welcome to/ });
  await welcome.getByText("0 of 3 done").waitFor();
  const latest = page.getByRole("region", { name: "Latest Activity" });
  await latest.getByText("Guardrail review").waitFor();
  await latest.getByText("New invoice 000777").waitFor();
  await latest.getByRole("link", { name: /^Meeting confirmed: Other, \w{3}, / }).waitFor();
  await page.getByRole("region", { name: "Your Account Manager" }).getByRole("link").first().waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.setViewportSize(VIEWPORTS.phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.setViewportSize(VIEWPORTS.desktop);

  await welcome.getByRole("link", { name: "Say hello to your account manager" }).click();
  await page.getByLabel("Your message").fill("Hello");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("log").getByText("Hello").waitFor();
  const sidebar = page.getByRole("navigation", { name: "Portal sections" });
  await sidebar.getByRole("link", { name: "Overview" }).click();
  await welcome.getByText("1 of 3 done").waitFor();
  await welcome.getByRole("button", { name: "Dismiss" }).click();
  await page.reload();
  await next.waitFor();
  expect(await welcome.count()).toBe(0);
  await next.getByRole("link", { name: /\$900\.00/ }).click();
  await getHeading(page, "Invoice 000777").waitFor();
  expect(page.url()).toContain(invoice?.id);
});

test("keeps unsent text when the session ends and the user signs in again", async () => {
  const session = await portal.openPage();
  session.allowConsoleMessage(/40[013]|Request failed/);
  const { page } = session;
  await portal.signIn(page, portal.firm.clients[1], "messages");
  await page.getByLabel("Your message").fill("A long thought, not sent yet");
  const otherSession = await portal.signInByApi(portal.firm.clients[1]);
  await otherSession.auth.signOut({ scope: "global" });
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

test("keeps a booking draft when the session ends, and limits requests to 20 per hour", async () => {
  const [, client] = portal.firm.clients;
  const session = await portal.openPage();
  session.allowConsoleMessage(/40[013]|429|Request failed/);
  const { page } = session;
  await portal.signIn(page, client, "book-service");
  await page.getByRole("tab", { name: "Custom Project" }).click();
  await page.getByLabel("Service Type", { exact: true }).selectOption("Other");
  await page.getByLabel("Preferred Start Date").fill("2031-03-01");
  await page.getByLabel("Project Description").fill("All of it");
  await (await portal.signInByApi(client)).auth.signOut({ scope: "global" });
  await page.getByRole("button", { name: "Submit Booking Request" }).click();
  await page.getByText("Your session has ended. Please sign in again.").waitFor();
  const booking = {
    client_id: client.id,
    service_type: "Other",
    preferred_start_date: "2031-01-01",
    project_description: "One of many",
  };
  await portal
    .serviceClient()
    .from("service_bookings")
    .insert(Array.from({ length: 20 }, () => booking))
    .throwOnError();
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByLabel("Project Description").waitFor();
  await expect.poll(() => page.getByLabel("Project Description").inputValue()).toBe("All of it");
  await page.getByRole("button", { name: "Submit Booking Request" }).click();
  await page.getByText("You've reached the hourly limit.").waitFor();
  expect(await page.getByLabel("Project Description").inputValue()).toBe("All of it");
});

async function requestMeeting(
  {
    page,
    accessibilityViolations,
  }: Pick<Awaited<ReturnType<typeof portal.openPage>>, "page" | "accessibilityViolations">,
  topic: string,
): Promise<void> {
  await page.getByRole("button", { name: "Request a meeting" }).click();
  const dialog = page.getByRole("dialog", { name: "Request a meeting" });
  await dialog.getByRole("button", { name: "Request meeting" }).click();
  await dialog.getByText("Enter a topic").waitFor();
  await dialog.getByLabel("Topic").fill(topic);
  await dialog.getByLabel("Preferred date").fill("2031-05-20");
  expect(await accessibilityViolations(), "request").toEqual([]);
  await dialog.getByRole("button", { name: "Request meeting" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Preferred May 20, 2031").waitFor();
}

test("lists approved bookings as meetings and exports them as calendar files", async () => {
  const [client] = portal.firm.clients;
  await portal
    .serviceClient()
    .from("service_bookings")
    .insert([
      {
        client_id: client.id,
        service_type: "AI Security Assessment",
        preferred_start_date: "2031-05-01",
        project_description: "Review our assistant",
        status: "approved",
        scheduled_at: "2031-05-02T15:00:00Z",
        meeting_minutes: 45,
        meeting_url: "https://meet.firm.example/1",
      },
      {
        client_id: client.id,
        service_type: "Other",
        preferred_start_date: "2031-05-01",
        project_description: "Not approved",
        meeting_minutes: 30,
        status: "pending",
        scheduled_at: "2031-05-02T15:00:00Z",
      },
      ...[1, 2, 3, 4, 5, 6].map((month) => ({
        client_id: client.id,
        service_type: `Past meeting ${month}`,
        preferred_start_date: "2024-01-01",
        project_description: "Discuss the results",
        meeting_minutes: 30,
        status: "approved" as const,
        scheduled_at: `2024-0${month}-05T17:00:00Z`,
      })),
    ])
    .throwOnError();
  const session = await portal.openPage({ timezoneId: "America/Los_Angeles" });
  const { page } = session;
  await portal.signIn(page, client);
  await expect.poll(() => card(page, "Upcoming Meetings").textContent()).toContain("1");
  await card(page, "Upcoming Meetings").click();
  await page.getByText("Friday, May 2, 2031 at 8:00 AM").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Add to calendar: AI Security Assessment" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("meeting-2031-05-02.ics");
  const file = readFileSync(await download.path(), "utf8");
  expect(file).toContain("DTSTART:20310502T150000Z");
  expect(file).toContain("DTEND:20310502T154500Z");
  expect(file).toContain("SUMMARY:");
  await page.getByText("You can join 15 minutes before the start.").waitFor();
  await page.getByText("1 request without a meeting time. We'll reply within 24 hours.").waitFor();
  const join = page.getByRole("link", { name: /^Join meeting/ });
  expect(await join.count()).toBe(0);

  const past = page.getByRole("region", { name: "Past meetings" });
  await past.getByText("Jun 5, 2024, 10:00 AM PDT · 30 minutes").waitFor();
  expect(await past.getByRole("listitem").count()).toBe(5);
  await past.getByRole("button", { name: "Show all 6 meetings" }).click();
  expect(await past.getByRole("heading", { level: 3 }).allTextContents()).toEqual(
    [6, 5, 4, 3, 2, 1].map((month) => `Past meeting ${month}`),
  );
  await requestMeeting(session, "Retest results");
  await page.getByText("2 requests without a meeting time. We'll reply within 24 hours.").waitFor();
  await page.getByRole("button", { name: "Withdraw request: Retest results" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw request" }).click();
  await page.getByText("Retest results").waitFor({ state: "detached" });

  await chooseChange(page, "Propose another time");
  const dialog = page.getByRole("dialog", { name: "Propose another time" });
  expect(await dialog.getByLabel("New time").inputValue()).toBe("2031-05-02T08:00");
  await dialog.getByLabel("New time").fill("2031-05-05T09:30");
  expect(await session.accessibilityViolations(), "proposal").toEqual([]);
  await dialog.getByRole("button", { name: "Propose time" }).click();
  const proposal = page.getByText("You proposed Monday, May 5, 2031 at 9:30 AM PDT.");
  await proposal.waitFor();
  await chooseChange(page, "Withdraw proposed time");
  await proposal.waitFor({ state: "detached" });
  expect(await page.locator(":focus").getAttribute("aria-label")).toMatch(/^Change: AI Security Assessment/);

  await chooseChange(page, "Cancel meeting");
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel meeting" }).click();
  await page.getByText("No upcoming meetings").waitFor();
  expect(await page.getByRole("button", { name: "Request a meeting" }).count()).toBe(1);
  expect(await page.locator(":focus").getAttribute("id")).toBe("content");
  await open(page, "book-service");
  await page.getByRole("tab", { name: "Custom Project" }).click();
  const request = page.getByRole("listitem").filter({ hasText: "Pending" });
  await request.getByRole("button", { name: "Withdraw request: Other" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Withdraw request" }).click();
  await request.waitFor({ state: "detached" });
  expect(await page.getByRole("listitem").filter({ hasText: "Cancelled" }).count()).toBe(3);
  // The past meetings.
  expect(await page.getByText("Scheduled for").count()).toBe(6);
  expect(await session.accessibilityViolations(), "requests").toEqual([]);

  const started = {
    client_id: client.id,
    service_type: "Other",
    preferred_start_date: "2031-05-01",
    project_description: "In progress",
    status: "approved" as const,
    scheduled_at: new Date(Date.now() - 60_000).toISOString(),
    meeting_url: "https://meet.firm.example/2",
  };
  await portal.serviceClient().from("service_bookings").insert(started).throwOnError();
  await open(page, "meetings");
  await join.waitFor();
  expect(await join.getAttribute("href")).toBe("https://meet.firm.example/2");
  expect(await page.getByRole("button", { name: /^Change/ }).count()).toBe(0);
});

test("exports and prints invoices, and shows a project's timeline", async () => {
  const [client] = portal.firm.clients;
  const { data: project } = await portal
    .serviceClient()
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
    .serviceClient()
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
        status: "paid" as const,
        due_date: "2020-02-01",
      })),
    ])
    .throwOnError();
  await portal
    .serviceClient()
    .from("projects")
    .update({ status: "on_hold" })
    .eq("id", project.id)
    .throwOnError();
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, client, "billing");
  await page.getByRole("button", { name: "More actions" }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^invoices-\d{4}-\d{2}-\d{2}\.csv$/);
  expect(readFileSync(await download.path(), "utf8")).toContain(
    `"INV-7","'=HYPERLINK(1)","","2031-02-01","1200.50","0.00","0.00","Pending"`,
  );
  await page.getByText("Showing 10 of 31 invoices").waitFor();
  const printed = await extractText(new Uint8Array(await page.pdf({ format: "A4" })), { mergePages: true });
  expect(printed.text).toContain(`${client.company} · printed`);
  expect(printed.text).toContain("Invoice Description Due Date Amount Status");
  expect(printed.text.match(/OLD-\d+/g)).toHaveLength(30);
  expect(printed.text).not.toMatch(/Logout|Show more|Export CSV/);
  await page.getByText("Showing 10 of 31 invoices").waitFor();

  await page.getByRole("link", { name: "Projects", exact: true }).click();
  await page.getByRole("button", { name: "Timeline for Assistant audit" }).click();
  const timeline = page.getByRole("list", { name: "Timeline for Assistant audit" });
  const today = await page.evaluate(() => new Date().toLocaleDateString("en-US", { dateStyle: "medium" }));
  await timeline.waitFor();
  expect(await timeline.locator("li li").allTextContents()).toEqual([
    `In Progress → On Hold${today} · today`,
    "StartsJan 10, 2031",
    "Invoice INV-7 dueFeb 1, 2031$1,200.50",
    "Target completionJun 30, 2031",
  ]);
  expect(await session.accessibilityViolations()).toEqual([]);
});

test("loads the overview with at most four sequential requests after sign-in", async () => {
  const [client] = portal.firm.clients;
  await portal
    .serviceClient()
    .from("invoices")
    .insert({
      client_id: client.id,
      description: "Audit",
      amount: 100,
      status: "pending",
      due_date: "2031-02-01",
    })
    .throwOnError();
  const { page } = await portal.openPage();
  await page.goto(`${portal.firm.product.url}/client-portal`);
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.waitForLoadState("networkidle");
  const requests = watchRequests(page);
  await page.getByRole("button", { name: "Login" }).click();
  await getHeading(page, "Dashboard Overview").waitFor();
  await page.getByRole("heading", { name: "Outstanding Balance" }).waitFor();
  expect(requests.longestChain()).toBeGreaterThanOrEqual(3);
  expect(requests.longestChain()).toBeLessThanOrEqual(4);
});

test("supports keyboard navigation of the skip link, sections, sidebar, tabs and phone menu", async () => {
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, portal.firm.clients[1]);
  await getHeading(page, "Dashboard Overview").waitFor();
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.tagName === "MAIN" ? "content" : element?.textContent;
    });
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  };
  await page.reload();
  await getHeading(page, "Dashboard Overview").waitFor();
  await press("Tab");
  expect(await focused()).toBe("Skip to content");
  await press("Enter");
  expect(await focused()).toBe("content");

  await page.getByRole("link", { name: "Book Service" }).focus();
  await press("Enter");
  await getHeading(page, "Book New Service").waitFor();
  // Focus moves to the new section.
  await expect.poll(focused).toBe("content");
  await page.getByRole("tab", { name: "Support Plans" }).focus();
  await press("ArrowRight");
  await expect.poll(focused).toBe("Custom Project");
  await page.getByText("Request a custom project").waitFor();

  await page.getByRole("button", { name: "Collapse sidebar" }).focus();
  await press("Enter");
  await page.reload();
  const expand = page.getByRole("button", { name: "Expand sidebar" });
  await expand.waitFor();
  // The collapsed sidebar shows icons, and a tooltip on focus.
  const tooltip = page.locator("[aria-hidden=true]").filter({ hasText: /^Rates$/ });
  expect(await tooltip.count()).toBe(0);
  await page.keyboard.press("Tab");
  await page.getByRole("link", { name: "Rates", exact: true }).focus();
  await tooltip.waitFor();
  await expand.press("Enter");
  await page.getByRole("button", { name: "Collapse sidebar" }).waitFor();

  await page.setViewportSize(VIEWPORTS.phone);
  const menu = page.getByRole("button", { name: "Account menu" });
  await menu.focus();
  await press("Enter", "ArrowDown");
  await expect.poll(focused).toBe("Settings");
  // Rotating the phone keeps the menu open and the focus in place.
  await page.setViewportSize({ width: VIEWPORTS.phone.height, height: VIEWPORTS.phone.width });
  await page.setViewportSize(VIEWPORTS.phone);
  expect(await focused()).toBe("Settings");
  expect(await session.accessibilityViolations()).toEqual([]);
  await press("Escape");
  await expect.poll(() => menu.evaluate((button) => button === document.activeElement)).toBe(true);
  await press("Enter", "Enter");
  await getHeading(page, "Contracting Rates").waitFor();

  // Selecting a section in the sheet moves the focus to its content.
  await page.getByRole("button", { name: "More" }).focus();
  await press("Enter", "Tab", "Tab", "Enter");
  await getHeading(page, "Findings").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("content");
});

/** Chooses an entry of the menu of the only meeting. */
async function chooseChange(page: Page, entry: string): Promise<void> {
  await page.getByRole("button", { name: /^Change: / }).click();
  await page.getByRole("menuitem", { name: entry }).click();
}
