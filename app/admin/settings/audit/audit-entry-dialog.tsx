import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import {
  type AuditEntry,
  type ColumnChange,
  formatActor,
  formatColumnName,
  getActionLabel,
  getTargetName,
  listChanges,
} from "#domain/audit/audit-entry.ts";
import { Timestamp } from "../timestamp.tsx";

const COLUMNS: ReadonlyArray<Column<ColumnChange>> = [
  { key: "column", header: "Field", cell: ({ column }) => formatColumnName(column) },
  { key: "before", header: "Before", isLongText: true, cell: ({ before }) => <Value text={before} /> },
  { key: "after", header: "After", isLongText: true, cell: ({ after }) => <Value text={after} /> },
];

/** Dialog with an audit log entry and the old and new value of each changed field. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = listChanges(entry);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={getActionLabel(entry)}
      description={
        <>
          {[getTargetName(entry), entry.client_name, formatActor(entry)].filter(Boolean).join(" · ")} ·{" "}
          <Timestamp at={entry.at} />
        </>
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {entry.row_id && (
        <p className="mb-4 text-13 text-muted">
          ID <span className="wrap-anywhere font-mono">{entry.row_id}</span>
        </p>
      )}
      {changes.length > 0 ? (
        <Table label="Changes" columns={COLUMNS} rows={changes} rowKey={({ column }) => column} />
      ) : (
        <p className="text-14 text-muted">No additional details.</p>
      )}
    </Dialog>
  );
}

function Value({ text }: { text: string | null }) {
  if (text === null) {
    return <span className="text-faint">—</span>;
  }
  return <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
}
