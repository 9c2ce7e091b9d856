import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { type AnnouncingJob, createAnnouncingJob, PORTAL_URL } from "#tests/support/email/announcing-job.ts";
import { createMember } from "#tests/support/records/client-member.ts";
import { insertDraft, insertFinding } from "#tests/support/records/finding.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";
import { insertProject } from "#tests/support/records/project.ts";
import { createAnnounceFindingsJob } from "./announce-findings.ts";

let job: AnnouncingJob;
let project: { id: string; client_id: string };
beforeEach(async () => {
  job = await createAnnouncingJob(createAnnounceFindingsJob);
  project = await insertProject(job.database, { client_id: job.client.id, project_name: "Red team" });
});

const backdate = async (age = "6 minutes") => {
  await job.database.pool.query("update public.finding_events set at = at - $1::interval", [age]);
  await job.database.pool.query("update public.finding_comments set created_at = created_at - $1::interval", [
    age,
  ]);
};
/** Attributes all events so far to a member. Without this, no account is the actor, as for a job. */
const attributeTo = (userId: string) =>
  job.database.pool.query("update public.finding_events set actor_role = 'client', actor_id = $1", [userId]);
const comment = (findingId: string, columns: object) =>
  insertRow(job.database, "finding_comments", {
    ...{ finding_id: findingId, client_id: job.client.id, body: "See the log." },
    ...columns,
  });

test("sends one email about all findings that were published together, without their titles", async () => {
  const findings = [await insertFinding(job.database, project), await insertFinding(job.database, project)];
  await insertDraft(job.database, project);
  await createMember(job.database, job.client.id, "technical", { name: "Sam Lee" });
  await createMember(job.database, job.client.id, "auditor");
  await createMember(job.database, job.client.id, "billing");
  expect(await job.runAndListEmails()).toEqual([]);
  await backdate();
  const emails = await job.runAndListEmails();
  expect(emails.map(({ kind, subject }) => `${kind}: ${subject}`)).toEqual([
    `findings-for-client: 2 new findings in Red team`,
    `findings-for-client: 2 new findings in Red team`,
  ]);
  const [text = ""] = emails.map(({ body_text }) => body_text);
  expect(text).toContain("We published 2 new findings for Contoso.");
  for (const { key } of findings) {
    expect(text).toContain(`${key} · High`);
  }
  expect(text).toContain(`${PORTAL_URL}?section=findings`);
  expect(text).not.toContain("Prompt injection");
  expect(await job.runAndListEmails()).toHaveLength(2);
});

test("describes published and changed findings together as updates", async () => {
  const { id } = await insertFinding(job.database, project);
  await insertFinding(job.database, project);
  await job.database.pool.query("update public.findings set due_on = current_date + 90 where id = $1", [id]);
  await backdate();
  const [email] = await job.runAndListEmails();
  expect(email?.subject).toBe(`${brand.name} updated 2 findings: Red team`);
  expect(email?.body_text).toContain("There are updates to 2 findings of Contoso.");
});

test("links an email about one finding to it", async () => {
  const { id, key } = await insertFinding(job.database, project);
  await backdate();
  const [email] = await job.runAndListEmails();
  expect(email?.subject).toBe(`New finding ${key} (Red team)`);
  expect(email?.body_text).toContain(
    "We published a new high-severity finding. Sign in to read it.\n\nView finding:\n",
  );
  expect(email?.body_text).toContain(`${PORTAL_URL}?section=findings&finding=${id}`);
});

test("notifies the firm of comments, disputes and requested retests, and the author's colleagues only if mentioned", async () => {
  const colleague = await createMember(job.database, job.client.id, "technical");
  const { id, key } = await insertFinding(job.database, project);
  await job.database.pool.query("update public.finding_events set announced_at = now()");
  await comment(id, { author_role: "client", author_id: job.client.userId });
  await backdate();
  const emails = await job.runAndListEmails();
  expect(emails).toMatchObject([
    { kind: "findings-for-firm", subject: `Contoso: New comment on finding ${key}` },
  ]);
  expect(emails[0]?.body_text).toMatch(new RegExp(`\\S+ from Contoso commented on finding ${key}\\.`));
  await comment(id, { author_role: "client", author_id: job.client.userId, mentions: [colleague.userId] });
  await backdate();
  expect((await job.runAndListEmails()).slice(1)).toMatchObject([
    {
      kind: "findings-for-client",
      recipient: colleague.email,
      subject: `New comment on finding ${key} (Red team)`,
    },
    { kind: "findings-for-firm" },
  ]);
});

test("notifies only the people whom the firm selects of its comment", async () => {
  const colleague = await createMember(job.database, job.client.id, "technical");
  const { id } = await insertFinding(job.database, project);
  await job.database.pool.query("update public.finding_events set announced_at = now()");
  await comment(id, { author_role: "admin", author_id: null });
  await backdate();
  expect(await job.runAndListEmails()).toEqual([]);
  await comment(id, { author_role: "admin", author_id: null, mentions: [colleague.userId] });
  await backdate();
  expect(await job.runAndListEmails()).toMatchObject([
    { kind: "findings-for-client", recipient: colleague.email },
  ]);
});

test("notifies owners of a request and the requester of the decision", async () => {
  const engineer = await createMember(job.database, job.client.id, "technical");
  const { id } = await insertFinding(job.database, project);
  await job.database.pool.query("delete from public.finding_events");
  const record = (action: string) =>
    job.database.pool.query(
      `insert into public.finding_events (finding_id, client_id, actor_role, action, to_value)
       values ($1, $2, 'client', $3, '2026-12-31')`,
      [id, job.client.id, action],
    );
  await insertRow(job.database, "risk_acceptances", {
    ...{ finding_id: id, client_id: job.client.id, reason: "Internal only", expires_on: "2026-12-31" },
    ...{ requested_by: engineer.userId, requested_at: "2025-01-01T00:00:00Z" },
  });
  await record("acceptance-requested");
  await attributeTo(engineer.userId);
  await backdate();
  expect(await job.runAndListEmails()).toMatchObject([{ recipient: job.client.email }]);
  await job.database.pool.query("delete from public.finding_events");
  await record("acceptance-approved");
  await attributeTo(job.client.userId);
  await backdate();
  expect((await job.runAndListEmails()).slice(1)).toMatchObject([{ recipient: engineer.email }]);
});

test("does not announce news from 3 days ago, or to people who turned them off", async () => {
  await insertFinding(job.database, project);
  await backdate("3 days");
  expect(await job.runAndListEmails()).toEqual([]);
  await job.setPreference("findings", false);
  await insertFinding(job.database, project);
  await backdate();
  expect(await job.runAndListEmails()).toEqual([]);
});

test("sends one email about many changes of many findings, and lists the first 15", async () => {
  const engineer = await createMember(job.database, job.client.id, "technical");
  const mentions = [job.client.userId, engineer.userId];
  for (let index = 0; index < 20; index += 1) {
    const { id } = await insertFinding(job.database, project);
    await comment(id, { author_role: "admin", author_id: null, mentions });
    await comment(id, { author_role: "admin", author_id: null, mentions });
  }
  await backdate();
  const emails = await job.runAndListEmails();
  expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual(
    [job.client.email, engineer.email].toSorted(),
  );
  expect(emails[0]?.body_text.match(/WL-01-\d+ · High/g)).toHaveLength(15);
  expect(emails[0]?.body_text).toContain("5 more findings");
  // Changes within the next 5 minutes are in the next email.
  const { id } = await insertFinding(job.database, project);
  expect(await job.runAndListEmails()).toHaveLength(2);
  await comment(id, { author_role: "admin", author_id: null, mentions });
  await backdate();
  expect(await job.runAndListEmails()).toHaveLength(4);
});

test("never mentions a draft, even after it was changed or deleted", async () => {
  const draft = await insertDraft(job.database, project, { title: "Secret weakness" });
  await job.database.pool.query("update public.findings set severity = 'critical' where id = $1", [draft.id]);
  const deleted = await insertDraft(job.database, project, { title: "Secret weakness" });
  await job.database.pool.query("delete from public.findings where id = $1", [deleted.id]);
  await backdate();
  expect(await job.runAndListEmails()).toEqual([]);
  const { key } = await insertFinding(job.database, project);
  await backdate();
  await job.runAndListEmails();
  const { rows } = await job.database.pool.query(
    "select outbox::text as row from private.email_outbox as outbox",
  );
  expect(rows).toHaveLength(1);
  expect(rows[0].row).toContain(key);
  expect(rows[0].row).not.toMatch(new RegExp(`Secret weakness|Critical|${draft.id}|${deleted.id}`));
});
