-- The email outbox, the settings of invoice emails, and the last run of each job.

create table private.email_outbox (
  id                uuid primary key default gen_random_uuid(),
  -- Handling the same cause twice must not queue a second email to a recipient.
  deduplication_key text not null unique,
  kind              text not null
                    check (kind in (
                      'inquiry', 'inquiry-acknowledgement', 'inquiry-reply',
                      'booking-made', 'booking-received', 'booking-answered',
                      'messages-for-firm', 'messages-for-client',
                      'invoice-new', 'invoice-overdue', 'square-alarm',
                      'account-invite', 'account-recovery', 'account-magic-link', 'account-confirmation',
                      'account-reauthentication', 'account-email-change', 'account-email-change-notice',
                      'account-email-changed-notice', 'account-password-changed', 'account-factors-removed')),
  recipient         text not null,
  reply_to          text,
  -- A line break in the subject could add a header.
  subject           text not null check (subject !~ '[\r\n]'),
  body_text         text not null,
  body_blocks       jsonb not null default '[]' check (jsonb_typeof(body_blocks) = 'array'),
  state             text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'dismissed')),
  attempts          integer not null default 0,
  last_error        text,
  message_id        text not null unique,
  created_at        timestamptz not null default now(),
  sent_at           timestamptz,
  bounced_at        timestamptz,
  bounce_status     text check (bounce_status ~ '^[245]\.\d{1,3}\.\d{1,3}$'),
  bounce_reason     text check (length(bounce_reason) <= 300)
);
create index email_outbox_state_idx on private.email_outbox (state, created_at);
create index email_outbox_bounced_idx on private.email_outbox (bounced_at) where bounced_at is not null;

alter table private.email_outbox enable row level security;
grant select, insert, update, delete on private.email_outbox to service_role;

comment on table private.email_outbox is
  'Outgoing email, queued in the transaction of its cause and sent by a job.';
comment on column private.email_outbox.body_blocks is
  'Content of the email, from which its HTML is rendered. Emptied together with body_text after an account email is sent.';
comment on column private.email_outbox.state is
  'queued: waiting or retried; failed: gave up after the last attempt; dismissed: an administrator stopped the retries.';
comment on column private.email_outbox.bounced_at is
  'When a delivery status notification (RFC 3464) reported that the email bounced. Null after it is sent again.';
comment on column private.email_outbox.bounce_status is 'Enhanced status code (RFC 3463), such as 5.1.1.';
comment on column private.email_outbox.bounce_reason is
  'The remote mail server''s message, on one line. Untrusted plain text.';

create table private.invoice_email_settings (
  id                 boolean primary key default true check (id),
  new_invoices_since timestamptz default now(),
  overdue_since      timestamptz default now()
);
insert into private.invoice_email_settings default values;

alter table private.invoice_email_settings enable row level security;
-- No insert or delete: the table always has exactly one row.
grant select, update on private.invoice_email_settings to service_role;

create trigger invoice_email_settings_audit after update on private.invoice_email_settings
  for each row execute function private.record_audit_entry();

create view endpoints.invoice_email_settings with (security_barrier) as
  select new_invoices_since, overdue_since from private.invoice_email_settings
   where (select access.is_admin())
  with check option;
grant select, update on endpoints.invoice_email_settings to authenticated;
comment on view endpoints.invoice_email_settings is 'Turning invoice emails on or off, for administrators.';

comment on table private.invoice_email_settings is
  'Since when clients get email about new and overdue invoices. Null turns a kind off. Earlier invoices are not announced. One row.';

create table private.job_runs (
  name         text primary key
               check (name in (
                 'announce-bookings', 'announce-invoices', 'announce-messages', 'apply-retention-periods',
                 'process-webhook-event', 'recompute-overdue', 'reconcile-square', 'refresh-provider-token',
                 'remove-expired', 'remove-old-downloads', 'remove-old-events', 'run-sync', 'scan-documents',
                 'send-email', 'sweep-files')),
  started_at   timestamptz not null,
  finished_at  timestamptz not null,
  outcome      text not null check (outcome in ('succeeded', 'failed')),
  succeeded_at timestamptz,
  failed_at    timestamptz,
  failure      text check (length(failure) <= 300)
);

alter table private.job_runs enable row level security;
grant select, insert, update, delete on private.job_runs to service_role;

comment on table private.job_runs is
  'The last run of each job, one row per name. Scheduled jobs are recorded every time, others when they fail.';
comment on column private.job_runs.failure is
  'Why the job last failed, in words for administrators. Kept when later runs succeed. The cause is only in the log.';
