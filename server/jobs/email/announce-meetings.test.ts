import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { formatTimeWithZone } from "#domain/dates/date-time.ts";
import { formatWeekday } from "#domain/scheduling/time-labels.ts";
import { type AnnouncingJob, createAnnouncingJob, PORTAL_URL } from "#tests/support/email/announcing-job.ts";
import { createHost } from "#tests/support/records/host.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createAnnounceMeetingsJob } from "./announce-meetings.ts";

const NOW = new Date("2030-01-09T15:00:00Z");

let job: AnnouncingJob;
beforeEach(async () => {
  job = await createAnnouncingJob(createAnnounceMeetingsJob, () => NOW);
});

/** Adds a meeting that starts after an interval, and whose booking last changed 2 days ago. */
async function addMeeting(
  startsIn: string,
  { status = "approved", changedAgo = "2 days" } = {},
): Promise<Date> {
  const { id } = await insertRow(job.database, "service_bookings", {
    client_id: job.client.id,
    service_type: "AI Security Assessment",
    preferred_start_date: "2030-01-01",
    project_description: "Test our agents.",
  });
  await job.database.pool.query("alter table public.service_bookings disable trigger user");
  const { rows } = await job.database.pool.query<{ scheduled_at: Date }>(
    `update public.service_bookings
        set status = $2, scheduled_at = $5::timestamptz + $3::interval,
            updated_at = $5::timestamptz - $4::interval
      where id = $1 returning scheduled_at`,
    [id, status, startsIn, changedAgo, NOW],
  );
  return rows[0]?.scheduled_at ?? new Date();
}

const withPlainSpaces = (text: string) => text.replaceAll("\u202f", " ");

test.each([
  ["25 hours", 0, ""],
  ["23 hours", 1, "Tomorrow"],
  ["19 hours", 0, ""],
  ["2 hours", 0, ""],
  ["59 minutes", 1, "In 1 hour"],
  ["20 minutes", 0, ""],
])("%s before a meeting, sends %i reminders", async (startsIn, count, when) => {
  const time = await addMeeting(startsIn);
  const emails = await job.runAndListEmails();
  expect(emails).toHaveLength(count);
  if (count > 0) {
    expect(emails[0]).toMatchObject({
      kind: "meeting-reminder",
      recipient: job.client.email,
      subject: `${when}, ${withPlainSpaces(formatTimeWithZone(time, brand.timeZone))}: your meeting with ${brand.name}`,
    });
    expect(emails[0]?.body_text).toContain(`${formatWeekday(dateInTimeZone(time, brand.timeZone))}, `);
    expect(emails[0]?.body_text).toContain(`${PORTAL_URL}?section=meetings`);
  }
});

test("names the host and how to join", async () => {
  await addMeeting("23 hours");
  const host = await createHost(job.database, { meeting_url: null, phone: "+1 555 0100" });
  await job.database.pool.query("update public.service_bookings set host_id = $1", [host.id]);
  const [email] = await job.runAndListEmails();
  expect(email?.body_text).toContain(", phone call with Maya Okafor.");
  expect(email?.body_text).toContain("Where: By phone: call +1 555 0100");
});

test("attaches the meeting as a calendar file", async () => {
  const time = await addMeeting("23 hours");
  await job.run({});
  const { rows } = await job.database.pool.query("select body_blocks from private.email_outbox");
  expect(rows[0].body_blocks).toContainEqual({
    type: "calendar",
    meeting: expect.objectContaining({ scheduled_at: time.toISOString() }),
  });
});

test("reminds again of the new time after a meeting was moved", async () => {
  await addMeeting("23 hours");
  await job.run({});
  await job.database.pool.query(
    "update public.service_bookings set scheduled_at = scheduled_at - interval '1 hour'",
  );
  expect(await job.runAndListEmails()).toHaveLength(2);
});

test.each([
  ["is not approved", { status: "cancelled" }],
  ["was approved less than a day before", { changedAgo: "1 hour" }],
])("does not remind of a meeting that %s", async (_, options) => {
  await addMeeting("23 hours", options);
  expect(await job.runAndListEmails()).toEqual([]);
});

test("does not remind a client that turned reminders off", async () => {
  await job.setPreference("meetings", false);
  await addMeeting("23 hours");
  expect(await job.runAndListEmails()).toEqual([]);
});
