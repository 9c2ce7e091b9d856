import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { jobsOverviewQuery } from "#app/api/admin/settings/jobs.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { needsAttention } from "#domain/jobs/job-status.ts";
import { formatCount } from "#domain/text/pluralize.ts";

/** Warning about stalled or failing jobs and delayed, failed or bounced email. Shows nothing if all is well. */
export function JobsNotice() {
  const { data: overview } = useQuery(jobsOverviewQuery());
  if (!overview || !needsAttention(overview)) {
    return null;
  }
  const jobs = overview.jobs.filter(({ status }) => status !== "retrying").length;
  const failing = overview.schedules.filter(({ keepsFailing }) => keepsFailing).map(({ title }) => title);
  const emails = overview.emails;
  const parts = [
    ...(jobs > 0 ? [`${formatCount(jobs, "job")} ${jobs === 1 ? "needs" : "need"} attention`] : []),
    ...(failing.length > 0
      ? [`"${failing.join('", "')}" ${failing.length === 1 ? "keeps" : "keep"} failing`]
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
        {parts.join(", ")}.
      </Banner>
    </div>
  );
}
