import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { replayEvent, type SquareEvent, squareEventsQuery } from "#app/api/admin/square-operations.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { RotateCw, Webhook } from "#app/ui/icons.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { eventOutcomeBadge } from "#domain/square/square-event.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { ListScreen } from "../lists/list-screen.tsx";
import type { ListColumn } from "../lists/sortable-columns.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { formatTimestamp } from "./run-labels.ts";

const FILTERS = [
  { value: "waiting", label: "Pending or retrying" },
  { value: "applied", label: "Applied" },
  { value: "rejected", label: "Rejected" },
  { value: "ignored", label: "Ignored or unchanged" },
];

/** List of webhook events from Square with their outcome and a replay button. */
export function EventList({ failing }: { failing: number }) {
  const controls = useListParams(FILTERS.map(({ value }) => value));
  const { status, page } = controls;
  const events = useQuery(squareEventsQuery({ show: status, page }));
  return (
    <>
      {failing > 0 && (
        <div className="mb-4">
          <Banner tone="warning">
            {formatCount(failing, "event")} couldn't be processed yet. We retry automatically.
          </Banner>
        </div>
      )}
      <ListScreen
        noun="event"
        controls={controls}
        page={events}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        loadingRows={5}
        filter={{ label: "Filter by outcome", placeholder: "All events", options: FILTERS }}
        notFoundHint="Try another filter"
        empty={
          <EmptyState
            icon={<Webhook className="size-6" />}
            title="No events yet"
            hint="Events appear here when something changes in Square"
          />
        }
      />
    </>
  );
}

const COLUMNS: ReadonlyArray<ListColumn<SquareEvent>> = [
  {
    key: "type",
    header: "Event",
    isLongText: true,
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
    cell: (event) => <span className="tabular whitespace-nowrap">{formatTimestamp(event.receivedAt)}</span>,
  },
  {
    key: "outcome",
    header: "Outcome",
    isLongText: true,
    cell: (event) => {
      const { label, tone, reason } = eventOutcomeBadge(event);
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {reason && <span className="block text-13 text-muted">{reason}</span>}
        </>
      );
    },
  },
  { key: "attempts", header: "Attempts", align: "end", cell: ({ attempts }) => attempts },
  { key: "actions", header: "Actions", isActions: true, cell: (event) => <ReplayButton event={event} /> },
];

function ReplayButton({ event }: { event: SquareEvent }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const replay = useMutation({
    mutationFn: () => replayEvent(event.id),
    onSuccess: () => showToast("Event replayed"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't replay the event. Try again."), { tone: "negative" }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <Button
      size="small"
      icon={<RotateCw aria-hidden="true" className="size-4" />}
      busy={replay.isPending}
      aria-label={`Replay ${event.type} received ${formatTimestamp(event.receivedAt)}`}
      onClick={() => replay.mutate()}
    >
      Replay
    </Button>
  );
}
