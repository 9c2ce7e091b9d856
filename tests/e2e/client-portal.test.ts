import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { brand } from "#brand";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests portal sessions, error states and forms.

const portal = setUpPortal();

function sessionKeys(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => /auth|email|role/.test(key))
      .sort(),
  );
}

const overview = (page: Page) => page.getByRole("heading", { name: "Dashboard Overview" });
const getLoginButton = (page: Page) => page.getByRole("button", { name: "Login" });

test("login and logout apply to all tabs, and logout clears storage", async () => {
  const { page, context } = await portal.openPage();
  const otherTab = await context.newPage();
  await otherTab.goto(`${portal.firm.product.url}/client-portal?section=projects`);
  await getLoginButton(otherTab).waitFor();
  await portal.signIn(page, portal.firm.clients[0]);
  await overview(page).waitFor();
  expect(await sessionKeys(page)).toEqual(["client_auth_token", "client_email"]);
  await otherTab.getByRole("heading", { name: "My Projects" }).waitFor();
  await page.goto(`${portal.firm.product.url}/client-portal?section=settings&tab=security`);
  // Wait for pending requests, which would fail with console errors after logout.
  await page.getByText("This device").waitFor();
  await page.getByText("Not set up. Your account is protected by your password only.").waitFor();
  await page.getByRole("button", { name: "Logout" }).click();
  await getLoginButton(page).waitFor();
  await getLoginButton(otherTab).waitFor();
  expect(await sessionKeys(page)).toEqual([]);
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test.each([
  ["ends", false],
  ["continues if remembered", true],
])("a session %s after the browser is closed", async (_outcome, remembered) => {
  const { page, context } = await portal.openPage();
  await page.goto(`${portal.firm.product.url}/client-portal`);
  if (remembered) {
    await page.getByLabel("Remember me").check();
  }
  await page.getByLabel("Email").fill(portal.firm.clients[0].email);
  await page.getByLabel("Password", { exact: true }).fill(portal.firm.clients[0].password);
  await getLoginButton(page).click();
  await overview(page).waitFor();
  await page.reload();
  await overview(page).waitFor();

  const stored = await context.storageState();
  const persistentCookies = stored.cookies.filter((cookie) => cookie.expires > 0);
  const { page: reopened } = await portal.openPage({
    storageState: { ...stored, cookies: persistentCookies },
  });
  await reopened.goto(`${portal.firm.product.url}/client-portal`);
  await (remembered ? overview(reopened) : getLoginButton(reopened)).waitFor();
  expect(await sessionKeys(reopened)).toEqual(remembered ? ["client_auth_token", "client_email"] : []);
});

test("shows the right error for invalid input, wrong credentials and a suspended account", async () => {
  const browserSession = await portal.openPage();
  browserSession.allowConsoleMessage(/400/);
  const { page } = browserSession;
  const [client] = portal.firm.clients;
  await portal.submitSignIn(page, { ...client, email: "invalid", password: "short" });
  await page.getByText("Invalid email address").waitFor();
  await page.getByText("Password must be at least 6 characters").waitFor();
  await portal.submitSignIn(page, { ...client, password: "wrong password" });
  await page.getByText("Invalid email or password").waitFor();

  const { data } = await portal.serviceClient().auth.admin.createUser({
    email: "banned@firm.example",
    password: client.password,
    email_confirm: true,
    app_metadata: { role: "client" },
    ban_duration: "24h",
  });
  expect(data.user).not.toBeNull();
  await portal.submitSignIn(page, { ...client, email: "banned@firm.example" });
  await page.getByText(`Your account is suspended. Please contact ${brand.contactEmail}.`).waitFor();
  expect(await sessionKeys(page)).toEqual([]);
});

test("ends a session that the backend rejects", async () => {
  const browserSession = await portal.openPage();
  browserSession.allowConsoleMessage(/400|401|403|Request failed/);
  const { page } = browserSession;
  await portal.signIn(page, portal.firm.clients[0]);
  await overview(page).waitFor();
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem("client_auth_token") ?? "{}");
    const forged = { ...session, access_token: "x.y.z", refresh_token: "gone" };
    localStorage.setItem("client_auth_token", JSON.stringify(forged));
  });
  await page.reload();
  await page.getByText("Your session has ended. Please sign in again.").waitFor();
  expect(await sessionKeys(page)).toEqual([]);
});

test("shows errors with Retry for an account without a client and for failed lists", async () => {
  const browserSession = await portal.openPage();
  browserSession.allowConsoleMessage(/406|500|Request failed|ERR_INTERNET_DISCONNECTED|Failed to fetch/);
  const { page } = browserSession;
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  const orphan = { email: "orphan@firm.example", password: "correct horse battery" };
  const { error } = await portal
    .serviceClient()
    .auth.admin.createUser({ ...orphan, email_confirm: true, app_metadata: { role: "client" } });
  expect(error).toBeNull();
  await portal.signIn(page, orphan);
  await page.getByText("Unable to load client data").waitFor();
  expect(logged.join()).toContain("Client account not found");
  await page.getByRole("button", { name: "Logout" }).click();
  await getLoginButton(page).waitFor();
  const broken = { status: 500, json: { message: "broken" } };
  await page.route("**/rest/v1/clients*", (route) => route.fulfill(broken));
  await portal.signIn(page, portal.firm.clients[0]);
  await page.getByText("Unable to load client data").waitFor();
  expect(await browserSession.accessibilityViolations()).toEqual([]);
  await page.unroute("**/rest/v1/clients*");
  await page.route("**/rest/v1/invoices*", (route) => route.fulfill(broken));
  await page.getByRole("button", { name: "Retry" }).press("Enter");
  await page.getByText("We couldn't load your balance.").waitFor();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Dashboard Overview" }));
  await page.getByRole("link", { name: "Billing", exact: true }).click();
  await page.getByText("We couldn't load your invoices.").waitFor();
  expect(await browserSession.accessibilityViolations()).toEqual([]);
  await browserSession.context.setOffline(true);
  await page.getByText("You're offline. We couldn't load your invoices.").waitFor();
  await browserSession.context.setOffline(false);
  await page.getByText("We couldn't load your invoices.", { exact: true }).waitFor();
  await page.unroute("**/rest/v1/invoices*");
  await page.getByRole("button", { name: "Retry" }).press("Enter");
  await page.getByText("No invoices yet").waitFor();
  await expectFocus(page.getByRole("heading", { level: 1, name: "Billing & Invoices" }));
});

test("saves settings, and Reset discards unsaved changes", async () => {
  const { page } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[0], "settings");
  const save = page.getByRole("button", { name: "Save Changes" });
  expect(await save.getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel("Contact Person").fill("   ");
  await save.click();
  await page.getByText("Contact person is required").waitFor();
  await page.getByRole("button", { name: "Reset" }).click();
  await page.getByLabel("Phone").fill("+1 415 555 0100");
  await page.getByLabel("Address").fill("1 Pier\nSan Francisco");
  const startedAt = Date.now();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Account settings saved successfully!").waitFor();
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(1000);
  expect(await page.getByText("Account settings saved successfully!").count()).toBe(1);
  await page.getByText("Account settings saved successfully!").waitFor({ state: "hidden", timeout: 4000 });
  await page.reload();
  await expect.poll(() => page.getByLabel("Phone").inputValue()).toBe("+1 415 555 0100");
  const { data } = await portal
    .serviceClient()
    .from("clients")
    .select("address")
    .eq("id", portal.firm.clients[0].id)
    .single();
  expect(data?.address).toBe("1 Pier\nSan Francisco");
});

test("reports settings as saved even if they can't be loaded again", async () => {
  const { page, allowConsoleMessage } = await portal.openPage();
  allowConsoleMessage(/500|Request failed/);
  const [client] = portal.firm.clients;
  const clients = portal.serviceClient().from("clients");
  const { data } = await clients.select("contact_person").eq("id", client.id).single().throwOnError();
  // Still the signed-in person, because the comparison of the names ignores case.
  const contactPerson = data.contact_person.toUpperCase();
  await clients.update({ contact_person: contactPerson }).eq("id", client.id).throwOnError();
  await portal.signIn(page, client, "settings");
  await page.getByText("That's you, so it changes with your name.").waitFor();
  await page.getByLabel("Phone").fill("+1 415 555 0101");
  const broken = { status: 500, json: { message: "broken" } };
  await page.route("**/rest/v1/own_memberships*", (route) => route.fulfill(broken));
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Account settings saved successfully!").waitFor();
  expect(await page.getByLabel("Phone").inputValue()).toBe("+1 415 555 0101");
  expect(await page.getByLabel("Contact Person").inputValue()).toBe(contactPerson);
  await page.getByRole("button", { name: "Save Changes", disabled: true }).waitFor();
});

test("the user's name and the contact person change together, unless someone else becomes it", async () => {
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, portal.firm.clients[0], "settings");
  const name = page.getByLabel("Your name");
  const contactPerson = page.getByLabel("Contact Person");
  const renameToo = page.getByLabel("Change my name too");
  const save = async () => {
    await page.getByRole("button", { name: "Save Changes" }).click();
    await page.getByRole("button", { name: "Save Changes", disabled: true }).waitFor();
  };
  await name.fill("Ada King");
  await save();
  expect(await contactPerson.inputValue()).toBe("Ada King");
  await contactPerson.fill("Ada Byron");
  expect(await renameToo.isChecked()).toBe(true);
  await expectNoFaultsAtEachWidth(session, "name and contact person");
  await save();
  expect(await name.inputValue()).toBe("Ada Byron");
  await contactPerson.fill("Carol Diaz");
  await renameToo.uncheck();
  await save();
  expect(await name.inputValue()).toBe("Ada Byron");
  await contactPerson.fill("Ada Byron");
  await save();
  await page.getByText("That's you, so it changes with your name.").waitFor();
});

test("turns emails off, and opens the email preferences from the link in an email", async () => {
  const { page, accessibilityViolations } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[0], "settings");
  await page.getByLabel("Receipts").uncheck();
  await page.getByText("Email preferences saved").waitFor();
  await page.goto(`${portal.firm.product.url}/client-portal?section=settings#emails`);
  await page.reload();
  const card = page.getByRole("region", { name: "Emails" });
  await expect.poll(() => card.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.getByLabel("Receipts").isChecked()).toBe(false);
  expect(await page.getByLabel("Payment reminders").isChecked()).toBe(true);
  // Otherwise, the sticky header covers a part of a button.
  await page.evaluate(() => scrollTo(0, 0));
  expect(await accessibilityViolations()).toEqual([]);
  const { data } = await portal.serviceClient().from("email_preferences").select("receipts, meetings");
  expect(data?.filter(({ receipts }) => !receipts)).toEqual([{ receipts: false, meetings: true }]);
});

test("requests a quote from a rate card and lists it with its status", async () => {
  const { page } = await portal.openPage();
  await portal.signIn(page, portal.firm.clients[1], "rates");
  await page.getByLabel("Service", { exact: true }).selectOption("AI Security Governance");
  await page.getByRole("link", { name: "Request Custom Quote" }).click();
  await expect
    .poll(() => page.getByLabel("Service Type", { exact: true }).inputValue())
    .toBe("AI Security Governance");
  expect(await page.getByLabel("Project Description").inputValue()).toContain("$300/hour");
  await page.getByRole("button", { name: "Request quote" }).click();
  await page.getByText("Choose a preferred start date").waitFor();
  await page.getByLabel("Preferred Start Date").fill("2031-03-01");
  await page.getByRole("button", { name: "Request quote" }).click();
  await page.getByText("Booking Request Received!").waitFor();
  await page.getByText("Pending").waitFor();
  await page.getByLabel("Service Type", { exact: true }).waitFor({ timeout: 7000 });
  expect(await page.getByLabel("Project Description").inputValue()).toBe("");
  const { data } = await portal
    .serviceClient()
    .from("service_bookings")
    .select("kind, status, preferred_start_date, urgency");
  expect(data).toEqual([
    { kind: "quote", status: "pending", preferred_start_date: "2031-03-01", urgency: "medium" },
  ]);
});

test("searches documents, and offers contact for a plan without checkout", async () => {
  const { page } = await portal.openPage();
  await portal
    .serviceClient()
    .from("documents")
    .insert({
      client_id: portal.firm.clients[1].id,
      name: "Assessment_report_final_reviewed_by_everybody_and_the_board.pdf",
      file_size: 1_500_000,
      mime_type: "application/pdf",
    })
    .throwOnError();
  await portal
    .serviceClient()
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
