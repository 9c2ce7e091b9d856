import { runSchedule } from "#app/api/admin/settings/jobs.ts";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Play } from "#app/ui/icons.tsx";
import { formatSchedule, type ScheduledJob, scheduleStatusBadge } from "#domain/jobs/job-status.ts";
import { ListSurface } from "../../lists/list-surface.tsx";
import { Timestamp } from "../timestamp.tsx";
import { RowActionButton } from "./row-action-button.tsx";

const COLUMNS: ReadonlyArray<Column<ScheduledJob>> = [
  {
    key: "job",
    header: "Job",
    isLongText: true,
    isTitle: true,
    cell: ({ title, purpose, at }) => (
      <>
        <span className="block">{title}</span>
        <span className="block max-w-[44ch] font-normal text-13 text-muted">
          {purpose} {formatSchedule(at)}.
        </span>
      </>
    ),
  },
  {
    key: "result",
    header: "Result",
    isLongText: true,
    cell: (job) => {
      const { label, tone } = scheduleStatusBadge(job);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {job.outcome === "failed" && (
            <span className="mt-1 block max-w-[32ch] text-13 text-muted">{job.failure}</span>
          )}
        </>
      );
    },
  },
  {
    key: "last",
    header: "Last run",
    cell: ({ lastEndedAt }) => (lastEndedAt ? <Timestamp at={lastEndedAt} /> : "—"),
  },
  { key: "next", header: "Next run", cell: ({ nextRunAt }) => <Timestamp at={nextRunAt} /> },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: ({ name, title }) => (
      <RowActionButton
        label={`Run now: ${title}`}
        icon={<Play aria-hidden="true" className="size-4" />}
        action={() => runSchedule(name)}
        successMessage={`${title} started`}
        fallbackError="We couldn't start the job. Try again."
      >
        Run now
      </RowActionButton>
    ),
  },
];

export function ScheduleTable({ schedules }: { schedules: readonly ScheduledJob[] }) {
  return (
    <section aria-labelledby="schedules">
      <h3 id="schedules" className="mb-3 text-16">
        Schedules
      </h3>
      <ListSurface
        table={
          <Table
            label="Schedules"
            cardsBelow={800}
            columns={COLUMNS}
            rows={schedules}
            rowKey={({ name }) => name}
          />
        }
        empty={null}
        footer={null}
      />
    </section>
  );
}
