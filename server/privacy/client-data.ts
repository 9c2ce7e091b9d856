import type { Query } from "#server/database/database.ts";

/** A JSON file of the archive. */
export type DataFile = { name: string; rows: object[] };

/**
 * The statements for each file. $1 is the client's id, $2 the id of its account or null, $3 the account's email address in
 * lowercase. A test checks that no table with a client_id column is missing.
 */
const FILES: Record<string, string> = {
  "client.json": "select * from public.clients where id = $1",
  "account.json": `select id, email, created_at, invited_at, email_confirmed_at, last_sign_in_at
                     from auth.users where id = $2`,
  "second-factors.json": `select friendly_name, factor_type::text, status::text, created_at
                            from auth.mfa_factors where user_id = $2 order by created_at`,
  "sessions.json": `select created_at, refreshed_at, host(ip) as ip, user_agent
                      from auth.sessions where user_id = $2 order by created_at`,
  "sign-in-attempts.json": `select email, outcome, address, user_agent, created_at from private.sign_in_attempts
                             where user_id = $2 or lower(email) = $3 order by created_at`,
  "projects.json": `select id, project_name, description, status, start_date, target_completion_date,
                           total_estimated_value, created_at, updated_at
                      from public.projects where client_id = $1 order by created_at`,
  "project-status-changes.json": `select project_id, from_status, to_status, changed_at
                                    from public.project_status_changes
                                   where project_id in (select id from public.projects where client_id = $1) order by id`,
  "invoices.json": "select * from public.invoices where client_id = $1 order by issued_date, id",
  "rates.json": "select * from public.client_rates where client_id = $1 order by service_type",
  "subscriptions.json": `select subscription.*, tier.tier_name
                           from public.client_subscriptions as subscription
                           join public.subscription_tiers as tier on tier.id = subscription.tier_id
                          where subscription.client_id = $1 order by subscription.created_at`,
  "bookings.json": "select * from public.service_bookings where client_id = $1 order by created_at",
  "messages.json": `select sender_role, body, created_at, read_by_client_at, read_by_firm_at
                      from public.messages where client_id = $1 order by created_at`,
  "documents.json": "select * from public.documents where client_id = $1 order by uploaded_at",
  "document-downloads.json":
    "select * from public.document_downloads where client_id = $1 order by downloaded_at",
  "inquiries.json": `select reference, name, email, company, service_interest, message, status, created_at, replied_at
                       from public.contact_inquiries where client_id = $1 or lower(email) = $3 order by created_at`,
  // An account email may contain a link that still works.
  "mail.json": `select kind, recipient, subject, case when kind not like 'account-%' then body_text end as body_text,
                       state, created_at, sent_at, bounced_at, bounce_reason
                  from private.email_outbox where lower(recipient) = $3 order by created_at`,
  "internal/project-notes.json": `select project_id, notes from public.project_notes
                                   where project_id in (select id from public.projects where client_id = $1)`,
  "internal/inquiry-notes.json": `select reference, notes from public.contact_inquiries
                                   where notes <> '' and (client_id = $1 or lower(email) = $3)`,
  "internal/audit-log.json": `select at, actor, action, table_name, row_id, before, after from public.audit_log
                               where (table_name = 'clients' and row_id = $1::text)
                                  or (table_name = 'users' and row_id = $2::text)
                                  or before ->> 'client_id' = $1::text or after ->> 'client_id' = $1::text order by id`,
};

/** Reads all data of a client in the caller's transaction. Returns null if the client does not exist. */
export async function collectClientData(
  query: Query,
  clientId: string,
): Promise<{ company: string; files: DataFile[] } | null> {
  const [client] = await query<{ company: string; user_id: string | null; email: string | null }>(
    `select client.company, client.user_id, lower(account.email) as email from public.clients as client
       left join public.users as account on account.id = client.user_id where client.id = $1`,
    [clientId],
  );
  if (!client) {
    return null;
  }
  const files: DataFile[] = [];
  for (const [name, sql] of Object.entries(FILES)) {
    // Not every statement uses all three parameters, but PostgreSQL must know the type of each.
    const rows = await query<{ row: object }>(
      `with params as (select $1::uuid, $2::uuid, $3::text) select to_jsonb(data) as row from (${sql}) as data`,
      [clientId, client.user_id, client.email],
    );
    files.push({ name, rows: rows.map(({ row }) => row) });
  }
  return { company: client.company, files };
}
