import { beforeEach, expect, test } from "vitest";
import { type AnnouncingJob, createAnnouncingJob, PORTAL_URL } from "#tests/support/email/announcing-job.ts";
import { buildProject, insertProject } from "#tests/support/records/project.ts";
import { createAnnounceProjectsJob } from "./announce-projects.ts";

let job: AnnouncingJob;
let project: Awaited<ReturnType<typeof insertProject>>;
beforeEach(async () => {
  job = await createAnnouncingJob(createAnnounceProjectsJob);
  project = await insertProject(job.database, {
    ...buildProject({ status: "open" }),
    client_id: job.client.id,
  });
});

const setStatus = (status: string) =>
  job.database.pool.query("update public.projects set status = $1", [status]);
const backdateChanges = (age = "3 minutes") =>
  job.database.pool.query("update public.project_status_changes set changed_at = changed_at - $1::interval", [
    age,
  ]);

test("emails a client once about a changed status, with the portal's labels", async () => {
  await setStatus("in_progress");
  await backdateChanges();
  const emails = await job.runAndListEmails();
  expect(emails).toMatchObject([
    {
      kind: "project-status",
      recipient: job.client.email,
      subject: "Model audit is in progress",
    },
  ]);
  expect(emails[0]?.body_text).toMatch(/^Hi Ada,\n\nWe're working on your project\./);
  expect(emails[0]?.body_text).toContain("Status: In Progress\nPreviously: Open");
  expect(emails[0]?.body_text).toContain(`${PORTAL_URL}?section=projects&project=${project.id}`);
});

test("announces that a paused project has resumed", async () => {
  await setStatus("on_hold");
  await setStatus("in_progress");
  await backdateChanges();
  expect(await job.runAndListEmails()).toMatchObject([{ subject: "Model audit has resumed" }]);
});

test("waits 2 minutes and announces only the newest of several changes", async () => {
  await setStatus("completed");
  expect(await job.runAndListEmails()).toEqual([]);
  await setStatus("in_progress");
  await backdateChanges();
  expect(await job.runAndListEmails()).toMatchObject([{ subject: "Model audit is in progress" }]);
});

test("does not announce new projects, changes from 3 days ago, or changes for a client that turned them off", async () => {
  await backdateChanges();
  expect(await job.runAndListEmails()).toEqual([]);
  await setStatus("in_progress");
  await backdateChanges("3 days");
  expect(await job.runAndListEmails()).toEqual([]);
  await job.setPreference("projects", false);
  await setStatus("on_hold");
  await backdateChanges();
  expect(await job.runAndListEmails()).toEqual([]);
});
