import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addDays, formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
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

describe.each(Object.entries(VIEWPORTS))("on %s", (name, viewport) => {
  test("a billing member comments on a proposal and accepts it", async () => {
    const id = await createSentProposal(portal, { title: `Assessment on ${name}` });
    const member = await createMember("billing");
    const session = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const { page } = session;
    await portal.signIn(page, member, "proposals");
    await page.getByRole("link", { name: `Assessment on ${name}`, exact: true }).click();
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
    expect(await findLayoutFaults(page, [viewport.width])).toEqual([]);
    const { data } = await portal
      .serviceClient()
      .from("proposal_acceptances")
      .select("signer_role, signer_email")
      .eq("proposal_id", id)
      .single()
      .throwOnError();
    expect(data).toEqual({ signer_role: "billing", signer_email: member.email });
  });

  test("an expired proposal can't be accepted, and shows what to do", async () => {
    const today = firmToday(new Date());
    const id = await createSentProposal(portal, { title: `Offer on ${name}`, validUntil: today });
    const session = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const { page } = session;
    await portal.signIn(page, portal.firm.clients[0], "proposals");
    await page.getByRole("link", { name: `Offer on ${name}`, exact: true }).waitFor();
    await page.clock.setFixedTime(`${addDays(today, 2)}T12:00:00Z`);
    await openProposal(page, id);
    await page.getByText("This proposal has expired. Ask for a new one", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Send a message" }).waitFor();
    expect(await page.getByRole("button", { name: /accept/i }).count()).toBe(0);
    expect(await page.getByText("if accepted today", { exact: false }).count()).toBe(0);
    expect(await session.accessibilityViolations()).toEqual([]);
    expect(await findLayoutFaults(page, [viewport.width])).toEqual([]);
  });

  test("an expired proposal is extended in the admin area, and can be accepted again", async () => {
    const today = firmToday(new Date());
    const title = `Renewal on ${name}`;
    const id = await createSentProposal(portal, { title, validUntil: today });
    const firm = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const { page: admin } = firm;
    const { email, password } = portal.firm.administrator;
    const { url } = portal.firm.product;
    await admin.goto(`${url}/admin/proposals`);
    await admin.getByLabel("Email").fill(email);
    await admin.getByLabel("Password", { exact: true }).fill(password);
    await admin.getByRole("button", { name: "Login" }).click();
    const link = admin.getByRole("link", { name: title, exact: true });
    await link.waitFor();
    // The job has not stored yet that it expired.
    await admin.clock.setFixedTime(`${addDays(today, 2)}T12:00:00Z`);
    if (name === "phone") {
      await admin.getByRole("button", { name: "Filters" }).click();
    }
    await admin.getByLabel("Filter by status").selectOption("expired");
    await link.waitFor();
    const row = admin.getByRole(name === "phone" ? "listitem" : "row").filter({ has: link });
    await row.getByText("Expired", { exact: true }).waitFor();
    await admin
      .getByRole("link", { name: `Assessment on ${name}`, exact: true })
      .waitFor({ state: "detached" });
    expect(await firm.accessibilityViolations(), "list").toEqual([]);
    expect(await findLayoutFaults(admin, [viewport.width]), "list").toEqual([]);
    await admin.getByLabel("Filter by status").selectOption("open");
    await link.waitFor({ state: "detached" });
    await admin.goto(`${url}/admin/proposals/${id}`);
    await admin.getByText(`This proposal expired on ${formatDate(today)}.`).waitFor();
    await admin.getByRole("link", { name: "New version" }).waitFor();
    expect(await firm.accessibilityViolations(), "page").toEqual([]);
    expect(await findLayoutFaults(admin, [viewport.width]), "page").toEqual([]);
    await admin.getByRole("button", { name: "Extend proposal" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByText(/^We'll email \S/).waitFor();
    expect(await dialog.getByLabel("Valid until").inputValue()).toBe(addDays(today, 32));
    expect(await firm.accessibilityViolations(), "dialog").toEqual([]);
    expect(await findLayoutFaults(admin, [viewport.width]), "dialog").toEqual([]);
    await dialog.getByRole("button", { name: "Extend proposal" }).click();
    await admin.getByText("Proposal extended", { exact: true }).waitFor();
    await admin.getByRole("button", { name: "Extend proposal" }).waitFor({ state: "detached" });

    const { page } = await portal.openPage({ viewport, reducedMotion: "reduce" });
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
    const session = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const { page } = session;
    await portal.signIn(page, await createMember(role));
    await page.getByRole("heading", { name: "Quick Actions" }).waitFor();
    await openProposal(page, id);
    await page.getByText("Your role doesn't include Proposals").waitFor();
    await page.getByText("To get access, ask ", { exact: false }).waitFor();
    expect(await page.getByText("Confidential offer").count()).toBe(0);
    expect(await session.accessibilityViolations()).toEqual([]);
  });
});
