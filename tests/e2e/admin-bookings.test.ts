import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, anAdminArea, remarksOn } from "#tests/support/an-admin-area.ts";
import { type Visit, WIDTHS } from "#tests/support/browser.ts";

// What clients ask for, and what the firm answers.

let area: AdminArea;
let visit: Visit;

beforeAll(async () => {
  area = await anAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const complaints = visit.complaints();
  await visit.close();
  expect(complaints).toEqual([]);
});

async function at(path: string, options = {}) {
  const opened = await area.signedInAt(path, options);
  visit = opened.visit;
  return opened.page;
}

async function aBooking(client: 0 | 1, description: string): Promise<string> {
  const { data, error } = await area
    .rows()
    .from("service_bookings")
    .insert({
      client_id: area.firm.clients[client].id,
      service_type: "AI Security Assessment",
      preferred_start_date: "2030-01-31",
      project_description: description,
      urgency: "high",
    })
    .select("id")
    .single();
  if (error) throw new Error(error.message);
  return data.id;
}

async function statusOf(id: string): Promise<string | undefined> {
  const { data } = await area.rows().from("service_bookings").select("status").eq("id", id).single();
  return data?.status;
}

test("a booking is read and approved with a time from the dashboard, and the client is told", async () => {
  const id = await aBooking(0, "Red-team our assistant.");
  const { company, email } = area.firm.clients[0];
  const page = await at("/admin/dashboard");
  await page.getByText("HIGH priority").waitFor();
  await page.getByRole("button", { name: `View Details: ${company}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Red-team our assistant.").waitFor();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Approve Booking" }).waitFor();
  await dialog.getByLabel("Meeting").fill("2020-01-01T10:00");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.getByText("Please choose a date and time ahead").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await dialog.getByLabel("Meeting").fill("2031-01-07T10:00");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByText(`Booking of ${company} approved`).waitFor();
  await page.getByText("No pending bookings").waitFor();
  expect(await statusOf(id)).toBe("approved");
  await expect.poll(async () => (await area.mailsTo(email))[0] ?? "").toMatch(/January 7, 2031/);
});

test("a booking is declined with a reason, and one answered meanwhile says so", async () => {
  const { company } = area.firm.clients[1];
  const declined = await aBooking(1, "First");
  const page = await at("/admin/bookings");
  await page.getByRole("button", { name: `Decline: ${company}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByText("Please give a reason").waitFor();
  await dialog.getByLabel("Reason").fill("We are full until May.");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await page.getByText(`Booking of ${company} declined`).waitFor();
  expect(await statusOf(declined)).toBe("declined");

  const stale = await aBooking(1, "Second");
  await page.reload();
  await page.getByRole("button", { name: `Decline: ${company}` }).click();
  await area.rows().from("service_bookings").update({ status: "cancelled" }).eq("id", stale);
  await dialog.getByLabel("Reason").fill("No.");
  visit.expectComplaint(/409/);
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByText("This booking was answered already.").waitFor();
  expect(await statusOf(stale)).toBe("cancelled");
});

test.each(
  Object.entries(WIDTHS),
)("bookings fit and are accessible on the %s, full and empty", async (_name, viewport) => {
  const page = await at("/admin/bookings?status=completed", { viewport });
  await page.getByText("No bookings found").waitFor();
  expect(await remarksOn(visit)).toEqual([]);
  await aBooking(0, "A long one. ".repeat(40));
  await page.goto(`${area.firm.product.url}/admin/bookings?status=all`);
  await page.getByText("HIGH priority").first().waitFor();
  expect(await remarksOn(visit)).toEqual([]);
});
