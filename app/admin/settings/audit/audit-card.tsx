import { ChevronRight } from "#app/ui/icons.tsx";
import {
  type AuditEntry,
  formatActor,
  formatOtherChanges,
  getActionLabel,
  getTargetName,
} from "#domain/audit/audit-entry.ts";
import { Timestamp } from "../timestamp.tsx";
import { formatChangedFields } from "./changed-fields.ts";

/** An entry of the audit log on a narrow screen, which opens its details. */
export function AuditCard({ entry, onOpen }: { entry: AuditEntry; onOpen: (entry: AuditEntry) => void }) {
  const label = getActionLabel(entry);
  const details = [formatChangedFields(entry), formatOtherChanges(entry)].filter(Boolean).join(" ");
  const target = [...new Set([getTargetName(entry), entry.client_name])].filter(Boolean).join(" · ");
  return (
    <>
      <button
        type="button"
        aria-label={[`Details for entry ${entry.id}: ${label}`, target].filter(Boolean).join(" · ")}
        onClick={() => onOpen(entry)}
        className="flex min-h-6 w-full items-center justify-between gap-2 rounded-small text-left font-medium hover:text-accent hover:underline"
      >
        <span className="wrap-anywhere">
          {label}
          {target && <span className="font-normal text-muted">{` · ${target}`}</span>}
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
      </button>
      <p className="wrap-anywhere text-13 text-muted">
        {entry.actor_name ?? formatActor(entry)} · <Timestamp at={entry.at} />
        {details && ` · ${details}`}
      </p>
    </>
  );
}
