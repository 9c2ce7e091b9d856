import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { VIEWPORTS } from "#tests/support/browser/browser.ts";
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
  await page.getByText("Creating invoices turned on").waitFor();
  await page.getByRole("button", { name: "Connect Square" }).first().click();
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByText("Square account connected successfully!").waitFor();
});

async function createInquiry(company: string): Promise<string> {
  const { data } = await portal
    .serviceClient()
    .from("contact_inquiries")
    .insert({
      ...{
        name: "Ada Byron",
        email: "ada@visitor.example",
        company,
        reference: crypto.randomUUID().slice(0, 8),
      },
      ...{ service_interest: "AI Security Assessment", message: "Please test our assistant." },
    })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}

describe.each(Object.entries(VIEWPORTS))("on %s", (name, viewport) => {
  test("an inquiry becomes a proposal, which is accepted, invoiced and paid", async () => {
    const [client] = portal.firm.clients;
    const { url } = portal.firm.product;
    const title = `Assessment on ${name}`;
    const firm = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const admin = firm.page;

    await signInAsAdministrator(admin, `/admin/inbox/${await createInquiry(client.company)}`);
    await admin.getByRole("link", { name: "Create proposal" }).click();
    await getTitle(admin, "New proposal").waitFor();
    await admin.getByRole("button", { name: "Create draft" }).click();
    await getTitle(admin, /^Edit P-/).waitFor();
    await admin.getByText("Please test our assistant.").first().waitFor();
    await admin.getByLabel("Title", { exact: true }).first().fill("");
    await admin.getByRole("button", { name: "Save draft" }).click();
    await admin.getByText("Enter a title").waitFor();
    await admin.getByLabel("Title", { exact: true }).first().fill(title);
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
    expect(await firm.accessibilityViolations(), "editor").toEqual([]);
    expect(await findLayoutFaults(admin, [viewport.width]), "editor").toEqual([]);
    await admin.getByRole("button", { name: "Save draft" }).click();
    await admin.getByText("Convert the inquiry to a client", { exact: false }).waitFor();
    expect(await admin.getByRole("button", { name: "Send proposal" }).isDisabled()).toBe(true);
    await admin.getByRole("button", { name: "More actions" }).click();
    await admin.getByRole("menuitem", { name: "Change client or project" }).click();
    await admin.getByLabel("Client", { exact: true }).selectOption({ label: client.company });
    await admin.getByRole("button", { name: "Save changes" }).click();
    await admin.getByRole("button", { name: "Send proposal" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByText(client.email).waitFor();
    await dialog.getByText("$3,675.00").waitFor();
    expect(await firm.accessibilityViolations(), "send dialog").toEqual([]);
    await dialog.getByRole("button", { name: "Send proposal" }).click();
    await admin.getByText("Proposal sent", { exact: true }).waitFor();
    const proposalUrl = admin.url();

    const customer = await portal.openPage({ viewport, reducedMotion: "reduce" });
    const { page } = customer;
    await portal.signIn(page, client, "proposals");
    await page.getByRole("link", { name: title }).click();
    await getTitle(page, title).waitFor();
    await page.getByRole("checkbox", { name: "Retest" }).check();
    await page.getByText("1 of 1 optional item selected").waitFor();
    expect(await customer.accessibilityViolations(), "proposal").toEqual([]);
    await page.getByRole("button", { name: "Accept proposal" }).click();
    await page.getByRole("button", { name: "Sign and accept" }).click();
    await page.getByText("Enter your full name").waitFor();
    await page.getByLabel("Full name").fill("Grace Hopper");
    await page.getByRole("dialog").getByLabel("Title", { exact: true }).fill("CISO");
    await page.getByRole("checkbox", { name: /^I agree to this proposal/ }).check();
    expect(await customer.accessibilityViolations(), "accept dialog").toEqual([]);
    await page.getByRole("button", { name: "Sign and accept" }).click();
    await page.getByRole("heading", { name: "Accepted. What happens next" }).waitFor();
    await page.getByText("Grace Hopper, CISO").waitFor();
    expect(await customer.accessibilityViolations(), "accepted proposal").toEqual([]);

    await admin.goto(proposalUrl);
    await admin.getByRole("link", { name: "Create invoice" }).click();
    await getTitle(admin, "Create invoice").waitFor();
    await admin.getByLabel("Title", { exact: true }).fill(`Deposit on ${name}`);
    const line = admin.getByRole("group", { name: "Line 1" });
    await line.getByLabel("Description").fill("Deposit");
    await line.getByLabel("Price ($)").fill("2437.50");
    expect(await firm.accessibilityViolations(), "invoice form").toEqual([]);
    await admin.getByRole("button", { name: "Save draft" }).click();
    await getTitle(admin, `Deposit on ${name}`).waitFor();
    expect(await firm.accessibilityViolations(), "prepared invoice").toEqual([]);
    await admin.getByRole("button", { name: "Publish invoice" }).click();
    const question = admin.getByRole("alertdialog");
    await question.getByText(`Publish an invoice for $2,437.50 to ${client.email}?`).waitFor();
    await question.getByRole("button", { name: "Publish invoice" }).click();
    await admin.getByText("Published", { exact: true }).waitFor();

    await page.goto(`${url}/client-portal?section=billing`);
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
    await admin.goto(proposalUrl);
    await admin.getByRole("button", { name: "Mark as done: Report delivered" }).click();
    await admin.getByText("Waiting for acceptance.", { exact: false }).waitFor();
    expect(await firm.accessibilityViolations(), "accepted proposal in the admin area").toEqual([]);
    await admin.goto(`${url}/admin/pipeline`);
    await admin
      .getByRole("region", { name: "Decided" })
      .getByRole("link", { name: new RegExp(title) })
      .waitFor();
    expect(await firm.accessibilityViolations(), "pipeline").toEqual([]);

    await page.goto(`${url}/client-portal?section=projects`);
    await page.getByRole("heading", { level: 2, name: title }).waitFor();
    const project = page.getByRole("article").filter({ hasText: title });
    await project.getByRole("button", { name: "Accept milestone Report delivered" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Accept milestone" }).click();
    await project.getByText(/^Accepted .* by /).waitFor();
    expect(await customer.accessibilityViolations(), "project").toEqual([]);
  });
});
