import { expect, test } from "vitest";
import { listEmailProblems, listJobProblems, summarizeHealth } from "#domain/jobs/job-health.ts";
import type { FailedJob } from "#domain/jobs/job-status.ts";

const emails = { queued: 0, retrying: 0, late: 0, failed: 0, bounced: 0 };
const schedule = { title: "Sync invoices", keepsFailing: false };
const job = (status: FailedJob["status"]) => ({ status });

test("reports failed, bounced and delayed email, but not email that is queued or retried", () => {
  expect(listEmailProblems({ ...emails, queued: 3, retrying: 2 })).toEqual([]);
  expect(listEmailProblems({ ...emails, late: 1, failed: 1, bounced: 2 })).toEqual([
    "1 email failed",
    "2 emails bounced",
    "1 email delayed",
  ]);
});

test("reports stalled jobs, failed jobs and failing schedules, but not retries", () => {
  expect(listJobProblems({ schedules: [schedule], jobs: [job("retrying")] })).toEqual([]);
  expect(listJobProblems({ schedules: [schedule], jobs: [job("stalled")] })).toEqual([
    "1 job needs attention",
  ]);
  expect(
    listJobProblems({
      schedules: [schedule, { ...schedule, keepsFailing: true }],
      jobs: [job("stalled"), job("failed")],
    }),
  ).toEqual(["2 jobs need attention", '"Sync invoices" keeps failing']);
});

test("summarizes the health in one line", () => {
  const overview = { schedules: [schedule], jobs: [], emails };
  expect(summarizeHealth(overview)).toEqual({
    tone: "positive",
    text: "All jobs are healthy. No email is waiting.",
  });
  expect(summarizeHealth({ ...overview, emails: { ...emails, queued: 1 } }).text).toBe(
    "All jobs are healthy. 1 email is being sent.",
  );
  expect(summarizeHealth({ ...overview, jobs: [job("failed")], emails: { ...emails, bounced: 1 } })).toEqual({
    tone: "warning",
    text: "1 job needs attention, 1 email bounced.",
  });
});
