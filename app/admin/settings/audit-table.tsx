import { Eye } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { type AuditEntry, actWords, changesOf, rowName } from "#domain/audit.ts";
import { EmailText } from "./email-text.tsx";
import { Moment } from "./moment.tsx";

/** Names of changed columns a line shows; the rest is counted. */
const SHOWN = 3;

type AuditTableProps = { entries: readonly AuditEntry[]; onOpen: (entry: AuditEntry) => void };

export function AuditTable({ entries, onOpen }: AuditTableProps) {
  const columns: ReadonlyArray<Column<AuditEntry>> = [
    { key: "when", header: "When", cell: ({ at }) => <Moment at={at} /> },
    { key: "who", header: "Who", cell: ({ actor }) => <EmailText email={actor} /> },
    { key: "what", header: "What", isTitle: true, cell: (entry) => actWords(entry) },
    {
      key: "which",
      header: "Which",
      cell: (entry) => <span className="wrap-anywhere text-muted">{rowName(entry) || "—"}</span>,
    },
    {
      key: "changed",
      header: "Changed",
      cell: (entry) => <span className="wrap-anywhere text-13 text-muted">{changedWords(entry)}</span>,
    },
    {
      key: "actions",
      header: "Actions",
      isActions: true,
      cell: (entry) => (
        <Button
          size="small"
          tone="quiet"
          aria-label={`Details of entry ${entry.id}: ${actWords(entry)}`}
          icon={<Eye aria-hidden="true" className="size-4" />}
          onClick={() => onOpen(entry)}
        >
          Details
        </Button>
      ),
    },
  ];
  return (
    <Table
      label="Audit log"
      cardsBelow="xl"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => String(id)}
    />
  );
}

function changedWords(entry: AuditEntry): string {
  if (entry.action !== "update") return "—";
  const columns = changesOf(entry).map(({ column }) => column.replaceAll("_", " "));
  const more = columns.length - SHOWN;
  return columns.slice(0, SHOWN).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
