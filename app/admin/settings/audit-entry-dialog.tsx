import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { type Column, Table } from "#app/ui/table.tsx";
import { type AuditEntry, actWords, type Change, changesOf, rowName } from "#domain/audit.ts";
import { Moment } from "./moment.tsx";

const columns: ReadonlyArray<Column<Change>> = [
  { key: "column", header: "Field", cell: ({ column }) => column.replaceAll("_", " ") },
  { key: "before", header: "Before", cell: ({ before }) => <Value text={before} /> },
  { key: "after", header: "After", cell: ({ after }) => <Value text={after} /> },
];

/** One act in full: each field that differs, before and after. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const changes = changesOf(entry);
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title={actWords(entry)}
      description={
        <>
          {rowName(entry) && `${rowName(entry)} · `}
          {entry.actor} · <Moment at={entry.at} />
        </>
      }
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {changes.length > 0 ? (
        <Table label="Changes" columns={columns} rows={changes} rowKey={({ column }) => column} />
      ) : (
        <p className="text-14 text-muted">The act itself is all there is to tell.</p>
      )}
    </Dialog>
  );
}

function Value({ text }: { text: string | null }) {
  if (text === null) return <span className="text-faint">—</span>;
  return <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
}
