import type { EmailCounts, FailedJob, ScheduledJob } from "#domain/jobs/job-status.ts";
import type { Tone } from "#domain/status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

// Health of scheduled jobs and email. Includes only problems that need an administrator's action. Retries need none
// unless an email is delayed.

export type JobsOverview = {
  schedules: readonly Pick<ScheduledJob, "title" | "keepsFailing">[];
  jobs: readonly Pick<FailedJob, "status">[];
  emails: EmailCounts;
};

/** Problems with email delivery, such as "2 emails bounced". */
export function listEmailProblems({ failed, bounced, late }: EmailCounts): string[] {
  const counts: [count: number, problem: string][] = [
    [failed, "failed"],
    [bounced, "bounced"],
    [late, "delayed"],
  ];
  return counts
    .filter(([count]) => count > 0)
    .map(([count, problem]) => `${formatCount(count, "email")} ${problem}`);
}

/** Stalled and failed jobs, and schedules that keep failing. */
export function listJobProblems({ schedules, jobs }: Pick<JobsOverview, "schedules" | "jobs">): string[] {
  const jobCount = jobs.filter(({ status }) => status !== "retrying").length;
  return [
    ...(jobCount > 0
      ? [`${formatCount(jobCount, "job")} ${jobCount === 1 ? "needs" : "need"} attention`]
      : []),
    ...schedules.filter(({ keepsFailing }) => keepsFailing).map(({ title }) => `"${title}" keeps failing`),
  ];
}

/** The health of jobs and email in one line. */
export function summarizeHealth(overview: JobsOverview): { tone: Tone; text: string } {
  const problems = [...listJobProblems(overview), ...listEmailProblems(overview.emails)];
  if (problems.length > 0) {
    return { tone: "warning", text: `${problems.join(", ")}.` };
  }
  const waiting = overview.emails.queued + overview.emails.retrying;
  const email =
    waiting === 0
      ? "No email is waiting."
      : `${formatCount(waiting, "email")} ${waiting === 1 ? "is" : "are"} being sent.`;
  return { tone: "positive", text: `All jobs are healthy. ${email}` };
}
