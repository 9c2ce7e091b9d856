import { afterEach, beforeEach, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  createProposalEnvironment,
  type ProposalEnvironment,
} from "#tests/support/product/proposal-environment.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";

let environment: ProposalEnvironment;
beforeEach(async () => {
  environment = await createProposalEnvironment();
  // The primary contact of the client is an owner too.
  await environment.query("update public.client_members set suspended_at = now() where user_id = $1", [
    environment.userA,
  ]);
  await createMember({ pool: environment.sql }, environment.clientA, "technical");
});
afterEach(() => environment.stop());

const FIRM = "desk@firm.example";
const clearOutbox = () => environment.query("delete from private.email_outbox");
const summarize = async () =>
  (await environment.announce()).map(({ kind, recipient, subject }) => `${kind} to ${recipient}: ${subject}`);

test("announces a proposal to owners and billing members, with a link that requires signing in", async () => {
  const id = await environment.createSent();
  const [proposal] = await environment.query("select number from public.proposals");
  const reference = `P-${String(proposal?.number).padStart(4, "0")}`;
  const emails = await environment.announce();
  expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
    [environment.owner.email, environment.billing.email].toSorted(),
  );
  expect(emails[0]?.subject).toBe(`Proposal ${reference} from Wardline: Red team exercise`);
  for (const part of [
    `https://firm.example/client-portal?section=proposals&proposal=${id}`,
    "$5,000.00",
    "Dec 31, 2030, end of day",
  ]) {
    expect(emails[0]?.body_text).toContain(part);
  }
  await clearOutbox();
  await environment.sendVersion(id, { title: "Second" });
  expect(await summarize()).toEqual([
    expect.stringContaining(`New version of proposal ${reference} from Wardline: Second`),
    expect.stringContaining("New version"),
  ]);
});

test("does not announce a draft, or a version that was withdrawn before the email", async () => {
  await environment.createDraft();
  const id = await environment.createSent();
  await environment.admin("POST", `proposals/${id}/withdraw`, { reason: "Wrong scope" });
  const emails = await environment.announce();
  expect(new Set(emails.map(({ kind }) => kind))).toEqual(new Set(["proposal-withdrawn"]));
  expect(emails[0]?.body_text).toContain("Wrong scope");
});

test("announces an acceptance to both sides when the PDF is stored", async () => {
  const id = await environment.createSent();
  await environment.announce();
  await clearOutbox();
  await environment.accept(id);
  expect(await summarize()).toEqual([]);
  await environment.complete(id);
  const emails = await environment.announce();
  const findText = (email: string) => emails.find(({ recipient }) => recipient === email)?.body_text;
  expect(findText(environment.owner.email)).toContain("You accepted our proposal for A company.");
  expect(findText(environment.billing.email)).toMatch(/\S accepted our proposal for A company\./);
  expect(findText(environment.billing.email)).not.toContain("You accepted");
  expect(await summarize()).toEqual([
    ...[environment.billing.email, environment.owner.email]
      .toSorted()
      .map((email) => expect.stringContaining(`proposal-accepted to ${email}`)),
    expect.stringMatching(`proposal-news-for-firm to ${FIRM}: A company: proposal P-\\d+ accepted`),
  ]);
});

test("announces an acceptance after 15 minutes if its PDF cannot be stored", async () => {
  const id = await environment.createSent();
  await environment.announce();
  await clearOutbox();
  await environment.accept(id);
  await environment.query("update public.proposal_events set at = at - interval '16 minutes'");
  expect(await environment.announce()).toHaveLength(3);
});

test("reports a declined and an expired proposal to the firm", async () => {
  const declined = await environment.createSent({ validUntil: calendarDate("2026-01-20") });
  await environment.createSent({ validUntil: calendarDate("2026-01-20") });
  await environment.announce();
  await clearOutbox();
  await environment.as(environment.owner, "POST", `proposals/${declined}/decline`, {
    version: 1,
    reason: "Over budget",
  });
  environment.clock.now = new Date("2026-01-21T12:00:00Z");
  await environment.expire();
  const emails = await environment.announce();
  expect(emails.map(({ subject }) => subject.replace(/P-\d+/, "P")).toSorted()).toEqual([
    "A company: proposal P declined",
    "A company: proposal P expired",
  ]);
  expect(emails.map(({ body_text }) => body_text).join()).toContain("Over budget");
});

test.each([
  ["2026-01-12", 0],
  ["2026-01-13", 1],
  ["2026-01-19", 2],
  ["2026-01-20", 2],
  ["2026-01-21", 2],
])("on %s, %i reminders of a proposal valid until January 20 were sent", async (lastDay, count) => {
  await environment.createSent({ validUntil: calendarDate("2026-01-20") });
  await environment.announce();
  await clearOutbox();
  await environment.query("update public.proposals set sent_at = now() - interval '2 days'");
  for (let day = 12; day <= Number(lastDay.slice(-2)); day += 1) {
    environment.clock.now = new Date(`2026-01-${day}T12:00:00Z`);
    await environment.announce();
  }
  const emails = await environment.announce();
  expect(emails.map(({ kind }) => kind)).toEqual(
    Array.from({ length: count * 2 }, () => "proposal-reminder"),
  );
});

test("announces comments to everyone else, without their text", async () => {
  const id = await environment.createSent();
  await environment.announce();
  await clearOutbox();
  const comment = { proposal_id: id, client_id: environment.clientA, body: "Can you start in March?" };
  await insertRow({ pool: environment.sql }, "proposal_comments", {
    ...comment,
    author_role: "client",
    author_id: environment.owner.userId,
  });
  const emails = await environment.announce();
  expect(emails.map(({ kind, recipient }) => [kind, recipient])).toEqual([
    ["proposal-comment", environment.billing.email],
    ["proposal-news-for-firm", FIRM],
  ]);
  expect(emails.map(({ body_text }) => body_text).join()).not.toContain("March");
  await clearOutbox();
  await insertRow({ pool: environment.sql }, "proposal_comments", { ...comment, author_role: "admin" });
  expect((await environment.announce()).map(({ kind }) => kind)).toEqual([
    "proposal-comment",
    "proposal-comment",
  ]);
});

test("announces a milestone to the client when it is done, and to the firm when it is accepted", async () => {
  const id = await environment.createSent();
  await environment.accept(id);
  await environment.complete(id);
  await environment.announce();
  await clearOutbox();
  const [milestone] = await environment.query("select id, title, project_id from public.project_milestones");
  environment.clock.now = new Date();
  await environment.admin("PUT", `milestones/${milestone?.id}/done`, { isDone: true });
  const announced = await environment.announce();
  expect(announced[0]?.body_text).toContain(`section=projects&project=${milestone?.project_id}`);
  expect(announced.map(({ kind, subject }) => `${kind}: ${subject}`)).toEqual([
    "milestone-done: Milestone completed: Report delivered (Red team exercise)",
    "milestone-done: Milestone completed: Report delivered (Red team exercise)",
  ]);
  await clearOutbox();
  await environment.as(environment.owner, "POST", `milestones/${milestone?.id}/accept`, {
    title: milestone?.title,
  });
  const accepted = await environment.announce();
  expect(accepted.map(({ kind, subject }) => `${kind}: ${subject}`)).toEqual([
    "proposal-news-for-firm: A company accepted “Report delivered”",
  ]);
  expect(accepted[0]?.body_text).toContain(`/admin/projects/${milestone?.project_id}`);
});

test("announces nothing from before the firm turned on emails, and nothing to suspended clients", async () => {
  const id = await environment.createSent();
  await environment.query("update public.clients set status = 'suspended' where id = $1", [
    environment.clientA,
  ]);
  expect(await environment.announce()).toEqual([]);
  await environment.query("update public.clients set status = 'active'");
  await environment.query("update public.email_settings set client_news_since = now() + interval '1 minute'");
  expect(await environment.announce()).toEqual([]);
  expect(await environment.query("select 1 from public.proposal_events where announced_at is null")).toEqual(
    [],
  );
  expect(id).toBeTruthy();
});
