import { useQuery } from "@tanstack/react-query";
import { polledJobsOverviewQuery } from "#app/api/admin/settings/jobs.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { SectionHeader } from "../section-header.tsx";
import { FailedJobs } from "./failed-jobs.tsx";
import { InvoiceEmailSwitches } from "./invoice-email-switches.tsx";
import { ScheduleTable } from "./schedule-table.tsx";
import { UndeliveredEmailList } from "./undelivered-email-list.tsx";

/** Settings section with scheduled jobs, failed jobs and email delivery. */
export function JobsAndEmail() {
  return (
    <section aria-label="Jobs and email">
      <SectionHeader title="Jobs and email" description="Scheduled jobs and email delivery." />
      <Loaded
        query={useQuery(polledJobsOverviewQuery())}
        errorMessage="We couldn't load jobs and email."
        loading={<Loading text="Loading jobs and email..." rows={8} />}
      >
        {(overview) => (
          <div className="grid grid-cols-1 gap-8">
            <FailedJobs jobs={overview.jobs} />
            <UndeliveredEmailList counts={overview.emails} />
            <InvoiceEmailSwitches stored={overview.invoiceEmails} />
            <ScheduleTable schedules={overview.schedules} />
          </div>
        )}
      </Loaded>
    </section>
  );
}
