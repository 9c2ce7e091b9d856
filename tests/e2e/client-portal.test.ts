import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { aPortal } from "#tests/support/portal.ts";

// What a client meets in the portal beside the journey: sessions, failures, and the forms that really store.

const portal = aPortal();

function sessionKeysOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /auth|email|role/.test(key))
      .sort(),
  );
}

const overview = (page: Page) => page.getByRole("heading", { name: "Dashboard Overview" });
const login = (page: Page) => page.getByRole("button", { name: "Login" });

test("Login opens the other tab too; Logout ends it, leaves no key behind and returns to the overview", async () => {
  const { page, context } = await portal.aWindow();
  const otherTab = await context.newPage();
  await otherTab.goto(`${portal.firm.product.url}/client-portal?section=projects`);
  await login(otherTab).waitFor();
  await portal.signIn(page, portal.firm.clients[0]);
  await overview(page).waitFor();
  expect(await sessionKeysOf(page)).toEqual(["client_auth_token", "client_email"]);
  await otherTab.getByRole("heading", { name: "My Projects" }).waitFor();
  await page.goto(`${portal.firm.product.url}/client-portal?section=settings`);
  // What is still under way when the session ends is refused, and the console says so.
  await page.getByText("This window").waitFor();
  await page.getByText("None yet. A password alone opens your account.").waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  await login(page).waitFor();
  await login(otherTab).waitFor();
  expect(await sessionKeysOf(page)).toEqual([]);
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test.each([
  ["is over", false],
  ["goes on when it is remembered", true],
])("after the browser was closed a session %s", async (_words, remembered) => {
  const { page, context } = await portal.aWindow();
  await page.goto(`${portal.firm.product.url}/client-portal`);
  if (remembered) await page.getByLabel("Remember me").check();
  await page.getByLabel("Email").fill(portal.firm.clients[0].email);
  await page.getByLabel("Password", { exact: true }).fill(portal.firm.clients[0].password);
  await login(page).click();
  await overview(page).waitFor();
  await page.reload();
  await overview(page).waitFor();

  const stored = await context.storageState();
  const kept = stored.cookies.filter((cookie) => cookie.expires > 0);
  const { page: reopened } = await portal.aWindow({ storageState: { ...stored, cookies: kept } });
  await reopened.goto(`${portal.firm.product.url}/client-portal`);
  await (remembered ? overview(reopened) : login(reopened)).waitFor();
  expect(await sessionKeysOf(reopened)).toEqual(remembered ? ["client_auth_token", "client_email"] : []);
});

test("wrong credentials, too short ones and a suspended account read as they should", async () => {
  const visit = await portal.aWindow();
  visit.expectComplaint(/400/);
  const { page } = visit;
  const [client] = portal.firm.clients;
  await portal.signIn(page, { ...client, email: "nobody", password: "short" });
  await page.getByText("Invalid email address").waitFor();
  await page.getByText("Password must be at least 6 characters").waitFor();
  await portal.signIn(page, { ...client, password: "wrong password" });
  await page.getByText("Invalid email or password").waitFor();

  const { data } = await portal.rows().auth.admin.createUser({
    email: "banned@firm.example",
    password: client.password,
    email_confirm: true,
    app_metadata: { role: "client" },
    ban_duration: "24h",
  });
  expect(data.user).not.toBeNull();
  await portal.signIn(page, { ...client, email: "banned@firm.example" });
  await page.getByText(`Your account is suspended. Please contact ${brand.contactEmail}.`).waitFor();
  expect(await sessionKeysOf(page)).toEqual([]);
});

test("a session the backend no longer knows ends calmly", async () => {
  const visit = await portal.aWindow();
  visit.expectComplaint(/400|401|403|Request failed/);
  const { page } = visit;
  await portal.signIn(page, portal.firm.clients[0]);
  await overview(page).waitFor();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("client_auth_token") ?? "{}");
    const forged = { ...session, access_token: "x.y.z", refresh_token: "gone" };
    localStorage.setItem("client_auth_token", JSON.stringify(forged));
  });
  await page.reload();
  await page.getByText("Your session has ended. Please sign in again.").waitFor();
  expect(await sessionKeysOf(page)).toEqual([]);
});

test("an account without a client, and a list that failed, say so and offer Retry", async () => {
  const visit = await portal.aWindow();
  visit.expectComplaint(/406|500|Request failed/);
  const { page } = visit;
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const nobodys = { email: "nobodys@firm.example", password: "correct horse battery" };
  const { error } = await portal
    .rows()
    .auth.admin.createUser({ ...nobodys, email_confirm: true, app_metadata: { role: "client" } });
  expect(error).toBeNull();
  await portal.signIn(page, nobodys);
  await page.getByText("Unable to load client data").waitFor();
  expect(logged.join()).toContain("Client account not found");
  await page.getByRole("button", { name: "Logout" }).click();
  await login(page).waitFor();
  const broken = { status: 500, json: { message: "broken" } };
  await page.route("**/rest/v1/clients*", (route) => route.fulfill(broken));
  await portal.signIn(page, portal.firm.clients[0]);
  await page.getByText("Unable to load client data").waitFor({ timeout: 10_000 });
  expect(await visit.accessibilityViolations()).toEqual([]);
  await page.unroute("**/rest/v1/clients*");
  await page.route("**/rest/v1/invoices*", (route) => route.fulfill(broken));
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Your balance could not be loaded.").waitFor({ timeout: 10_000 });
  await page.getByRole("link", { name: "Billing", exact: true }).click();
  await page.getByText("Your invoices could not be loaded.").waitFor({ timeout: 10_000 });
  expect(await visit.accessibilityViolations()).toEqual([]);
  await page.unroute("**/rest/v1/invoices*");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("No invoices yet").waitFor();
});

test("settings are stored, by Reset taken back, and still there after a reload", async () => {
  const { page } = await portal.aWindow();
  await portal.signIn(page, portal.firm.clients[0], "settings");
  await page.getByLabel("Contact Person").fill("   ");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Contact person is required").waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByLabel("Phone").fill("+1 415 555 0100");
  await page.getByLabel("Address").fill("1 Pier\nSan Francisco");
  const began = Date.now();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Account settings saved successfully!").waitFor();
  expect(Date.now() - began).toBeGreaterThanOrEqual(1000);
  await page.getByText("Account settings saved successfully!").waitFor({ state: "hidden", timeout: 4000 });
  await page.reload();
  await expect.poll(() => page.getByLabel("Phone").inputValue()).toBe("+1 415 555 0100");
  const { data } = await portal
    .rows()
    .from("clients")
    .select("address")
    .eq("id", portal.firm.clients[0].id)
    .single();
  expect(data?.address).toBe("1 Pier\nSan Francisco");
});

test("a quote is asked for from a rate card, stored, confirmed, and listed with its state", async () => {
  const { page } = await portal.aWindow();
  await portal.signIn(page, portal.firm.clients[1], "rates");
  await page.getByLabel("Service of the quote").selectOption("AI Security Governance");
  await page.getByRole("link", { name: "Request Custom Quote" }).click();
  await expect.poll(() => page.getByLabel("Service Type").inputValue()).toBe("AI Security Governance");
  expect(await page.getByLabel("Project Description").inputValue()).toContain("$300.00");
  await page.getByRole("button", { name: "Submit Booking Request" }).click();
  await page.getByText("Please choose a preferred start date").waitFor();
  await page.getByLabel("Preferred Start Date").fill("2031-03-01");
  await page.getByRole("button", { name: "Submit Booking Request" }).click();
  await page.getByText("Booking Request Received!").waitFor();
  await page.getByText("Pending").waitFor();
  await page.getByLabel("Service Type").waitFor({ timeout: 7000 });
  expect(await page.getByLabel("Project Description").inputValue()).toBe("");
  const { data } = await portal
    .rows()
    .from("service_bookings")
    .select("kind, status, preferred_start_date, urgency");
  expect(data).toEqual([
    { kind: "quote", status: "pending", preferred_start_date: "2031-03-01", urgency: "medium" },
  ]);
});

test("documents are found by their names, and a plan without a checkout says whom to ask", async () => {
  const { page } = await portal.aWindow();
  await portal
    .rows()
    .from("documents")
    .insert({
      client_id: portal.firm.clients[1].id,
      name: "Assessment_report_final_reviewed_by_everybody_and_the_board.pdf",
      file_size: 1_500_000,
      mime_type: "application/pdf",
    })
    .throwOnError();
  await portal
    .rows()
    .from("subscription_tiers")
    .insert({ tier_name: "Guard", monthly_price: 2400, features: ["Monthly review"] })
    .throwOnError();
  await portal.signIn(page, portal.firm.clients[1], "documents");
  await page.getByText("Showing 1 of 1 documents").waitFor();
  await page.getByText("PDF · 1.4 MB").waitFor();
  await page.getByLabel("Search documents").fill("nothing like it");
  await page.getByText("Try adjusting your search or filter criteria").waitFor();
  await page.getByRole("link", { name: "Book Service" }).click();
  await page.getByRole("link", { name: "Contact us to subscribe" }).waitFor();
  await page.getByRole("tab", { name: "Support Plans" }).press("ArrowRight");
  await page.getByText("Request a custom project").waitFor();
});
