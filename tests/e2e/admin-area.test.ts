import { createClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#supabase/database.types.ts";
import { type BrowserSession, openPage, startBrowser, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { startTestFirm, type TestFirm } from "#tests/support/product/test-firm.ts";

const CONNECTED = {
  connected: true,
  reason: null,
  merchant_id: "MERCHANT",
  merchant_name: "Wardline",
  expires_in_days: 20,
  last_synced_at: null,
  last_error: null,
};

// Tests the admin area outside the main journey: errors, forms, filters, and every page with and without data.

let firm: TestFirm;
let browser: Browser;
let session: BrowserSession;

beforeAll(async () => {
  [firm, browser] = await Promise.all([startTestFirm(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await firm?.product.stop();
});
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  expect(messages).toEqual([]);
});

/** Creates a client with the secret key, which bypasses row policies. */
function serviceClient() {
  const { supabaseUrl, secretKey } = firm.product;
  return createClient<Database>(supabaseUrl, secretKey, { auth: { persistSession: false } });
}

async function signInAt(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  session = await openPage(browser, options);
  const { page } = session;
  await page.goto(`${firm.product.url}${path}`);
  await page.getByLabel("Email").fill(firm.administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(firm.administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  return page;
}

/** Inserts a project with unpaid invoices and returns its id. */
async function insertProject(name: string, invoices = 0): Promise<string> {
  const { data, error } = await serviceClient()
    .from("projects")
    .insert({ client_id: firm.clients[0].id, project_name: name })
    .select("id")
    .single();
  if (error) {
    throw new Error(error.message);
  }
  for (let index = 0; index < invoices; index++) {
    await serviceClient()
      .from("invoices")
      .insert({
        client_id: firm.clients[0].id,
        project_id: data.id,
        invoice_number: `${name}-${index}`,
        amount: 100,
        status: "pending",
      });
  }
  return data.id;
}

/** Inserts a draft, and publishes it if there is a key. */
async function insertFinding(projectId: string, title: string, key?: string): Promise<void> {
  const { data } = await serviceClient()
    .from("findings")
    .insert({
      ...{ project_id: projectId, client_id: firm.clients[0].id },
      ...{ title, severity: "critical", found_on: "2026-10-01" },
    })
    .select("id")
    .single()
    .throwOnError();
  if (key) {
    await serviceClient()
      .from("findings")
      .update({
        ...{ publication_status: "published", published_on: "2026-10-02" },
        ...{ number: Number(key.slice(-3)), key },
      })
      .eq("id", data.id)
      .throwOnError();
  }
}

const getDialog = (page: Page): Locator => page.getByRole("dialog");

test("returns to a deep link after login and clears stored keys on logout", async () => {
  const page = await signInAt("/admin/projects?status=frozen");
  expect(new URL(page.url()).search).toBe("?status=frozen");
  await page.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/admin/login");
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => /auth|email|role/.test(key))),
  ).toEqual([]);
  await page.getByLabel("Email").fill(firm.administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(firm.administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.waitForURL("**/admin/dashboard");
});

test("shows an unknown page in the admin frame, with a link to the dashboard", async () => {
  const page = await signInAt("/admin/no-such-page");
  session.allowConsoleMessage(/status of 404/);
  await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.getByRole("link", { name: "Go to dashboard" }).click();
  await page.getByRole("heading", { level: 1, name: /^Dashboard/ }).waitFor();
});

test("opening the dashboard ends the client session in the same browser", async () => {
  const page = await signInAt("/admin/clients");
  await page.evaluate(() => localStorage.setItem("client_email", "client@example.com"));
  await page.goto(`${firm.product.url}/admin/dashboard`);
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("client_email"))).toBeNull();
});

test("shows the result of Square's consent page once and removes it from the URL", async () => {
  const page = await signInAt("/admin/dashboard?oauth_status=error&message=access_denied");
  await page.getByText("OAuth failed: access denied", { exact: true }).waitFor();
  await expect.poll(() => page.url()).toBe(`${firm.product.url}/admin/dashboard`);
  await page.goto(`${firm.product.url}/admin/dashboard?oauth_status=error`);
  await page.getByText("OAuth failed: unknown error", { exact: true }).waitFor();
});

test("explains why an account in another currency was not connected", async () => {
  const page = await signInAt("/admin/dashboard?oauth_status=error&message=unsupported_currency");
  await page.getByText("OAuth failed: unsupported currency", { exact: true }).waitFor();
  await page.getByText(/^The portal supports only Square accounts in US dollars\./).waitFor();
});

test("shows why Square rejects the connection, and offers to reconnect", async () => {
  const page = await signInAt("/admin/clients");
  const last_error = "Square rejected the connection's access token. Please reconnect.";
  await page.route("**/api/oauth/square?action=status", (route) =>
    route.fulfill({ json: { ...CONNECTED, connected: false, reason: last_error, last_error } }),
  );
  await page.goto(`${firm.product.url}/admin/dashboard`);
  await page.getByText(last_error, { exact: true }).waitFor();
  await page.getByRole("button", { name: "Reconnect Square" }).waitFor();
  expect(await page.getByRole("button", { name: "Sync Invoices" }).count()).toBe(0);
});

test("shows the result of a sync without a report, and the message of a failed one", async () => {
  const page = await signInAt("/admin/clients");
  await page.route("**/api/oauth/square?action=status", (route) => route.fulfill({ json: CONNECTED }));
  await page.goto(`${firm.product.url}/admin/dashboard`);
  const respondWith = async (json: object) => {
    await page.unroute("**/api/square/sync-invoices*");
    await page.route("**/api/square/sync-invoices*", (route) => route.fulfill({ json }));
    await page.getByRole("button", { name: "Sync Invoices" }).click();
  };
  await respondWith({ success: true, synced: 12, changed: 3, message: "Synced 12 invoices from Square" });
  await page.getByText("✅ Synced 12 invoices from Square", { exact: true }).waitFor();
  await page.getByText("3 new or changed.").waitFor();
  session.allowConsoleMessage(/Request failed: 200 sync_failed/);
  await respondWith({ success: false, message: "We couldn't reach Square." });
  await page.getByText("Sync failed: We couldn't reach Square.", { exact: true }).waitFor();
});

describe("changing a status in the project list", () => {
  const name = "Status project";
  beforeAll(async () => {
    await insertProject(name);
  });

  async function selectStatus(status: string): Promise<Page> {
    const page = await signInAt(`/admin/projects?search=${name}`);
    await page.route("**/rest/v1/projects?*", routeHandler ?? ((route) => route.continue()));
    const select = page.getByLabel(`Status of ${name}`);
    await select.focus();
    await select.selectOption(status);
    return page;
  }
  let routeHandler: ((route: Route) => Promise<void>) | null;
  beforeEach(() => {
    routeHandler = null;
  });
  const interceptWrites = (respond: (route: Route) => Promise<void>) => (route: Route) =>
    route.request().method() === "PATCH" ? respond(route) : route.continue();

  test("saves immediately and shows a toast", async () => {
    const page = await selectStatus("in_progress");
    await page.getByText(`✓ ${name} → IN_PROGRESS (SAVED TO DATABASE)`).waitFor();
    const { data } = await serviceClient()
      .from("projects")
      .select("status")
      .eq("project_name", name)
      .single();
    expect(data?.status).toBe("in_progress");
  });

  test.each([
    [
      "rejected",
      (route: Route) =>
        route.fulfill({
          status: 403,
          json: { code: "42501", message: "permission denied", hint: "Sign in" },
        }),
      "Failed to update status: permission denied",
      "Code 42501. Sign in",
    ],
    [
      "that matches no row",
      (route: Route) => route.fulfill({ json: [] }),
      "Update may have failed - no rows affected",
      null,
    ],
    ["without a response", (route: Route) => route.abort(), "Exception during update", null],
  ] as const)("reverts an update %s and shows an alert", async (_name, respond, message, details) => {
    routeHandler = interceptWrites(respond);
    const page = await selectStatus("frozen");
    session.allowConsoleMessage(/Failed to load resource|Request failed/);
    const alert = page.getByRole("alertdialog");
    await alert.getByText(message, { exact: true }).waitFor();
    if (details) {
      await alert.getByText(details, { exact: true }).waitFor();
    }
    expect(await session.accessibilityViolations()).toEqual([]);
    await alert.getByRole("button", { name: "OK" }).click();
    const select = page.getByLabel(`Status of ${name}`);
    expect(await select.inputValue()).toBe("in_progress");
    await expectFocus(select);
  });
});

describe("the project form", () => {
  test("reports missing fields and asks before discarding input", async () => {
    const page = await signInAt("/admin/projects");
    await page.getByRole("button", { name: "Create Project" }).click();
    const form = getDialog(page);
    await form.getByRole("button", { name: "Create Project" }).click();
    await form.getByText("Project name is required").waitFor();
    await form.getByRole("paragraph").filter({ hasText: "Select a client" }).waitFor();
    await form.getByLabel("Project name").fill("Half a project");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await form.getByLabel("Project name").inputValue()).toBe("Half a project");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard changes" }).click();
    await form.waitFor({ state: "detached" });
  });

  test("locks the client while invoices are linked and saves the other fields", async () => {
    await insertProject("Linked project", 2);
    const page = await signInAt("/admin/projects?search=Linked");
    await page.getByRole("button", { name: "More actions: Linked project" }).click();
    await page.getByRole("menuitem", { name: "Edit project" }).click();
    const form = getDialog(page);
    await form.getByText("Unlink all invoices to change the client.").waitFor();
    expect(await form.getByLabel("Client").isDisabled()).toBe(true);
    await form.getByLabel("Target completion").fill("2027-01-31");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Project updated successfully").waitFor();
    await page.getByText("Jan 31, 2027").waitFor();
  });
});

test("rejects an invoice that was just linked to another project, and reloads the list of unlinked invoices", async () => {
  await insertProject("Crowded project", 1);
  await serviceClient()
    .from("invoices")
    .insert({ client_id: firm.clients[0].id, invoice_number: "Free-1", amount: 50, status: "pending" });
  const page = await signInAt("/admin/projects?search=Crowded");
  await page.getByRole("button", { name: "More actions: Crowded project" }).click();
  await page.getByRole("menuitem", { name: "Link invoices" }).click();
  const dialog = getDialog(page);
  await dialog.getByRole("checkbox", { name: /Free-1/ }).check();
  await expect
    .poll(() => dialog.getByRole("link", { name: "View #Free-1" }).getAttribute("href"))
    .toMatch(/^\/admin\/invoices\/[0-9a-f-]{36}$/);
  await insertProject("Faster project");
  const fasterProject = await serviceClient()
    .from("projects")
    .select("id")
    .eq("project_name", "Faster project")
    .single();
  await serviceClient()
    .from("invoices")
    .update({ project_id: fasterProject.data?.id })
    .eq("invoice_number", "Free-1");
  session.allowConsoleMessage(/409/);
  await dialog.getByRole("button", { name: "Link Selected" }).click();
  await page.getByText("One of the invoices is linked to another project.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  await dialog.getByText("0 invoice(s) selected").waitFor();
  await dialog.getByRole("button", { name: "Unlink #Crowded project-0" }).click();
  await dialog.getByText("No invoices are linked to this project.").waitFor();
  await dialog.getByRole("list", { name: "Unlinked invoices" }).getByText("#Crowded project-0").waitFor();
});

test("a project's page shows what is empty, and restores the focus when a dialog closes", async () => {
  const projectId = await insertProject("Empty project");
  const page = await signInAt(`/admin/projects/${projectId}`);
  await page.getByText("No invoices linked yet").waitFor();
  await page.getByText("No findings yet").waitFor();
  await page.getByText("No documents yet").waitFor();
  await page.getByText("No milestones yet.").waitFor();
  expect(await page.getByRole("region", { name: "Proposals" }).count()).toBe(0);
  expect(await session.accessibilityViolations()).toEqual([]);
  const edit = page.getByRole("button", { name: "Edit project" });
  await edit.focus();
  await page.keyboard.press("Enter");
  await getDialog(page).getByLabel("Project name").waitFor();
  await page.keyboard.press("Escape");
  await getDialog(page).waitFor({ state: "detached" });
  await expectFocus(edit);
});

test("a project's page reports an error and an unknown project", async () => {
  const projectId = await insertProject("Unavailable project");
  const page = await signInAt(`/admin/projects/${projectId}`);
  await page.getByRole("heading", { level: 1, name: "Unavailable project" }).waitFor();
  session.allowConsoleMessage(/Failed to load resource|Request failed/);
  await page.route("**/rest/v1/project_list?*", (route) => route.abort());
  await page.reload();
  await page.getByText("We couldn't load the project.").waitFor();
  await page.unroute("**/rest/v1/project_list?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("heading", { level: 1, name: "Unavailable project" }).waitFor();
  for (const id of ["00000000-0000-4000-8000-000000000000", "nonsense"]) {
    await page.goto(`${firm.product.url}/admin/projects/${id}`);
    await page.getByText("Project not found").waitFor();
  }
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.getByRole("link", { name: "View all projects" }).click();
  await page.getByRole("button", { name: "Link invoices: Unavailable project" }).waitFor();
});

test("saves all rate cards together and shows errors next to their fields", async () => {
  const page = await signInAt("/admin/clients");
  await page.getByRole("button", { name: `More actions: ${firm.clients[1].company}` }).click();
  await page.getByRole("menuitem", { name: "Manage rates" }).click();
  await page.getByText(/uses the default rates/).waitFor();
  await page.getByRole("button", { name: "Remove rate card 3" }).click();
  await page.getByRole("button", { name: "Add Rate Card" }).click();
  const added = page.getByRole("group", { name: "Rate card 3" });
  await added.getByLabel("Service type").fill("AI Security Assessment");
  await added.getByLabel("Hourly rate").fill("-1");
  await page.getByRole("button", { name: "Save Rates" }).click();
  await added.getByText("Hourly rate can't be negative").waitFor();
  await added.getByLabel("Hourly rate").fill("199.5");
  await page.getByRole("button", { name: "Save Rates" }).click();
  await added.getByText("This service type already has a rate card").waitFor();
  await added.getByLabel("Service type").fill("Workshops");
  await page.getByRole("button", { name: "Save Rates" }).click();
  await page.getByRole("status").getByText("Rates updated successfully!").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  const { data } = await serviceClient()
    .from("client_rates")
    .select("service_type, hourly_rate, monthly_retainer, discount_tier")
    .eq("client_id", firm.clients[1].id)
    .order("service_type");
  expect(data).toHaveLength(3);
  expect(data?.[2]).toEqual({
    service_type: "Workshops",
    hourly_rate: 199.5,
    monthly_retainer: null,
    discount_tier: null,
  });
});

test("searches company, contact and email, keeps the search in the URL, and accepts any character", async () => {
  const page = await signInAt("/admin/clients");
  const search = page.getByLabel("Search company, contact or email");
  const [client, other] = firm.clients;
  for (const text of [client.company.slice(2).toUpperCase(), client.email]) {
    await search.fill("unknown");
    await page.getByText("No clients found").waitFor();
    await search.fill(text);
    await page.getByRole("status").filter({ hasText: "1 client" }).waitFor();
    await page.getByRole("rowheader", { name: client.company }).waitFor();
  }
  await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe(client.email);
  await search.fill(`%,"(${other.company})\\`);
  await page.getByText("No clients found").waitFor();
  await page.reload();
  await page.getByText("Try adjusting your search").waitFor();
});

test("offers to search all clients or to clear the search if no active client matches", async () => {
  const [{ company }] = firm.clients;
  const clients = serviceClient().from("clients");
  await clients.update({ status: "suspended" }).eq("company", company).throwOnError();
  const page = await signInAt(`/admin/clients?search=${encodeURIComponent(company)}`);
  await page.getByText("No clients found").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.getByRole("button", { name: "Search all clients" }).click();
  await page.getByRole("rowheader", { name: company }).waitFor();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Clients" }));
  expect(await page.getByLabel("Filter by status").inputValue()).toBe("all");
  await clients.update({ status: "active" }).eq("company", company).throwOnError();
  await page.getByLabel("Search company, contact or email").fill("nothing");
  await page.getByText("No clients found").waitFor();
  expect(await page.getByRole("button", { name: "Search all clients" }).count()).toBe(0);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("status").filter({ hasText: "2 clients" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.getByLabel("Search company, contact or email").fill("nothing");
  await page.getByRole("button", { name: "Clear search" }).click();
  await page.getByRole("status").filter({ hasText: "2 clients" }).waitFor();
});

test("shows an error with Retry when a list fails to load", async () => {
  const page = await signInAt("/admin/dashboard");
  session.allowConsoleMessage(/Failed to load resource|Request failed/);
  await page.route("**/rest/v1/client_list?*", (route) => route.abort());
  await page.getByRole("link", { name: "View All Clients" }).click();
  await page.getByText("We couldn't load the clients.").waitFor();
  expect(await page.getByText("No clients yet").count()).toBe(0);
  await page.unroute("**/rest/v1/client_list?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("status").filter({ hasText: "2 clients" }).waitFor();
});

test("a project's card on phones shows the values that are not empty, and the search has a short placeholder", async () => {
  await insertProject("Compact project");
  const page = await signInAt("/admin/projects?search=Compact", { viewport: VIEWPORTS.phone });
  const card = page.getByRole("list", { name: "Projects" }).getByRole("listitem");
  expect(await card.textContent()).toMatch(/^Compact project.*Value \$0\.00.*0 invoices/);
  expect(await card.textContent()).not.toMatch(/Due|Refunded|—/);
  const search = page.getByRole("searchbox", { name: "Search project or client" });
  expect(await search.getAttribute("placeholder")).toBe("Search");
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Export CSV" }).waitFor();
});

test("every page fits phones and desktops and is accessible, with and without data", async () => {
  await insertSubscription();
  const page = await signInAt("/admin/dashboard", { reducedMotion: "reduce" });
  await expectNoFaultsAtEachWidth(session, page.url());
  const screens = [
    "clients",
    "clients?search=unknown",
    "projects",
    "projects?status=cancelled",
    "subscriptions",
    "subscriptions?status=paused",
    "client-rates",
    `client-rates?clientId=${firm.clients[0].id}`,
  ];
  for (const screen of screens) {
    await page.goto(`${firm.product.url}/admin/${screen}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectNoFaultsAtEachWidth(session, page.url());
  }
});

describe.each(Object.entries(VIEWPORTS))("on the %s", (device, viewport) => {
  async function expectNoPageIssues(page: Page): Promise<void> {
    await session.waitForIdle();
    expect(await session.accessibilityViolations(), page.url()).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      page.url(),
    ).toBeLessThanOrEqual(0);
  }

  test("a project's page shows its invoices and documents", async () => {
    const name = `Page on ${device}`;
    const projectId = await insertProject(name, 2);
    await serviceClient()
      .from("documents")
      .insert({
        ...{ client_id: firm.clients[0].id, project_id: projectId, name: `${name}.pdf` },
        ...{ file_size: 1000, mime_type: "application/pdf" },
      })
      .throwOnError();
    const page = await signInAt(`/admin/projects?search=${name}`, { viewport });
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    expect(await page.title()).toMatch(/^Project – /);
    await page.getByText("$200.00 billed", { exact: true }).waitFor();
    await page.getByRole("button", { name: `Details for ${name}.pdf` }).waitFor();
    await expectNoPageIssues(page);
  });

  test("a project's page changes the project's status, invoices and notes", async () => {
    const name = `Changes on ${device}`;
    const projectId = await insertProject(name, 2);
    const page = await signInAt(`/admin/projects/${projectId}`, { viewport });
    await page.getByLabel(`Status of ${name}`).selectOption("in_progress");
    await page.getByText(`✓ ${name} → IN_PROGRESS (SAVED TO DATABASE)`).waitFor();
    const timeline = page.getByRole("list", { name: `Timeline for ${name}` });
    await timeline.getByText("Open → In Progress").waitFor();

    await page.getByRole("button", { name: "Link invoices" }).click();
    await getDialog(page)
      .getByRole("button", { name: `Unlink #${name}-0` })
      .click();
    await getDialog(page).getByRole("button", { name: "Close" }).last().click();
    await page.getByText("$100.00 billed", { exact: true }).waitFor();
    const invoices = page.getByRole("region", { name: "Invoices" });
    await invoices.getByRole("link", { name: `#${name}-1` }).waitFor();
    await expect.poll(() => invoices.getByRole("listitem").count()).toBe(1);

    await page.getByRole("button", { name: "Edit project" }).click();
    await getDialog(page).getByLabel("Notes").fill("Ask for the staging key.");
    await getDialog(page).getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("region", { name: "Details" }).getByText("Ask for the staging key.").waitFor();
  });

  test("a project's page links to its findings", async () => {
    const name = `Findings on ${device}`;
    const projectId = await insertProject(name);
    await insertFinding(projectId, "Draft of a weakness");
    await insertFinding(projectId, "Weakness 1", `WL-${viewport.width}-001`);
    await insertFinding(projectId, "Weakness 2", `WL-${viewport.width}-002`);
    const page = await signInAt(`/admin/projects/${projectId}`, { viewport });
    const findings = page.getByRole("region", { name: "Findings" });
    await findings.getByText("2 critical").waitFor();
    await findings.getByRole("link", { name: "Draft 1" }).waitFor();
    await findings.getByRole("link", { name: "Open 2" }).click();
    await page.getByRole("status").filter({ hasText: "2 findings" }).waitFor();
    expect(new URL(page.url()).search).toBe(`?project=${projectId}&status=open`);
    await page.getByRole("link", { name: "Weakness 2" }).click();
    await page.getByRole("heading", { level: 1, name: "Weakness 2" }).waitFor();
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("link", { name: "All projects" }).click();
    await page.getByRole("heading", { level: 1, name: "Project Management" }).waitFor();
  });

  test("every dialog fits the screen and is accessible", async () => {
    await insertProject(`Dialogs ${viewport.width}`, 3);
    const page = await signInAt(`/admin/projects?search=Dialogs ${viewport.width}`, { viewport });
    const projectName = `Dialogs ${viewport.width}`;
    for (const action of ["Link invoices", "View linked invoices", "Edit project"]) {
      await page.getByRole("button", { name: `More actions: ${projectName}` }).click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
      await getDialog(page).waitFor();
      await expectNoPageIssues(page);
      await page.keyboard.press("Escape");
      await getDialog(page).waitFor({ state: "detached" });
    }
  });
});

async function insertSubscription(): Promise<void> {
  const { data } = await serviceClient()
    .from("subscription_tiers")
    .upsert({ tier_name: "Guard", monthly_price: 2400 }, { onConflict: "tier_name" })
    .select("id")
    .single();
  if (!data) {
    throw new Error("no tier was stored");
  }
  await serviceClient().from("client_subscriptions").upsert(
    {
      client_id: firm.clients[0].id,
      tier_id: data.id,
      status: "active",
      current_period_end: "2027-01-01",
      square_subscription_id: "sub-1",
    },
    { onConflict: "square_subscription_id" },
  );
}

test("shows subscription totals and links to Square", async () => {
  await insertSubscription();
  const page = await signInAt("/admin/subscriptions");
  const row = page.getByRole("row", { name: new RegExp(firm.clients[0].company) });
  await row.getByText("$2,400", { exact: true }).waitFor();
  await expect.poll(() => page.locator("main").textContent()).toContain("Monthly Recurring Revenue$2,400.00");
  expect(await row.getByRole("link", { name: /^View in Square/ }).getAttribute("href")).toMatch(
    /^https:\/\/app\.squareup\.com\/.*sub-1$/,
  );
  await page.getByLabel("Search client or tier").fill("guard");
  await page.getByRole("status").filter({ hasText: "1 subscription" }).waitFor();
});

test("remembers that the sidebar is collapsed and shows entry names in tooltips", async () => {
  const page = await signInAt("/admin/dashboard");
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.reload();
  const entries = page.getByRole("navigation", { name: "Admin pages" });
  await entries.getByRole("link", { name: "Projects" }).focus();
  await page
    .locator("[aria-hidden=true]")
    .filter({ hasText: /^Projects$/ })
    .waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await page.getByRole("complementary", { name: "Integration" }).waitFor();
});
