import { readFile } from "node:fs/promises";
import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { addDays } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, openPage, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";

// Everyday tasks: sorting, filtering, exporting, messages, undo and keyboard shortcuts.

const TABLET = { width: 768, height: 1024 };

let area: AdminArea;
let session: BrowserSession;

beforeAll(async () => {
  area = await startAdminArea();
  const [first, second] = area.firm.clients;
  const rows = area.serviceClient();
  const dateInDays = (days: number) => addDays(firmToday(new Date()), days);
  await rows
    .from("invoices")
    .insert([
      {
        client_id: first.id,
        invoice_number: "A-1",
        description: "",
        amount: 100,
        status: "pending",
        due_date: dateInDays(10),
        issued_date: dateInDays(-5),
      },
      {
        client_id: second.id,
        invoice_number: "B-1",
        description: "",
        amount: 900,
        status: "overdue",
        due_date: dateInDays(-45),
        issued_date: dateInDays(-75),
      },
      {
        client_id: second.id,
        invoice_number: "B-2",
        description: "=HYPERLINK(1)",
        amount: 50,
        status: "paid",
        due_date: dateInDays(-60),
        issued_date: dateInDays(-70),
        paid_date: dateInDays(0),
      },
    ])
    .throwOnError();
  await rows.from("projects").insert({ client_id: first.id, project_name: "Model audit" }).throwOnError();
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

test("sorts lists on the server and exports all rows as CSV without executable formulas", async () => {
  const page = await signInAt("/admin/clients");
  const companies = () => page.getByRole("rowheader").allTextContents();
  const [first, second] = area.firm.clients.map(({ company }) => company);
  await page.getByRole("button", { name: "Balance" }).click();
  await expect.poll(companies, { timeout: 10_000 }).toEqual([second, first]);
  expect(new URL(page.url()).searchParams.get("sort")).toBe("-outstanding_balance");
  await page.getByRole("button", { name: "Balance" }).click();
  await expect.poll(companies, { timeout: 10_000 }).toEqual([first, second]);
  expect(await page.getByRole("columnheader", { name: "Balance" }).getAttribute("aria-sort")).toBe(
    "ascending",
  );
  await page.reload();
  await expect.poll(companies, { timeout: 10_000 }).toEqual([first, second]);
  await page.getByRole("button", { name: "Overdue" }).click();
  await expect.poll(companies, { timeout: 10_000 }).toEqual([second, first]);
  await page.getByLabel("Search company, contact or email").fill(first ?? "");
  await expect.poll(companies, { timeout: 10_000 }).toEqual([first]);

  // Tables are sorted by their headers, unless the column does not fit.
  const emailHeader = page.getByRole("columnheader", { name: "Email" });
  await emailHeader.getByRole("button").click();
  await expect.poll(() => emailHeader.getAttribute("aria-sort")).toBe("ascending");
  const sort = page.getByLabel("Sort by");
  expect(await sort.count()).toBe(0);
  await page.setViewportSize(TABLET);
  await emailHeader.waitFor({ state: "detached" });
  await sort.waitFor();
  expect(await sort.locator("option:checked").textContent()).toBe("Sort: email, A to Z");
  await sort.selectOption({ label: "Balance, largest first" });
  await sort.waitFor({ state: "detached" });
  expect(await page.getByRole("columnheader", { name: "Balance" }).getAttribute("aria-sort")).toBe(
    "descending",
  );
  await page.setViewportSize(VIEWPORTS.desktop);

  await page.goto(`${area.firm.product.url}/admin/invoices`);
  await page.getByRole("status").filter({ hasText: "3 invoices" }).waitFor();
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("menuitem", { name: "Export CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv.split("\r\n")).toHaveLength(5);
  expect(csv).toContain(`"B-2","${second}","'=HYPERLINK(1)","Paid"`);
});

test("shows revenue and aging charts with tables, and links to the invoices of a bucket", async () => {
  const page = await signInAt("/admin/dashboard");
  const revenue = page.locator("section").filter({ has: page.getByRole("heading", { name: "Revenue" }) });
  const months = revenue.getByRole("list", { name: "Revenue by month" }).getByRole("button");
  await months.first().waitFor();
  expect(await months.count()).toBe(12);
  await revenue.getByText("Last 12 months", { exact: true }).waitFor();
  await months.last().focus();
  await revenue.getByRole("definition").filter({ hasText: "$50.00" }).waitFor();
  expect(await revenue.getByText("Last 12 months", { exact: true }).count()).toBe(0);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Tab");
  await revenue.getByText("Last 12 months", { exact: true }).waitFor();
  await revenue.getByText("Show as table").click();
  await revenue.getByRole("columnheader", { name: "Refunded" }).waitFor();
  await revenue.getByRole("cell", { name: "$50.00" }).first().waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("link", { name: /^31–60 days/ }).click();
  await page.getByRole("status").filter({ hasText: "1 invoice" }).waitFor();
  await page.getByRole("rowheader", { name: "#B-1" }).waitFor();
  const bucket = page.getByRole("button", { name: /^31–60 days overdue/ });
  expect(await bucket.getAttribute("aria-pressed")).toBe("true");
  await bucket.click();
  await page.getByRole("status").filter({ hasText: "3 invoices" }).waitFor();
});

test("undoes a status change from the toast and by keyboard, and shows its author in the timeline", async () => {
  const page = await signInAt("/admin/projects");
  const status = page.getByLabel("Status of Model audit");
  await status.selectOption("frozen");
  await page.getByText("✓ Model audit → FROZEN (SAVED TO DATABASE)").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("✓ Model audit → OPEN (SAVED TO DATABASE)").waitFor();
  expect(await status.inputValue()).toBe("open");
  await status.selectOption("on_hold");
  await page.getByText("✓ Model audit → ON_HOLD (SAVED TO DATABASE)").waitFor();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("Control+z");
  await expect.poll(() => status.inputValue(), { timeout: 10_000 }).toBe("open");
  await page.getByText("✓ Model audit → OPEN (SAVED TO DATABASE)").first().waitFor();
  // A toast stays as long as the pointer is on it.
  await page.getByText("✓ Model audit → OPEN (SAVED TO DATABASE)").first().hover();
  await page.getByRole("searchbox").focus();
  await page.getByRole("button", { name: "Dismiss" }).first().click();
  await expectFocus(page.getByRole("searchbox"));
  await page.getByRole("button", { name: "More actions: Model audit" }).click();
  await page.getByRole("menuitem", { name: "Timeline" }).click();
  const timeline = page.getByRole("dialog");
  await timeline.getByText("Open → Frozen").waitFor();
  await timeline
    .getByText(`by ${area.firm.administrator.email.split("@")[0]}`)
    .first()
    .waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});

test("asks before navigation discards unsaved rates", async () => {
  const page = await signInAt(`/admin/client-rates?clientId=${area.firm.clients[0].id}`);
  await page.getByRole("group", { name: "Rate card 1" }).getByLabel("Hourly rate").fill("411");
  await page.getByRole("link", { name: "All clients" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Leave without saving the rates?").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Hourly rate").first().inputValue()).toBe("411");
  await page.getByRole("link", { name: "All clients" }).click();
  await question.getByRole("button", { name: "Discard changes" }).click();
  await page.getByRole("heading", { level: 1, name: "Clients" }).waitFor();
});

test("navigates with the command palette and shortcuts, and single-key shortcuts can be turned off", async () => {
  const page = await signInAt("/admin/dashboard");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Search or jump to..." });
  await palette.getByRole("combobox").fill("model");
  await palette.getByRole("option", { name: /^Model audit/ }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Model audit" }).click();
  await page.keyboard.press("g");
  await page.keyboard.press("v");
  await page.getByRole("heading", { level: 1, name: "Invoices" }).waitFor();
  await page.keyboard.press("/");
  await expectFocus(page.getByRole("searchbox"));
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await help.getByText("Go to Invoices").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await help.getByLabel("Single-key shortcuts").uncheck();
  await help.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("?");
  await page.keyboard.press("Control+k");
  await palette.waitFor();
  expect(await help.count()).toBe(0);
});

test("keeps what is typed right after the shortcut while the command palette is still loading", async () => {
  const page = await signInAt("/admin/dashboard");
  const release = Promise.withResolvers<void>();
  await page.route(/\/command-palette[^/]*\.js/, async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.reload();
  await page.getByRole("button", { name: "Search", exact: true }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("gv 0000x");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("181");
  release.resolve();
  const field = page.getByRole("combobox", { name: /^Search actions/ });
  await expectFocus(field);
  await expect.poll(() => field.inputValue()).toBe("gv 0000181");
  await page.keyboard.type(" red");
  expect(await field.inputValue()).toBe("gv 0000181 red");
  expect(new URL(page.url()).pathname).toBe("/admin/dashboard");
});

test("keeps both filters when the second is changed before the list has rendered the first", async () => {
  const page = await signInAt("/admin/findings");
  await page.getByLabel("Filter by severity").waitFor();
  await page.evaluate(async () => {
    const select = (label: string, value: string) => {
      const filter = document.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
      if (filter) {
        filter.value = value;
        filter.dispatchEvent(new Event("change", { bubbles: true }));
      }
    };
    select("Filter by status", "risk_accepted");
    // Lets the navigation finish, but not the rendering, which is a new task.
    for (let step = 0; step < 100; step += 1) {
      await null;
    }
    select("Filter by severity", "high");
  });
  await expect.poll(() => new URL(page.url()).search).toBe("?status=risk_accepted&severity=high");
});

test("finds findings, proposals and inquiries with the command palette, and starts an invoice", async () => {
  const rows = area.serviceClient();
  const [client] = area.firm.clients;
  const { data: project } = await rows
    .from("projects")
    .insert({ client_id: client.id, project_name: "Assistant test" })
    .select("id")
    .single()
    .throwOnError();
  const { data: finding } = await rows
    .from("findings")
    .insert({
      ...{ project_id: project.id, client_id: client.id, severity: "high", found_on: "2026-11-20" },
      ...{
        title: "Prompt leak in the assistant",
        affected_asset: "Assistant",
        description: "It can be read.",
      },
    })
    .select("id")
    .single()
    .throwOnError();
  await rows
    .from("findings")
    .update({ publication_status: "published", published_on: "2026-11-20", number: 1, key: "ZZ-01-001" })
    .eq("id", finding.id)
    .throwOnError();
  const sentAt = new Date().toISOString();
  const { data: proposal } = await rows
    .from("proposals")
    .insert({
      ...{ client_id: client.id, title: "Gateway review", status: "viewed", value: 1000, current_version: 1 },
      ...{ valid_until: addDays(firmToday(new Date()), 30), first_sent_at: sentAt, sent_at: sentAt },
      viewed_at: sentAt,
    })
    .select("number")
    .single()
    .throwOnError();
  const reference = getProposalReference(proposal.number);
  await rows
    .from("contact_inquiries")
    .insert({
      ...{ company: "Civic Trust", name: "Ada Park", email: "ada@civic.test", reference: "INQ-CIVIC" },
      ...{ message: "We need a review.", service_interest: "General Inquiry" },
    })
    .throwOnError();
  const page = await signInAt("/admin/dashboard");
  const palette = page.getByRole("dialog", { name: "Search or jump to..." });
  await page.keyboard.press("Control+k");
  const field = palette.getByRole("combobox");
  for (const [text, option] of [
    ["zz-01-001", /Prompt leak/],
    [reference, /^P-\d+ Gateway review/],
    ["civic", /^Civic Trust/],
    ["prompt leak", /Prompt leak/],
    ["gateway", /^P-\d+ Gateway review/],
    ["inq-civic", /^Civic Trust/],
  ] as const) {
    await field.fill(text);
    await palette.getByRole("option", { name: option }).waitFor();
  }
  expect(await findPageIssues(session)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Civic Trust" }).waitFor();
  await page.keyboard.press("Control+k");
  await field.fill("create invoice");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Create invoice" }).waitFor();
  await page.getByRole("button", { name: "Save draft" }).click();
  for (const message of ["Select a client", "Enter a title", "Describe each line item", "Enter a price"]) {
    await page.getByRole("paragraph").filter({ hasText: message }).waitFor();
  }
  await expectFocus(page.getByLabel("Client"));
  await page.getByLabel("Price ($)").fill("1.005");
  await page.getByText("Use at most two decimals").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});

test("runs actions from the command palette and offers recent places until logout", async () => {
  const page = await signInAt(`/admin/clients/${area.firm.clients[0].id}`);
  const { company } = area.firm.clients[0];
  await page.getByRole("heading", { level: 1, name: company }).waitFor();
  await page.goto(`${area.firm.product.url}/admin/dashboard`);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const palette = page.getByRole("dialog", { name: "Search or jump to..." });
  const recent = palette.getByRole("group", { name: "Recent" });
  await recent.getByRole("option", { name: `${company} Client` }).click();
  await page.getByRole("heading", { level: 1, name: company }).waitFor();
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("create p");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Create Project" });
  await form.waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("log out");
  await palette.getByRole("option", { name: "Sign out" }).click();
  await page.waitForURL("**/admin/login");
  expect(await page.evaluate(() => localStorage.getItem("admin_recent_places"))).toBeNull();
});

test("counts and shows a member's message with the author, sends a reply, and keeps a reply that failed to send", async () => {
  const client = area.firm.clients[1];
  const rows = area.serviceClient();
  const { data: sender } = await rows
    .from("clients")
    .select("user_id, contact_person")
    .eq("id", client.id)
    .single()
    .throwOnError();
  await rows
    .from("messages")
    .insert({
      client_id: client.id,
      sender_role: "client",
      sender_id: sender.user_id,
      body: "When do we begin?",
    })
    .throwOnError();
  const page = await signInAt("/admin/dashboard");
  await page.getByRole("link", { name: /^Messages.*1 unread/ }).click();
  await page.getByText("1 unread", { exact: true }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("link", { name: client.company, exact: true }).click();
  await page.getByRole("log").getByText("When do we begin?").waitFor();
  await page
    .getByRole("article")
    .filter({ hasText: "When do we begin?" })
    .getByText(sender.contact_person)
    .waitFor();
  const replyInput = page.getByLabel(`Message to ${client.company}`);
  await replyInput.fill("On Monday.");
  session.allowConsoleMessage(/Failed to load resource|Request failed/);
  await page.route("**/rest/v1/messages*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText(/We couldn't send your message/).waitFor();
  expect(await replyInput.inputValue()).toBe("On Monday.");
  await page.unroute("**/rest/v1/messages*");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("log").getByText("On Monday.").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.goto(`${area.firm.product.url}/admin/clients/${client.id}?tab=messages`);
  await page.getByRole("log").getByText("On Monday.").waitFor();
  const { data } = await area
    .serviceClient()
    .from("client_totals")
    .select("unread_count")
    .eq("client_id", client.id)
    .single();
  expect(data?.unread_count).toBe(0);

  const portal = await openPage(area.browser);
  await portal.page.goto(`${area.firm.product.url}/client-portal?section=messages`);
  await portal.page.getByLabel("Email").fill(client.email);
  await portal.page.getByLabel("Password", { exact: true }).fill(client.password);
  await portal.page.getByRole("button", { name: "Login" }).click();
  await portal.page.getByText("On Monday.").waitFor();
  await portal.close();
});

test.each([
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])("a long conversation scrolls between its header and its form at $width px", async (viewport) => {
  const { id, company } = area.firm.clients[1];
  const rows = area.serviceClient();
  const { data: messages } = await rows
    .from("messages")
    .insert(
      Array.from({ length: 15 }, (_, index) => ({
        client_id: id,
        sender_role: "admin" as const,
        body: `Update ${index}`,
      })),
    )
    .select("id")
    .throwOnError();
  const page = await signInAt(`/admin/messages/${id}`, { viewport });
  const newest = page.getByRole("article").last();
  await expect.poll(() => newest.isVisible()).toBe(true);
  await session.waitForIdle();
  expect(await page.evaluate(() => [scrollY, document.documentElement.scrollHeight - innerHeight])).toEqual([
    0, 0,
  ]);
  const getBox = async (locator: Locator) =>
    (await locator.boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
  const form = await getBox(page.getByLabel(`Message to ${company}`));
  const message = await getBox(newest);
  const link = await getBox(page.getByRole("link", { name: "All messages" }));
  expect(link.y).toBeGreaterThanOrEqual(64);
  expect(message.y).toBeGreaterThan(link.y + link.height);
  expect(message.y + message.height).toBeLessThan(form.y);
  expect(await findPageIssues(session)).toEqual([]);
  await rows
    .from("messages")
    .delete()
    .in(
      "id",
      messages.map((each) => each.id),
    )
    .throwOnError();
});

test("writes to a client who has not written yet, from the messages page and the command palette", async () => {
  const [client] = area.firm.clients;
  const page = await signInAt("/admin/messages");
  await page.getByRole("button", { name: "New message" }).click();
  const dialog = page.getByRole("dialog", { name: "New message" });
  await dialog.getByRole("button", { name: "Send message" }).click();
  await dialog.getByText("Select a client").last().waitFor();
  await dialog.getByText("Write a message").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await dialog.getByLabel("Client").selectOption({ label: client.company });
  await dialog.getByLabel("Message").fill("Your report is ready.");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("button", { name: "Send message" }).click();
  await page.getByRole("heading", { level: 1, name: client.company }).waitFor();
  await page.getByRole("log").getByText("Your report is ready.").waitFor();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("new message");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Message").waitFor();
});

test("reports a deleted project when it is edited, and a list that fails to load offline", async () => {
  const rows = area.serviceClient();
  const { data } = await rows
    .from("projects")
    .insert({ client_id: area.firm.clients[0].id, project_name: "Short-lived" })
    .select("id")
    .single();
  const page = await signInAt("/admin/projects?search=Short-lived");
  await page.getByRole("rowheader", { name: "Short-lived" }).waitFor();
  await rows
    .from("projects")
    .delete()
    .eq("id", data?.id ?? "")
    .throwOnError();
  await page.getByRole("button", { name: "More actions: Short-lived" }).click();
  await page.getByRole("menuitem", { name: "Edit project" }).click();
  await page.getByText("This project no longer exists.").waitFor();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.getByLabel("Status of Short-lived").selectOption("frozen");
  await page.getByText("Update may have failed - no rows affected").waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  await page.getByText("No projects found").waitFor();
  await page.goto(`${area.firm.product.url}/admin/projects`);
  await page.getByRole("rowheader", { name: "Model audit" }).waitFor();
  session.allowConsoleMessage(/Failed to load resource|Request failed|ERR_INTERNET/);
  await session.context.setOffline(true);
  await page.getByRole("button", { name: "Outstanding" }).click();
  await page.getByText("We couldn't load the projects.").waitFor();
  await session.context.setOffline(false);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("rowheader", { name: "Model audit" }).waitFor();
});

test("lists, messages and the command palette fit on phones, and lists are sorted by a select", async () => {
  const page = await signInAt("/admin/clients", { viewport: VIEWPORTS.phone });
  await page.getByRole("button", { name: "Filters" }).click();
  const sort = page.getByLabel("Sort by");
  // Its labels are too long for half of the width.
  expect((await sort.boundingBox())?.width).toBeGreaterThan(VIEWPORTS.phone.width - 60);
  expect(await sort.locator("option:checked").textContent()).toBe("Sort: company");
  await sort.selectOption({ label: "Balance, largest first" });
  await expect.poll(() => new URL(page.url()).searchParams.get("sort")).toBe("-outstanding_balance");
  await expect.poll(() => sort.locator("option:checked").textContent()).toBe("Sort: balance, largest first");
  const { company } = area.firm.clients[1];
  await page.getByRole("button", { name: `More actions: ${company}` }).click();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("menuitem", { name: "Manage rates" }).click();
  await page.getByRole("heading", { level: 1, name: "Client Rates" }).waitFor();
  for (const path of ["/admin/clients", "/admin/dashboard", "/admin/invoices", "/admin/messages"]) {
    await page.goto(`${area.firm.product.url}${path}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await findPageIssues(session), path).toEqual([]);
  }
  await page.goto(`${area.firm.product.url}/admin/messages/${area.firm.clients[1].id}`);
  await page.getByRole("log").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("button", { name: "Search everything" }).click();
  await page.getByRole("option", { name: "Bookings" }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  // A long result must not push the close button off the screen.
  const { error } = await area
    .serviceClient()
    .from("invoices")
    .insert({
      client_id: area.firm.clients[1].id,
      invoice_number: "LONG-1",
      description: "Quarterly review of every model in production ".repeat(5),
      amount: 5,
      status: "paid",
    });
  expect(error).toBeNull();
  await page.getByRole("combobox", { name: /^Search actions/ }).fill("LONG-1");
  await page.getByRole("option", { name: /LONG-1/ }).waitFor();
  const { x = 0, width = 0 } =
    (await page.getByRole("dialog", { name: "Search or jump to..." }).boundingBox()) ?? {};
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(VIEWPORTS.phone.width);
  await page.getByRole("button", { name: "Close dialog" }).click();
});

test("opens the command palette on a touch screen with the focus in its field", async () => {
  const page = await signInAt("/admin/dashboard", {
    viewport: VIEWPORTS.phone,
    hasTouch: true,
    isMobile: true,
  });
  await page.getByRole("button", { name: "Search everything" }).tap();
  const field = page.getByRole("combobox", { name: /^Search actions/ });
  await expectFocus(field);
});

test("shows partially paid and unassigned amounts, and pending work in the phone menu", async () => {
  const rows = area.serviceClient();
  const client = area.firm.clients[0];
  await rows
    .from("invoices")
    .update({ total_paid_amount: 40 })
    .eq("client_id", client.id)
    .eq("invoice_number", "A-1")
    .throwOnError();
  await rows
    .from("invoices")
    .insert({ invoice_number: "N-1", description: "", amount: 7, status: "pending" })
    .throwOnError();
  await rows
    .from("messages")
    .insert({ client_id: client.id, sender_role: "client", body: "Hello?" })
    .throwOnError();
  const page = await signInAt("/admin/dashboard", { viewport: VIEWPORTS.phone });
  await page.getByText("$1,007.00 billed, $40.00 paid").waitFor();
  await page.getByText("Includes 1 invoice without a client").waitFor();
  const attention = page.getByRole("region", { name: "Needs attention" });
  await attention.getByRole("link", { name: /^1 unpaid invoice without a client/ }).waitFor();
  await page.getByRole("button", { name: "Menu, with pending work" }).click();
  await page.getByRole("menuitem", { name: /^Messages.*1 unread/ }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.keyboard.press("Escape");
  await attention.getByRole("link", { name: /1 unread message/ }).click();
  await page.getByRole("log").getByText("Hello?").waitFor();
  await page.goto(`${area.firm.product.url}/admin/clients`);
  await page.getByText("$100.00 billed, $40.00 paid").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});
