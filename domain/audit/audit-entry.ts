import type { Json, Tables } from "#supabase/database.types.ts";

export type AuditEntry = Tables<"audit_log">;

/** A column's value before and after an action, as text. Null means empty. */
export type ColumnChange = { column: string; before: string | null; after: string | null };

/** Labels for the audited tables, in filter order. */
const TABLE_LABELS = {
  clients: "client",
  projects: "project",
  project_notes: "project notes",
  invoices: "invoice",
  client_rates: "rate card",
  documents: "document",
  messages: "message",
  subscription_tiers: "support plan",
  client_subscriptions: "subscription",
  service_bookings: "booking",
  contact_inquiries: "inquiry",
  users: "account",
  square_links: "Square link",
  email_settings: "email settings",
  retention_periods: "retention periods",
  email_outbox: "email",
  jobs: "job",
} as const;

export const AUDITED_TABLES = Object.keys(TABLE_LABELS);

const ACTION_LABELS = new Map<AuditEntry["action"], string>([
  ["insert", "Created"],
  ["update", "Changed"],
  ["delete", "Deleted"],
]);

/** Returns the label for an action, such as "Changed project" or "Resend invitation: client". */
export function getActionLabel({
  action,
  table_name: table,
}: Pick<AuditEntry, "action" | "table_name">): string {
  const noun = getTableLabel(table);
  const verb = ACTION_LABELS.get(action);
  if (verb) {
    return `${verb} ${noun}`;
  }
  return `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${noun}`;
}

export function getTableLabel(table: string): string {
  return new Map<string, string>(Object.entries(TABLE_LABELS)).get(table) ?? table.replaceAll("_", " ");
}

/** Returns a human-readable name for the changed row, or its id if no column contains a name. */
export function getRowName({
  before,
  after,
  row_id: id,
}: Pick<AuditEntry, "before" | "after" | "row_id">): string {
  const row = toColumnMap(after ?? before);
  for (const column of [
    "project_name",
    "company",
    "tier_name",
    "invoice_number",
    "name",
    "email",
    "reference",
  ]) {
    const name = row.get(column);
    if (typeof name === "string" && name) {
      return name;
    }
  }
  return id === "true" ? "" : (id ?? "");
}

/** Every update changes these columns, so they are not listed. */
const IGNORED_COLUMNS = new Set(["updated_at"]);

/** Lists the changed columns, sorted by name. For created and deleted rows, lists all columns with a value. */
export function listChanges({ before, after }: Pick<AuditEntry, "before" | "after">): ColumnChange[] {
  const [was, is] = [toColumnMap(before), toColumnMap(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((column) => !IGNORED_COLUMNS.has(column))
    .sort()
    .map((column) => ({ column, before: formatValue(was.get(column)), after: formatValue(is.get(column)) }))
    .filter((change) => change.before !== change.after);
}

function toColumnMap(row: Json | null): Map<string, Json | undefined> {
  return new Map(typeof row === "object" && row !== null && !Array.isArray(row) ? Object.entries(row) : []);
}

function formatValue(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === "") {
    return null;
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
