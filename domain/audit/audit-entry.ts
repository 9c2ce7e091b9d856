import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { formatDateTime } from "#domain/dates/date-time.ts";
import { isInstant } from "#domain/dates/instant.ts";
import { cents, formatDollars } from "#domain/money/money.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { isUuid } from "#domain/text/uuid.ts";
import type { Json, Tables } from "#supabase/database.types.ts";

/**
 * `actor_name`, `target_name` and `client_name` are null if the actor or target has no name, or belongs to no client. `event`
 * is the event that the entry records, such as "send proposal", or null if the action and table describe it.
 * `private.audit_event()` computes it. `entry_count` is the number of changes of the request.
 */
export type AuditEntry = Tables<"audit_log_list">;

/** Describes the changes of a request other than its title, such as "and 5 other changes". Null if there are none. */
export function formatOtherChanges({ entry_count: count }: Pick<AuditEntry, "entry_count">): string | null {
  return count > 1 ? `and ${formatCount(count - 1, "other change")}` : null;
}

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
  finding_templates: "finding template",
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
  inquiry_replies: "reply to inquiry",
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

/** Labels for the events. The keys are the results of `private.audit_event()`. */
export const EVENT_LABELS: Readonly<Record<string, string>> = {
  "add document": "Added document",
  "add member": "Added member",
  "answer dispute": "Answered dispute about finding",
  "answer plan request": "Answered plan request",
  "apply retest result": "Applied retest result to finding",
  "approve booking": "Approved booking",
  "assign invoice": "Assigned invoice",
  "cancel booking": "Canceled booking",
  "cancel consultation": "Canceled consultation",
  "cancel invoice": "Canceled invoice",
  "cancel invoice in Square": "Canceled invoice in Square",
  "cancel retest": "Canceled retest",
  "close inquiry": "Closed inquiry",
  "complete booking": "Completed booking",
  "complete milestone": "Completed milestone",
  "complete retest": "Completed retest",
  "confirm invoice": "Confirmed amount of invoice",
  "convert inquiry": "Converted inquiry to client",
  "create customer in Square": "Created customer in Square for invoice",
  "create draft invoice in Square": "Created draft invoice in Square",
  "create order in Square": "Created order in Square for invoice",
  "decline booking": "Declined booking",
  "delete draft invoice": "Deleted draft invoice",
  "delete draft invoice in Square": "Deleted draft invoice in Square",
  "dismiss plan": "Dismissed plan without a client",
  "end plan": "Ended plan",
  "extend proposal": "Extended proposal",
  "issue letter": "Issued letter of attestation",
  "keep plan": "Kept plan",
  "link invoice": "Linked invoice to project",
  "link Square customer": "Linked client to Square customer",
  "mark inquiry as replied": "Marked inquiry as replied",
  "prepare invoice": "Prepared invoice",
  "publish finding": "Published finding",
  "publish invoice": "Published invoice",
  "publish invoice in Square": "Published invoice in Square",
  "record missed consultation": "Recorded missed consultation",
  "remove member": "Removed member",
  "reopen milestone": "Reopened milestone",
  "reply to inquiry": "Replied to inquiry",
  "report problem with invoice": "Reported problem with invoice",
  "reschedule booking": "Rescheduled booking",
  "reschedule consultation": "Rescheduled consultation",
  "restore client": "Restored client",
  "restore finding": "Restored finding",
  "restore member": "Restored member",
  "restore plan": "Restored plan without a client",
  "revoke member invitation": "Revoked invitation",
  "send message": "Sent message",
  "send proposal": "Sent proposal",
  "send proposal version": "Sent new version of proposal",
  "send reminder": "Sent invoice reminder",
  "start booking": "Started booking",
  "start canceling invoice": "Started canceling invoice",
  "start deleting draft invoice": "Started deleting draft invoice",
  "start preparing invoice": "Started preparing invoice",
  "start publishing invoice": "Started publishing invoice",
  "start retest": "Started retest",
  "supersede letter": "Superseded letter of attestation",
  "suspend client": "Suspended client",
  "suspend member": "Suspended member",
  "unassign invoice": "Unassigned invoice",
  "unlink invoice": "Unlinked invoice from project",
  "unlink Square customer": "Unlinked client from Square customer",
  "withdraw finding": "Withdrew finding",
  "withdraw letter": "Withdrew letter of attestation",
  "withdraw proposal": "Withdrew proposal",
};

/** Returns the label for an action, such as "Published invoice", "Changed project" or "Resent invitation for client". */
export function getActionLabel({
  action,
  table_name: table,
  event,
}: Pick<AuditEntry, "action" | "table_name" | "event">): string {
  const eventLabel = event === null ? undefined : EVENT_LABELS[event];
  if (eventLabel) {
    return eventLabel;
  }
  const label = new Map<string, string>(Object.entries(ACTION_LABELS)).get(action);
  const noun = getTableLabel(table);
  return label ? label.replace("{}", noun) : `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${noun}`;
}

/** The entries whose label contains a word: those with one of the events, and those without an event that match. */
export type LabelMatch = {
  events: string[];
  /** Actions whose verb contains the word. */
  actions: string[];
  /** Tables whose label contains the word, if the label of the action includes it. */
  tables: string[];
  /** Actions whose label includes the table. */
  actionsWithTable: string[];
};

/** Finds the entries whose label from `getActionLabel()` contains the word, ignoring case. */
export function matchActionLabels(word: string): LabelMatch {
  const contains = (text: string) => text.toLowerCase().includes(word.toLowerCase());
  const findKeys = (labels: Readonly<Record<string, string>>, isMatch: (label: string) => boolean) =>
    Object.entries(labels).flatMap(([key, label]) => (isMatch(label) ? [key] : []));
  return {
    events: findKeys(EVENT_LABELS, contains),
    actions: findKeys(ACTION_LABELS, (label) => contains(label.replace("{}", ""))),
    tables: findKeys(TABLE_LABELS, contains),
    actionsWithTable: findKeys(ACTION_LABELS, (label) => label.includes("{}")),
  };
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
    value === null
      ? null
      : (names.get(value) ?? formatAmount(column, value) ?? describeTime(value, timeZone));
  return {
    column,
    field: formatColumnName(isNamed ? column.replace(/_id$/, "") : column),
    before: describe(before),
    after: describe(after),
  };
}

function formatAmount(column: string, value: string): string | null {
  return column.endsWith("_cents") && /^\d+$/.test(value) ? formatDollars(cents(Number(value))) : null;
}

function describeTime(value: string, timeZone: string): string {
  const date = parseCalendarDate(value);
  if (date) {
    return formatDate(date);
  }
  return isInstant(value) ? formatDateTime(new Date(value), timeZone) : value;
}

/** Internal columns, shown only in an entry's details. */
const TECHNICAL_COLUMNS = new Set([
  "answered_by",
  "closed_at",
  "confirmed_cents",
  "created_by",
  "fingerprint",
  "first_sent_at",
  "has_replaced_installments",
  "problem_at",
  "proposal_made_at",
  "published_at",
  "requested_at",
  "requested_by",
  "requested_status",
  "sha256",
  "source_key",
  "write",
]);

/** Whether a column is listed only with all details of an entry. */
export function isTechnicalColumn(column: string): boolean {
  return TECHNICAL_COLUMNS.has(column) || column.startsWith("square_");
}

const COLUMN_LABELS: Readonly<Record<string, string>> = {
  amount_cents: "Amount",
  confirmed_cents: "Confirmed amount",
  discount_cents: "Discount",
  total_cents: "Total",
  requested_status: "Next status",
  write: "Step in Square",
};

/** The name of a column for administrators, such as "Square customer ID". */
export function formatColumnName(column: string): string {
  const label = COLUMN_LABELS[column];
  if (label) {
    return label;
  }
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
