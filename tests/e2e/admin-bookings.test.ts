import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { expectFocus } from "#tests/support/browser/focus.ts";

// Tests approving and declining booking requests.

let area: AdminArea;
let session: BrowserSession;

beforeAll(async () => {
  area = await startAdminArea();
});
afterAll(() => area?.stop());
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  expect(messages).toEqual([]);
});

async function signInAt(path: string, options = {}) {
  const opened = await area.signInAt(path, options);
  session = opened.session;
  return opened.page;
}

async function insertBooking(
  client: 0 | 1,
  description: string,
  kind: "booking" | "quote" | "meeting" = "booking",
): Promise<string> {
  const { data, error } = await area
    .serviceClient()
    .from("service_bookings")
    .insert({
      client_id: area.firm.clients[client].id,
      service_type: "AI Security Assessment",
      preferred_start_date: "2030-01-31",
      project_description: description,
      urgency: "high",
      kind,
    })
    .select("id")
    .single();
  if (error) {
    throw new Error(error.message);
  }
  return data.id;
}

async function getStatus(id: string): Promise<string | undefined> {
  const { data } = await area.serviceClient().from("service_bookings").select("status").eq("id", id).single();
  return data?.status;
}

test("approves a booking with a meeting time from the dashboard and emails the client", async () => {
  const id = await insertBooking(0, "Red-team our assistant.");
  const { company, email } = area.firm.clients[0];
  const page = await signInAt("/admin/dashboard");
  await page.getByText("HIGH priority").waitFor();
  await page.getByRole("button", { name: `View Details: ${company}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Red-team our assistant.").waitFor();
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("heading", { name: "Approve booking" }).waitFor();
  await dialog.getByText("Red-team our assistant.").waitFor();
  expect(await dialog.getByLabel("Meeting").inputValue()).toBe("2030-01-31T10:00");
  await dialog.getByLabel("Video link").fill("meet.firm.example");
  await dialog.getByLabel("Meeting").fill("2020-01-01T10:00");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await dialog.getByText("Choose a future date and time").waitFor();
  await dialog.getByText("Enter a link that starts with https://").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await dialog.getByLabel("Meeting").fill("2031-01-07T10:00");
  await dialog.getByLabel("Duration").selectOption("60 minutes");
  await dialog.getByLabel("Video link").fill("https://meet.firm.example/1");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByText(`Booking for ${company} approved`).waitFor();
  await page.getByText("No pending bookings").waitFor();
  await expectFocus(page.getByRole("heading", { name: "Pending Service Bookings" }));
  expect(await getStatus(id)).toBe("approved");
  await expect.poll(async () => (await area.emailsTo(email))[0] ?? "").toMatch(/January 7, 2031/);
});

test("offers a proposal first for a quote, and a call as another action", async () => {
  const id = await insertBooking(0, "Price a red team exercise.", "quote");
  const { company } = area.firm.clients[0];
  const newProposal = `/admin/proposals/new?bookingId=${id}`;
  const page = await signInAt("/admin/dashboard");
  const proposal = page.getByRole("link", { name: `Create proposal: ${company}` });
  await proposal.waitFor();
  expect(await proposal.getAttribute("href")).toBe(newProposal);
  await page.getByRole("button", { name: `Approve: ${company}` }).waitFor();
  await page.goto(`${area.firm.product.url}/admin/bookings`);
  await proposal.waitFor();
  expect(await proposal.getAttribute("href")).toBe(newProposal);
  expect(await page.getByRole("button", { name: `Approve: ${company}` }).count()).toBe(0);
  await page.getByRole("button", { name: `More actions: ${company}` }).click();
  await page.getByRole("menuitem", { name: "Schedule a call" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule a call" });
  await dialog.getByLabel("Meeting").fill("2031-01-07T10:00");
  await dialog.getByRole("button", { name: "Schedule call" }).click();
  await page.getByText(`Call with ${company} scheduled`).waitFor();
  expect(await getStatus(id)).toBe("approved");
});

test("schedules a requested meeting, and shows a conflict next to its time", async () => {
  const id = await insertBooking(0, "Talk about the results.", "meeting");
  const { company } = area.firm.clients[0];
  const page = await signInAt("/admin/bookings");
  await page.getByRole("button", { name: `Schedule: ${company}` }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule meeting" });
  const time = dialog.getByLabel("Meeting");
  await time.fill("2031-01-07T10:00");
  const message = "This time is outside your hours.";
  await page.route("**/approve", (route) =>
    route.fulfill({ status: 409, json: { success: false, error: message, code: "outside_hours" } }),
  );
  session.allowConsoleMessage(/409/);
  await dialog.getByRole("button", { name: "Schedule meeting" }).click();
  await dialog.getByText(message).waitFor();
  await expectFocus(time);
  expect(await time.getAttribute("aria-invalid")).toBe("true");
  expect(await dialog.getByRole("alert").count()).toBe(0);
  const override = dialog.getByLabel("Schedule it anyway");
  const gap = ((await override.boundingBox())?.y ?? 0) - ((await time.boundingBox())?.y ?? 0);
  expect(gap).toBeLessThan(160);
  expect(await findPageIssues(session)).toEqual([]);
  await page.unroute("**/approve");
  await override.check();
  await dialog.getByRole("button", { name: "Schedule meeting" }).click();
  await page.getByText(`Meeting with ${company} scheduled`).waitFor();
  expect(await getStatus(id)).toBe("approved");
});

async function insertProposal(description: string, note = ""): Promise<string> {
  const id = await insertBooking(0, description);
  const { error } = await area
    .serviceClient()
    .from("service_bookings")
    .update({
      status: "approved",
      scheduled_at: "2031-02-03T10:00:00Z",
      meeting_url: "https://meet.firm.example/2",
      proposed_at: "2031-02-04T15:00:00Z",
      proposal_note: note,
    })
    .eq("id", id);
  expect(error).toBeNull();
  return id;
}

async function readMeeting(id: string) {
  const { data } = await area
    .serviceClient()
    .from("service_bookings")
    .select("scheduled_at, proposed_at, calendar_sequence, meeting_url")
    .eq("id", id)
    .single();
  return data && { ...data, scheduled_at: new Date(data.scheduled_at ?? "").toISOString() };
}

test("accepts the time that the client proposed in one step", async () => {
  const id = await insertProposal("Plan the test.");
  const { company, email } = area.firm.clients[0];
  const page = await signInAt("/admin/bookings", { timezoneId: "UTC" });
  const row = page.getByRole("row").filter({ hasText: "New time proposed" });
  await row.getByText("Tue, Feb 4, 3:00 PM UTC").waitFor();
  await row.getByText("Plan the test.").waitFor();
  await row.getByRole("button", { name: `Accept time: ${company}` }).click();
  await page.getByText(`Meeting with ${company} rescheduled`).waitFor();
  await row.waitFor({ state: "detached" });
  expect(await readMeeting(id)).toEqual({
    scheduled_at: "2031-02-04T15:00:00.000Z",
    proposed_at: null,
    calendar_sequence: 1,
    meeting_url: "https://meet.firm.example/2",
  });
  await expect.poll(async () => (await area.emailsTo(email))[0] ?? "").toMatch(/February 4, 2031/);
  expect((await area.emailsTo(email))[0]).toContain("text/calendar");
});

test("moves a meeting to another time than the client proposed", async () => {
  const id = await insertProposal("Plan the test.", "Our lead is traveling.");
  const { company } = area.firm.clients[0];
  const page = await signInAt("/admin/bookings");
  const row = page.getByRole("row").filter({ hasText: "New time proposed" });
  await row.getByRole("button", { name: `More actions: ${company}` }).click();
  await page.getByRole("menuitem", { name: "Reschedule" }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule meeting" });
  await dialog.getByText("Our lead is traveling.").waitFor();
  expect(await dialog.getByLabel("Meeting").inputValue()).toMatch(/^2031-02-0[45]T/);
  expect(await findPageIssues(session)).toEqual([]);
  await dialog.getByRole("button", { name: "Save and notify client" }).click();
  await page.getByText(`Meeting with ${company} updated`).waitFor();
  await row.waitFor({ state: "detached" });
  expect(await readMeeting(id)).toMatchObject({
    scheduled_at: "2031-02-04T15:00:00.000Z",
    proposed_at: null,
    calendar_sequence: 1,
  });
});

test.each([1280, 1366, 1440])("shows every action of a row at %i px", async (width) => {
  const quoteId = await insertBooking(1, "Price a red team exercise of the assistant. ".repeat(5), "quote");
  const id = await insertProposal("Threat model of the claims assistant and its plugins. ".repeat(5));
  const page = await signInAt("/admin/bookings", { viewport: { width, height: 900 } });
  await page.getByRole("button", { name: /^Accept time/ }).waitFor();
  const clipped = await page.getByRole("button", { name: /^(Accept time|More actions)/ }).evaluateAll(
    (buttons) =>
      buttons.filter((button) => {
        const surface = button.closest("section")?.getBoundingClientRect();
        return button.getBoundingClientRect().right > (surface?.right ?? 0);
      }).length,
  );
  expect(clipped).toBe(0);
  const proposal = page.getByRole("link", { name: /^Create proposal/ });
  const accept = page.getByRole("button", { name: /^Accept time/ });
  expect((await proposal.boundingBox())?.height).toBe((await accept.boundingBox())?.height);
  expect(await findPageIssues(session)).toEqual([]);
  await area.serviceClient().from("service_bookings").delete().in("id", [id, quoteId]);
});

test("shows a link to join a meeting shortly before it starts", async () => {
  const id = await insertBooking(0, "Kick off the test.");
  const startsAt = new Date(Date.now() + 5 * 60_000).toISOString();
  await area
    .serviceClient()
    .from("service_bookings")
    .update({ status: "approved", scheduled_at: startsAt, meeting_url: "https://meet.firm.example/3" })
    .eq("id", id);
  const page = await signInAt("/admin/bookings?status=approved");
  const row = page.getByRole("row").filter({ hasText: "Kick off the test." });
  const join = row.getByRole("link", { name: `Join: ${area.firm.clients[0].company}` });
  expect(await join.getAttribute("href")).toBe("https://meet.firm.example/3");
  await area.serviceClient().from("service_bookings").delete().eq("id", id);
});

test("cancels a meeting with a reason and emails the client", async () => {
  const id = await insertBooking(0, "Review the results.");
  const { company, email } = area.firm.clients[0];
  await area
    .serviceClient()
    .from("service_bookings")
    .update({ status: "approved", scheduled_at: "2031-03-03T10:00:00Z" })
    .eq("id", id);
  const page = await signInAt("/admin/bookings?status=approved");
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("button", { name: `Reschedule: ${company}` }) });
  await row
    .first()
    .getByRole("button", { name: `More actions: ${company}` })
    .click();
  await page.getByRole("menuitem", { name: "Cancel meeting" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel meeting" });
  await dialog.getByText("March 3, 2031").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await dialog.getByRole("button", { name: "Cancel meeting" }).click();
  await dialog.getByText("Enter a reason").waitFor();
  await dialog.getByLabel("Reason").fill("Our lead is out sick.");
  await dialog.getByRole("button", { name: "Cancel meeting" }).click();
  await page.getByText(`Meeting with ${company} canceled`).waitFor();
  expect(await getStatus(id)).toBe("cancelled");
  await expect.poll(async () => (await area.emailsTo(email)).join()).toContain("Our lead is out sick.");
});

test("declines a booking with a reason and reports a booking that is no longer pending", async () => {
  const { company } = area.firm.clients[1];
  const declined = await insertBooking(1, "First");
  const page = await signInAt("/admin/bookings");
  expect(await page.getByRole("button", { name: /^More actions/ }).count()).toBe(0);
  await page.getByRole("button", { name: company, exact: true }).click();
  const details = page.getByRole("dialog", { name: "Booking details" });
  await details.getByRole("link", { name: company }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await details.getByRole("button", { name: "Close dialog" }).click();
  await page.getByRole("button", { name: `Decline: ${company}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByText("Enter a reason").waitFor();
  await dialog.getByLabel("Reason").fill("We are full until May.");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await page.getByText(`Booking for ${company} declined`).waitFor();
  expect(await getStatus(declined)).toBe("declined");

  const stale = await insertBooking(1, "Second");
  await page.reload();
  await page.getByRole("button", { name: `Decline: ${company}` }).click();
  await area.serviceClient().from("service_bookings").update({ status: "cancelled" }).eq("id", stale);
  await dialog.getByLabel("Reason").fill("No.");
  session.allowConsoleMessage(/409/);
  await dialog.getByRole("button", { name: "Decline" }).click();
  await dialog.getByText("This booking was already approved, declined or canceled.").waitFor();
  expect(await getStatus(stale)).toBe("cancelled");
});

test.each(
  Object.entries(VIEWPORTS),
)("bookings fit the screen and are accessible on the %s, with and without data", async (_name, viewport) => {
  const page = await signInAt("/admin/bookings?status=completed", { viewport });
  await page.getByText("No bookings found").waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await insertBooking(0, "A long one. ".repeat(40));
  await page.goto(`${area.firm.product.url}/admin/bookings?status=all`);
  await page.getByText("HIGH priority").first().waitFor();
  expect(await findPageIssues(session)).toEqual([]);
});
