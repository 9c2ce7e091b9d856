import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import type { TablesInsert } from "#supabase/database.types.ts";
import { type AnnouncingJob, createAnnouncingJob, PORTAL_URL } from "#tests/support/email/announcing-job.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
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

test("emails a client when a subscription changes to another plan", async () => {
  await addSubscription();
  await job.run({});
  await update(`tier_id = '${shield}'`);
  const emails = await job.runAndListEmails();
  expect(emails.map(({ kind }) => kind)).toEqual(["plan-started", "plan-changed"]);
  expect(emails[1]?.body_text).toContain("We've changed your support plan from Watch to Shield.");
});

test("emails a client once when a plan is scheduled to end, with its last day", async () => {
  await addSubscription();
  await job.run({});
  await update("ends_on = current_date + 10");
  await job.run({});
  await update("status = 'cancelled'");
  const emails = await job.runAndListEmails();
  expect(emails.map(({ kind }) => kind)).toEqual(["plan-started", "plan-ended"]);
  expect(emails[1]?.body_text).toMatch(/Your Watch plan ends on .+\. Until then, you can use it as before\./);
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
  expect((await job.runAndListEmails())[1]?.body_text).toMatch(/Your Watch plan ends on /);
});

test("reports that a plan has ended if its last day is unknown", async () => {
  await addSubscription();
  await job.run({});
  await update("status = 'cancelled'");
  expect((await job.runAndListEmails())[1]).toMatchObject({
    kind: "plan-ended",
    body_text: expect.stringContaining("Your Watch plan ended. You won't be billed for it again."),
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
