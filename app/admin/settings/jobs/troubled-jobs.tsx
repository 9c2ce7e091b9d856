import { RotateCw, X } from "lucide-react";
import { dismissJob, runJobAgain } from "#app/api/admin-jobs.ts";
import { Badge } from "#app/ui/badge.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { jobState, type TroubledJob } from "#domain/background-work.ts";
import { ListSurface } from "../../lists/list-surface.tsx";
import { ActButton } from "./act-button.tsx";
import { Tries } from "./tries.tsx";

const columns: ReadonlyArray<Column<TroubledJob>> = [
  { key: "job", header: "Job", isTitle: true, cell: ({ title }) => title },
  {
    key: "state",
    header: "State",
    cell: ({ state, failure }) => {
      const { label, tone } = jobState(state);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          <span className="mt-1 block max-w-[40ch] text-13 text-muted">
            {state === "held" ? "It began long ago and has not ended." : failure}
          </span>
        </>
      );
    },
  },
  {
    key: "tries",
    header: "Tries",
    cell: ({ state, since, attempts, maxAttempts, nextTryAt }) => (
      <Tries
        began={state === "held" ? "Began" : "Last tried"}
        beganAt={since}
        words={`${attempts} of ${maxAttempts} tries`}
        nextTryAt={nextTryAt}
      />
    ),
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    cell: ({ id, title, state }) => (
      <span className="flex flex-wrap gap-2 xl:flex-col xl:items-stretch">
        <ActButton
          label={`Run again: ${title}`}
          icon={<RotateCw aria-hidden="true" className="size-4" />}
          act={() => runJobAgain(id)}
          done={`${title}: runs again`}
          failed="The job could not be run again"
        >
          Run again
        </ActButton>
        {state === "given-up" && (
          <ActButton
            label={`Dismiss: ${title}`}
            icon={<X aria-hidden="true" className="size-4" />}
            question={`Dismiss “${title}”? It is not tried again.`}
            act={() => dismissJob(id)}
            done={`${title}: dismissed`}
            failed="The job could not be dismissed"
          >
            Dismiss
          </ActButton>
        )}
      </span>
    ),
  },
];

/** Jobs that are stuck, given up, or failed and tried again; a word when there are none. */
export function TroubledJobs({ jobs }: { jobs: readonly TroubledJob[] }) {
  if (jobs.length === 0) return <Banner tone="positive">No job is stuck, and none has been given up.</Banner>;
  return (
    <section aria-labelledby="troubled-jobs">
      <h3 id="troubled-jobs" className="mb-3 text-16">
        Jobs that need a look
      </h3>
      <ListSurface
        table={
          <Table
            label="Jobs that need a look"
            cardsBelow="xl"
            columns={columns}
            rows={jobs}
            rowKey={({ id }) => id}
          />
        }
        empty={null}
        foot={null}
      />
    </section>
  );
}
