import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from "vitest";
import { type AdminArea, findPageIssues, startAdminArea } from "#tests/support/browser/admin-area.ts";
import { type BrowserSession, VIEWPORTS } from "#tests/support/browser/browser.ts";
import { queryEmbedded } from "#tests/support/database/query-embedded.ts";
import { isHostedRun } from "#tests/support/product/test-product.ts";

// Tests how administrators accept the times that clients propose: available, outside the hours, and with conflicts.

const STARTS_AT = "2031-02-03T10:00:00Z";
const PROPOSED_AT = "2031-02-04T15:00:00Z";
const AT_NIGHT = "2031-02-04T23:00:00Z";

let area: AdminArea;
let session: BrowserSession;
let hostId: string;
/** The client who proposes, and the one with the other meeting. */
let company: string;
let otherCompany: string;

beforeAll(async () => {
  area = await startAdminArea();
  company = area.firm.clients[0].company;
  otherCompany = area.firm.clients[1].company;
  const service = area.serviceClient();
  // Every day from 9:00 to 17:00.
  await service.from("availability_hours").update({ hours: "{[540,1020)}" }).gte("weekday", 1).throwOnError();
  await service.from("scheduling_settings").update({ time_zone: "UTC" }).eq("id", true).throwOnError();
  const { data } = await service
    .from("consultation_hosts")
    .insert({ name: "Maya Okafor", email: "maya@firm.example", phone: "+1 212 555 0100" })
    .select("id")
    .single()
    .throwOnError();
  hostId = data.id;
});
afterAll(() => area?.stop());
afterEach(async () => {
  const messages = session.consoleMessages();
  await session.close();
  await area.serviceClient().from("service_bookings").delete().gte("created_at", "2000-01-01").throwOnError();
  expect(messages).toEqual([]);
});

async function addMeeting(client: 0 | 1, columns: { scheduled_at: string; proposed_at?: string }) {
  const { data } = await area
    .serviceClient()
    .from("service_bookings")
    .insert({
      ...{ client_id: area.firm.clients[client].id, service_type: "Other", status: "approved" },
      ...{ preferred_start_date: "2031-01-31", project_description: "Plan the test.", host_id: hostId },
      ...columns,
    })
    .select("id")
    .single()
    .throwOnError();
  return data.id;
}
const propose = (proposedAt: string) => addMeeting(0, { scheduled_at: STARTS_AT, proposed_at: proposedAt });

async function readMeeting(id: string) {
  const { data } = await area
    .serviceClient()
    .from("service_bookings")
    .select("scheduled_at, proposed_at")
    .eq("id", id)
    .single()
    .throwOnError();
  return { scheduledAt: Date.parse(data.scheduled_at ?? ""), isProposed: data.proposed_at !== null };
}
const UNCHANGED = { scheduledAt: Date.parse(STARTS_AT), isProposed: true };

async function openBookings(options: object = {}) {
  const opened = await area.signInAt("/admin/bookings", { timezoneId: "UTC", ...options });
  session = opened.session;
  const { page } = opened;
  return { page, accept: page.getByRole("button", { name: `Accept time: ${company}` }) };
}

/** Adds a calendar in which the host is busy for an hour. */
async function addBusyCalendar(startsAt: string): Promise<void> {
  await queryEmbedded(
    area.firm.product.dataDir,
    `with feed as (insert into private.calendar_feeds (host_id, label, url_encrypted, encryption_key_id, server_name)
                   values ($1, 'Work', '\\x00', 'k1', 'calendar.example') returning id)
     insert into private.feed_busy_times (feed_id, starts_at, ends_at)
     select id, $2::timestamptz, $2::timestamptz + interval '1 hour' from feed`,
    [hostId, startsAt],
  );
}

test.each(
  Object.entries(VIEWPORTS),
)("accepts an available time in one step on the %s", async (_, viewport) => {
  const id = await propose(PROPOSED_AT);
  const { page, accept } = await openBookings({ viewport });
  await page.getByText("Available", { exact: true }).waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await accept.click();
  await page.getByText(`Meeting with ${company} rescheduled`).waitFor();
  expect(await readMeeting(id)).toEqual({ scheduledAt: Date.parse(PROPOSED_AT), isProposed: false });
});

test.each(
  Object.entries(VIEWPORTS),
)("accepts a time outside the hours after a confirmation on the %s", async (_, viewport) => {
  const id = await propose(AT_NIGHT);
  const { page, accept } = await openBookings({ viewport });
  await page.getByText("Outside your hours").waitFor();
  await accept.click();
  const confirmation = page.getByRole("alertdialog");
  await confirmation
    .getByText(/^Tuesday, February 4, 2031 at 11:00\sPM UTC is outside your hours\./)
    .waitFor();
  expect(await findPageIssues(session)).toEqual([]);
  await confirmation.getByRole("button", { name: "Cancel" }).click();
  await confirmation.waitFor({ state: "detached" });
  expect(await readMeeting(id)).toEqual(UNCHANGED);
  await accept.click();
  await confirmation.getByRole("button", { name: "Accept time" }).click();
  await page.getByText(`Meeting with ${company} rescheduled`).waitFor();
  expect(await readMeeting(id)).toEqual({ scheduledAt: Date.parse(AT_NIGHT), isProposed: false });
});

test("asks for confirmation even if the list could not check the time", async () => {
  const id = await propose(AT_NIGHT);
  const opened = await area.signInAt("/admin/dashboard", { timezoneId: "UTC" });
  session = opened.session;
  const { page } = opened;
  session.allowConsoleMessage(/status of (500|409)|Request failed/);
  await page.route("**/api/admin/bookings/proposed-times", (route) =>
    route.fulfill({ status: 500, json: { error: "Something went wrong.", code: "internal" } }),
  );
  await page.goto(`${area.firm.product.url}/admin/bookings`);
  await page.getByRole("button", { name: `Accept time: ${company}` }).click();
  const confirmation = page.getByRole("alertdialog").filter({ hasText: "is outside your hours" });
  await confirmation.getByRole("button", { name: "Accept time" }).click();
  await page.getByText(`Meeting with ${company} rescheduled`).waitFor();
  expect(await readMeeting(id)).toEqual({ scheduledAt: Date.parse(AT_NIGHT), isProposed: false });
});

test.each(
  Object.entries(VIEWPORTS),
)("names the meeting that a time conflicts with, and offers another time on the %s", async (_, viewport) => {
  await propose(PROPOSED_AT);
  await addMeeting(1, { scheduled_at: "2031-02-04T15:15:00Z" });
  const { page, accept } = await openBookings({ viewport });
  await page.getByText(`Conflicts with a meeting with ${otherCompany}`).waitFor();
  expect(await accept.count()).toBe(0);
  expect(await findPageIssues(session)).toEqual([]);
  await page.getByRole("button", { name: `Reschedule: ${company}` }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule meeting" });
  session.allowConsoleMessage(/status of 409|Request failed: 409/);
  await dialog.getByRole("button", { name: "Save and notify client" }).click();
  await dialog.getByText("The host isn't available at this time. Choose another time or host.").waitFor();
  // Ignoring the hours does not book a host twice.
  await dialog.getByLabel("Schedule it anyway").check();
  await dialog.getByRole("button", { name: "Save and notify client" }).click();
  await dialog.getByText("The host has another booking at this time. Choose another time or host.").waitFor();
});

test.skipIf(isHostedRun)(
  "names the calendar that a time conflicts with, and schedules it anyway only if that is selected",
  async () => {
    const proposedAt = "2031-02-05T10:00:00Z";
    const id = await propose(proposedAt);
    await addBusyCalendar(proposedAt);
    const { page, accept } = await openBookings();
    await page.getByText('Busy in the calendar "Work"').waitFor();
    expect(await accept.count()).toBe(0);
    expect(await findPageIssues(session)).toEqual([]);
    await page.getByRole("button", { name: `Reschedule: ${company}` }).click();
    const dialog = page.getByRole("dialog", { name: "Reschedule meeting" });
    session.allowConsoleMessage(/status of 409|Request failed: 409/);
    await dialog.getByRole("button", { name: "Save and notify client" }).click();
    await dialog.getByText("The host isn't available at this time. Choose another time or host.").waitFor();
    expect(await readMeeting(id)).toEqual(UNCHANGED);
    await dialog.getByLabel("Schedule it anyway").check();
    await dialog.getByRole("button", { name: "Save and notify client" }).click();
    await page.getByText(`Meeting with ${company} updated`).waitFor();
    expect(await readMeeting(id)).toEqual({ scheduledAt: Date.parse(proposedAt), isProposed: false });
  },
);

test("checks the availability even if the hosts could not be listed", async () => {
  const id = await propose(AT_NIGHT);
  const { page } = await openBookings();
  await page.route("**/api/admin/scheduling", (route) =>
    route.fulfill({ status: 500, json: { error: "Something went wrong.", code: "internal" } }),
  );
  session.allowConsoleMessage(/status of (500|409)|Request failed/);
  await page.getByRole("button", { name: `More actions: ${company}` }).click();
  await page.getByRole("menuitem", { name: "Reschedule" }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule meeting" });
  await dialog.getByRole("button", { name: "Save and notify client" }).click();
  await dialog.getByText("This time is outside your team's hours.").waitFor();
  expect(await readMeeting(id)).toEqual(UNCHANGED);
});

test("offers the other hosts if the meeting's host was deactivated", async () => {
  const id = await propose(PROPOSED_AT);
  const service = area.serviceClient();
  const { data: other } = await service
    .from("consultation_hosts")
    .insert({ name: "Daniel Reyes", email: "daniel@firm.example", phone: "+1 212 555 0101" })
    .select("id")
    .single()
    .throwOnError();
  const setActive = (isActive: boolean) =>
    service.from("consultation_hosts").update({ is_active: isActive }).eq("id", hostId).throwOnError();
  await setActive(false);
  onTestFinished(async () => {
    await setActive(true);
    await service.from("consultation_hosts").delete().eq("id", other.id).throwOnError();
  });
  const { page } = await openBookings();
  await page.getByRole("button", { name: `Reschedule: ${company}` }).click();
  const dialog = page.getByRole("dialog", { name: "Reschedule meeting" });
  await dialog.getByLabel("Host").waitFor();
  await dialog.getByRole("button", { name: "Save and notify client" }).click();
  await page.getByText(`Meeting with ${company} updated`).waitFor();
  const { data: meeting } = await service
    .from("service_bookings")
    .select("host_id")
    .eq("id", id)
    .single()
    .throwOnError();
  expect(meeting.host_id).toBe(other.id);
});

test("rejects a time that was taken after the list was loaded, and shows the conflict", async () => {
  const id = await propose(PROPOSED_AT);
  const { page, accept } = await openBookings();
  await page.getByText("Available", { exact: true }).waitFor();
  await addMeeting(1, { scheduled_at: PROPOSED_AT });
  session.allowConsoleMessage(/status of 409|Request failed: 409/);
  await accept.click();
  const alert = page.getByRole("alertdialog");
  await alert.getByText("The host isn't available at this time. Choose another time or host.").waitFor();
  await alert.getByRole("button", { name: "OK" }).click();
  await page.getByText(`Conflicts with a meeting with ${otherCompany}`).waitFor();
  expect(await readMeeting(id)).toEqual(UNCHANGED);
});

test("rejects a time that the client has withdrawn", async () => {
  const id = await propose(PROPOSED_AT);
  const { page, accept } = await openBookings();
  await page.getByText("Available", { exact: true }).waitFor();
  await area
    .serviceClient()
    .from("service_bookings")
    .update({ proposed_at: null })
    .eq("id", id)
    .throwOnError();
  session.allowConsoleMessage(/status of 409|Request failed: 409/);
  await accept.click();
  await page.getByText(/^The client withdrew or changed the proposed time\./).waitFor();
  expect(await readMeeting(id)).toEqual({ ...UNCHANGED, isProposed: false });
});
