import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoFaultsAtEachWidth } from "#tests/support/browser/each-width.ts";
import { setUpPortal } from "#tests/support/browser/portal.ts";

// Tests the report, the letters of attestation and the control coverage of a project, as the firm and as the client.

const portal = setUpPortal();

async function createProjectWithFinding(name: string): Promise<string> {
  const client_id = portal.firm.clients[0].id;
  const service = portal.serviceClient();
  const project = await service
    .from("projects")
    .insert({ client_id, project_name: name })
    .select("id, number")
    .single()
    .throwOnError();
  const finding = await service
    .from("findings")
    .insert({
      ...{ project_id: project.data.id, client_id },
      ...{ title: "Prompt injection by email", severity: "high", found_on: "2026-10-01" },
    })
    .select("id")
    .single()
    .throwOnError();
  await service
    .from("finding_mappings")
    .insert({
      ...{ finding_id: finding.data.id, taxonomy: "owasp-llm", version: "2025", entry_id: "LLM01:2025" },
      name: "Prompt Injection",
    })
    .throwOnError();
  await service
    .from("findings")
    .update({
      ...{ publication_status: "published", published_on: "2026-10-02" },
      ...{ number: 1, key: `WL-${project.data.number + 10}-001` },
    })
    .eq("id", finding.data.id)
    .throwOnError();
  return project.data.id;
}

async function signInAsAdministrator(page: Page, path: string) {
  const { product, administrator } = portal.firm;
  await page.goto(`${product.url}${path}`);
  await page.getByLabel("Email").fill(administrator.email);
  await page.getByLabel("Password", { exact: true }).fill(administrator.password);
  await page.getByRole("button", { name: "Login" }).click();
}

async function issueLetter(page: Page) {
  await page.getByRole("button", { name: "Issue letter" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Signed by").fill("Grace Hopper");
  return dialog;
}

test("an assessment becomes a report and letters that the client can read", async () => {
  const projectName = "Assessment of the support assistant";
  const projectId = await createProjectWithFinding(projectName);
  const session = await portal.openPage({ reducedMotion: "reduce" });
  const { page } = session;
  await signInAsAdministrator(page, `/admin/projects/${projectId}/assessment`);

  await page.getByRole("tab", { name: "Report" }).click();
  await page.getByText("Save the assessment details first.").waitFor();
  expect(await page.getByRole("button", { name: "Generate report" }).isDisabled()).toBe(true);
  await page.getByRole("tab", { name: "Details" }).click();
  await page.getByRole("button", { name: "Save assessment" }).click();
  await page.getByText("Enter the system that was tested").waitFor();
  await page.getByRole("textbox", { name: "System" }).fill("Support assistant 4.2");
  await page.getByRole("tab", { name: "Report" }).click();
  await page.getByText("Save the assessment details first.").waitFor();
  await page.getByRole("tab", { name: "Details" }).click();
  expect(await page.getByRole("textbox", { name: "System" }).inputValue()).toBe("Support assistant 4.2");
  await page.getByLabel("Testers").fill("Ada Lovelace");
  await page.getByText("OWASP Top 10 for LLM Applications").click();
  expect(await page.getByLabel("LLM01:2025").isChecked()).toBe(true);
  await page.getByLabel("LLM02:2025").check();
  await expectNoFaultsAtEachWidth(session, "details");
  await page.getByRole("button", { name: "Save assessment" }).click();
  await page.getByText("Assessment saved").waitFor();

  await page.getByRole("tab", { name: "Report" }).click();
  await page.getByRole("button", { name: "Generate report" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Generate report" }).click();
  await page.getByText("Version 1", { exact: true }).waitFor();
  await expectNoFaultsAtEachWidth(session, "report");
  await page.getByRole("button", { name: "Open report version 1" }).click();
  await page.getByRole("img", { name: /^Page 1 of/ }).waitFor();
  await page.getByRole("button", { name: "Close dialog" }).click();
  await page.getByRole("button", { name: "Generate report" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Generate report" }).click();
  await page.getByText("Nothing has changed since version 1").waitFor();

  await page.getByRole("tab", { name: "Letters" }).click();
  const dialog = await issueLetter(page);
  await dialog.getByText("1 finding is still open.").waitFor();
  await dialog.getByRole("button", { name: "Preview letter" }).click();
  await dialog.getByRole("img", { name: "Page 1 of 1" }).waitFor();
  await expectNoFaultsAtEachWidth(session, "letter");
  await dialog.getByRole("button", { name: "Issue letter" }).click();
  await page.getByText("Valid", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Issue letter" }).click();
  await dialog.getByText(/^This letter will supersede the one issued on .*\.$/).waitFor();
  expect(await dialog.getByLabel("Signed by").inputValue()).toBe("Grace Hopper");
  await dialog.getByRole("button", { name: "Issue letter" }).click();
  await page.getByText(/^Superseded /).waitFor();
  await page
    .getByRole("listitem")
    .filter({ hasText: "Valid" })
    .getByRole("button", { name: /^Withdraw/ })
    .click();
  await page.getByRole("dialog").getByLabel("Reason").fill("The dates were wrong.");
  await page.getByRole("dialog").getByRole("button", { name: "Withdraw letter" }).click();
  await page.getByText("Reason: The dates were wrong.").waitFor();
  await expectNoFaultsAtEachWidth(session, "letters");

  await page.getByRole("tab", { name: "Coverage" }).click();
  await page.getByText("2 of 10 tested").waitFor();
  await expectNoFaultsAtEachWidth(session, "coverage");

  const customer = await portal.openPage({ reducedMotion: "reduce" });
  await portal.signIn(customer.page, portal.firm.clients[0], "findings&view=letters");
  const letter = customer.page.getByRole("listitem").filter({ hasText: "Reason: The dates were wrong." });
  await letter.filter({ hasText: projectName }).waitFor();
  await expectNoFaultsAtEachWidth(customer, "portal");
});
