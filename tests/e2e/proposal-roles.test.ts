import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";
import { createSentProposal } from "#tests/support/browser/sent-proposal.ts";
import type { Credentials } from "#tests/support/product/test-firm.ts";

// Tests what members other than the owner can do with proposals, and proposals that can't be accepted.

const portal = setUpPortal();

type Role = "billing" | "technical" | "auditor";

async function createMember(role: Role): Promise<Credentials & { name: string }> {
  const [client] = portal.firm.clients;
  const service = portal.serviceClient();
  const { data: members } = await service.from("client_members").select("user_id").throwOnError();
  const email = `${role}-${members.length}@partner.example`;
  const name = `Pat ${role} ${members.length}`;
  const { data } = await service.auth.admin.createUser({
    ...{ email, password: client.password, email_confirm: true, app_metadata: { role: "client" } },
  });
  await service
    .from("client_members")
    .insert({ client_id: client.id, user_id: data.user?.id ?? "", role, name })
    .throwOnError();
  return { email, password: client.password, name };
}

const openProposal = (page: Page, id: string) =>
  page.goto(`${portal.firm.product.url}/client-portal?section=proposals&proposal=${id}`);

async function signInAsAdministrator(page: Page, path: string): Promise<void> {
  const { email, password } = portal.firm.administrator;
  await page.goto(`${portal.firm.product.url}${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

/** Runs a scheduled job now. */
async function runSchedule(name: string): Promise<void> {
  const { data } = await (await portal.signInByApi(portal.firm.administrator)).auth.getSession();
  const response = await fetch(`${portal.firm.product.url}/api/admin/jobs/schedules/${name}/run`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
    },
    body: "{}",
  });
  expect(response.ok, name).toBe(true);
}

/** Returns the link to a proposal in an email. */
async function findEmailedLink(email: string, proposalId: string): Promise<string> {
  const findLink = () =>
    portal.smtpServer.received
      .filter(({ to }) => to.includes(email))
      .flatMap(({ message }) => message.text?.match(/https?:\S+/g) ?? [])
      .find((url) => url.includes(proposalId)) ?? "";
  await expect.poll(findLink, { timeout: 20_000, interval: 500 }).not.toBe("");
  return findLink();
}

test("a billing member comments on a proposal and accepts it", async () => {
  const id = await createSentProposal(portal, { title: "Assessment" });
  const member = await createMember("billing");
  const session = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = session;
  await portal.signIn(page, member, "proposals");
  await page.getByRole("link", { name: "Assessment", exact: true }).click();
  await page.getByText("if accepted today", { exact: false }).waitFor();
  await page.getByRole("textbox", { name: "Comment" }).fill("When can you start?");
  await page.getByRole("button", { name: "Add comment" }).click();
  await page
    .getByRole("listitem")
    .filter({ hasText: "When can you start?" })
    .getByText(member.name)
    .waitFor();
  await page.getByRole("button", { name: "Accept proposal" }).click();
  await page.getByLabel("Full name").fill("Pat Moreno");
  await page.getByRole("dialog").getByLabel("Title", { exact: true }).fill("Controller");
  await page.getByRole("button", { name: "Sign and accept" }).click();
  await page.getByRole("dialog").locator("[aria-invalid]").waitFor();
  await page.getByRole("checkbox", { name: /^I agree to this proposal/ }).check();
  await page.getByRole("button", { name: "Sign and accept" }).click();
  await page.getByText("Pat Moreno, Controller").waitFor();
  await page.getByText("your company's owners and billing members", { exact: false }).waitFor();
  await expectNoFaultsAtEachWidth(session, "accepted proposal");
  const { data } = await portal
    .serviceClient()
    .from("proposal_acceptances")
    .select("signer_role, signer_email")
    .eq("proposal_id", id)
    .single()
    .throwOnError();
  expect(data).toEqual({ signer_role: "billing", signer_email: member.email });
});

test("while creating invoices is off, an accepted proposal shows what to enter in Square", async () => {
  const [client] = portal.firm.clients;
  const title = "Review";
  const id = await createSentProposal(portal, { title });
  const member = await portal.openPage({ reducedMotion: "reduce" });
  await portal.signIn(member.page, client, "proposals");
  await member.page.getByRole("link", { name: title, exact: true }).click();
  await member.page.getByRole("button", { name: "Accept proposal" }).click();
  await member.page.getByLabel("Full name").fill("Pat Moreno");
  await member.page.getByRole("dialog").getByLabel("Title", { exact: true }).fill("CEO");
  await member.page.getByRole("checkbox", { name: /^I agree to this proposal/ }).check();
  await member.page.getByRole("button", { name: "Sign and accept" }).click();
  await member.page.getByText("Pat Moreno, CEO").waitFor();

  await runSchedule("prepare-planned-invoices");
  const drafts = portal.serviceClient().from("invoice_drafts").select("id").eq("proposal_id", id);
  await expect.poll(async () => (await drafts).data?.length, { timeout: 20_000, interval: 500 }).toBe(1);
  const firm = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = firm;
  await signInAsAdministrator(page, `/admin/proposals/${id}`);
  await page.getByText("Enter the invoice of each due payment in Square", { exact: false }).waitFor();
  await page.getByRole("link", { name: `Deposit: ${title}` }).click();
  await page.getByText("Creating invoices in Square is turned off.", { exact: false }).waitFor();
  await page.getByText("After you've entered it in Square, link the invoice", { exact: false }).waitFor();
  const settingsLink = page.getByRole("link", { name: "Turn on in settings" });
  expect(await settingsLink.getAttribute("href")).toBe("/admin/square#create-invoices");
  expect(await page.getByRole("button", { name: "Publish invoice" }).count()).toBe(0);
  const checklist = page.getByRole("region", { name: "Enter in Square" });
  await checklist.getByText(client.email).first().waitFor();
  const lines = checklist.getByRole("list", { name: "Line items" }).getByRole("listitem");
  expect(await lines.allInnerTexts()).toEqual([expect.stringMatching(/^Deposit[\s\S]*\$2,500\.00$/)]);
  const payments = checklist.getByRole("list", { name: "Payments" }).getByRole("listitem");
  expect(await payments.allInnerTexts()).toEqual([expect.stringMatching(/Due .*\s+\$2,500\.00$/)]);
  await expectNoFaultsAtEachWidth(firm, "draft invoice");
});

test("the emailed link to a proposal asks for the sign-in, and then shows the proposal", async () => {
  const [client] = portal.firm.clients;
  const title = "Emailed offer";
  const id = await createSentProposal(portal, { title });
  await runSchedule("announce-proposals");
  const link = await findEmailedLink(client.email, id);
  const { page } = await portal.openPage({ viewport: VIEWPORTS.phone, reducedMotion: "reduce" });
  await page.goto(link);
  await page.getByRole("button", { name: "Login" }).waitFor();
  expect(await page.getByText(title).count()).toBe(0);
  await page.getByLabel("Email").fill(client.email);
  await page.getByLabel("Password", { exact: true }).fill(client.password);
  await page.getByRole("button", { name: "Login" }).click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.getByRole("button", { name: "Accept proposal" }).waitFor();
  expect(new URL(page.url()).searchParams.get("proposal")).toBe(id);
});

test("an expired proposal can't be accepted, and shows what to do", async () => {
  const today = firmToday(new Date());
  const id = await createSentProposal(portal, { title: "Short offer", validUntil: today });
  const session = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = session;
  await portal.signIn(page, portal.firm.clients[0], "proposals");
  await page.getByRole("link", { name: "Short offer", exact: true }).waitFor();
  await page.clock.setFixedTime(`${addDays(today, 2)}T12:00:00Z`);
  await openProposal(page, id);
  await page.getByText("This proposal has expired. Ask for a new one", { exact: false }).waitFor();
  await page.getByRole("link", { name: "Send a message" }).waitFor();
  expect(await page.getByRole("button", { name: /accept/i }).count()).toBe(0);
  expect(await page.getByText("if accepted today", { exact: false }).count()).toBe(0);
  await expectNoFaultsAtEachWidth(session, "expired proposal");
});

test("an expired proposal is extended in the admin area, and can be accepted again", async () => {
  const today = firmToday(new Date());
  const title = "Renewal";
  const id = await createSentProposal(portal, { title, validUntil: today });
  const firm = await portal.openPage({ reducedMotion: "reduce" });
  const { page: admin } = firm;
  const { url } = portal.firm.product;
  await signInAsAdministrator(admin, "/admin/proposals");
  const link = admin.getByRole("link", { name: title, exact: true });
  await link.waitFor();
  // The job has not stored yet that it expired.
  await admin.clock.setFixedTime(`${addDays(today, 2)}T12:00:00Z`);
  await admin.getByLabel("Filter by status").selectOption("expired");
  await link.waitFor();
  for (const [role, viewport] of [
    ["listitem", VIEWPORTS.phone],
    ["row", VIEWPORTS.desktop],
  ] as const) {
    await admin.setViewportSize(viewport);
    await admin.getByRole(role).filter({ has: link }).getByText("Expired", { exact: true }).waitFor();
  }
  await admin.getByRole("link", { name: "Assessment", exact: true }).waitFor({ state: "detached" });
  await expectNoFaultsAtEachWidth(firm, "list");
  await admin.getByLabel("Filter by status").selectOption("open");
  await link.waitFor({ state: "detached" });
  await admin.goto(`${url}/admin/proposals/${id}`);
  await admin.getByText(`This proposal expired on ${formatDate(today)}.`).waitFor();
  await admin.getByRole("link", { name: "New version" }).waitFor();
  await expectNoFaultsAtEachWidth(firm, "page");
  // Who gets the proposal is shown before it is sent.
  firm.allowConsoleMessage(/503/);
  await admin.route("**/client/people/**", (route) => route.fulfill({ status: 503, json: {} }));
  await admin.getByRole("button", { name: "Extend proposal" }).click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByText("We couldn't load the recipients.").waitFor();
  expect(await dialog.getByRole("button", { name: "Extend proposal" }).isDisabled()).toBe(true);
  await expectNoFaultsAtEachWidth(firm, "error");
  await admin.unroute("**/client/people/**");
  await dialog.getByRole("button", { name: "Retry" }).click();
  await dialog.getByText(/^We'll email \S/).waitFor();
  expect(await dialog.getByLabel("Valid until").inputValue()).toBe(addDays(today, 32));
  await expectNoFaultsAtEachWidth(firm, "dialog");
  const day = dialog.getByLabel("Valid until");
  await day.fill(today);
  await dialog.getByRole("button", { name: "Extend proposal" }).click();
  await dialog.getByText(`Choose a day after ${formatDate(today)}.`).waitFor();
  expect(await day.getAttribute("aria-invalid")).toBe("true");
  expect(await day.evaluate((element) => element === document.activeElement)).toBe(true);
  await day.fill(addDays(today, 30));
  await dialog.getByRole("button", { name: "Extend proposal" }).click();
  await admin.getByText("Proposal extended", { exact: true }).waitFor();
  await admin.getByRole("button", { name: "Extend proposal" }).waitFor({ state: "detached" });

  const { page } = await portal.openPage({ reducedMotion: "reduce" });
  await portal.signIn(page, portal.firm.clients[0], "proposals");
  await page.getByRole("link", { name: title, exact: true }).click();
  await page.getByText("What changed since version 1:").waitFor();
  await page.getByRole("button", { name: "Accept proposal" }).waitFor();
});

test.each([
  "technical",
  "auditor",
] as const)("a link to a proposal shows whom to ask with the role %s", async (role) => {
  const id = await createSentProposal(portal, { title: "Confidential offer" });
  const session = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = session;
  await portal.signIn(page, await createMember(role));
  await page.getByRole("heading", { name: "Quick Actions" }).waitFor();
  await openProposal(page, id);
  await page.getByText("Your role doesn't include Proposals").waitFor();
  await page.getByText("To get access, ask ", { exact: false }).waitFor();
  expect(await page.getByText("Confidential offer").count()).toBe(0);
  await expectNoFaultsAtEachWidth(session, "hint");
});
