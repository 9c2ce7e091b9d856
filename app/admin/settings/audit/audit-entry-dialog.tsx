import { useQuery } from "@tanstack/react-query";
import { auditNamesQuery } from "#app/api/admin/settings/audit-log.ts";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import {
  type AuditEntry,
  describeChange,
  formatActor,
  getActionLabel,
  getTargetName,
  listChanges,
  listIds,
} from "#domain/audit/audit-entry.ts";
import { Timestamp } from "../timestamp.tsx";

const COLUMNS: ReadonlyArray<Column<ReturnType<typeof describeChange>>> = [
  { key: "field", header: "Field", cell: ({ field }) => field },
  { key: "before", header: "Before", isLongText: true, cell: ({ before }) => <Value text={before} /> },
  { key: "after", header: "After", isLongText: true, cell: ({ after }) => <Value text={after} /> },
];

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Dialog with an audit log entry and the old and new value of each changed field. */
export function AuditEntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const listed = listChanges(entry);
  const { data: names = NO_NAMES } = useQuery(auditNamesQuery(listIds(listed)));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const changes = listed.map((change) => describeChange(change, names, timeZone));
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
