import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import type { TablesInsert } from "#supabase/database.types.ts";
import { type AnnouncingJob, createAnnouncingJob, PORTAL_URL } from "#tests/support/email/announcing-job.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { createTestClient } from "#tests/support/records/test-client.ts";
import { announcePlanNews } from "./announce-plan-news.ts";

let job: AnnouncingJob;
let watch: string;
let shield: string;

beforeEach(async () => {
  job = await createAnnouncingJob((services) => () => announcePlanNews(services));
  watch = (await insertRow(job.database, "subscription_tiers", { tier_name: "Watch", monthly_price: 950 }))
    .id;
  shield = (await insertRow(job.database, "subscription_tiers", { tier_name: "Shield", monthly_price: 5200 }))
    .id;
});

const addSubscription = (overrides: Partial<TablesInsert<"client_subscriptions">> = {}) =>
  insertRow(job.database, "client_subscriptions", {
    client_id: job.client.id,
    tier_id: watch,
    status: "active",
    ...overrides,
  });
const update = (assignments: string) =>
  job.database.pool.query(`update public.client_subscriptions set ${assignments}`);

test("emails a client once when a plan starts, with its price", async () => {
  await addSubscription();
  const emails = await job.runAndListEmails();
  expect(emails).toMatchObject([{ kind: "plan-started", recipient: job.client.email }]);
  expect(emails[0]?.body_text).toContain("Plan: Watch\nPrice: $950 per month");
  expect(emails[0]?.body_text).toContain(`${PORTAL_URL}?section=book-service`);
});

test("emails the new client once when an administrator moves a linked plan, even if it started long ago", async () => {
  const other = await createTestClient(job.database, { company: "Fabrikam" });
  await addSubscription({ starts_on: "2025-01-01", linked_at: "2025-01-01T00:00:00Z" });
  await job.run({});
  await update(`client_id = '${other.id}', linked_at = now() + interval '1 second'`);
  expect(await job.runAndListEmails()).toMatchObject([{ kind: "plan-started", recipient: other.email }]);
});

test("emails only the new client when a plan was linked and moved between two runs", async () => {
  const other = await createTestClient(job.database, { company: "Fabrikam" });
  await addSubscription({ linked_at: "2025-01-01T00:00:00Z" });
  await update(`client_id = '${other.id}', linked_at = now() + interval '1 second'`);
  expect(await job.runAndListEmails()).toMatchObject([{ kind: "plan-started", recipient: other.email }]);
});

test("emails a client when a subscription changes to another plan", async () => {
  await addSubscription({ current_period_end: "2031-01-15" });
  await job.run({});
  await update(`tier_id = '${shield}'`);
  const emails = await job.runAndListEmails();
  expect(emails.map(({ kind }) => kind)).toEqual(["plan-started", "plan-changed"]);
  expect(emails[1]?.body_text).toMatch(
    /We've changed your support plan from Watch to Shield\.[\s\S]+Next charge: Jan 15, 2031/,
  );
});

test("emails a client once when a plan is scheduled to end, with its last day", async () => {
  await addSubscription();
  await job.run({});
  await update("ends_on = current_date + 10");
  await job.run({});
  await update("status = 'cancelled'");
  const emails = await job.runAndListEmails();
  expect(emails.map(({ kind }) => kind)).toEqual(["plan-started", "plan-ended"]);
  expect(emails[1]?.body_text).toContain(
    "You can use your plan as before until its last day, and you won't be billed",
  );
});

test("emails a client about each end and each kept plan, even if the same plan ends twice on the same day", async () => {
  await addSubscription({ current_period_end: "2031-01-15" });
  await job.run({});
  const scheduleEnd = "ends_on = current_date + 10";
  for (const assignments of [scheduleEnd, "ends_on = null", scheduleEnd]) {
    await update(assignments);
    await job.run({});
  }
  const emails = await job.runAndListEmails();
  expect(emails.map(({ kind }) => kind)).toEqual(["plan-started", "plan-ended", "plan-kept", "plan-ended"]);
  expect(emails[2]).toMatchObject({
    recipient: job.client.email,
    subject: `Your ${brand.name} Watch plan continues`,
    body_text: expect.stringMatching(
      /no longer scheduled to end\. It continues as before\.[\s\S]+Next charge: Jan 15, 2031/,
    ),
  });
});

test("announces changes that were stored between two runs in their order, with their own dates", async () => {
  await addSubscription();
  await job.run({});
  await update("ends_on = '2031-01-10'");
  await update("ends_on = null");
  await update("ends_on = '2031-02-10'");
  await job.run({});
  const { rows: emails } = await job.database.pool.query(
    `select email.subject, email.body_text from graphile_worker._private_jobs as queued
       join private.email_outbox as email on email.id::text = queued.payload ->> 'id' order by queued.id`,
  );
  expect(emails.slice(1).map(({ subject }) => subject)).toEqual([
    `Your ${brand.name} Watch plan ends on Jan 10, 2031`,
    `Your ${brand.name} Watch plan continues`,
    `Your ${brand.name} Watch plan ends on Feb 10, 2031`,
  ]);
  // Another end is scheduled, so there is no next charge.
  expect(emails[2]?.body_text).not.toContain("Next charge");
});

test("emails owners and billing members that a plan is kept, but not technical members", async () => {
  await addSubscription({ ends_on: "2031-01-10" });
  await job.run({});
  const billing = await createMember(job.database, job.client.id, "billing");
  await createMember(job.database, job.client.id, "technical");
  await update("ends_on = null");
  const kept = (await job.runAndListEmails()).filter(({ kind }) => kind === "plan-kept");
  expect(kept.map(({ recipient }) => recipient).sort()).toEqual([job.client.email, billing.email].sort());
});

test("includes the last day, in the firm's time zone, in the plan", async () => {
  await addSubscription();
  await job.run({});
  await job.database.pool.query(
    "update public.client_subscriptions set ends_on = (now() at time zone $1)::date",
    [brand.timeZone],
  );
  // The date of the database's own time zone is usually the next day. The pool reuses the connection.
  await job.database.pool.query("set time zone 'Pacific/Kiritimati'");
  expect((await job.runAndListEmails())[1]?.subject).toMatch(/ Watch plan ends on /);
});

test("reports that a plan has ended if its last day is unknown", async () => {
  await addSubscription();
  await job.run({});
  await update("status = 'cancelled'");
  expect((await job.runAndListEmails())[1]).toMatchObject({
    kind: "plan-ended",
    body_text: expect.stringContaining("You won't be billed for this plan again."),
  });
});

test("does not announce plans that the first sync found, or that started or ended long ago", async () => {
  await addSubscription({ starts_on: "2025-01-01" });
  await addSubscription({ status: "cancelled", starts_on: "2024-01-01", ends_on: "2025-01-01" });
  expect(await job.runAndListEmails()).toEqual([]);
  await job.database.pool.query(
    "update private.provider_connections set first_synced_at = now() + interval '1 hour'",
  );
  await addSubscription();
  expect(await job.runAndListEmails()).toEqual([]);
});

test("plan emails cannot be turned off", async () => {
  for (const topic of ["receipts", "payment_reminders", "documents", "projects", "meetings", "messages"]) {
    await job.setPreference(topic, false);
  }
  await addSubscription();
  expect(await job.runAndListEmails()).toHaveLength(1);
});
