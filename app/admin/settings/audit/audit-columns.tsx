import { Button } from "#app/ui/button.tsx";
import { Eye } from "#app/ui/icons.tsx";
import { type AuditEntry, auditActionLabel, listChanges, rowName } from "#domain/audit/audit-entry.ts";
import type { ListColumn } from "../../lists/sortable-columns.tsx";
import { EmailText } from "../email-text.tsx";
import { Timestamp } from "../timestamp.tsx";

/** Number of changed fields that a row lists. For the others, it shows their number. */
const SHOWN = 3;

export function auditColumns(onOpen: (entry: AuditEntry) => void): ReadonlyArray<ListColumn<AuditEntry>> {
  return [
    { key: "time", header: "Time", cell: ({ at }) => <Timestamp at={at} /> },
    { key: "actor", header: "Actor", cell: ({ actor }) => <EmailText email={actor} /> },
    { key: "action", header: "Action", isTitle: true, cell: (entry) => auditActionLabel(entry) },
    {
      key: "target",
      header: "Target",
      cell: (entry) => <span className="wrap-anywhere text-muted">{rowName(entry) || "—"}</span>,
    },
    {
      key: "fields",
      header: "Fields",
      cell: (entry) => <span className="wrap-anywhere text-13 text-muted">{changedFields(entry)}</span>,
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (entry) => (
        <Button
          size="small"
          tone="quiet"
          aria-label={`Details of entry ${entry.id}: ${auditActionLabel(entry)}`}
          icon={<Eye aria-hidden="true" className="size-4" />}
          onClick={() => onOpen(entry)}
        >
          Details
        </Button>
      ),
    },
  ];
}

function changedFields(entry: AuditEntry): string {
  if (entry.action !== "update") {
    return "—";
  }
  const columns = listChanges(entry).map(({ column }) => column.replaceAll("_", " "));
  const hiddenCount = columns.length - SHOWN;
  return columns.slice(0, SHOWN).join(", ") + (hiddenCount > 0 ? ` and ${hiddenCount} more` : "");
}
