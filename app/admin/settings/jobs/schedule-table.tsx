import { Play } from "lucide-react";
import { runSchedule } from "#app/api/admin-jobs.ts";
import { Badge } from "#app/ui/badge.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { type ScheduledJob, scheduleState, scheduleWords } from "#domain/background-work.ts";
import { ListSurface } from "../../lists/list-surface.tsx";
import { Moment } from "../moment.tsx";
import { ActButton } from "./act-button.tsx";

const columns: ReadonlyArray<Column<ScheduledJob>> = [
  {
    key: "job",
    header: "Job",
    isTitle: true,
    cell: ({ title, purpose, at }) => (
      <>
        <span className="block">{title}</span>
        <span className="block max-w-[44ch] font-normal text-13 text-muted">
          {purpose} {scheduleWords(at)}.
        </span>
      </>
    ),
  },
  {
    key: "result",
    header: "Result",
    cell: (job) => {
      const { label, tone } = scheduleState(job);
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
    cell: ({ lastEndedAt }) => (lastEndedAt ? <Moment at={lastEndedAt} /> : "—"),
  },
  { key: "next", header: "Next run", cell: ({ nextRunAt }) => <Moment at={nextRunAt} /> },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: ({ name, title }) => (
      <ActButton
        label={`Run now: ${title}`}
        icon={<Play aria-hidden="true" className="size-4" />}
        act={() => runSchedule(name)}
        done={`${title}: runs now`}
        failed="The job could not be started"
      >
        Run now
      </ActButton>
    ),
  },
];

/** Every job that runs by the clock. */
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
            cardsBelow="xl"
            columns={columns}
            rows={schedules}
            rowKey={({ name }) => name}
          />
        }
        empty={null}
        foot={null}
      />
    </section>
  );
}
