import { useQuery } from "@tanstack/react-query";
import { auditNamesQuery, otherChangesQuery } from "#app/api/admin/settings/audit-log.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Button } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Disclosure } from "#app/ui/layout/disclosure.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import {
  type AuditEntry,
  describeChange,
  formatActor,
  getActionLabel,
  getTargetName,
  isTechnicalColumn,
  listChanges,
  listIds,
} from "#domain/audit/audit-entry.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { Timestamp } from "../timestamp.tsx";

const COLUMNS: ReadonlyArray<Column<ReturnType<typeof describeChange>>> = [
  { key: "field", header: "Field", cell: ({ field }) => field },
  { key: "before", header: "Before", isLongText: true, cell: ({ before }) => <Value text={before} /> },
  { key: "after", header: "After", isLongText: true, cell: ({ after }) => <Value text={after} /> },
];

const NO_NAMES: ReadonlyMap<string, string> = new Map();

type AuditEntryDialogProps = { entry: AuditEntry; onClose: () => void };

/** Dialog with an audit log entry: the old and new value of each changed field, and the other changes of its request. */
export function AuditEntryDialog({ entry, onClose }: AuditEntryDialogProps) {
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
      <Changes entry={entry} />
      {entry.entry_count > 1 && <OtherChanges entry={entry} />}
    </Dialog>
  );
}

/** The id of the target and the changed fields of an entry, with internal ones below. */
function Changes({ entry }: { entry: AuditEntry }) {
  const listed = listChanges(entry);
  const { data: names = NO_NAMES } = useQuery(auditNamesQuery(listIds(listed)));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const changes = listed.map((change) => describeChange(change, names, timeZone));
  const internal = changes.filter(({ column }) => isTechnicalColumn(column));
  const shown = changes.filter((change) => !internal.includes(change));
  return (
    <>
      {entry.row_id && (
        <p className="mb-4 text-13 text-muted">
          ID <span className="wrap-anywhere font-mono">{entry.row_id}</span>
        </p>
      )}
      {changes.length === 0 && <p className="text-14 text-muted">No additional details.</p>}
      {shown.length > 0 && <ChangeTable label="Changes" changes={shown} />}
      {internal.length > 0 && (
        <Disclosure summary={`Internal fields (${internal.length})`}>
          <ChangeTable label="Internal fields" changes={internal} />
        </Disclosure>
      )}
    </>
  );
}

function ChangeTable({ label, changes }: { label: string; changes: ReturnType<typeof describeChange>[] }) {
  return <Table label={label} columns={COLUMNS} rows={changes} rowKey={({ column }) => column} />;
}

/** The other changes of the request that an entry describes. Each one opens. */
function OtherChanges({ entry }: { entry: AuditEntry }) {
  const others = useQuery(otherChangesQuery(entry));
  return (
    <section aria-labelledby="other-changes" className="mt-6 border-line border-t pt-4">
      <h3 id="other-changes" className="mb-2 font-medium text-14">
        {formatCount(entry.entry_count - 1, "other change")} of this request
      </h3>
      <Loaded
        query={others}
        errorMessage="We couldn't load the other changes."
        loading={<Loading text="Loading changes..." rows={2} />}
      >
        {(rows) => (
          <>
            <ul className="grid gap-1">
              {rows.map((other) => (
                <li key={other.id}>
                  <Disclosure
                    summary={[getActionLabel(other), getTargetName(other)].filter(Boolean).join(" · ")}
                  >
                    <Changes entry={other} />
                  </Disclosure>
                </li>
              ))}
            </ul>
            {entry.entry_count - 1 > rows.length && (
              <p className="mt-2 text-13 text-muted">
                And {formatCount(entry.entry_count - 1 - rows.length, "more change")}, which the CSV contains.
              </p>
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}

function Value({ text }: { text: string | null }) {
  if (text === null) {
    return <span className="text-faint">—</span>;
  }
  return <span className="wrap-anywhere whitespace-pre-wrap">{text}</span>;
}
