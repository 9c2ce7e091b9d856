import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { extractText } from "unpdf";
import { describe, expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import type { Credentials } from "#tests/support/product/test-firm.ts";

// Tests the portal for clients with several people, and people with several clients.

const portal = setUpPortal();

type Role = "owner" | "billing" | "technical" | "auditor";

const PASSWORD = "correct horse battery";
let accountCount = 0;

/** Creates an account, and makes it a member of the clients. */
async function createPerson(
  memberships: { clientId: string; role: Role }[] = [],
): Promise<Credentials & { userId: string }> {
  accountCount += 1;
  const email = `person-${accountCount}@partner.example`;
  const service = portal.serviceClient();
  const { data, error } = await service.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    app_metadata: { role: "client" },
  });
  if (error) {
    throw error;
  }
  for (const { clientId, role } of memberships) {
    await service
      .from("client_members")
      .insert({ client_id: clientId, user_id: data.user.id, role, name: `Person ${accountCount}` })
      .throwOnError();
  }
  return { email, password: PASSWORD, userId: data.user.id };
}

const getHeading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });
const waitForOverview = (page: Page) => page.getByRole("heading", { name: "Quick Actions" }).waitFor();
const getRow = (page: Page, name: string) =>
  page.getByRole("row", { name: new RegExp(name) }).or(page.getByRole("listitem").filter({ hasText: name }));

async function chooseAction(page: Page, person: string, action: string) {
  await page.getByRole("button", { name: `Actions: ${person}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

describe.each(Object.entries(VIEWPORTS))("on %s", (_, viewport) => {
  test("an owner invites a person, who accepts, and changes and removes the access", async () => {
    const [client] = portal.firm.clients;
    const invited = await createPerson();
    const owner = await portal.openPage({ viewport });
    const { page } = owner;
    await portal.signIn(page, client, "settings&tab=people");
    await page.getByRole("button", { name: "Invite person" }).click();
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("Name is required").waitFor();
    await page.getByLabel("Name").fill("Grace Hopper");
    await page.getByLabel("Email").fill(invited.email);
    await page.getByText("No owner uses this domain.", { exact: false }).waitFor();
    await page.getByLabel("Role").selectOption("auditor");
    expect(await owner.accessibilityViolations(), "dialog").toEqual([]);
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText(`Invitation sent to ${invited.email}`).waitFor();
    await getRow(page, "Grace Hopper").getByText("Invited").waitFor();
    expect(await owner.accessibilityViolations(), "people").toEqual([]);

    const guest = await portal.openPage({ viewport });
    guest.allowConsoleMessage(/Client account not found/);
    await portal.signIn(guest.page, invited);
    await getHeading(guest.page, `Join ${client.company}`).waitFor();
    await guest.page.getByText(`${client.contactPerson} invited you with the Auditor role.`).waitFor();
    expect(await guest.page.title()).toMatch(`Join ${client.company} –`);
    expect(await guest.page.getByRole("alert").count()).toBe(0);
    expect(await guest.page.getByRole("navigation").count()).toBe(0);
    expect(await guest.accessibilityViolations(), "invitation").toEqual([]);
    await guest.page.getByRole("button", { name: "Accept" }).press("Enter");
    await waitForOverview(guest.page);
    await expectFocus(getHeading(guest.page, "Dashboard Overview"));
    expect(await guest.page.title()).toMatch("Dashboard Overview –");
    expect(await guest.page.getByRole("button", { name: "Accept" }).count()).toBe(0);
    expect(await guest.page.getByRole("link", { name: "Billing", exact: true }).count()).toBe(0);

    await page.reload();
    await chooseAction(page, "Grace Hopper", "Change access");
    await page.getByLabel("Role").selectOption("billing");
    await page.getByRole("button", { name: "Save" }).click();
    await getRow(page, "Grace Hopper").getByText("Billing").waitFor();
    await guest.page.reload();
    await guest.page.getByRole("link", { name: "Billing", exact: true }).first().waitFor();

    await chooseAction(page, "Grace Hopper", "Remove access");
    await page.getByText("They immediately lose access to projects", { exact: false }).waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Remove" }).click();
    await page.getByText("Grace Hopper no longer has access").waitFor();
    await guest.page.reload();
    await guest.page.getByText("doesn't have access to any company's portal", { exact: false }).waitFor();
    expect(await guest.accessibilityViolations(), "without access").toEqual([]);
  });
});

test.each([
  ["billing", "phone", ["Projects", "Billing"], []],
  ["technical", "desktop", ["Projects", "Messages", "Meetings"], ["proposals", "billing", "rates"]],
  ["auditor", "phone", ["Projects", "Meetings"], ["book-service", "messages"]],
  ["auditor", "desktop", ["Projects", "Meetings"], ["proposals", "billing"]],
] as const)("a %s member on %s sees only the sections of the role", async (role, device, visible, forbidden) => {
  const [client] = portal.firm.clients;
  const member = await createPerson([{ clientId: client.id, role }]);
  const session = await portal.openPage({ viewport: VIEWPORTS[device] });
  const { page } = session;
  await portal.signIn(page, member);
  await waitForOverview(page);
  await session.waitForIdle();
  expect(await session.accessibilityViolations(), "overview").toEqual([]);
  const navigation = page.getByRole("navigation", { name: "Portal sections" });
  const links = await navigation.getByRole("link").filter({ visible: true }).allInnerTexts();
  const optional = ["Projects", "Proposals", "Billing", "Rates", "Messages", "Meetings"];
  expect(links.filter((link) => optional.includes(link))).toEqual(visible);
  for (const section of forbidden) {
    await page.goto(`${portal.firm.product.url}/client-portal?section=${section}`);
    await page.getByText(/^Your role doesn't include/).waitFor();
    await page.getByText("To get access, ask", { exact: false }).waitFor();
  }
  for (const section of ["projects", "documents", "meetings", "settings"]) {
    await page.goto(`${portal.firm.product.url}/client-portal?section=${section}`);
    await getHeading(page, /My Projects|Document Library|Upcoming Meetings|Account Settings/).waitFor();
  }
  await session.waitForIdle();
  expect(await session.accessibilityViolations(), "settings").toEqual([]);
  expect(await page.getByLabel("Company").count()).toBe(0);
});

test("a person with two clients switches between them, and each tab keeps its client", async () => {
  const [one, other] = portal.firm.clients;
  const person = await createPerson([
    { clientId: one.id, role: "owner" },
    { clientId: other.id, role: "technical" },
  ]);
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, person);
  await page.getByRole("button", { name: `Switch company, current: ${one.company}` }).click();
  expect(await session.accessibilityViolations(), "menu").toEqual([]);
  await page.getByRole("menuitem", { name: other.company }).click();
  await page.getByRole("button", { name: `Switch company, current: ${other.company}` }).waitFor();
  await waitForOverview(page);
  await page.getByRole("link", { name: "Billing", exact: true }).waitFor({ state: "detached" });
  const secondTab = await session.context.newPage();
  await secondTab.goto(page.url());
  await secondTab.getByRole("button", { name: `Switch company, current: ${other.company}` }).click();
  await secondTab.getByRole("menuitem", { name: one.company }).click();
  await secondTab.getByRole("link", { name: "Billing", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: `Switch company, current: ${other.company}` }).waitFor();
  await page.setViewportSize(VIEWPORTS.phone);
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: `Switch to ${one.company}` }).click();
  await page.getByRole("link", { name: "Billing", exact: true }).waitFor();
});

test("a person whose access ends while the portal is open loses access when opening the next section", async () => {
  const [one, other] = portal.firm.clients;
  const person = await createPerson([
    { clientId: one.id, role: "technical" },
    { clientId: other.id, role: "billing" },
  ]);
  const session = await portal.openPage();
  const { page } = session;
  session.allowConsoleMessage(/Client account not found/);
  await portal.signIn(page, person);
  await page.getByRole("button", { name: `Switch company, current: ${one.company}` }).waitFor();
  const endAccess = async (clientId: string) => {
    const { data: account } = await portal
      .serviceClient()
      .from("users")
      .select("id")
      .eq("email", person.email)
      .single();
    const { error } = await portal
      .serviceClient()
      .from("client_members")
      .delete()
      .match({ client_id: clientId, user_id: account?.id });
    expect(error).toBeNull();
  };
  await endAccess(one.id);
  await page.getByRole("link", { name: "Documents", exact: true }).click();
  await page.getByRole("link", { name: "Billing", exact: true }).waitFor();
  await endAccess(other.id);
  await page.getByRole("link", { name: "Projects", exact: true }).click();
  await page.getByText("Unable to load client data").waitFor();
});

test("a person with a client who accepts another invitation continues at the heading of the page", async () => {
  const [one, other] = portal.firm.clients;
  const person = await createPerson([{ clientId: one.id, role: "auditor" }]);
  await portal
    .serviceClient()
    .from("client_invitations")
    .insert({ client_id: other.id, email: person.email, name: "Grace Hopper", role: "auditor" })
    .throwOnError();
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, person);
  await page.getByRole("heading", { level: 2, name: `Join ${other.company}` }).waitFor();
  await waitForOverview(page);
  await page.getByRole("button", { name: "Accept" }).press("Enter");
  await page.getByRole("button", { name: `Switch company, current: ${one.company}` }).waitFor();
  await expectFocus(getHeading(page, "Dashboard Overview"));
  expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
});

test("members see who wrote a message", async () => {
  const [client] = portal.firm.clients;
  const colleague = await createPerson([{ clientId: client.id, role: "technical" }]);
  const api = await portal.signInByApi(colleague);
  const sent = await api.from("messages").insert({ client_id: client.id, body: "The scan is done." });
  expect(sent.error).toBeNull();
  const { page } = await portal.openPage();
  await portal.signIn(page, client, "messages");
  const message = page.getByRole("article").filter({ hasText: "The scan is done." });
  await message.getByText(`Person ${accountCount}`).waitFor();
});

test("a member without the required second factor cannot use the portal until it is set up", async () => {
  const [, client] = portal.firm.clients;
  const member = await createPerson([{ clientId: client.id, role: "billing" }]);
  await portal
    .serviceClient()
    .from("clients")
    .update({ requires_second_factor: true })
    .eq("id", client.id)
    .throwOnError();
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, member, "billing");
  await getHeading(page, "Set up two-factor authentication").waitFor();
  await page.getByRole("button", { name: "Continue to the portal" }).click();
  await page.getByText("Add a sign-in method below first.").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  const api = await portal.signInByApi(member);
  expect((await api.from("invoices").select("id")).data).toEqual([]);
  expect((await api.from("clients").select("id")).data).toEqual([]);
});

test("an owner confirms an access review, and the activity log records it", async () => {
  const [client] = portal.firm.clients;
  const colleague = await createPerson([{ clientId: client.id, role: "billing" }]);
  await portal.signInByApi(colleague);
  const session = await portal.openPage();
  const { page } = session;
  await portal.signIn(page, client, "settings&tab=access-review");
  await getRow(page, colleague.email).getByText("Billing", { exact: true }).waitFor();
  const [pdf] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export PDF" }).click(),
  ]);
  const { text } = await extractText(new Uint8Array(await readFile(await pdf.path())), { mergePages: true });
  expect(text).toContain("Access review");
  expect(text).toContain(colleague.email);
  await page.getByRole("button", { name: "Confirm review" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Confirm review" }).click();
  await page.getByText(`Last reviewed by ${client.email}`, { exact: false }).waitFor();
  expect(await session.accessibilityViolations(), "review").toEqual([]);

  await page.getByRole("tab", { name: "Activity" }).click();
  await page.getByText("reviewed who has access").waitFor();
  await page.getByLabel("Activity type").selectOption("Sign-ins");
  await page.getByLabel("Person").selectOption(colleague.email);
  await page.getByText("Showing 1 of 1").waitFor();
  const signIn = page.getByRole("listitem").filter({ hasText: /^Person \d+ signed in/ });
  await signIn.getByText(colleague.email, { exact: true }).waitFor();
  expect(await session.accessibilityViolations(), "activity").toEqual([]);
  const [csv] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  expect(await readFile(await csv.path(), "utf8")).toContain(`"${colleague.email}","signed in"`);
});

test("an administrator manages the people of a client", async () => {
  const [client, other] = portal.firm.clients;
  const { administrator, product } = portal.firm;
  const session = await portal.openPage();
  const { page } = session;
  await page.goto(`${product.url}/admin/login`);
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
  await getHeading(page, /^Dashboard/).waitFor();
  await page.goto(`${product.url}/admin/clients/${client.id}?tab=people`);
  await createPerson([{ clientId: client.id, role: "auditor" }]);
  await page.reload();
  const name = `Person ${accountCount}`;
  await chooseAction(page, name, "Suspend access");
  await page.getByRole("alertdialog").getByRole("button", { name: "Suspend" }).click();
  await getRow(page, name).getByText("Suspended").waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
  await chooseAction(page, name, "Restore access");
  await getRow(page, name).getByText("Active").waitFor();

  const email = `person-${accountCount}@partner.example`;
  await page.goto(`${product.url}/admin/settings?section=privacy&member=${email}`);
  const card = page.getByRole("region", { name: "Delete a client member's data" });
  await card.getByRole("button", { name: "Delete data" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByText(`They lose access to ${client.company}.`, { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Delete data" }).click();
  await card.getByText(`Deleted the data about ${email}`, { exact: false }).waitFor();
  await card.getByLabel("Email").fill(other.email);
  await card.getByRole("button", { name: "Delete data" }).click();
  session.allowConsoleMessage(/Failed to load resource|Request failed/);
  await dialog.getByRole("button", { name: "Delete data" }).click();
  await card.getByText(`This person is the only owner of ${other.company}.`, { exact: false }).waitFor();
  expect(await session.accessibilityViolations()).toEqual([]);
});
