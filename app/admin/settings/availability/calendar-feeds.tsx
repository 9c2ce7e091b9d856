import { useState } from "react";
import {
  type AvailabilityOverview,
  deleteFeed,
  type Feed,
  readFeeds,
} from "#app/api/admin/settings/availability.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { CalendarPlus, Plus, RefreshCw, Trash2 } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { formatRelativeTime } from "#domain/dates/relative-time.ts";
import { calendarFeedBadge } from "#domain/scheduling/calendar-feed-badge.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { FeedDialog } from "./feed-dialog.tsx";
import { SettingsList } from "./settings-list.tsx";
import { useAvailabilityChange, useRemoval } from "./use-availability-change.ts";

/** The hosts' calendars, whose busy times are not offered. */
export function CalendarFeeds({ overview }: { overview: AvailabilityOverview }) {
  const [isAdding, setIsAdding] = useState(false);
  const confirmAndRemove = useRemoval();
  const showAlert = useAlert();
  const read = useAvailabilityChange({ save: readFeeds, successMessage: () => "Reading the calendars" });
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const now = new Date();
  const columns: ReadonlyArray<ListColumn<Feed>> = [
    {
      key: "label",
      header: "Calendar",
      isLongText: true,
      isTitle: true,
      cell: ({ label, serverName }) => (
        <>
          {label}
          <span className="wrap-anywhere block font-normal text-13 text-muted">{serverName}</span>
        </>
      ),
    },
    {
      key: "host",
      header: "Host",
      cell: ({ hostId }) => overview.hosts.find(({ id }) => id === hostId)?.name ?? "—",
    },
    {
      key: "status",
      header: "Status",
      isLongText: true,
      cell: (feed) => {
        const { label, tone } = calendarFeedBadge(feed, now);
        return (
          <>
            <Badge tone={tone}>{label}</Badge>
            {[
              feed.failure,
              feed.failure && feed.busyCount > 0 && "Busy times from the last successful read still apply.",
              ...feed.warnings,
            ].map(
              (text) =>
                text && (
                  <span key={text} className="mt-1 block max-w-[36ch] text-13 text-muted">
                    {text}
                  </span>
                ),
            )}
          </>
        );
      },
    },
    {
      key: "read",
      header: "Last read",
      cell: ({ succeededAt, busyCount }) =>
        succeededAt ? (
          <>
            {formatRelativeTime(succeededAt, now, timeZone)}
            <span className="block text-13 text-muted">{formatCount(busyCount, "busy time")}</span>
          </>
        ) : (
          "Never"
        ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (feed) => (
        <Button
          size="small"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          aria-label={`Remove ${feed.label}`}
          onClick={() =>
            confirmAndRemove({
              text: `Remove ${feed.label}? Its busy times are offered again.`,
              confirmLabel: "Remove calendar",
              successMessage: `${feed.label} removed`,
              remove: () => deleteFeed(feed.id),
            })
          }
        >
          Remove
        </Button>
      ),
    },
  ];
  return (
    <SettingsList
      title="Calendars"
      description="Read every 10 minutes. Your provider may publish changes later, so block urgent times under Hours."
      noun="calendar"
      action={
        <div className="flex flex-wrap gap-3">
          {overview.feeds.length > 0 && (
            <Button
              icon={<RefreshCw aria-hidden="true" className="size-4" />}
              busy={read.isPending}
              onClick={() =>
                read.mutate(undefined, {
                  onError: (error) =>
                    void showAlert(errorMessage(error, "We couldn't read the calendars. Try again.")),
                })
              }
            >
              Read now
            </Button>
          )}
          <Button
            icon={<Plus aria-hidden="true" className="size-4" />}
            disabled={overview.hosts.length === 0}
            onClick={() => setIsAdding(true)}
          >
            Add calendar
          </Button>
        </div>
      }
      columns={columns}
      rows={overview.feeds}
      rowKey={({ id }) => id}
      empty={{
        icon: <CalendarPlus className="size-6" />,
        title: "No calendars yet",
        hint:
          overview.hosts.length > 0
            ? "Add a host's private calendar address, so that busy times aren't offered"
            : "Add a host first, then the address of the host's calendar",
      }}
    >
      {isAdding && <FeedDialog hosts={overview.hosts} onClose={() => setIsAdding(false)} />}
    </SettingsList>
  );
}
