import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import { type Visit, WIDTHS } from "#tests/support/browser.ts";

// All invoices of the firm, and those the sync found no client for.

let area: AdminArea;
let visit: Visit;

beforeAll(async () => {
  area = await anAdminArea();
  const { error } = await area
    .rows()
    .from("invoices")
    .insert([
      {
        client_id: area.firm.clients[0].id,
        invoice_number: "A-1",
        amount: 500,
        total_paid_amount: 500,
        status: "paid",
        due_date: "2026-01-31",
      },
      {
        client_id: area.firm.clients[1].id,
        invoice_number: "B-1",
        amount: 1_234_567.89,
        total_paid_amount: 67.89,
        status: "overdue",
        due_date: "2020-01-31",
      },
      {
        client_id: null,
        invoice_number: "C-1",
        amount: 75,
        total_paid_amount: 0,
        status: "pending",
        due_date: "2040-01-31",
      },
    ]);
  if (error) throw new Error(error.message);
});
afterAll(() => area?.stop());
afterEach(async () => {
  const complaints = visit.complaints();
  await visit.close();
  expect(complaints).toEqual([]);
});

test.each(
  Object.entries(WIDTHS),
)("invoices fit and are accessible on the %s, full and empty", async (_name, viewport) => {
  const opened = await area.signedInAt("/admin/invoices", { viewport });
  visit = opened.visit;
  await opened.page.getByText("of 3 invoices").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await opened.page.goto(`${area.firm.product.url}/admin/invoices?search=nothing`);
  await opened.page.getByText("No invoices found").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
});

test("a late invoice says how late and what is open; one without a client is found and assigned", async () => {
  const opened = await area.signedInAt("/admin/invoices?status=overdue");
  visit = opened.visit;
  const { page } = opened;
  const late = page.getByRole("row", { name: /B-1/ });
  await late.getByText(/^[\d,]+ days late$/).waitFor();
  await late.getByText("$1,234,500.00").waitFor();
  await page.getByLabel("Filter by status").selectOption("unmatched");
  await page.getByRole("button", { name: "Assign invoice #C-1" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Assign" }).click();
  await dialog.getByText("Please select a client").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await dialog.getByLabel("Client").selectOption({ label: area.firm.clients[0].company });
  await dialog.getByRole("button", { name: "Assign" }).click();
  await page.getByText("No invoices found").waitFor();
  expect(await clientOf("C-1")).toEqual({
    client_id: area.firm.clients[0].id,
    client_assigned_manually: true,
  });
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Assign invoice #C-1" }).waitFor();
  expect(await clientOf("C-1")).toEqual({ client_id: null, client_assigned_manually: false });
});

test("a wrong choice is taken back in its row, also undone, and not while a project holds the invoice", async () => {
  const [chosen] = area.firm.clients;
  const rows = area.rows();
  const { error } = await rows
    .from("invoices")
    .update({ client_id: chosen.id, client_assigned_manually: true })
    .eq("invoice_number", "C-1");
  expect(error).toBeNull();
  const opened = await area.signedInAt("/admin/invoices?search=C-1");
  visit = opened.visit;
  const { page } = opened;
  const back = page.getByRole("button", { name: "Take back the client of invoice #C-1" });
  await back.click();
  await page.getByRole("row", { name: /C-1.*No client/ }).waitFor();
  expect(await clientOf("C-1")).toEqual({ client_id: null, client_assigned_manually: false });
  await page.getByRole("button", { name: "Undo" }).click();
  await back.waitFor();
  const { data: project } = await rows
    .from("projects")
    .insert({ client_id: chosen.id, project_name: "Holds it" })
    .select("id")
    .single();
  await rows
    .from("invoices")
    .update({ project_id: project?.id ?? null })
    .eq("invoice_number", "C-1");
  visit.expectComplaint(/409/);
  await back.click();
  const alert = page.getByRole("alertdialog");
  await alert.getByText("Unlink the invoice from its project first.").waitFor();
  await alert.getByRole("button", { name: "OK" }).click();
  expect(await clientOf("C-1")).toEqual({ client_id: chosen.id, client_assigned_manually: true });
});

async function clientOf(number: string) {
  const { data } = await area
    .rows()
    .from("invoices")
    .select("client_id, client_assigned_manually")
    .eq("invoice_number", number)
    .single();
  return data;
}
