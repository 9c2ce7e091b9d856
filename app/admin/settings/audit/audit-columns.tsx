import { Button } from "#app/ui/button.tsx";
import { Eye } from "#app/ui/icons.tsx";
import {
  type AuditEntry,
  formatOtherChanges,
  getActionLabel,
  getTargetName,
} from "#domain/audit/audit-entry.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { EmailText } from "../email-text.tsx";
import { Timestamp } from "../timestamp.tsx";
import { formatChangedFields } from "./changed-fields.ts";

export function createAuditColumns(
  onOpen: (entry: AuditEntry) => void,
): ReadonlyArray<ListColumn<AuditEntry>> {
  return [
    { key: "time", header: "Time", cell: ({ at }) => <Timestamp at={at} /> },
    {
      key: "actor",
      header: "Actor",
      cell: ({ actor, actor_name: name }) =>
        name ? <span title={actor}>{name}</span> : <EmailText email={actor} />,
    },
    {
      key: "action",
      header: "Action",
      isTitle: true,
      cell: (entry) => (
        <>
          {getActionLabel(entry)}
          {entry.entry_count > 1 && (
            <span className="block font-normal text-13 text-muted">{formatOtherChanges(entry)}</span>
          )}
        </>
      ),
    },
    {
      key: "target",
      header: "Target",
      isLongText: true,
      cell: (entry) => <Target entry={entry} />,
    },
    {
      key: "fields",
      header: "Fields",
      minWidth: 900,
      isLongText: true,
      cell: (entry) => (
        <span className="wrap-anywhere text-13 text-muted">{formatChangedFields(entry) ?? "—"}</span>
      ),
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      // The title of a card opens the details.
      cell: (entry, layout) =>
        layout === "table" && (
          <Button
            size="small"
            tone="quiet"
            aria-label={`Details for entry ${entry.id}: ${getActionLabel(entry)}`}
            icon={<Eye aria-hidden="true" className="size-4" />}
            onClick={() => onOpen(entry)}
          >
            Details
          </Button>
        ),
    },
  ];
}

function Target({ entry }: { entry: AuditEntry }) {
  const name = getTargetName(entry);
  const client = entry.client_name;
  return (
    <span className="wrap-break-word">
      {name ?? client ?? "—"}
      {name && client && name !== client && <span className="block text-13 text-muted">{client}</span>}
    </span>
  );
}
