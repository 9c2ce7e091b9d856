import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { totpCode, totpStepAt } from "@wardline/embedded-supabase/totp";
import type { Locator, Page } from "playwright-core";
import { extractText } from "unpdf";
import { beforeAll, describe, expect, test } from "vitest";
import type { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { buildContent } from "#domain/proposals/test-support/proposal.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectNoFaults } from "#tests/support/browser/each-width.ts";
import { findLayoutFaults } from "#tests/support/browser/layout-faults.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests proposals from the inquiry to the paid deposit and the accepted milestone, as the firm and as the client.

const portal = setUpPortal();

const getTitle = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name });

async function signInAsAdministrator(page: Page, path: string) {
  const { email, password } = portal.firm.administrator;
  await page.goto(`${portal.firm.product.url}${path}`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

beforeAll(async () => {
  const { page } = await portal.openPage();
  await signInAsAdministrator(page, "/admin/square");
  await page.getByLabel("Allow creating invoices in Square").check();
  await page.getByRole("button", { name: "Save Changes" }).click();
  await page.getByText("Invoice creation turned on").waitFor();
  await page.getByRole("button", { name: "Connect Square" }).first().click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Square account connected successfully!").waitFor();
});

/** Sends the contact form as a visitor. */
async function sendInquiry(page: Page, company: string): Promise<void> {
  await page.goto(portal.firm.product.url);
  await page.getByLabel("Name", { exact: true }).fill("Ada Byron");
  await page.getByLabel("Email", { exact: true }).fill("ada@visitor.example");
  await page.getByLabel("Company", { exact: true }).fill(company);
  await page.getByLabel("Service Interest").selectOption("AI Security Assessment");
  await page.getByLabel("Message", { exact: true }).fill("Please test our assistant.");
  await page.getByRole("button", { name: /^Send/ }).click();
  await page.getByText("We have received your message").waitFor();
}

/** Calls an endpoint for administrators. */
async function callAdmin(method: string, path: string, body: object = {}) {
  const { url } = portal.firm.product;
  const { data } = await (await portal.signInByApi(portal.firm.administrator)).auth.getSession();
  const response = await fetch(`${url}/api/admin/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(body),
  });
  expect(response.ok, `${method} ${path}`).toBe(true);
  return response.json();
}

const POLL = { timeout: 60_000, interval: 500 };

/** Waits until a job has created the draft invoice with this title. */
async function waitForDraft(title: string): Promise<void> {
  const drafts = portal.serviceClient().from("invoice_drafts").select("id").eq("title", title);
  await expect.poll(async () => (await drafts).data?.length, POLL).toBe(1);
}

async function saveDraft(id: string, content: Partial<ProposalContent>): Promise<number> {
  const { data } = await portal
    .serviceClient()
    .from("proposal_versions")
    .select("revision, version")
    .eq("proposal_id", id)
    .is("sent_at", null)
    .single()
    .throwOnError();
  const change = {
    ...{ revision: data.revision, baseVersion: data.version - 1 },
    content: buildContent(content),
  };
  return (await callAdmin("PUT", `proposals/${id}/draft`, change)).revision;
}

async function createDraft(clientId: string, content: Partial<ProposalContent>): Promise<string> {
  const { id } = await callAdmin("POST", "proposals", { clientId });
  await saveDraft(id, content);
  return id;
}

async function createSent(clientId: string, content: Partial<ProposalContent>): Promise<string> {
  const { id } = await callAdmin("POST", "proposals", { clientId });
  await callAdmin("POST", `proposals/${id}/send`, { revision: await saveDraft(id, content) });
  return id;
}

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${target}`);
}

async function reloadAndCount({ page, waitForIdle }: BrowserSession, target: Locator): Promise<number> {
  await page.reload();
  await waitForIdle();
  return target.count();
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

describe.each(Object.entries(VIEWPORTS))("on %s", (name, viewport) => {
  test("an inquiry becomes a proposal, which is accepted, invoiced and paid", async () => {
    const [client] = portal.firm.clients;
    const { url } = portal.firm.product;
    const title = `Assessment on ${name}`;
    const firm = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const admin = firm.page;

    await sendInquiry(admin, `${client.company} ${name}`);
    await expectNoFaults(firm, "contact form");
    await signInAsAdministrator(admin, "/admin/inbox");
    await admin.getByRole("link", { name: `${client.company} ${name}`, exact: true }).click();
    await admin.getByRole("link", { name: "Create proposal" }).click();
    await getTitle(admin, "New proposal").waitFor();
    await admin.getByRole("button", { name: "Create draft" }).click();
    await getTitle(admin, new RegExp(` for ${client.company} ${name}$`)).waitFor();
    await admin.getByText(`${client.company} ${name} (inquiry)`, { exact: false }).waitFor();
    await admin.getByText("Please test our assistant.").first().waitFor();
    await admin.getByLabel("Title", { exact: true }).first().fill("");
    await admin.getByRole("button", { name: "Save draft" }).click();
    await admin.getByText("Enter a title").waitFor();
    await admin.getByLabel("Title", { exact: true }).first().fill(title);
    await admin
      .getByRole("group", { name: "Section 2" })
      .getByRole("textbox", { name: "Text" })
      .fill("We test **it**.");
    await admin.getByRole("button", { name: "Add from rate card" }).click();
    await admin.getByRole("menuitem", { name: /^AI Security Assessment/ }).click();
    await admin.getByLabel("Hours", { exact: true }).fill("10.5");
    await admin.getByRole("button", { name: "Add line item" }).click();
    const option = admin.getByRole("group", { name: "Line item 2" });
    await option.getByLabel("Description").fill("Retest");
    await option.getByLabel("Amount ($)").fill("1,200");
    await option.getByLabel("Optional", { exact: true }).check();
    await admin.getByRole("button", { name: "Add milestone" }).click();
    await admin.getByRole("group", { name: "Milestone 1" }).getByLabel("Title").fill("Report delivered");
    await admin.getByText("$3,675.00 to $4,875.00, depending on the optional items").waitFor();
    await expectNoFaults(firm, "editor");
    await admin.getByRole("button", { name: "Save draft" }).click();
    await admin.getByText("Convert the inquiry to a client", { exact: false }).waitFor();
    expect(await admin.getByRole("button", { name: "Send proposal" }).isDisabled()).toBe(true);
    await admin.getByRole("link", { name: "Open inquiry" }).waitFor();
    await admin.getByRole("button", { name: "Choose client" }).click();
    await admin.getByLabel("Client", { exact: true }).selectOption({ label: client.company });
    await admin.getByRole("button", { name: "Save changes" }).click();
    await admin.getByRole("button", { name: "Send proposal" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByText(client.email).waitFor();
    await dialog.getByText("$3,675.00").waitFor();
    await expectNoFaults(firm, "send dialog");
    await dialog.getByRole("button", { name: "Send proposal" }).click();
    await admin.getByText("Proposal sent", { exact: true }).waitFor();
    const proposalUrl = admin.url();

    const customer = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const { page } = customer;
    await portal.signIn(page, client, "proposals");
    await page.getByRole("link", { name: title, exact: true }).click();
    await getTitle(page, title).waitFor();
    await page.getByRole("checkbox", { name: "Retest" }).check();
    await page.getByText("1 of 1 optional item selected").waitFor();
    await expectNoFaults(customer, "proposal");
    await page.getByRole("button", { name: "Accept proposal" }).click();
    await page.getByRole("button", { name: "Sign and accept" }).click();
    await page.getByText("Enter your full name").waitFor();
    await page.getByLabel("Full name").fill("Grace Hopper");
    await page.getByRole("dialog").getByLabel("Title", { exact: true }).fill("CISO");
    await page.getByRole("checkbox", { name: /^I agree to this proposal/ }).check();
    await expectNoFaults(customer, "accept dialog");
    await page.getByRole("button", { name: "Sign and accept" }).click();
    await page.getByRole("heading", { name: "Accepted. What happens next" }).waitFor();
    await page.getByRole("heading", { name: "Deposit: $2,437.50" }).waitFor();
    await page.getByRole("link", { name: "View project" }).waitFor();
    await page.getByText("Grace Hopper, CISO").waitFor();
    await expectNoFaults(customer, "accepted proposal");

    // The deposit is due, and a job prepares its invoice.
    await admin.goto(proposalUrl);
    await admin.getByText("To invoice", { exact: true }).waitFor();
    await callAdmin("POST", "jobs/schedules/prepare-planned-invoices/run");
    await waitForDraft(`Deposit: ${title}`);
    await admin.reload();
    await admin.getByRole("link", { name: `Deposit: ${title}` }).click();
    await getTitle(admin, `Deposit: ${title}`).waitFor();
    await expectNoFaults(firm, "draft invoice");
    await admin.getByRole("button", { name: "Publish invoice" }).click();
    const question = admin.getByRole("alertdialog");
    await question.getByText(`Publish an invoice for $2,437.50 to ${client.email}?`).waitFor();
    await question.getByRole("button", { name: "Publish invoice" }).click();
    await admin.getByText("Published", { exact: true }).waitFor();

    // A job links the payment to the invoice after the sync has stored it.
    await callAdmin("POST", "jobs/schedules/prepare-planned-invoices/run");
    const invoice = page.getByRole("link", { name: /^Invoice / });
    await expect.poll(async () => reloadAndCount(customer, invoice), POLL).toBe(1);
    await invoice.click();
    const [square] = await Promise.all([
      page.waitForEvent("popup"),
      page
        .getByRole("link", { name: /^Pay Now/ })
        .first()
        .click(),
    ]);
    await square.getByRole("radio").first().check();
    await square.getByRole("button", { name: /^Pay/ }).first().click();
    await square.getByText("Payment received").first().waitFor();
    // No reload: the portal stays open behind the payment page.
    await page
      .getByRole("status")
      .getByText(/^We received your payment of \$2,437\.50\. Invoice \d+ is paid\.$/)
      .waitFor();
    expect(await page.getByText("Paid", { exact: true }).count()).toBe(1);
    await admin.goto(proposalUrl);
    await admin.getByRole("button", { name: "Mark as done: Report delivered" }).click();
    await admin.getByText("Waiting for acceptance.", { exact: false }).waitFor();
    await expectNoFaults(firm, "accepted proposal in the admin area");

    // An invoice created by hand starts with what the client accepted.
    await admin
      .getByRole("region", { name: "Draft invoices" })
      .getByRole("link", { name: "Create invoice" })
      .click();
    await getTitle(admin, "Create invoice").waitFor();
    await admin.getByText("1 invoice for $2,437.50 is already drafted or sent", { exact: false }).waitFor();
    expect(await admin.getByLabel("Title", { exact: true }).inputValue()).toBe(title);
    expect(await admin.getByLabel("Quantity").first().inputValue()).toBe("10.5");
    await admin.getByRole("group", { name: "Deposit", exact: true }).waitFor();
    await admin.getByRole("group", { name: "Balance", exact: true }).waitFor();
    await expectNoFaults(firm, "invoice for a proposal");
    await admin.goto(`${url}/admin/pipeline`);
    await admin
      .getByRole("region", { name: "Decided" })
      .getByRole("link", { name: new RegExp(title) })
      .waitFor();
    await expectNoFaults(firm, "pipeline");

    await page.goto(`${url}/client-portal?section=projects`);
    await page.getByRole("heading", { level: 2, name: title }).waitFor();
    const project = page.getByRole("article").filter({ hasText: title });
    await project.getByRole("button", { name: "Accept milestone Report delivered" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Accept milestone" }).click();
    await project.getByText(/^Accepted .* by /).waitFor();
    await expectNoFaults(customer, "project");
  });
});

describe("with a sent proposal", () => {
  test("the client declines, comments, reads what a new version changed, and the firm withdraws it", async () => {
    const [client] = portal.firm.clients;
    const id = await createSent(client.id, { title: "Gap analysis" });
    const { page } = await portal.openPage({ reducedMotion: "reduce" });
    await portal.signIn(page, client, "proposals");
    await page.getByRole("link", { name: "Gap analysis", exact: true }).click();
    await page.getByRole("button", { name: "Decline", exact: true }).click();
    await page.getByRole("button", { name: "Decline proposal" }).click();
    await page.getByText("Enter a reason").waitFor();
    expect(await isFocused(page.getByLabel("Reason"))).toBe(true);
    await page.getByLabel("Reason").fill("The scope is too large.");
    await page.getByRole("button", { name: "Decline proposal" }).click();
    await page.getByText("Your company declined this proposal.").waitFor();
    // The focus moves to the outcome, because the button is gone.
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("Your company declined this proposal.");
    await page.getByRole("textbox", { name: "Comment" }).fill("Can you leave out the interviews?");
    await page.getByRole("button", { name: "Add comment" }).click();
    await page.getByRole("listitem").filter({ hasText: "leave out the interviews" }).waitFor();

    const firm = await portal.openPage({ reducedMotion: "reduce" });
    firm.allowConsoleMessage(/409|ERR_FAILED|Request failed/);
    const admin = firm.page;
    await signInAsAdministrator(admin, `/admin/proposals/${id}`);
    await admin.getByText("The client declined this proposal. You can send a new version.").waitFor();
    await admin.getByText("The scope is too large.").first().waitFor();
    await admin.getByRole("textbox", { name: "Comment" }).fill("Yes, see version 2.");
    await admin.getByRole("listitem").filter({ hasText: "leave out the interviews" }).waitFor();
    await admin.getByRole("button", { name: "Add comment" }).click();
    await admin.getByRole("listitem").filter({ hasText: "see version 2" }).waitFor();
    await admin.getByRole("link", { name: "New version" }).click();
    await admin.getByText(/Version 2\. The client sees version 1/).waitFor();
    await admin.getByLabel("Hours", { exact: true }).fill("9");
    await admin.getByText(/^Saved \d+:\d\d [AP]M /).waitFor();
    // Another administrator saves the draft. Their text is not overwritten.
    await saveDraft(id, { title: "Gap analysis", taxNote: "Plus 8% tax." });
    await admin.getByLabel("Hours", { exact: true }).fill("8");
    await admin.getByText("Someone else changed this draft.").waitFor();
    await admin.getByRole("button", { name: "Load saved draft" }).click();
    await admin.getByRole("alertdialog").getByRole("button", { name: "Load saved draft" }).click();
    await expect.poll(() => admin.getByLabel("Tax note").inputValue()).toBe("Plus 8% tax.");
    // The server saves the draft, but the response is lost. Saving again is no conflict.
    await admin.route(
      "**/draft",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await admin.getByLabel("Hours", { exact: true }).fill("8");
    await admin.getByRole("button", { name: "Save draft" }).click();
    await admin.getByText("We couldn't save your last changes.", { exact: false }).waitFor();
    await admin.getByRole("button", { name: "Save draft" }).click();
    // A proposal isn't sent before its recipients are shown.
    const recipientsUrl = `**/people/${client.id}`;
    await admin.route(recipientsUrl, (route) => route.abort());
    await admin.getByRole("button", { name: "Send version 2" }).waitFor();
    await admin.reload();
    await admin.getByRole("button", { name: "Send version 2" }).click();
    const send = admin.getByRole("dialog").getByRole("button", { name: "Send version 2" });
    await admin.getByRole("dialog").getByText("We couldn't load the recipients.").waitFor();
    expect(await send.isDisabled()).toBe(true);
    await admin.unroute(recipientsUrl);
    await admin.getByRole("dialog").getByRole("button", { name: "Retry" }).click();
    await admin.getByRole("dialog").getByText(client.email).waitFor();
    await send.click();
    await admin.getByText("Proposal sent", { exact: true }).waitFor();

    await page.reload();
    await page.getByText("What changed since version 1:").waitFor();
    const changes = page.getByRole("status").filter({ hasText: "What changed" }).getByRole("listitem");
    expect(await changes.allTextContents()).toEqual([
      "Line item: Testing: 10 hours × $500 = $5,000.00 → 8 hours × $500 = $4,000.00",
      "Total: $5,000.00 → $4,000.00",
      "Tax: No sales tax applies. → Plus 8% tax.",
      "Deposit: $2,500.00 14 days after acceptance → $2,000.00 14 days after acceptance",
      "Balance: $2,500.00 14 days after completion of the project → $2,000.00 14 days after completion of the project",
    ]);
    await page.getByRole("listitem").filter({ hasText: "see version 2" }).waitFor();
    await admin.getByRole("button", { name: "More actions" }).click();
    await admin.getByRole("menuitem", { name: "Withdraw proposal" }).click();
    await admin.getByRole("dialog").getByRole("textbox").fill("We found a conflict of interest.");
    await admin.getByRole("button", { name: "Withdraw proposal" }).click();
    await admin.getByText("You withdrew this proposal.", { exact: false }).waitFor();
    await page.reload();
    await page.getByText("withdrew this proposal. You can no longer accept it.", { exact: false }).waitFor();
    await page.getByText("We found a conflict of interest.").first().waitFor();
    expect(await page.getByRole("button", { name: "Accept proposal" }).count()).toBe(0);
  });

  test("the amounts are the same in the editor, the portal and the PDF", async () => {
    const [client] = portal.firm.clients;
    const installments = Array.from({ length: 12 }, (_, index) => ({
      ...{ basisPoints: null, whenDue: "prepare_invoice" as const },
      due: { kind: "on_acceptance" as const, days: 30 * (index + 1) },
    }));
    const { plan } = buildContent();
    const content = {
      title: "Yearly program",
      discount: { kind: "percent", basisPoints: 750 },
      taxNote: "Prices don't include sales tax.",
      plan: { ...plan, rest: { kind: "installments", installments } },
    } satisfies Partial<ProposalContent>;
    const id = await createDraft(client.id, content);
    const { page: admin } = await portal.openPage({ reducedMotion: "reduce" });
    await signInAsAdministrator(admin, `/admin/proposals/${id}/edit`);
    const summary = admin.getByRole("region", { name: "Total" });
    await summary.getByText("$5,000.00 − $375.00 discount").waitFor();
    const planned = await readPayments(summary);
    expect(planned.length).toBe(13);
    expect(planned.at(-1)).toMatch(/^Installment 12.*\$192\.80$/);
    await admin.goto(`${portal.firm.product.url}/admin/proposals/${id}`);
    await admin.getByRole("button", { name: "Send proposal" }).click();
    await admin.getByRole("dialog").getByRole("button", { name: "Send proposal" }).click();
    await admin.getByText("Proposal sent", { exact: true }).waitFor();

    const { page } = await portal.openPage({ viewport: VIEWPORTS.phone, reducedMotion: "reduce" });
    await portal.signIn(page, client, "proposals");
    await page.getByRole("link", { name: "Review proposal: Yearly program" }).click();
    await page.getByRole("button", { name: "Review and accept" }).waitFor();
    const bar = page.getByRole("region", { name: "Total and acceptance" }).getByText("$4,625.00");
    expect(await bar.isVisible()).toBe(true);
    const document = page.getByRole("region", { name: "Proposal", exact: true });
    expect(await readPayments(document)).toEqual(planned);
    await document.getByText("−$375.00").waitFor();
    await document.getByText("Prices don't include sales tax.").waitFor();
    const text = await downloadText(page, "Download PDF");
    // The bar makes room for the card with the same button.
    expect(await bar.count()).toBe(0);
    for (const amount of ["Discount (7.5%) −$375.00", "Total $4,625.00", "Prices don't include sales tax."]) {
      expect(text).toContain(amount);
    }
    for (const [index, payment] of planned.entries()) {
      const amount = /\$[\d,.]+$/.exec(payment)?.[0];
      const name = index === 0 ? "Deposit" : `Installment ${index}`;
      expect(text).toMatch(new RegExp(`${name} \\d+ days after acceptance \\${amount}`));
    }
  });

  test("a client accepts with the keyboard and a second factor, and downloads the signed PDF", async () => {
    const [, client] = portal.firm.clients;
    await createSent(client.id, { title: "Model review" });
    const api = await portal.signInByApi(client);
    const { data } = await api.auth.mfa.enroll({ factorType: "totp", friendlyName: "Phone" });
    // Each code works only once, so use the next one. The backend accepts it 30 s early.
    const getCode = (step: number) => totpCode(data?.totp.secret ?? "", totpStepAt(new Date()) + step);
    await api.auth.mfa.challengeAndVerify({ factorId: data?.id ?? "", code: getCode(-1) });

    const session = await portal.openPage({ reducedMotion: "reduce" });
    const { page } = session;
    await portal.signIn(page, client, "proposals");
    await page.getByLabel("Authentication code").fill(getCode(0));
    await page.keyboard.press("Enter");
    await tabTo(page, page.getByRole("link", { name: "Model review", exact: true }));
    await page.keyboard.press("Enter");
    await getTitle(page, "Model review").waitFor();
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await tabTo(page, page.getByRole("checkbox", { name: "Item" }));
    await page.keyboard.press("Space");
    await page.getByText("1 of 1 optional item selected").waitFor();
    const accept = page.getByRole("button", { name: "Accept proposal" });
    await tabTo(page, accept);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByText("Includes the optional item: Item.", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    expect(await isFocused(accept)).toBe(true);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("Enter your full name").waitFor();
    await expect.poll(() => isFocused(page.getByLabel("Full name"))).toBe(true);
    await page.keyboard.type("Jonas Lindqvist");
    await page.keyboard.press("Tab");
    await page.keyboard.type("CIO");
    await tabTo(page, page.getByRole("checkbox", { name: /^I agree to this proposal/ }));
    await page.keyboard.press("Space");
    await tabTo(page, page.getByRole("button", { name: "Sign and accept" }));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Accepted. What happens next" }).waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toContain("Accepted. What happens next");
    await page.getByText("Password and second factor").waitFor();

    const readHash = async () => {
      const acceptances = portal.serviceClient().from("proposal_acceptances").select("pdf_sha256");
      return (await acceptances.eq("signer_name", "Jonas Lindqvist").single()).data?.pdf_sha256;
    };
    await expect.poll(readHash, POLL).toMatch(/^[0-9a-f]{64}$/);
    await page.reload();
    const bytes = await download(page, "Download signed PDF");
    expect(createHash("sha256").update(bytes).digest("hex")).toBe(await readHash());
    const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
    expect(text).toContain("Certificate of acceptance");

    // Anyone can check the PDF, which shows nothing else about the proposal.
    const visitor = (await portal.openPage({ reducedMotion: "reduce" })).page;
    await visitor.goto(`${portal.firm.product.url}/verify`);
    const verify = (buffer: Buffer) =>
      visitor
        .locator("input[type=file]")
        .setInputFiles({ name: "proposal.pdf", mimeType: "application/pdf", buffer });
    await verify(bytes);
    await visitor.getByRole("heading", { name: "This proposal was accepted" }).waitFor();
    expect(await visitor.getByRole("region", { name: "Result" }).innerText()).not.toContain("Model review");
    await verify(Buffer.concat([bytes, Buffer.from(" ")]));
    await visitor.getByRole("heading", { name: "This PDF isn't the proposal we issued" }).waitFor();
  });
});

test("a published invoice is canceled, and problems show the next step", async () => {
  const [client] = portal.firm.clients;
  const dueOn = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  const { id } = await callAdmin("POST", "invoice-drafts", {
    ...{ clientId: client.id, title: "Workshop", delivery: "email" },
    lines: [{ name: "Workshop", quantity: "1", unitCents: 90_000 }],
    payments: [{ kind: "balance", dueOn, amountCents: 90_000 }],
  });
  const session = await portal.openPage({ viewport: VIEWPORTS.phone, reducedMotion: "reduce" });
  const { page } = session;
  await signInAsAdministrator(page, `/admin/invoices/drafts/${id}`);
  await getTitle(page, "Workshop").waitFor();
  for (const { problem, title, button } of [
    { problem: "several_customers", title: /^Several customers in Square match/, button: "Choose customer" },
    { problem: "permission_missing", title: /^Square hasn't granted/, button: "Open Square settings" },
    { problem: "due_date_passed", title: /^A due date has passed/, button: "Edit invoice" },
    { problem: "outage", title: /^Square isn't available/, button: "Try again" },
    { problem: "published_in_square", title: /^The invoice was published in Square/, button: "Dismiss" },
  ] as const) {
    const change = { problem, problem_at: new Date().toISOString() };
    await portal.serviceClient().from("invoice_drafts").update(change).eq("id", id).throwOnError();
    await page.reload();
    const banner = page.getByRole("alert").filter({ hasText: title });
    await banner
      .getByRole("button", { name: button })
      .or(banner.getByRole("link", { name: button }))
      .waitFor();
    expect(await findLayoutFaults(page, [VIEWPORTS.phone.width]), problem).toEqual([]);
  }
  expect(await session.accessibilityViolations(), "problem").toEqual([]);
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("alert").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Publish invoice" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Publish invoice" }).click();
  await page.getByText("Published", { exact: true }).waitFor();
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Cancel invoice" }).click();
  const question = page.getByRole("alertdialog");
  await question.getByText(/^Cancel the invoice for \$900\.00 to /).waitFor();
  await question.getByRole("button", { name: "Cancel invoice" }).click();
  await page.getByText("Canceled", { exact: true }).waitFor();
});

test.each(
  Object.entries(VIEWPORTS),
)("an invoice is created from a client and from a project on %s", async (name, viewport) => {
  const [client] = portal.firm.clients;
  const projectName = `Hardening on ${name}`;
  await portal
    .serviceClient()
    .from("projects")
    .insert({ client_id: client.id, project_name: projectName })
    .throwOnError();
  const session = await portal.openPage({ viewport, reducedMotion: "reduce" });
  const { page } = session;
  const createInvoice = async (title: string, project: string) => {
    await getTitle(page, "Create invoice").waitFor();
    expect(await page.getByLabel("Client", { exact: true }).locator("option:checked").innerText()).toBe(
      client.company,
    );
    // The client's projects load after the form.
    const selectedProject = page.getByLabel("Project", { exact: true }).locator("option:checked");
    await expect.poll(() => selectedProject.innerText()).toBe(project);
    await page.getByLabel("Title", { exact: true }).fill(title);
    await page.getByRole("textbox", { name: "Description" }).fill("Workshop");
    await page.getByLabel("Quantity").fill("2.5");
    await page.getByLabel("Price ($)").fill("300");
    expect(await session.accessibilityViolations(), "form").toEqual([]);
    expect(await findLayoutFaults(page, [viewport.width]), "form").toEqual([]);
    await page.getByRole("button", { name: "Save draft" }).click();
    await getTitle(page, title).waitFor();
    const preview = page.getByRole("region", { name: "Preview" });
    await preview.getByText(client.email, { exact: true }).waitFor();
    await preview.getByText("2.5 × $300.00").waitFor();
    await page.getByRole("button", { name: "Publish invoice" }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText(`Publish an invoice for $750.00 to ${client.email}?`).waitFor();
    return question;
  };

  await signInAsAdministrator(page, `/admin/clients/${client.id}?tab=billing`);
  await page
    .getByRole("region", { name: "Draft invoices" })
    .getByRole("link", { name: "Create invoice" })
    .click();
  const question = await createInvoice(`For the client on ${name}`, "No project");
  await question.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`${portal.firm.product.url}/admin/projects?search=${encodeURIComponent(projectName)}`);
  await page.getByRole("button", { name: `More actions: ${projectName}` }).click();
  await page.getByRole("menuitem", { name: "View linked invoices" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Create invoice" }).click();
  const projectQuestion = await createInvoice(`For the project on ${name}`, projectName);
  await projectQuestion.getByRole("button", { name: "Publish invoice" }).click();
  await page.getByText("Published", { exact: true }).waitFor();
  await page.getByText(/^Published as #/).waitFor();
  await page.getByText(`Square emailed it to ${client.email}.`).waitFor();
  await page.getByRole("region", { name: "Invoice", exact: true }).waitFor();
  await page.getByRole("link", { name: "View invoice" }).waitFor();
  const { data: projects } = await portal
    .serviceClient()
    .from("projects")
    .select("invoices(amount, client_id)")
    .eq("project_name", projectName)
    .throwOnError();
  expect(projects).toEqual([{ invoices: [{ amount: 750, client_id: client.id }] }]);
});

/** The payments of a plan, such as "Deposit Due on acceptance $2,500.00". */
async function readPayments(region: Locator): Promise<string[]> {
  const payments = region.getByRole("list", { name: "Payments" }).getByRole("listitem");
  const texts = await payments.allInnerTexts();
  return texts.map((text) => text.replaceAll(/\s+/g, " ").trim());
}

async function download(page: Page, button: string): Promise<Buffer> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return readFileSync(await file.path());
}

async function downloadText(page: Page, button: string): Promise<string> {
  const { text } = await extractText(new Uint8Array(await download(page, button)), { mergePages: true });
  return text;
}
