import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { formatDateTime } from "#domain/dates/date-time.ts";
import { isInstant } from "#domain/dates/instant.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Json, Tables } from "#supabase/database.types.ts";

/** `actor_name`, `target_name` and `client_name` are null if the actor or target has no name, or belongs to no client. */
export type AuditEntry = Tables<"audit_log_list">;

/** A column's value before and after an action, as text. Null means empty. */
export type ColumnChange = { column: string; before: string | null; after: string | null };

/** Labels for the audited tables, in filter order. */
const TABLE_LABELS = {
  clients: "client",
  client_members: "member",
  client_invitations: "invitation",
  projects: "project",
  project_notes: "project notes",
  invoices: "invoice",
  invoice_reminders: "invoice reminder",
  invoice_drafts: "draft invoice",
  client_rates: "rate card",
  findings: "finding",
  finding_deadlines: "finding deadline",
  retest_rounds: "retest",
  assessments: "assessment",
  attestation_letters: "letter of attestation",
  proposals: "proposal",
  proposal_templates: "proposal template",
  proposal_terms: "terms",
  project_milestones: "milestone",
  planned_payments: "planned payment",
  documents: "document",
  messages: "message",
  subscription_tiers: "support plan",
  client_subscriptions: "subscription",
  unmatched_subscriptions: "plan without a client",
  plan_requests: "plan request",
  plan_endings: "plan ending",
  service_bookings: "booking",
  consultations: "consultation",
  consultation_hosts: "host",
  availability_hours: "weekly hours",
  availability_overrides: "hours of a date",
  blocked_times: "blocked time",
  calendar_feeds: "calendar",
  scheduling_settings: "scheduling settings",
  contact_inquiries: "inquiry",
  users: "account",
  provider_connections: "Square connection",
  webhook_events: "Square event",
  square_links: "Square link",
  square_settings: "Square settings",
  email_settings: "email settings",
  retention_periods: "retention periods",
  email_outbox: "email",
  jobs: "job",
} as const;

export const AUDITED_TABLES = Object.keys(TABLE_LABELS);

/** Labels for the actions. `{}` is replaced with the label of the table. */
const ACTION_LABELS = {
  insert: "Created {}",
  update: "Changed {}",
  delete: "Deleted {}",
  invite: "Invited {}",
  "resend invitation": "Resent invitation for {}",
  "revoke invitation": "Revoked invitation for {}",
  "remove second factors": "Removed two-factor authentication for {}",
  "export data": "Exported data of {}",
  "erase inquirer": "Deleted an inquirer's data",
  "erase member": "Deleted a client member's data",
  connect: "Connected Square",
  disconnect: "Disconnected Square",
  release: "Allowed another Square account",
  replay: "Replayed {}",
  run: "Started {}",
  retry: "Restarted {}",
  resend: "Resent {}",
  dismiss: "Dismissed {}",
} satisfies Record<AuditEntry["action"], string>;

/** Returns the label for an action, such as "Changed project" or "Resent invitation for client". */
export function getActionLabel({
  action,
  table_name: table,
}: Pick<AuditEntry, "action" | "table_name">): string {
  const label = new Map<string, string>(Object.entries(ACTION_LABELS)).get(action);
  const noun = getTableLabel(table);
  return label ? label.replace("{}", noun) : `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${noun}`;
}

export function getTableLabel(table: string): string {
  return new Map<string, string>(Object.entries(TABLE_LABELS)).get(table) ?? table.replaceAll("_", " ");
}

/** Returns the actor's name and email address, or only the address if the name is unknown. */
export function formatActor({ actor, actor_name: name }: Pick<AuditEntry, "actor" | "actor_name">): string {
  return name ? `${name} (${actor})` : actor;
}

/** Returns the name of the target, or its id if the id is readable, such as the name of a job. Null if there is neither. */
export function getTargetName({
  target_name: name,
  row_id: id,
}: Pick<AuditEntry, "target_name" | "row_id">): string | null {
  // Settings consist of a single row, whose id is "true".
  const isReadable = id !== null && id !== "true" && !isUuid(id);
  return name ?? (isReadable ? id : null);
}

/** Times and counters that change with every update, so they are not listed. */
const IGNORED_COLUMNS = new Set(["updated_at", "revision", "calendar_sequence"]);

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

/** The ids in the changes. */
export function listIds(changes: readonly ColumnChange[]): string[] {
  const values = changes.flatMap(({ before, after }) => [before, after]);
  return [...new Set(values.flatMap((value) => (value !== null && isUuid(value) ? [value] : [])))].sort();
}

/** A change for administrators: with names instead of known ids, and times in the time zone. */
export function describeChange(
  { column, before, after }: ColumnChange,
  names: ReadonlyMap<string, string>,
  timeZone: string,
): ColumnChange & { field: string } {
  const isNamed = [before, after].every((value) => value === null || names.has(value));
  const describe = (value: string | null) =>
    value === null ? null : (names.get(value) ?? describeTime(value, timeZone));
  return {
    column,
    field: formatColumnName(isNamed ? column.replace(/_id$/, "") : column),
    before: describe(before),
    after: describe(after),
  };
}

function describeTime(value: string, timeZone: string): string {
  const date = parseCalendarDate(value);
  if (date) {
    return formatDate(date);
  }
  return isInstant(value) ? formatDateTime(new Date(value), timeZone) : value;
}

/** The name of a column for administrators, such as "Square customer ID". */
export function formatColumnName(column: string): string {
  const words = column
    .replaceAll("_", " ")
    .replaceAll(/\bid\b/g, "ID")
    .replaceAll(/\burl\b/g, "URL");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Lists the changed columns with their values as text for an export, such as "status: open → frozen". */
export function formatChanges(entry: Pick<AuditEntry, "before" | "after">): string {
  return listChanges(entry)
    .map(({ column, before, after }) => `${column.replaceAll("_", " ")}: ${before ?? "—"} → ${after ?? "—"}`)
    .join("; ");
}
