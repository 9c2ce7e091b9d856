import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { readZip } from "#tests/support/files/read-zip.ts";

// Tests a client's statement of account and the accounting export in the admin area.

let area: AdminArea;
let session: BrowserSession;

beforeAll(async () => {
  area = await startAdminArea();
  await area
    .serviceClient()
    .from("invoices")
    .insert({
      client_id: area.firm.clients[0].id,
      invoice_number: "ACC-1",
      amount: 300,
      status: "pending",
      issued_date: "2031-01-02",
    })
    .throwOnError();
});
afterEach(() => session?.close());
afterAll(() => area?.stop());

test("downloads the invoices of a period for an accounting program", async () => {
  const opened = await area.signInAt("/admin/invoices");
  session = opened.session;
  const { page } = opened;
  await page.getByRole("button", { name: "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Accounting export" }).click();
  await page.getByRole("heading", { level: 1, name: "Accounting export" }).waitFor();
  await page.getByLabel("Format").selectOption("Xero");
  await page.getByLabel("Account code").fill("410");
  await page.getByLabel("From", { exact: true }).fill("2031-01-01");
  await page.getByLabel("To", { exact: true }).fill("2031-01-31");
  expect(await findPageIssues(session)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("xero-2031-01-01-2031-01-31.zip");
  const files = await readZip(readFileSync(await download.path()));
  expect(files.get("xero-invoices.csv")).toMatch(/"ACC-1".*"410"/);
  await page.setViewportSize(VIEWPORTS.phone);
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByLabel("From", { exact: true }).fill("2031-02-01");
  await page.getByText("Choose a start date on or before the end date.").waitFor();
  await page.getByLabel("To", { exact: true }).fill("");
  await page.getByText("Choose an end date.").waitFor();
  await page.reload();
  await page.getByLabel("Format").selectOption("Xero");
  expect(await page.getByLabel("Account code").inputValue()).toBe("410");
});

test("shows a client's statement, reached from the client's page", async () => {
  const opened = await area.signInAt(`/admin/clients/${area.firm.clients[0].id}?tab=billing`);
  session = opened.session;
  const { page } = opened;
  await page.getByRole("link", { name: "Statement" }).click();
  await page.getByRole("heading", { level: 1, name: "Statement of account" }).waitFor();
  await page.getByLabel("From", { exact: true }).fill("2031-01-01");
  await page.getByLabel("To", { exact: true }).fill("2031-01-31");
  await page.getByRole("table", { name: "Statement" }).getByRole("link", { name: "ACC-1" }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await page.goto(`${area.firm.product.url}/admin/clients/unknown/statement`);
  await page.getByText("Client not found").waitFor();
});
