import type { Json, Tables } from "#supabase/database.types.ts";

export type AuditEntry = Tables<"audit_log">;

/** A column before and after an act, as text; null where there was none. */
export type Change = { column: string; before: string | null; after: string | null };

/** What a table of the log is called on the screen. */
const NOUNS = {
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
  square_links: "link to Square",
  firm_contacts: "firm's recipients",
  retention_periods: "retention periods",
  invoice_mails: "mails about invoices",
  mail_outbox: "mail",
  jobs: "job",
} as const;

/** Tables the log can be narrowed to, in the order of the filter. */
export const AUDITED_TABLES = Object.keys(NOUNS);

const VERBS = new Map([
  ["insert", "Created"],
  ["update", "Changed"],
  ["delete", "Deleted"],
]);

/** What was done, as a line of the list says it: "Changed project", "Invite again: client". */
export function actWords({ action, table_name: table }: Pick<AuditEntry, "action" | "table_name">): string {
  const noun = nounOf(table);
  const verb = VERBS.get(action);
  if (verb) return `${verb} ${noun}`;
  return `${action.charAt(0).toUpperCase()}${action.slice(1)}: ${noun}`;
}

export function nounOf(table: string): string {
  return new Map<string, string>(Object.entries(NOUNS)).get(table) ?? table.replaceAll("_", " ");
}

/** What names the row to a person, where one of its columns does. */
export function rowName({
  before,
  after,
  row_id: id,
}: Pick<AuditEntry, "before" | "after" | "row_id">): string {
  const row = columnsOf(after ?? before);
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
    if (typeof name === "string" && name) return name;
  }
  return id === "true" ? "" : (id ?? "");
}

/** Columns every update touches: they say nothing of what was done. */
const NOISE = new Set(["updated_at"]);

/** The columns that differ, by name; of a row that was created or deleted all that hold something. */
export function changesOf({ before, after }: Pick<AuditEntry, "before" | "after">): Change[] {
  const [was, is] = [columnsOf(before), columnsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((column) => !NOISE.has(column))
    .sort()
    .map((column) => ({ column, before: textOf(was.get(column)), after: textOf(is.get(column)) }))
    .filter((change) => change.before !== change.after);
}

function columnsOf(row: Json | null): Map<string, Json | undefined> {
  return new Map(typeof row === "object" && row !== null && !Array.isArray(row) ? Object.entries(row) : []);
}

function textOf(value: Json | undefined): string | null {
  if (value === undefined || value === null || value === "") return null;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
