import { expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests the projects section and the links to one of its projects.

const portal = setUpPortal();

async function insertProject(values: {
  client_id: string;
  project_name: string;
  start_date: string;
}): Promise<string> {
  const { data } = await portal
    .serviceClient()
    .from("projects")
    .insert({ ...values, status: "in_progress" })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}

test("shows milestones, meetings and documents in a project's timeline", async () => {
  const [client] = portal.firm.clients;
  const client_id = client.id;
  const rows = portal.serviceClient();
  const project_id = await insertProject({
    client_id,
    project_name: "Assistant audit",
    start_date: "2026-01-10",
  });
  await rows
    .from("project_milestones")
    .insert([
      { client_id, project_id, title: "Scope agreed", position: 0, done_at: "2026-02-01T12:00:00Z" },
      { client_id, project_id, title: "Final report", position: 1, due_on: "2031-06-30" },
    ])
    .throwOnError();
  await rows
    .from("service_bookings")
    .insert({
      ...{ client_id, service_type: "AI Security Assessment", project_description: "Kickoff" },
      ...{ preferred_start_date: "2031-03-01", status: "approved", scheduled_at: "2031-03-02T15:00:00Z" },
    })
    .throwOnError();
  await rows
    .from("documents")
    .insert({ client_id, name: "Scope.pdf", file_size: 1000, mime_type: "application/pdf" })
    .throwOnError();

  const session = await portal.openPage({ viewport: VIEWPORTS.phone });
  const { page } = session;
  await portal.signIn(page, client, "projects");
  const card = page.getByRole("article").filter({ hasText: "Assistant audit" });
  await card.getByText("None yet").waitFor();
  expect(await card.textContent()).not.toContain("$0.00");
  const milestones = card.getByRole("list", { name: "Milestones" });
  await milestones.getByText("Final report").waitFor();
  await card.getByRole("button", { name: "Timeline for Assistant audit" }).click();
  const timeline = page.getByRole("list", { name: "Timeline for Assistant audit" });
  await timeline.waitFor();
  // The timeline replaces the list, except for milestones that can be accepted.
  expect(await milestones.getByRole("listitem").count()).toBe(1);
  await milestones.getByRole("button", { name: "Accept milestone Scope agreed" }).waitFor();
  // The list of each month is named after it.
  const started = timeline.getByRole("list", { name: "January 2026" });
  expect(await started.getByRole("listitem").count()).toBe(1);
  const events = await timeline.locator("li li").allTextContents();
  expect(events.map((event) => event.replace(/\w{3} \d+, \d{4}.*/, ""))).toEqual([
    "Started",
    "Milestone done: Scope agreed",
    "Today",
    "Document shared: Scope.pdf",
    "Meeting: AI Security Assessment",
    "Milestone due: Final report",
  ]);
  expect(await session.accessibilityViolations()).toEqual([]);
  // Wide screens show the months in two columns below the details.
  const getLeft = async (month: string) =>
    (await timeline.getByRole("list", { name: month }).boundingBox())?.x ?? 0;
  expect(await getLeft("June 2031")).toBe(await getLeft("January 2026"));
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await getLeft("June 2031")).toBeGreaterThan((await getLeft("January 2026")) + 300);
});

test("links a project to its open findings, documents and invoices, limited to the project", async () => {
  const [client] = portal.firm.clients;
  const client_id = client.id;
  const rows = portal.serviceClient();
  const project_id = await insertProject({
    client_id,
    project_name: "Agent review",
    start_date: "2026-01-01",
  });
  await rows
    .from("documents")
    .insert([
      { client_id, project_id, name: "Agent report.pdf", file_size: 1000, mime_type: "application/pdf" },
      { client_id, name: "Other.pdf", file_size: 1000, mime_type: "application/pdf" },
    ])
    .throwOnError();
  await rows
    .from("invoices")
    .insert([
      { client_id, project_id, invoice_number: "AGENT-1", amount: 100, status: "pending" },
      { client_id, project_id, invoice_number: "AGENT-2", amount: 100, status: "cancelled" },
      { client_id, invoice_number: "OTHER-1", amount: 100, status: "pending" },
    ])
    .throwOnError();
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, client, "projects");
  const links = page.getByRole("list", { name: "Agent review at a glance" });
  await links.getByRole("link", { name: "1 document", exact: true }).click();
  await page.getByText("Showing 1 of", { exact: false }).waitFor();
  await page.getByText("Project: Agent review").waitFor();
  await page.goBack();
  const card = page.getByRole("article").filter({ has: links });
  await card.getByText("1 canceled", { exact: true }).waitFor();
  await card.getByRole("link", { name: "1 ($100.00 billed)", exact: true }).click();
  await page.getByRole("row", { name: /AGENT-1/ }).waitFor();
  await page.getByRole("row", { name: /AGENT-2/ }).waitFor();
  expect(await page.getByRole("row", { name: /OTHER-1/ }).count()).toBe(0);
  expect(await session.accessibilityViolations("main")).toEqual([]);
  await page.getByRole("button", { name: "Show all projects" }).click();
  await page.getByRole("row", { name: /OTHER-1/ }).waitFor();
  // The focus isn't lost with the button.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Showing all projects");
});

test("large amounts of a project wrap without overlapping on a narrow phone", async () => {
  const [{ id: client_id }] = portal.firm.clients;
  const project_id = await insertProject({
    client_id,
    project_name: "Fleet review",
    start_date: "2026-01-01",
  });
  await portal
    .serviceClient()
    .from("invoices")
    .insert({
      ...{ client_id, project_id, invoice_number: "FLEET-1", amount: 1_234_567.89, status: "paid" },
      ...{ total_paid_amount: 1_232_067.89, refunded_amount: 2500 },
    })
    .throwOnError();
  const viewport = { width: 320, height: 700 };
  const { page } = await portal.openPage({ viewport, hasTouch: true, isMobile: true });
  await portal.signIn(page, portal.firm.clients[0], "projects");
  const card = page.getByRole("article").filter({ hasText: "Fleet review" });
  const link = await card.getByRole("link", { name: "1 ($1,234,567.89 billed)" }).boundingBox();
  const refunded = await card.getByText("$2,500.00 refunded").boundingBox();
  const bottom = (link?.y ?? 0) + (link?.height ?? 0);
  expect(bottom).toBeGreaterThan(0);
  expect(refunded?.y).toBeGreaterThanOrEqual(bottom - 2);
});

test("says that a project has no unpaid invoices, and Pay Now shows those of all projects", async () => {
  const [client] = portal.firm.clients;
  const client_id = client.id;
  const project_id = await insertProject({ client_id, project_name: "Paid work", start_date: "2026-01-01" });
  const payable = { client_id, amount: 100, status: "pending" as const };
  await portal
    .serviceClient()
    .from("invoices")
    .insert([
      { client_id, project_id, invoice_number: "PAID-1", amount: 100, status: "paid" },
      { ...payable, invoice_number: "OPEN-1", square_payment_url: "https://squareup.com/pay-invoice/1" },
      { ...payable, invoice_number: "OPEN-2", square_payment_url: "https://squareup.com/pay-invoice/2" },
    ])
    .throwOnError();
  const { page } = await portal.openPage();
  await portal.signIn(page, client, "billing");
  await page.getByRole("row", { name: /OPEN-1/ }).waitFor();
  const url = `${portal.firm.product.url}/client-portal?section=billing&show=unpaid&project=`;
  await page.goto(`${url}${project_id}`);
  await page.getByText("No unpaid invoices in this project").waitFor();
  expect(await page.getByText("You're all paid up").count()).toBe(0);
  await page.getByRole("button", { name: "Pay Now" }).click();
  await page.getByRole("row", { name: /OPEN-1/ }).waitFor();
  expect(await page.getByText("Project: Paid work").count()).toBe(0);

  await page.goto(`${url}${crypto.randomUUID()}`);
  await page.getByText("Project: Unknown project").waitFor();
  await page.getByText("No unpaid invoices in this project").waitFor();
});

test("a link on the overview opens the project that it names", async () => {
  const [, client] = portal.firm.clients;
  await insertProject({ client_id: client.id, project_name: "First project", start_date: "2026-01-01" });
  const id = await insertProject({
    client_id: client.id,
    project_name: "Second project",
    start_date: "2026-01-01",
  });
  await portal
    .serviceClient()
    .from("projects")
    .update({ target_completion_date: "2030-01-01" })
    .eq("id", id)
    .throwOnError();
  const { page } = await portal.openPage({ viewport: VIEWPORTS.phone });
  await portal.signIn(page, client);
  const next = page.getByRole("region", { name: "Next", exact: true });
  await next.getByRole("link", { name: /^Milestone Second project/ }).click();
  const heading = page.getByRole("heading", { level: 2, name: "Second project" });
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.reload();
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true);
});
