import { readFile } from "node:fs/promises";
import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, openPage } from "#tests/support/browser/browser.ts";
import { findFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { isHostedRun } from "#tests/support/product/test-product.ts";

// Tests settings and their effect on the portal and the site.

let area: AdminArea;
let session: BrowserSession;
const otherSessions: BrowserSession[] = [];

beforeAll(async () => {
  area = await startAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const sessions = [session, ...otherSessions.splice(0)];
  const messages = sessions.flatMap((openedSession) => openedSession.consoleMessages());
  for (const openedSession of sessions) {
    await openedSession.close();
  }
  expect(messages).toEqual([]);
});

async function openSettings(section: string, options = {}): Promise<Page> {
  const opened = await area.signInAt(`/admin/settings?section=${section}`, options);
  session = opened.session;
  return opened.page;
}

async function openPortal(section: string): Promise<Page> {
  const portalSession = await openPage(area.browser);
  otherSessions.push(portalSession);
  const [client] = area.firm.clients;
  await portalSession.page.goto(`${area.firm.product.url}/client-portal?section=${section}`);
  await portalSession.page.getByLabel("Email").fill(client.email);
  await portalSession.page.getByLabel("Password", { exact: true }).fill(client.password);
  await portalSession.page.getByRole("button", { name: "Login" }).click();
  return portalSession.page;
}

async function requireData<T>(
  query: PromiseLike<{ data: T; error: { message: string } | null }>,
): Promise<NonNullable<T>> {
  const { data, error } = await query;
  if (error || data === null || data === undefined) {
    throw new Error(error?.message ?? "the query returned no data");
  }
  return data;
}

test("adds, reorders and deactivates support plans, and the portal shows the result", async () => {
  const page = await openSettings("tiers");
  const dialog = page.getByRole("dialog");
  for (const [name, price] of [
    ["Watch", "900"],
    ["Guard", "1500.50"],
  ] as const) {
    await page.getByRole("button", { name: "Add plan" }).click();
    await dialog.getByRole("button", { name: "Add plan" }).click();
    await dialog.getByText("Name is required").waitFor();
    await dialog.getByLabel("Name").fill(name);
    await dialog.getByLabel("Monthly price ($)").fill(price);
    await dialog.getByLabel("Features").fill("Monthly review\nHotline");
    await dialog.getByLabel("Checkout link").fill("https://evil.example/pay");
    await dialog.getByRole("button", { name: "Add plan" }).click();
    await dialog.getByText("Enter an https link to Square").waitFor();
    session.allowConsoleMessage(/400/);
    await dialog.getByLabel("Checkout link").fill("https://square.link/u/abc");
    await dialog.getByRole("button", { name: "Add plan" }).click();
    await page.getByText(`${name} added`).waitFor();
  }
  await page.getByRole("button", { name: "Move Guard up" }).click();
  await page.getByText("Guard moved to position 1").waitFor();
  const portal = await openPortal("book-service");
  await portal.getByRole("heading", { name: "Guard" }).waitFor();
  expect(await portal.getByRole("article").getByRole("heading").allTextContents()).toEqual([
    "Guard",
    "Watch",
  ]);
  await portal.getByText("$1,500.50").waitFor();
  await portal.getByRole("button", { name: /^Subscribe Now to Guard/ }).waitFor();

  await page.getByRole("button", { name: "Edit Guard" }).click();
  await dialog.getByLabel("Active").uncheck();
  await page.keyboard.press("Escape");
  await page.getByText("Leave without saving the plan?").waitFor();
  await page.getByRole("button", { name: "Cancel" }).last().click();
  await dialog.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Guard saved").waitFor();
  await portal.reload();
  await portal.getByRole("heading", { name: "Watch" }).waitFor();
  expect(await portal.getByRole("article").getByRole("heading").allTextContents()).toEqual(["Watch"]);
});

test("saves recipients and links, asks before discarding changes, and rejects links outside Square", async () => {
  const [client] = area.firm.clients;
  const tier = await requireData(
    area
      .serviceClient()
      .from("subscription_tiers")
      .insert({ tier_name: "Kept", monthly_price: 5, is_active: false })
      .select("id")
      .single(),
  );
  await requireData(
    area
      .serviceClient()
      .from("client_subscriptions")
      .insert({ client_id: client.id, tier_id: tier.id, status: "active", square_subscription_id: "sub/1" })
      .select("id"),
  );
  const page = await openSettings("firm");
  await page.getByLabel("Manage link").fill("https://evil.example/manage");
  await page.getByRole("link", { name: "Retention", exact: true }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText("Leave without saving the settings?").waitFor();
  await question.getByRole("button", { name: "Cancel" }).click();
  session.allowConsoleMessage(/400/);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Links must be https links to Square").waitFor();
  await page.getByLabel("Manage link").fill("https://squareup.com/manage");
  await page.getByLabel("Subscription page").fill("https://app.squareupsandbox.com/subscriptions/{id}");
  await page.getByLabel("Email recipients").fill("desk@firm.example\nowner@firm.example");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Settings saved").waitFor();
  await page.getByRole("link", { name: "Subscriptions" }).click();
  expect(await page.getByRole("link", { name: /^View in Square/ }).getAttribute("href")).toBe(
    "https://app.squareupsandbox.com/subscriptions/sub%2F1",
  );
  const portal = await openPortal("book-service");
  await portal.getByRole("button", { name: /^Manage / }).click();
  expect(await portal.getByRole("link", { name: /^View billing at Square/ }).getAttribute("href")).toBe(
    "https://squareup.com/manage",
  );
  await portal.keyboard.press("Escape");
  const response = await fetch(`${area.firm.product.url}/api/contact/send`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      name: "Ada Byron",
      email: "ada@visitor.example",
      company: "Engines",
      serviceInterest: "Other",
      message: "What would you look at?",
    }),
  });
  expect(response.status).toBe(200);
  for (const recipient of ["desk@firm.example", "owner@firm.example"]) {
    await expect
      .poll(async () => (await area.emailsTo(recipient))[0] ?? "", { timeout: 10_000 })
      .toContain("Ada Byron");
  }
});

test("asks before shortening retention, and shows the period on the site", async () => {
  const page = await openSettings("retention");
  await page.getByLabel("Audit log (months)").fill("11");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Audit log: enter a whole number of months from 12 to 120").waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByLabel("Inquiries (months)").fill("9");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Shorten retention for inquiries?").waitFor();
  await page.getByRole("button", { name: "Shorten" }).click();
  await page.getByText("Retention periods saved").waitFor();
  for (const path of ["/", "/privacy-policy"]) {
    await page.goto(`${area.firm.product.url}${path}`);
    await page.getByText("9 months").waitFor();
  }
});

test("finds changes with their actor in the audit log", async () => {
  const page = await openSettings("audit");
  await page.getByLabel("Filter by target").selectOption("retention_periods");
  await page
    .getByRole("row", { name: /Changed retention periods/ })
    .first()
    .waitFor();
  await page
    .getByRole("button", { name: /^Details for entry/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("row", { name: "inquiry months 24 9" }).waitFor();
  await dialog.getByText(area.firm.administrator.email).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await dialog.getByRole("button", { name: "Close" }).last().click();
  // The label differs from the stored action.
  const search = page.getByLabel("Search actor, action or target");
  const [name = ""] = area.firm.administrator.email.split("@");
  await search.fill(`Changed retention ${name}`);
  await expect.poll(() => new URL(page.url()).searchParams.get("search")).toContain("Changed");
  await page
    .getByRole("row", { name: /Changed retention periods/ })
    .first()
    .waitFor();
  await search.fill("no such entry");
  await page.getByText("No entries found").waitFor();
});

test("shows the changes of a request as one entry that opens", async () => {
  const page = await openSettings("audit");
  const { id: projectId } = await requireData(
    area
      .serviceClient()
      .from("projects")
      .insert({ client_id: area.firm.clients[0].id, project_name: "Grouped changes" })
      .select("id")
      .single(),
  );
  await page.goto(`${area.firm.product.url}/admin/findings?project=${projectId}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Import results" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Format").selectOption("csv");
  const csv = ["title,severity", "First,low", "Second,low", "Third,low"].join("\n");
  await form
    .getByLabel("File")
    .setInputFiles({ name: "results.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await form.getByRole("button", { name: "Preview" }).click();
  await form.getByRole("button", { name: "Import drafts" }).click();
  await page.getByText("3 drafts created").waitFor();

  const search = new URLSearchParams({ section: "audit", search: "third finding", status: "findings" });
  await page.goto(`${area.firm.product.url}/admin/settings?${search}`);
  const row = page.getByRole("row", { name: /Created finding and 2 other changes/ });
  await row.getByText("First").waitFor();
  await page.getByText("1 entry", { exact: true }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const lines = (await readFile(await download.path(), "utf8")).trimEnd().split("\r\n");
  expect(lines).toHaveLength(4);
  await row.getByRole("button", { name: /^Details for entry/ }).click();
  const dialog = page.getByRole("dialog", { name: "Created finding" });
  await dialog.getByRole("heading", { name: "2 other changes of this request" }).waitFor();
  await dialog.getByText("Created finding · Third").click();
  await dialog.getByRole("row", { name: "Title — Third" }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});

test("filters the audit log by target and date and exports it as CSV", async () => {
  const { id, company } = area.firm.clients[0];
  const page = await openSettings("audit");
  await page.goto(`${area.firm.product.url}/admin/clients/${id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("Phone").fill("+1 555 010 0199");
  await form.getByRole("button", { name: "Save Changes" }).click();
  await form.waitFor({ state: "detached" });
  const today = new Date().toISOString().slice(0, 10);
  await page.goto(
    `${area.firm.product.url}/admin/settings?${new URLSearchParams({ section: "audit", search: company, from: today })}`,
  );
  const row = page.getByRole("row", { name: /Changed client/ }).first();
  await row.getByText(company, { exact: true }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  const csv = await readFile(await download.path(), "utf8");
  expect(csv).toContain(`"Changed client","${company}","","${id}"`);
  await page.getByLabel("To", { exact: true }).fill("2020-01-01");
  await page.getByText("No entries found").waitFor();
  await page.getByText("Nothing to export").waitFor();
  expect(await page.getByRole("button", { name: "Export CSV" }).getAttribute("aria-disabled")).toBe("true");
  await page.getByRole("button", { name: "Clear dates" }).click();
  await row.waitFor();
  expect(new URL(page.url()).searchParams.get("from")).toBeNull();
});

// Hosted Supabase projects do not report failed sign-ins. See docs/hosted.md.
test.skipIf(isHostedRun)("lists sign-in attempts, including failed ones", async () => {
  const [client] = area.firm.clients;
  const page = await openSettings("audit");
  const clientPage = await openPage(area.browser);
  otherSessions.push(clientPage);
  clientPage.allowConsoleMessage(/400/);
  await clientPage.page.goto(`${area.firm.product.url}/client-portal`);
  await clientPage.page.getByLabel("Email").fill(client.email);
  await clientPage.page.getByLabel("Password", { exact: true }).fill("not the password");
  await clientPage.page.getByRole("button", { name: "Login" }).click();
  await clientPage.page.getByText("Invalid email or password").waitFor();
  await page.getByRole("link", { name: "Sign-in attempts" }).click();
  await page.getByLabel("Filter by outcome").selectOption("wrong-credentials");
  await page
    .getByRole("row", { name: new RegExp(client.email) })
    .getByText("Wrong email or password")
    .waitFor();
});

test("exports a client's data as a ZIP file and deletes an inquirer's data after a confirmation", async () => {
  const [client] = area.firm.clients;
  await requireData(
    area
      .serviceClient()
      .from("contact_inquiries")
      .insert({
        reference: "ERASE",
        name: "Grace Hall",
        email: "Grace@visitor.example",
        company: "Fabrikam",
        service_interest: "Other",
        message: "Please call me back.",
      })
      .select("id"),
  );
  const page = await openSettings(`privacy&client=${client.id}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export data" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.zip$/);
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(0, 2).toString()).toBe("PK");
  expect(bytes.includes("client.json")).toBe(true);
  await page.getByText(`Data for ${client.company} downloaded`).waitFor();

  const card = page.getByRole("region", { name: "Delete an inquirer's data" });
  await card.getByLabel("Email").fill("unknown@visitor.example");
  await card.getByRole("button", { name: "Delete data" }).click();
  await page.getByText("No inquiries from unknown@visitor.example.").waitFor();
  await card.getByLabel("Email").fill("grace@visitor.example");
  await card.getByRole("button", { name: "Delete data" }).click();
  await page
    .getByText("Delete 1 inquiry from grace@visitor.example, including notes and related email?")
    .waitFor();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete data" }).click();
  await page.getByText("Deleted 1 inquiry and 0 emails.").waitFor();
  const remaining = await requireData(
    area.serviceClient().from("contact_inquiries").select("id").eq("reference", "ERASE"),
  );
  expect(remaining).toEqual([]);
});

type Section = {
  loading: string;
  full: string | RegExp;
  failed: string;
  empty?: [query: string, text: string];
};

const SECTIONS: Record<string, Section> = {
  tiers: {
    loading: "Loading support plans...",
    full: "Active",
    failed: "We couldn't load the support plans.",
  },
  firm: {
    loading: "Loading settings...",
    full: "Manage link",
    failed: "We couldn't load the settings.",
  },
  retention: {
    loading: "Loading retention periods...",
    full: "Idle sessions",
    failed: "We couldn't load the retention periods.",
  },
  administrators: {
    loading: "Loading administrators...",
    full: "owner@firm.example",
    failed: "We couldn't load the administrators.",
  },
  account: {
    loading: "Loading your sessions...",
    full: "This device",
    failed: "We couldn't load your sessions.",
  },
  audit: {
    loading: "Loading audit log...",
    full: /^(Created|Changed|Deleted) /,
    failed: "We couldn't load the audit log.",
    empty: ["&search=nothing", "No entries found"],
  },
  "sign-ins": {
    loading: "Loading sign-in attempts...",
    full: "Signed in",
    failed: "We couldn't load the sign-in attempts.",
    empty: ["&search=nothing", "No attempts found"],
  },
  privacy: { loading: "Loading clients...", full: "Export data", failed: "We couldn't load the clients." },
};

test("every section fits phones and desktops and is accessible: with data, empty, loading and after an error", async () => {
  const page = await openSettings("audit", { reducedMotion: "reduce" });
  session.allowConsoleMessage(/Failed to load resource|Request failed/);
  const issues: string[] = [];
  const collectIssues = async (section: string, text: string | RegExp) => {
    await page.locator("#content").getByText(text).filter({ visible: true }).first().waitFor();
    await session.waitForIdle();
    issues.push(...(await findFaultsAtEachWidth(session)).map((issue) => `${section} (${text}): ${issue}`));
  };
  const data = /\/rest\/v1\/|\/api\/(admin|own-sessions)|\/auth\/v1\/user/;
  for (const [section, { full, failed, loading, empty }] of Object.entries(SECTIONS)) {
    const address = `${area.firm.product.url}/admin/settings?section=${section}`;
    await page.goto(address);
    await collectIssues(section, full);
    if (empty) {
      await page.goto(address + empty[0]);
      await collectIssues(section, empty[1]);
    }
    const heldRoutes: Route[] = [];
    let isFailing = false;
    const respondWithError = (route: Route) => route.fulfill({ status: 400, json: { message: "no" } });
    await page.route(data, (route) => (isFailing ? respondWithError(route) : void heldRoutes.push(route)));
    await page.goto(address);
    await page.getByText(loading).first().waitFor();
    issues.push(...(await findFaultsAtEachWidth(session)).map((issue) => `${section} loading: ${issue}`));
    isFailing = true;
    for (const route of heldRoutes) {
      await respondWithError(route);
    }
    await collectIssues(section, failed);
    await page.unroute(data);
  }
  expect(issues).toEqual([]);
});
