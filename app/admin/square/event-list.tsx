import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RotateCw, SearchX, Webhook } from "lucide-react";
import { replayEvent, type SquareEvent, squareEvents } from "#app/api/square-operations.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Badge } from "#app/ui/badge.tsx";
import { Banner } from "#app/ui/banner.tsx";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { BareSelect } from "#app/ui/select.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { counted } from "#domain/counted.ts";
import { eventOutcome } from "#domain/square-event.ts";
import { ListFoot } from "../lists/list-foot.tsx";
import { ListSurface } from "../lists/list-surface.tsx";
import { useListAddress } from "../lists/use-list-address.ts";
import { wordsOf } from "../lists/words-of.ts";
import { instantWords } from "./run-words.ts";

const FILTERS = [
  { value: "waiting", label: "Waiting" },
  { value: "applied", label: "Applied" },
  { value: "refused", label: "Refused" },
  { value: "ignored", label: "Ignored or unchanged" },
];

/** What Square has told, what became of it, and having it dealt with once more. */
export function EventList({ failing }: { failing: number }) {
  const { status, page, change } = useListAddress(FILTERS.map(({ value }) => value));
  const events = useQuery(squareEvents({ show: status, page }));
  return (
    <div className="grid grid-cols-1 gap-4">
      {failing > 0 && (
        <Banner tone="warning">
          {counted(failing, "event")} could not be dealt with yet. They are tried again by themselves.
        </Banner>
      )}
      <div className="sm:w-64">
        <BareSelect
          aria-label="Filter by outcome"
          placeholder="All events"
          options={FILTERS}
          value={status}
          onChange={(event) => change({ status: event.currentTarget.value })}
        />
      </div>
      <Loaded
        query={events}
        failed="The events could not be loaded."
        loading={<Loading text="Loading events..." rows={5} />}
      >
        {(found) => (
          <ListSurface
            table={
              found.rows.length > 0 && (
                <Table
                  label="Events"
                  cardsBelow="lg"
                  columns={columns}
                  rows={found.rows}
                  rowKey={({ id }) => id}
                />
              )
            }
            empty={
              status ? (
                <EmptyState
                  icon={<SearchX className="size-6" />}
                  title="No events found"
                  hint="Try another filter"
                />
              ) : (
                <EmptyState
                  icon={<Webhook className="size-6" />}
                  title="No events yet"
                  hint="They come with the first change at Square"
                />
              )
            }
            foot={<ListFoot page={found} noun="event" onPage={(wanted) => change({ page: wanted })} />}
          />
        )}
      </Loaded>
    </div>
  );
}

const columns: ReadonlyArray<Column<SquareEvent>> = [
  {
    key: "type",
    header: "Event",
    cell: (event) => (
      <>
        <span className="block">{event.type}</span>
        <span className="block break-all font-mono font-normal text-13 text-muted">
          {event.subject ?? "—"}
        </span>
      </>
    ),
  },
  {
    key: "received",
    header: "Received",
    cell: (event) => <span className="tabular whitespace-nowrap">{instantWords(event.receivedAt)}</span>,
  },
  {
    key: "outcome",
    header: "Outcome",
    cell: (event) => {
      const { label, tone, reason } = eventOutcome(event);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {reason && <span className="block text-13 text-muted">{reason}</span>}
        </>
      );
    },
  },
  { key: "attempts", header: "Tries", align: "end", cell: ({ attempts }) => attempts },
  { key: "actions", header: "Actions", isActions: true, cell: (event) => <ReplayButton event={event} /> },
];

function ReplayButton({ event }: { event: SquareEvent }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const replay = useMutation({
    mutationFn: () => replayEvent(event.id),
    onSuccess: () => showToast("The event is dealt with once more"),
    onError: (error) => showToast(wordsOf(error, "The event could not be replayed"), { tone: "negative" }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Button
      size="small"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      busy={replay.isPending}
      aria-label={`Replay ${event.type} of ${instantWords(event.receivedAt)}`}
      onClick={() => replay.mutate()}
    >
      Replay
    </Button>
  );
}
