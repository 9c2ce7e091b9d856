import { createClient } from "@supabase/supabase-js";
import type { Browser, BrowserContextOptions, Locator, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#supabase/database.types.ts";
import { aFirm, type Firm } from "#tests/support/a-firm.ts";
import { aVisit, startBrowser, type Visit, WIDTHS } from "#tests/support/browser.ts";

// What an administrator meets beside the journey: refusals, forms, filters, and every screen full and empty.

let firm: Firm;
let browser: Browser;
let visit: Visit;

beforeAll(async () => {
  [firm, browser] = await Promise.all([aFirm(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await firm?.product.stop();
});
afterEach(async () => {
  const complaints = visit.complaints();
  await visit.close();
  expect(complaints).toEqual([]);
});

/** Past all policies, as the server's own key. */
function rows() {
  const { supabaseUrl, secretKey } = firm.product;
  return createClient<Database>(supabaseUrl, secretKey, { auth: { persistSession: false } });
}

async function signedInAt(path: string, options: BrowserContextOptions = {}): Promise<Page> {
  visit = await aVisit(browser, options);
  const { page } = visit;
  await page.goto(`${firm.product.url}${path}`);
  await page.getByLabel("Email").fill(firm.administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(firm.administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("button", { name: "Logout" }).waitFor();
  return page;
}

async function aProject(name: string, invoices = 0): Promise<void> {
  const { data, error } = await rows()
    .from("projects")
    .insert({ client_id: firm.clients[0].id, project_name: name })
    .select("id")
    .single();
  if (error) throw new Error(error.message);
  for (let index = 0; index < invoices; index++)
    await rows()
      .from("invoices")
      .insert({
        client_id: firm.clients[0].id,
        project_id: data.id,
        invoice_number: `${name}-${index}`,
        amount: 100,
        status: "pending",
      });
}

const dialogOf = (page: Page): Locator => page.getByRole("dialog");

test("a deep link survives the login, and Logout leaves no key and no link behind", async () => {
  const page = await signedInAt("/admin/projects?status=frozen");
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

test("the dashboard ends a client's session of this browser", async () => {
  const page = await signedInAt("/admin/clients");
  await page.evaluate(() => localStorage.setItem("client_email", "somebody@example.com"));
  await page.goto(`${firm.product.url}/admin/dashboard`);
  await page.getByRole("heading", { name: "Dashboard" }).waitFor();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("client_email"))).toBeNull();
});

test("what Square's consent page answers is told once, and taken out of the address", async () => {
  const page = await signedInAt("/admin/dashboard?oauth_status=error&message=access_denied");
  await page.getByText("OAuth failed: access denied", { exact: true }).waitFor();
  await expect.poll(() => page.url()).toBe(`${firm.product.url}/admin/dashboard`);
  await page.goto(`${firm.product.url}/admin/dashboard?oauth_status=error`);
  await page.getByText("OAuth failed: unknown error", { exact: true }).waitFor();
});

describe("a status in the list of projects", () => {
  const name = "Status project";
  beforeAll(() => aProject(name));

  async function choose(status: string): Promise<Page> {
    const page = await signedInAt(`/admin/projects?search=${name}`);
    await page.route("**/rest/v1/projects?*", answer ?? ((route) => route.continue()));
    const select = page.getByLabel(`Status of ${name}`);
    await select.focus();
    await select.selectOption(status);
    return page;
  }
  let answer: ((route: Route) => Promise<void>) | null;
  beforeEach(() => {
    answer = null;
  });
  const onlyWrites = (respond: (route: Route) => Promise<void>) => (route: Route) =>
    route.request().method() === "PATCH" ? respond(route) : route.continue();

  test("is stored at once, and says so", async () => {
    const page = await choose("in_progress");
    await page.getByText(`✓ ${name} → IN_PROGRESS (SAVED TO DATABASE)`).waitFor();
    const { data } = await rows().from("projects").select("status").eq("project_name", name).single();
    expect(data?.status).toBe("in_progress");
  });

  test.each([
    [
      "that is refused",
      (route: Route) =>
        route.fulfill({
          status: 403,
          json: { code: "42501", message: "permission denied", hint: "Sign in" },
        }),
      "Failed to update status: permission denied",
      "Code 42501. Sign in",
    ],
    [
      "that reaches no row",
      (route: Route) => route.fulfill({ json: [] }),
      "Update may have failed - no rows affected",
      null,
    ],
    ["without an answer", (route: Route) => route.abort(), "Exception during update", null],
  ] as const)("%s goes back, and an alert tells why", async (_name, respond, words, details) => {
    answer = onlyWrites(respond);
    const page = await choose("frozen");
    visit.expectComplaint(/Failed to load resource|Request failed/);
    const alert = page.getByRole("alertdialog");
    await alert.getByText(words, { exact: true }).waitFor();
    if (details) await alert.getByText(details, { exact: true }).waitFor();
    expect(await visit.accessibilityViolations()).toEqual([]);
    await alert.getByRole("button", { name: "OK" }).click();
    const select = page.getByLabel(`Status of ${name}`);
    expect(await select.inputValue()).toBe("in_progress");
    await expect.poll(() => select.evaluate((element) => element === document.activeElement)).toBe(true);
  });
});

describe("the form of a project", () => {
  test("names what is missing, and asks before typed text is thrown away", async () => {
    const page = await signedInAt("/admin/projects");
    await page.getByRole("button", { name: "Create Project" }).click();
    const form = dialogOf(page);
    await form.getByRole("button", { name: "Create Project" }).click();
    await form.getByText("Project name is required").waitFor();
    await form.getByText("Please select a client").waitFor();
    await form.getByLabel("Project name").fill("Half a project");
    await page.keyboard.press("Escape");
    const question = page.getByRole("alertdialog");
    await question.getByRole("button", { name: "Cancel" }).click();
    expect(await form.getByLabel("Project name").inputValue()).toBe("Half a project");
    await page.keyboard.press("Escape");
    await question.getByRole("button", { name: "Discard changes" }).click();
    await form.waitFor({ state: "detached" });
  });

  test("locks the client while invoices are linked, and saves the rest", async () => {
    await aProject("Linked project", 2);
    const page = await signedInAt("/admin/projects?search=Linked");
    await page.getByRole("button", { name: "Edit project: Linked project" }).click();
    const form = dialogOf(page);
    await form.getByText("The client cannot change while invoices are linked.").waitFor();
    expect(await form.getByLabel("Client").isDisabled()).toBe(true);
    await form.getByLabel("Target completion").fill("2027-01-31");
    await form.getByRole("button", { name: "Save Changes" }).click();
    await page.getByText("Project updated successfully").waitFor();
    await page.getByText("Jan 31, 2027").waitFor();
  });
});

test("an invoice linked meanwhile is refused in words, and unlinking frees it", async () => {
  await aProject("Crowded project", 1);
  await rows()
    .from("invoices")
    .insert({ client_id: firm.clients[0].id, invoice_number: "Free-1", amount: 50, status: "pending" });
  const page = await signedInAt("/admin/projects?search=Crowded");
  await page.getByRole("button", { name: "Link invoices: Crowded project" }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel(/Free-1/).check();
  await aProject("Faster project");
  const faster = await rows().from("projects").select("id").eq("project_name", "Faster project").single();
  await rows().from("invoices").update({ project_id: faster.data?.id }).eq("invoice_number", "Free-1");
  visit.expectComplaint(/409/);
  await dialog.getByRole("button", { name: "Link Selected" }).click();
  await page.getByText("One of the invoices is linked to another project.", { exact: true }).waitFor();
  await page.getByRole("button", { name: "OK" }).click();
  await dialog.getByText("0 invoice(s) selected").waitFor();
  await dialog.getByRole("button", { name: "Unlink #Crowded project-0" }).click();
  await dialog.getByText("No invoices are linked to this project.").waitFor();
  await dialog.getByRole("list", { name: "Unlinked invoices" }).getByText("#Crowded project-0").waitFor();
});

test("rates are saved as one set, and a wrong one is told at its field", async () => {
  const page = await signedInAt("/admin/clients");
  await page.getByRole("link", { name: `Manage rates of ${firm.clients[1].company}` }).click();
  await page.getByText(/these are the default ones/).waitFor();
  await page.getByRole("button", { name: "Remove rate card 3" }).click();
  await page.getByRole("button", { name: "Add Rate Card" }).click();
  const added = page.getByRole("group", { name: "Rate card 3" });
  await added.getByLabel("Service type").fill("AI Security Assessment");
  await added.getByLabel("Hourly rate").fill("-1");
  await page.getByRole("button", { name: "Save Rates" }).click();
  await added.getByText("Hourly rate must not be negative").waitFor();
  await added.getByLabel("Hourly rate").fill("199.5");
  await page.getByRole("button", { name: "Save Rates" }).click();
  await added.getByText("This service type has a card already").waitFor();
  await added.getByLabel("Service type").fill("Workshops");
  await page.getByRole("button", { name: "Save Rates" }).click();
  await page.getByRole("status").getByText("Rates updated successfully!").waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  const { data } = await rows()
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

test("a search finds company, contact and e-mail, stands in the address, and may hold any character", async () => {
  const page = await signedInAt("/admin/clients");
  const search = page.getByLabel("Search company, contact or email");
  const [wanted, other] = firm.clients;
  for (const text of [wanted.company.slice(2).toUpperCase(), wanted.email]) {
    await search.fill("nobody");
    await page.getByText("No clients found").waitFor();
    await search.fill(text);
    await page.getByText("1–1 of 1 client").waitFor();
    await page.getByRole("rowheader", { name: wanted.company }).waitFor();
  }
  await expect.poll(() => new URL(page.url()).searchParams.get("search")).toBe(wanted.email);
  await search.fill(`%,"(${other.company})\\`);
  await page.getByText("No clients found").waitFor();
  await page.reload();
  await page.getByText("Try adjusting your search").waitFor();
});

test("a list that failed to load says so and offers Retry", async () => {
  const page = await signedInAt("/admin/dashboard");
  visit.expectComplaint(/Failed to load resource|Request failed/);
  await page.route("**/rest/v1/client_list?*", (route) => route.abort());
  await page.getByRole("link", { name: "View All Clients" }).click();
  await page.getByText("The clients could not be loaded.").waitFor();
  expect(await page.getByText("No clients yet").count()).toBe(0);
  await page.unroute("**/rest/v1/client_list?*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText(/of 2 clients/).waitFor();
});

describe.each(Object.entries(WIDTHS))("on the %s", (_name, viewport) => {
  async function expectFitting(page: Page): Promise<void> {
    await visit.settled();
    expect(await visit.accessibilityViolations(), page.url()).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      page.url(),
    ).toBeLessThanOrEqual(0);
  }

  test("every screen fits and is accessible, full and empty", async () => {
    await aSubscription();
    const page = await signedInAt("/admin/dashboard", { viewport });
    await expectFitting(page);
    const screens = [
      "clients",
      "clients?search=nobody",
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
      await expectFitting(page);
    }
  });

  test("every dialog fits and is accessible", async () => {
    await aProject(`Dialogs ${viewport.width}`, 3);
    const page = await signedInAt(`/admin/projects?search=Dialogs ${viewport.width}`, { viewport });
    for (const act of ["Link invoices", "View linked invoices", "Edit project"]) {
      await page.getByRole("button", { name: `${act}: Dialogs ${viewport.width}` }).click();
      await dialogOf(page).waitFor();
      await expectFitting(page);
      await page.keyboard.press("Escape");
      await dialogOf(page).waitFor({ state: "detached" });
    }
  });
});

async function aSubscription(): Promise<void> {
  const { data } = await rows()
    .from("subscription_tiers")
    .upsert({ tier_name: "Guard", monthly_price: 2400 }, { onConflict: "tier_name" })
    .select("id")
    .single();
  if (!data) throw new Error("no tier was stored");
  await rows().from("client_subscriptions").upsert(
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

test("subscriptions tell their sums, and what Square's own page of one is", async () => {
  await aSubscription();
  const page = await signedInAt("/admin/subscriptions");
  const row = page.getByRole("row", { name: new RegExp(firm.clients[0].company) });
  await row.getByText("$2,400.00").waitFor();
  await expect.poll(() => page.locator("main").textContent()).toContain("Monthly Recurring Revenue$2,400.00");
  expect(await row.getByRole("link", { name: /^View in Square/ }).getAttribute("href")).toMatch(
    /^https:\/\/app\.squareup\.com\/.*sub-1$/,
  );
  await page.getByLabel("Search client or tier").fill("guard");
  await page.getByText("1–1 of 1 subscription").waitFor();
});

test("the sidebar stays as it was left, with the names of its entries in tooltips", async () => {
  const page = await signedInAt("/admin/dashboard");
  await page.getByRole("button", { name: "Collapse sidebar" }).click();
  await page.reload();
  const entries = page.getByRole("navigation", { name: "Admin pages" });
  await entries.getByRole("link", { name: "Projects" }).focus();
  await page.getByText("Projects", { exact: true }).waitFor();
  expect(await visit.accessibilityViolations()).toEqual([]);
  await page.getByRole("button", { name: "Expand sidebar" }).click();
  await page.getByRole("complementary", { name: "Integration" }).waitFor();
});
