import { dismissJob, retryJob } from "#app/api/admin/settings/jobs.ts";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { RotateCw, X } from "#app/ui/icons.tsx";
import { type FailedJob, jobStatusBadge } from "#domain/jobs/job-status.ts";
import { ListSurface } from "../../lists/list-surface.tsx";
import { AttemptsCell } from "./attempts-cell.tsx";
import { RowActionButton } from "./row-action-button.tsx";

const COLUMNS: ReadonlyArray<Column<FailedJob>> = [
  { key: "job", header: "Job", isTitle: true, cell: ({ title }) => title },
  {
    key: "status",
    header: "Status",
    isLongText: true,
    cell: ({ status, failure }) => {
      const { label, tone } = jobStatusBadge(status);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          <span className="mt-1 block max-w-[40ch] text-13 text-muted">
            {status === "stalled" ? "Running much longer than expected." : failure}
          </span>
        </>
      );
    },
  },
  {
    key: "attempts",
    header: "Attempts",
    cell: ({ status, since, attempts, maxAttempts, nextTryAt }) => (
      <AttemptsCell
        label={status === "stalled" ? "Started" : "Last attempt"}
        timestamp={since}
        attempts={`${attempts} of ${maxAttempts} attempts`}
        nextTryAt={nextTryAt}
      />
    ),
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: ({ id, title, status }) => (
      <span className="flex flex-wrap gap-2 xl:flex-col xl:items-stretch">
        <RowActionButton
          label={`Run again: ${title}`}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          action={() => retryJob(id)}
          successMessage={`${title} restarted`}
          fallbackError="We couldn't run the job. Try again."
        >
          Run again
        </RowActionButton>
        {status === "failed" && (
          <RowActionButton
            label={`Dismiss: ${title}`}
            icon={<X aria-hidden="true" className="size-4" />}
            confirmation={`Dismiss “${title}”? It won't be retried.`}
            action={() => dismissJob(id)}
            successMessage={`${title} dismissed`}
            fallbackError="We couldn't dismiss the job. Try again."
          >
            Dismiss
          </RowActionButton>
        )}
      </span>
    ),
  },
];

/** Table of jobs that have stalled, failed or are being retried. Renders nothing if there are none. */
export function FailedJobs({ jobs }: { jobs: readonly FailedJob[] }) {
  if (jobs.length === 0) {
    return null;
  }
  return (
    <section aria-labelledby="failed-jobs">
      <h3 id="failed-jobs" className="mb-3 text-16">
        Jobs that need attention
      </h3>
      <ListSurface
        table={
          <Table
            label="Jobs that need attention"
            cardsBelow={800}
            columns={COLUMNS}
            rows={jobs}
            rowKey={({ id }) => id}
          />
        }
        empty={null}
        footer={null}
      />
    </section>
  );
}
