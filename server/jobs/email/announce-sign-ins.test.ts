import { beforeEach, expect, test } from "vitest";
import { type AnnouncingJob, createAnnouncingJob } from "#tests/support/email/announcing-job.ts";
import { createAdministrator } from "#tests/support/records/administrator.ts";
import { createAnnounceSignInsJob } from "./announce-sign-ins.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0";
const SAFARI = "Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1";

let job: AnnouncingJob;
beforeEach(async () => {
  job = await createAnnouncingJob(createAnnounceSignInsJob);
});

const signIn = (userAgent: string, { outcome = "succeeded", userId = job.client.userId, age = "0" } = {}) =>
  job.database.pool.query(
    `insert into private.sign_in_attempts (email, user_id, outcome, address, user_agent, created_at)
     values ('ada@client.example', $1, $2, '198.51.100.7', $3, now() - $4::interval)`,
    [userId, outcome, userAgent, age],
  );

test("emails a user once about a sign-in from a new device", async () => {
  await signIn(FIREFOX);
  await signIn(SAFARI);
  await signIn(SAFARI);
  const emails = await job.runAndListEmails();
  expect(emails).toMatchObject([{ kind: "account-new-device", recipient: job.client.email }]);
  expect(emails[0]?.body_text).toMatch(
    /^Hi Ada,\n\nWe noticed a sign-in to your account from a new device\./,
  );
  expect(emails[0]?.body_text).toContain("Device: Safari on iOS");
  expect(emails[0]?.body_text).toContain("IP address: 198.51.100.7");
  expect(emails[0]?.body_text).toContain("https://firm.example/client-portal?section=settings");
});

test("emails administrators with a link to their own settings", async () => {
  const administrator = await createAdministrator(job.database);
  await signIn(FIREFOX, { userId: administrator.userId });
  await signIn(SAFARI, { userId: administrator.userId });
  const emails = await job.runAndListEmails();
  expect(emails).toMatchObject([{ recipient: administrator.email }]);
  expect(emails[0]?.body_text).toContain("https://firm.example/admin/settings?section=account");
});

test("does not announce the first sign-in, an updated browser, a failed attempt or an old sign-in", async () => {
  await signIn(FIREFOX);
  await signIn(FIREFOX.replaceAll("140.0", "141.0"));
  await signIn(SAFARI, { outcome: "wrong-credentials" });
  await signIn("curl/8.0", { age: "2 days" });
  expect(await job.runAndListEmails()).toEqual([]);
});

test("does not announce a device that only another user has used", async () => {
  const administrator = await createAdministrator(job.database);
  await signIn(SAFARI, { userId: administrator.userId });
  await signIn(SAFARI);
  expect(await job.runAndListEmails()).toEqual([]);
});
