import { useState } from "react";
import {
  type AvailabilityOverview,
  type BlockedTime,
  unblockTime,
} from "#app/api/admin/settings/availability.ts";
import { Button } from "#app/ui/button.tsx";
import { CalendarClock, Plus, Trash2 } from "#app/ui/icons.tsx";
import { formatTimeZoneAt } from "#domain/dates/time-zone.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { BlockTimeDialog } from "./block-time-dialog.tsx";
import { SettingsList } from "./settings-list.tsx";
import { useRemoval } from "./use-availability-change.ts";

/** Times that are not offered, such as an appointment that is in no calendar. */
export function BlockedTimes({ overview }: { overview: AvailabilityOverview }) {
  const [isAdding, setIsAdding] = useState(false);
  const confirmAndRemove = useRemoval();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const format = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone });
  const formatPeriod = ({ startsAt, endsAt }: BlockedTime) =>
    `${format.formatRange(new Date(startsAt), new Date(endsAt))} ${formatTimeZoneAt(new Date(endsAt), timeZone)}`;
  const columns: ReadonlyArray<ListColumn<BlockedTime>> = [
    { key: "time", header: "Time", isLongText: true, cell: formatPeriod },
    {
      key: "host",
      header: "Host",
      cell: ({ hostId }) => overview.hosts.find(({ id }) => id === hostId)?.name ?? "Everyone",
    },
    { key: "reason", header: "Reason", isLongText: true, cell: ({ reason }) => reason || "—" },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (blocked) => (
        <Button
          size="small"
          icon={<Trash2 aria-hidden="true" className="size-4" />}
          aria-label={`Remove ${formatPeriod(blocked)}`}
          onClick={() =>
            confirmAndRemove({
              text: `Offer ${formatPeriod(blocked)} again?`,
              confirmLabel: "Remove block",
              successMessage: "Block removed",
              remove: () => unblockTime(blocked.id),
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
      title="Blocked times"
      description="Not offered for booking, effective immediately"
      noun="blocked time"
      action={
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setIsAdding(true)}>
          Block time
        </Button>
      }
      columns={columns}
      rows={overview.blockedTimes}
      rowKey={({ id }) => id}
      empty={{
        icon: <CalendarClock className="size-6" />,
        title: "No blocked times",
        hint: "Busy times in your calendars are blocked automatically",
      }}
    >
      {isAdding && <BlockTimeDialog hosts={overview.hosts} onClose={() => setIsAdding(false)} />}
    </SettingsList>
  );
}
