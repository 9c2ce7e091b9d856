import { Button } from "#app/ui/button.tsx";
import { Eye } from "#app/ui/icons.tsx";
import {
  type AuditEntry,
  formatColumnName,
  getActionLabel,
  getTargetName,
  listChanges,
} from "#domain/audit/audit-entry.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { EmailText } from "../email-text.tsx";
import { Timestamp } from "../timestamp.tsx";

/** Changed fields listed in a row. For any others, the row shows only their number. */
const MAX_LISTED_FIELDS = 3;

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
    { key: "action", header: "Action", isTitle: true, cell: (entry) => getActionLabel(entry) },
    {
      key: "target",
      header: "Target",
      isLongText: true,
      cell: (entry) => <Target entry={entry} />,
    },
    {
      key: "fields",
      header: "Fields",
      isLongText: true,
      cell: (entry) => <span className="wrap-anywhere text-13 text-muted">{formatChangedFields(entry)}</span>,
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (entry) => (
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

function formatChangedFields(entry: AuditEntry): string {
  if (entry.action !== "update") {
    return "—";
  }
  const columns = listChanges(entry).map(({ column }) => formatColumnName(column));
  const hiddenCount = columns.length - MAX_LISTED_FIELDS;
  return columns.slice(0, MAX_LISTED_FIELDS).join(", ") + (hiddenCount > 0 ? ` and ${hiddenCount} more` : "");
}
