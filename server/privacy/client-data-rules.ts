import { HAS_SECRET_LINK } from "#server/email/secret-links.ts";

/** How a table is exported. Columns that are not listed are exported unchanged. */
export type ExportRule = {
  /** File name in the archive. Files in `internal/` must be reviewed before the client sees them. */
  file: string;
  /** Columns to omit, with the reasons. */
  omit?: Readonly<Record<string, string>>;
  /** Columns to add or replace, as SQL expressions over the table's columns. */
  compute?: Readonly<Record<string, string>>;
  /** The rows that the client may see, as an SQL condition. The others are in a file of OTHER_FILE_QUERIES. */
  where?: string;
};

/** Drafts are in internal/finding-drafts.json. */
const OF_PUBLISHED_FINDING =
  "exists (select from public.findings as finding where finding.id = finding_id and finding.publication_status <> 'draft')";
const MEMBER_ACCOUNT = "The account of a member, which is in members.json.";
const MAY_IDENTIFY_ADMINISTRATOR = "May identify an administrator. The role is exported.";

/**
 * Rules for the tables with client data, which `readClientTables` finds in the PostgreSQL catalog. New columns are
 * exported automatically. A new table is exported to `internal/`, and a test fails until the table is listed here or in
 * EXCLUDED_TABLES.
 */
export const EXPORT_RULES: Readonly<Record<string, ExportRule>> = {
  "public.clients": { file: "client.json" },
  "public.client_members": {
    file: "members.json",
    omit: { invited_by: MAY_IDENTIFY_ADMINISTRATOR },
    compute: { email: "(select account.email from public.users as account where account.id = user_id)" },
  },
  "private.former_member_names": { file: "former-member-names.json" },
  "public.client_invitations": {
    file: "member-invitations.json",
    omit: { invited_by: MAY_IDENTIFY_ADMINISTRATOR },
  },
  "public.client_activity": {
    file: "member-activity.json",
    omit: { actor_id: "The account of a member, which is in members.json." },
  },
  "public.access_reviews": {
    file: "access-reviews.json",
    omit: { reviewed_by: "The account of a member, which is in members.json." },
  },
  "public.projects": {
    file: "projects.json",
    omit: { notes: "Always empty. The text is in internal/project-notes.json." },
  },
  "public.project_status_changes": {
    file: "project-status-changes.json",
    omit: { changed_by: "May identify an administrator." },
  },
  "public.project_notes": { file: "internal/project-notes.json" },
  "public.invoices": { file: "invoices.json" },
  "public.invoice_payments": { file: "invoice-payments.json" },
  "public.invoice_reminders": {
    file: "invoice-reminders.json",
    omit: { sent_by: "Identifies an administrator." },
  },
  // Published invoices are in invoices.json.
  "public.invoice_drafts": { file: "internal/invoice-drafts.json" },
  "public.client_rates": { file: "rates.json" },
  "public.client_subscriptions": {
    file: "subscriptions.json",
    compute: {
      tier_name: "(select tier.tier_name from public.subscription_tiers as tier where tier.id = tier_id)",
    },
  },
  "public.subscription_history": { file: "subscription-history.json" },
  "public.plan_requests": {
    file: "plan-requests.json",
    omit: {
      created_by: "The client's account, which is in account.json.",
      answered_by: "Identifies an administrator.",
    },
    compute: {
      requested_tier_name:
        "(select tier.tier_name from public.subscription_tiers as tier where tier.id = requested_tier_id)",
    },
  },
  "public.plan_checkouts": { file: "plan-checkouts.json" },
  "public.plan_changes": {
    file: "plan-changes.json",
    compute: {
      from_tier_name:
        "(select tier.tier_name from public.subscription_tiers as tier where tier.id = from_tier_id)",
      to_tier_name:
        "(select tier.tier_name from public.subscription_tiers as tier where tier.id = to_tier_id)",
    },
  },
  "public.plan_end_changes": { file: "plan-end-changes.json" },
  "public.findings": {
    file: "findings.json",
    omit: { assignee_id: MEMBER_ACCOUNT, fingerprint: "An internal key." },
    where: "publication_status <> 'draft'",
  },
  "public.finding_mappings": { file: "finding-mappings.json", where: OF_PUBLISHED_FINDING },
  "public.finding_attachments": { file: "finding-attachments.json", where: OF_PUBLISHED_FINDING },
  "public.finding_versions": { file: "finding-versions.json" },
  "public.finding_events": {
    file: "finding-history.json",
    omit: { actor_id: MEMBER_ACCOUNT, announced_at: "When an email was queued." },
  },
  "public.finding_comments": {
    file: "finding-comments.json",
    omit: {
      author_id: MAY_IDENTIFY_ADMINISTRATOR,
      mentions: MEMBER_ACCOUNT,
      announced_at: "When an email was queued.",
    },
  },
  "public.finding_views": { file: "finding-views.json" },
  "public.finding_deadlines": { file: "finding-deadlines.json" },
  "public.retest_rounds": { file: "retests.json", omit: { requested_by: MEMBER_ACCOUNT } },
  "public.retest_findings": { file: "retest-findings.json" },
  "public.retest_results": {
    file: "retest-results.json",
    where:
      "exists (select from public.retest_rounds as round where round.id = round_id and round.status = 'completed')",
  },
  "public.assessments": { file: "internal/assessments.json" },
  "public.tested_entries": { file: "tested-entries.json" },
  "public.finding_reports": { file: "finding-reports.json", where: "status in ('done', 'unchanged')" },
  "public.attestation_letters": { file: "letters-of-attestation.json" },
  "public.proposals": {
    file: "proposals.json",
    omit: { inquiry_id: "An internal reference.", booking_id: "An internal reference." },
    where: "status <> 'draft'",
  },
  "public.proposal_versions": { file: "proposal-versions.json", where: "sent_at is not null" },
  "public.proposal_events": {
    file: "proposal-history.json",
    omit: { actor_id: MEMBER_ACCOUNT, announced_at: "When an email was queued." },
  },
  "public.proposal_comments": {
    file: "proposal-comments.json",
    omit: { author_id: MAY_IDENTIFY_ADMINISTRATOR, announced_at: "When an email was queued." },
  },
  "public.proposal_acceptances": {
    file: "proposal-acceptances.json",
    omit: { signer_id: MEMBER_ACCOUNT, session_id: "Identifies a session of a member." },
  },
  "public.proposal_forecasts": { file: "internal/proposal-forecasts.json" },
  "public.project_milestones": {
    file: "milestones.json",
    omit: { accepted_by: MEMBER_ACCOUNT, part_id: "An internal key." },
  },
  "public.planned_payments": { file: "planned-payments.json" },
  "public.risk_acceptances": {
    file: "risk-acceptances.json",
    omit: { requested_by: MEMBER_ACCOUNT, decided_by: MEMBER_ACCOUNT },
  },
  "public.email_preferences": { file: "email-preferences.json" },
  "public.service_bookings": {
    file: "bookings.json",
    omit: { created_by: "The account of a member, which is in members.json." },
  },
  "public.consultations": {
    file: "consultations.json",
    omit: { form_id: "An internal key." },
    compute: {
      host: "(select host.name from public.consultation_hosts as host where host.id = host_id)",
    },
  },
  "public.messages": { file: "messages.json", omit: { sender_id: MAY_IDENTIFY_ADMINISTRATOR } },
  "public.documents": { file: "documents.json", where: "not is_internal" },
  "public.document_downloads": {
    file: "document-downloads.json",
    where: `document_id is null
         or not exists (select from public.documents as document
                         where document.id = document_id and document.is_internal)`,
    omit: { user_id: MAY_IDENTIFY_ADMINISTRATOR },
  },
  "public.contact_inquiries": {
    file: "inquiries.json",
    omit: { notes: "The firm's own notes. They are in internal/inquiry-notes.json." },
  },
  "public.inquiry_replies": { file: "inquiry-replies.json" },
  "private.email_outbox": {
    file: "emails.json",
    omit: {
      body_blocks: "The same content as body_text.",
      deduplication_key: "An internal key.",
      message_id: "Anyone who has it could forge a bounce report.",
      last_error: "The mail server's response, not data about the client.",
    },
    // These emails may contain a link that is still valid.
    compute: { body_text: `case when not ${HAS_SECRET_LINK} then body_text end` },
  },
  "private.sign_in_attempts": { file: "sign-in-attempts.json" },
};

/** Tables with client data that are not exported, with the reasons. */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  "public.users": "A copy of the account, which is in account.json.",
  "public.client_totals": "Sums of exported rows.",
  "public.project_totals": "Sums of exported rows.",
  "public.duplicate_plans": "A flag derived from exported subscriptions.",
  "public.invoice_payment_fees": "What Square charges the firm, not data about the client.",
  "public.plan_endings": "Requests to Square, whose effect is in subscriptions.json.",
  "public.invoice_payers":
    "Customers in Square, who may be someone else if an invoice was assigned by mistake.",
  "private.linked_payers": "Customers in Square, who may be someone else if a plan was linked by mistake.",
  "private.square_writes": "Requests to Square, with the content of exported drafts.",
  "private.recovery_codes": "Hashes of secrets.",
  "private.consultation_tokens": "Hashes of secrets.",
  "private.hold_networks": "Deleted when a booking is confirmed, before it belongs to a client.",
  "private.host_reservations": "The times of exported consultations and bookings.",
  "public.consultation_hosts": "People of the firm.",
  "public.blocked_times": "The firm's availability.",
  "private.calendar_feeds": "Calendars of the firm.",
  "private.feed_busy_times": "The firm's availability.",
  "private.document_version_counters": "The highest version numbers of exported documents.",
  "private.shared_documents": "When documents became visible to the client.",
  "private.document_files": "Where the server stores files. Their content is in documents/.",
};

/**
 * Queries for data that catalog references don't lead to. $1 is the client's id, $2 is the account's id or null, and $3
 * is the account's email address in lowercase. Columns of the `auth` schema are listed explicitly, because the
 * authentication service owns it and most of its columns are secret.
 */
export const OTHER_FILE_QUERIES: Readonly<Record<string, string>> = {
  "account.json": `select id, email, created_at, invited_at, email_confirmed_at, last_sign_in_at
                     from auth.users where id = $2`,
  "second-factors.json": `select friendly_name, factor_type::text, status::text, created_at
                            from auth.mfa_factors where user_id = $2 order by created_at`,
  "sessions.json": `select created_at, refreshed_at, host(ip) as ip, user_agent
                      from auth.sessions where user_id = $2 order by created_at`,
  "internal/finding-drafts.json": `select * from public.findings
                                    where client_id = $1 and publication_status = 'draft' order by created_at, id`,
  "internal/documents.json": `select * from public.documents
                               where client_id = $1 and is_internal order by uploaded_at, id`,
  "internal/proposal-drafts.json": `select proposal.number, draft.* from public.proposal_versions as draft
                                     join public.proposals as proposal on proposal.id = draft.proposal_id
                                    where proposal.client_id = $1 and draft.sent_at is null order by proposal.number`,
  "internal/inquiry-notes.json": `select reference, notes from public.contact_inquiries
                                   where notes <> '' and (client_id = $1 or lower(email) = $3)`,
  "internal/audit-log.json": `select at, actor, action, table_name, row_id, before, after from public.audit_log
                               where (table_name = 'clients' and row_id = $1::text)
                                  or (table_name = 'users' and row_id = $2::text)
                                  or before ->> 'client_id' = $1::text or after ->> 'client_id' = $1::text order by id`,
};
