import { useQuery } from "@tanstack/react-query";
import { watchedWork } from "#app/api/admin-jobs.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { SectionHead } from "../section-head.tsx";
import { InvoiceMailSwitches } from "./invoice-mail-switches.tsx";
import { ScheduleTable } from "./schedule-table.tsx";
import { TroubledJobs } from "./troubled-jobs.tsx";
import { UnsentMailList } from "./unsent-mail-list.tsx";

/** What runs by itself, whether it does, and the mail that was not delivered. */
export function JobsAndMail() {
  return (
    <section aria-label="Jobs and mail">
      <SectionHead
        title="Jobs and mail"
        context="What the portal does by itself, how it went, and the mail that was not delivered."
      />
      <Loaded
        query={useQuery(watchedWork())}
        failed="Jobs and mail could not be loaded."
        loading={<Loading text="Loading jobs and mail..." rows={8} />}
      >
        {(work) => (
          <div className="grid grid-cols-1 gap-8">
            <TroubledJobs jobs={work.jobs} />
            <UnsentMailList counts={work.mails} />
            <InvoiceMailSwitches stored={work.invoiceMails} />
            <ScheduleTable schedules={work.schedules} />
          </div>
        )}
      </Loaded>
    </section>
  );
}
