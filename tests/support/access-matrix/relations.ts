import type pg from "pg";
import type { MatrixClients } from "./callers.ts";

/** `owner` is the client that the row belongs to, and `user` the account. */
export type MatrixRow = { key: string; owner: string | null; user: string | null; isActive: boolean };

/** A table or view in the matrix, with all of its rows. */
export type Relation = {
  /** Qualified with the schema: `public.invoices`. */
  name: string;
  isView: boolean;
  columns: string[];
  /** Identity and generated columns, which accept only their default. */
  identities: string[];
  /** The expression that identifies a row. */
  key: string;
  /** A statement that selects the key of each visible row as `key`. */
  select: string;
  rows: MatrixRow[];
};

/** Keys of views, which have no primary key, and of tables with a key of several columns. */
const KEYS: Record<string, string> = {
  "public.client_role_permissions": "(role || ' ' || permission)",
  "public.client_role_documents": "(role || ' ' || category)",
  "public.client_list": "id",
  "public.project_list": "id",
  "public.invoice_list": "id",
  "public.subscription_list": "id",
  "public.message_threads": "client_id",
  "public.audit_log_list": "id",
  "public.client_projects": "id",
  "public.client_meetings": "id",
  "public.own_memberships": "client_id",
  "public.active_members": "user_id",
  "public.message_authors": "author_id",
  "public.staff_names": "id",
  "public.taxonomy_entries": "(taxonomy || ' ' || version || ' ' || id)",
  "public.finding_mappings": "(finding_id || ' ' || entry_id)",
  "public.finding_versions": "(finding_id || ' ' || version)",
  "public.unread_findings": "finding_id",
  "public.proposal_versions": "(proposal_id || ' ' || version)",
  "endpoints.proposal_terms": "version",
  "endpoints.proposal_templates": "id",
  "endpoints.project_milestones": "id",
  "endpoints.planned_payments": "id",
  "public.tested_entries": "(project_id || ' ' || entry_id)",
  "endpoints.tested_entries": "(project_id || ' ' || entry_id)",
  "endpoints.assessments": "project_id",
  "public.finding_template_mappings": "(template_id || ' ' || entry_id)",
  "endpoints.finding_template_mappings": "(template_id || ' ' || entry_id)",
  "endpoints.finding_templates": "id",
  "endpoints.findings": "id",
  "endpoints.finding_mappings": "(finding_id || ' ' || entry_id)",
  "endpoints.finding_attachments": "(finding_id || ' ' || document_id)",
  "endpoints.finding_deadlines": "id",
  "private.feed_busy_times": "(feed_id || ' ' || starts_at)",
  "endpoints.scheduling_settings": "horizon_days",
  "endpoints.availability_hours": "weekday",
  "endpoints.availability_overrides": "date",
  "endpoints.consultation_hosts": "id",
  "endpoints.blocked_times": "id",
  "endpoints.calendar_feeds": "id",
  "endpoints.consultations": "id",
  "endpoints.clients": "id",
  "endpoints.invoices": "id",
  "endpoints.invoice_reminders": "id",
  "endpoints.client_rates": "client_id",
  "endpoints.subscription_tiers": "id",
  "endpoints.service_bookings": "id",
  "endpoints.plan_requests": "id",
  "endpoints.contact_inquiries": "id",
  "endpoints.inquiry_replies": "id",
  "endpoints.square_links": "purpose",
  "endpoints.square_writes": "id",
  "endpoints.email_settings": "recipients",
  "endpoints.retention_periods": "session_days",
  "endpoints.sign_in_attempts": "id",
};

/** The client that an account joined first. */
function selectClientOf(account: string): string {
  return `(select member.client_id from public.client_members as member where member.user_id = ${account}
            order by member.joined_at limit 1)`;
}

/** Expressions for the client of a row, if there is no column client_id. */
const OWNER_EXPRESSIONS: Record<string, string> = {
  "public.clients": "id",
  "public.client_list": "id",
  "endpoints.clients": "id",
  "public.project_totals": "(select client_id from public.projects where projects.id = project_id)",
  "public.users": selectClientOf("users.id"),
  "public.email_preferences": selectClientOf("email_preferences.user_id"),
  "public.plan_changes":
    "(select client_id from public.client_subscriptions as subscription where subscription.id = subscription_id)",
  "public.plan_end_changes":
    "(select client_id from public.client_subscriptions as subscription where subscription.id = subscription_id)",
  "private.linked_payers":
    "(select client_id from public.client_subscriptions as subscription where subscription.id = subscription_id)",
  "public.project_notes": "(select client_id from public.projects where id = project_id)",
  "public.invoice_payers": "(select client_id from public.invoices where invoices.id = invoice_id)",
  "public.invoice_payments": "(select client_id from public.invoices where invoices.id = invoice_id)",
  "public.invoice_payment_fees": `(
    select invoice.client_id from public.invoice_payments as payment
      join public.invoices as invoice on invoice.id = payment.invoice_id
     where payment.id = invoice_payment_id)`,
  "private.document_files": "(select client_id from public.documents where id = document_id)",
  "private.shared_documents": "(select client_id from public.documents where id = document_id)",
  "public.project_status_changes": "(select client_id from public.projects where projects.id = project_id)",
  "public.unread_findings": "(select client_id from public.findings where findings.id = finding_id)",
  "public.finding_mappings": "(select client_id from public.findings where findings.id = finding_id)",
  "endpoints.finding_mappings": "(select client_id from public.findings where findings.id = finding_id)",
  "public.finding_versions": "(select client_id from public.findings where findings.id = finding_id)",
  "public.proposal_versions": "(select client_id from public.proposals where proposals.id = proposal_id)",
  "public.proposal_forecasts": "(select client_id from public.proposals where proposals.id = proposal_id)",
  "public.retest_findings": "(select client_id from public.findings where findings.id = finding_id)",
  "public.retest_results": "(select client_id from public.findings where findings.id = finding_id)",
};

/** The tables with the rows of views that return only the caller's rows. */
const VIEW_ROWS: Record<string, string> = {
  "public.client_projects": "public.projects",
  "public.client_meetings": "public.service_bookings",
  "public.own_memberships": "public.client_members",
  "public.unread_findings": "(select id as finding_id from public.findings) as published",
  "public.message_authors": `(
    select client_id, sender_id as author_id from public.messages
     where sender_role = 'admin' and sender_id is not null) as written`,
  "public.active_members": `(
    select * from public.client_members
     where suspended_at is null and (expires_at is null or expires_at > now())) as active`,
};

/** The columns with the account of a row. */
const USER_COLUMNS: Record<string, string> = {
  "public.users": "id",
  "public.own_memberships": "user_id",
};

/** Reads all tables and views of both schemas, with all of their rows. */
export async function readRelations(pool: pg.Pool, clients: MatrixClients): Promise<Relation[]> {
  const { rows: found } = await pool.query<Omit<Relation, "select" | "rows">>(`
    select format('%s.%s', schema.nspname, relation.relname) as name, relation.relkind in ('v', 'm') as "isView",
           array_agg(attribute.attname::text order by attribute.attname) as columns,
           coalesce(array_agg(attribute.attname::text) filter (where attribute.attidentity = 'a' or attribute.attgenerated <> ''), '{}') as identities,
           max(attribute.attname::text) filter (where attribute.attnum = primary_key.conkey[1]) as key
      from pg_class as relation
      join pg_namespace as schema on schema.oid = relation.relnamespace
      join pg_attribute as attribute on attribute.attrelid = relation.oid
       and attribute.attnum > 0 and not attribute.attisdropped
      left join pg_constraint as primary_key on primary_key.conrelid = relation.oid and primary_key.contype = 'p'
     where schema.nspname in ('public', 'private', 'endpoints') and relation.relkind in ('r', 'p', 'v', 'm', 'f')
     group by schema.nspname, relation.oid
     order by schema.nspname desc, relation.relname`);
  return Promise.all(
    found.map(async (relation) => {
      if (relation.name === "public.firm_totals") {
        return describeFirmTotals(relation, clients);
      }
      const key = KEYS[relation.name] ?? relation.key ?? "null";
      const hasClient = relation.columns.includes("client_id") || relation.name === "public.active_members";
      const owner = OWNER_EXPRESSIONS[relation.name] ?? (hasClient ? "client_id" : "null");
      const isActive = relation.columns.includes("is_active") ? "is_active" : "false";
      const user = USER_COLUMNS[relation.name] ?? (relation.columns.includes("user_id") ? "user_id" : "null");
      const rows = await readRows(
        pool,
        `select distinct ${key}::text as key, (${owner})::text as owner, (${user})::text as user,
                ${isActive} as "isActive" from ${VIEW_ROWS[relation.name] ?? relation.name}`,
      );
      return { ...relation, key, select: `select ${key}::text as key from ${relation.name}`, rows };
    }),
  );
}

const ADMINISTRATOR_CLAIMS = { aal: "aal2", app_metadata: { role: "admin" } };

/** Reads all rows as the owner, and with an administrator's claims, because the views of `endpoints` check them. */
async function readRows(pool: pg.Pool, sql: string): Promise<Relation["rows"]> {
  const connection = await pool.connect();
  try {
    await connection.query("begin");
    await connection.query("select set_config('request.jwt.claims', $1, true)", [
      JSON.stringify(ADMINISTRATOR_CLAIMS),
    ]);
    return (await connection.query<Relation["rows"][number]>(sql)).rows;
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}

/** This view has a single row of totals. Its "rows" are the clients whose invoices are included in the totals. See `buildSamples`. */
function describeFirmTotals(relation: Omit<Relation, "select" | "rows">, clients: MatrixClients): Relation {
  const owners = [clients.a.id, clients.b.id, clients.suspended.id, null];
  const amounts = owners.map((_, at) => `('${at}', ${2 ** at})`).join(", ");
  return {
    ...relation,
    key: "null",
    select: `select share.key from public.firm_totals, (values ${amounts}) as share (key, bit)
              where outstanding_revenue::integer & share.bit > 0`,
    rows: owners.map((owner, at) => ({ key: String(at), owner, user: null, isActive: false })),
  };
}
