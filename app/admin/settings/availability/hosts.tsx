import { useState } from "react";
import { type AvailabilityOverview, deleteHost, type Host } from "#app/api/admin/settings/availability.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { ExternalLink, Pencil, Plus, Trash2, Users } from "#app/ui/icons.tsx";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { HostDialog } from "./host-dialog.tsx";
import { SettingsList } from "./settings-list.tsx";
import { useRemoval } from "./use-availability-change.ts";

/** The people who host consultations and meetings. */
export function Hosts({ overview }: { overview: AvailabilityOverview }) {
  const [edited, setEdited] = useState<Host | "new" | null>(null);
  const confirmAndRemove = useRemoval();
  const columns: ReadonlyArray<ListColumn<Host>> = [
    {
      key: "name",
      header: "Host",
      isLongText: true,
      isTitle: true,
      cell: ({ name, email }) => (
        <>
          {name}
          <span className="wrap-anywhere block font-normal text-13 text-muted">{email}</span>
        </>
      ),
    },
    {
      key: "place",
      header: "Place",
      isLongText: true,
      cell: ({ name, meetingUrl, phone }) =>
        meetingUrl && phone === null ? (
          <a
            href={meetingUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Open video call of ${name} (opens in a new tab)`}
            className="inline-flex min-h-6 items-center gap-1.5 whitespace-nowrap rounded-small text-13 hover:text-accent hover:underline"
          >
            Open video call
            <ExternalLink aria-hidden="true" className="size-3.5" />
          </a>
        ) : (
          <span className="text-13 text-muted">{phone}</span>
        ),
    },
    {
      key: "status",
      header: "Status",
      cell: ({ isActive }) => (
        <Badge tone={isActive ? "positive" : "neutral"}>{isActive ? "Active" : "Inactive"}</Badge>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (host) => (
        <>
          <Button
            size="small"
            icon={<Pencil aria-hidden="true" className="size-4" />}
            aria-label={`Edit ${host.name}`}
            onClick={() => setEdited(host)}
          >
            Edit
          </Button>
          <Button
            size="small"
            icon={<Trash2 aria-hidden="true" className="size-4" />}
            aria-label={`Remove ${host.name}`}
            onClick={() =>
              confirmAndRemove({
                text: `Remove ${host.name}? Their calendars and blocked times are removed, too.`,
                confirmLabel: "Remove host",
                successMessage: `${host.name} removed`,
                remove: () => deleteHost(host.id),
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
      title="Hosts"
      description="The people who host consultations. Bookings rotate among hosts who are free."
      noun="host"
      action={
        <Button icon={<Plus aria-hidden="true" className="size-4" />} onClick={() => setEdited("new")}>
          Add host
        </Button>
      }
      columns={columns}
      rows={overview.hosts}
      rowKey={({ id }) => id}
      empty={{
        icon: <Users className="size-6" />,
        title: "No hosts yet",
        hint: "Add a host to offer times on the booking page",
      }}
    >
      {edited && <HostDialog host={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </SettingsList>
  );
}
