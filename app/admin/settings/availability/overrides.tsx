import { useState } from "react";
import {
  type AvailabilityOverview,
  deleteOverride,
  type Override,
} from "#app/api/admin/settings/availability.ts";
import { Button } from "#app/ui/button.tsx";
import { CalendarRange, Pencil, Plus, Trash2 } from "#app/ui/icons.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatHours } from "#domain/scheduling/format-hours.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { OverrideDialog } from "./override-dialog.tsx";
import { SettingsList } from "./settings-list.tsx";
import { useRemoval } from "./use-availability-change.ts";

/** Dates whose hours differ from the weekly hours, such as holidays. */
export function Overrides({ overview }: { overview: AvailabilityOverview }) {
  const [edited, setEdited] = useState<Override | "new" | null>(null);
  const confirmAndRemove = useRemoval();
  const columns: ReadonlyArray<ListColumn<Override>> = [
    { key: "date", header: "Date", cell: ({ date }) => formatDate(date) },
    { key: "hours", header: "Hours", cell: ({ hours }) => formatHours(hours) },
    { key: "label", header: "Note", isLongText: true, cell: ({ label }) => label || "—" },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (override) => (
        <>
          <Button
            size="small"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            aria-label={`Edit ${formatDate(override.date)}`}
            onClick={() => setEdited(override)}
          >
            Edit
          </Button>
          <Button
            size="small"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            aria-label={`Remove ${formatDate(override.date)}`}
            onClick={() =>
              confirmAndRemove({
                text: `Remove ${formatDate(override.date)}? The weekly hours apply again.`,
                confirmLabel: "Remove date",
                successMessage: `${formatDate(override.date)} removed`,
                remove: () => deleteOverride(override.date),
              })
            }
          >
            Remove
          </Button>
        </>
      ),
    },
  ];
  return (
    <SettingsList
      title="Date overrides"
      description="Holidays and other dates with different hours"
      noun="date"
      action={
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setEdited("new")}>
          Add date
        </Button>
      }
      columns={columns}
      rows={overview.overrides}
      rowKey={({ date }) => date}
      empty={{
        icon: <CalendarRange className="size-6" />,
        title: "No dates yet",
        hint: "The weekly hours apply on every date",
      }}
    >
      {edited && (
        <OverrideDialog override={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </SettingsList>
  );
}
