import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { jobsOverviewQuery } from "#app/api/admin/settings/jobs.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { needsAttention } from "#domain/jobs/job-status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/**
 * Warns about stalled or failing jobs and delayed, failed or bounced email. Renders nothing if there are
 * none.
 */
export function JobsNotice() {
  const { data: overview } = useQuery(jobsOverviewQuery());
  if (!overview || !needsAttention(overview)) {
    return null;
  }
  const jobCount = overview.jobs.filter(({ status }) => status !== "retrying").length;
  const failingTitles = overview.schedules
    .filter(({ keepsFailing }) => keepsFailing)
    .map(({ title }) => title);
  const emails = overview.emails;
  const problems = [
    ...(jobCount > 0
      ? [`${formatCount(jobCount, "job")} ${jobCount === 1 ? "needs" : "need"} attention`]
      : []),
    ...(failingTitles.length > 0
      ? [`"${failingTitles.join('", "')}" ${failingTitles.length === 1 ? "keeps" : "keep"} failing`]
      : []),
    ...(emails.late > 0 ? [`${formatCount(emails.late, "email")} delayed`] : []),
    ...(emails.failed > 0 ? [`${formatCount(emails.failed, "email")} failed`] : []),
    ...(emails.bounced > 0 ? [`${formatCount(emails.bounced, "email")} bounced`] : []),
  ];
  return (
    <div className="mb-6">
      <Banner
        tone="warning"
        action={
          <Link
            to="/admin/settings?section=jobs"
            className="text-14 text-accent underline underline-offset-4"
          >
            Jobs and email
          </Link>
        }
      >
        {problems.join(", ")}.
      </Banner>
    </div>
  );
}
