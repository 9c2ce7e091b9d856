import { useQuery } from "@tanstack/react-query";
import { polledJobsOverviewQuery } from "#app/api/admin/settings/jobs.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { ChevronRight } from "#app/ui/icons.tsx";
import { type JobsOverview, summarizeHealth } from "#domain/jobs/job-health.ts";
import { SectionHeader } from "../section-header.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { InvoiceEmailSwitches } from "./invoice-email-switches.tsx";
import { ScheduleTable } from "./schedule-table.tsx";
import { UndeliveredEmailList } from "./undelivered-email-list.tsx";

/** Settings section with the health of jobs and email, email settings, undelivered email and the schedules. */
export function JobsAndEmail() {
  return (
    <section aria-label="Jobs and email">
      <SectionHeader title="Jobs and email" description="Scheduled jobs and email delivery" />
      <Loaded
        query={useQuery(polledJobsOverviewQuery())}
        errorMessage="We couldn't load jobs and email."
        loading={<Loading text="Loading jobs and email..." rows={8} />}
      >
        {(overview) => (
          <div className="grid grid-cols-1 gap-8">
            <HealthLine overview={overview} />
            <FailedJobs jobs={overview.jobs} />
            <InvoiceEmailSwitches stored={overview.invoiceEmails} />
            <UndeliveredEmailList counts={overview.emails} />
            <details className="group" open={overview.schedules.some(({ keepsFailing }) => keepsFailing)}>
              <summary className="flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-small text-16 hover:text-accent">
                <ChevronRight
                  aria-hidden="true"
                  className="size-4 text-muted transition-transform group-open:rotate-90"
                />
                Advanced
              </summary>
              <div className="mt-3">
                <ScheduleTable schedules={overview.schedules} />
              </div>
            </details>
          </div>
        )}
      </Loaded>
    </section>
  );
}

function HealthLine({ overview }: { overview: JobsOverview }) {
  const { tone, text } = summarizeHealth(overview);
  return <Banner tone={tone}>{text}</Banner>;
}
