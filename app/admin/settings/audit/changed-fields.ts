import {
  type AuditEntry,
  formatColumnName,
  isTechnicalColumn,
  listChanges,
} from "#domain/audit/audit-entry.ts";

/** Changed fields listed in a row. For any others, the row shows only their number. */
const MAX_LISTED_FIELDS = 3;

/** The changed fields of an update, such as "Company, Phone and 2 more". Null for other actions and if only technical fields changed. */
export function formatChangedFields(entry: AuditEntry): string | null {
  if (entry.action !== "update") {
    return null;
  }
  const columns = listChanges(entry)
    .filter(({ column }) => !isTechnicalColumn(column))
    .map(({ column }) => formatColumnName(column));
  if (columns.length === 0) {
    return null;
  }
  const hiddenCount = columns.length - MAX_LISTED_FIELDS;
  return columns.slice(0, MAX_LISTED_FIELDS).join(", ") + (hiddenCount > 0 ? ` and ${hiddenCount} more` : "");
}
