-- The email outbox and the last run of each job.

create table private.email_outbox (
  id                uuid primary key default gen_random_uuid(),
  -- Prevents a second email to the same recipient if the same event is handled twice.
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
  status            text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'dismissed')),
  attempts          integer not null default 0,
  last_error        text,
  message_id        text not null unique,
  created_at        timestamptz not null default now(),
  sent_at           timestamptz,
  bounced_at        timestamptz,
  bounce_status     text check (bounce_status ~ '^[245]\.\d{1,3}\.\d{1,3}$'),
  bounce_reason     text check (length(bounce_reason) <= 300)
);
create index email_outbox_status_idx on private.email_outbox (status, created_at);
create index email_outbox_bounced_idx on private.email_outbox (bounced_at) where bounced_at is not null;

alter table private.email_outbox enable row level security;
grant select, insert, update, delete on private.email_outbox to service_role;

comment on table private.email_outbox is
  'Outgoing email. Queued in the same transaction as the change that causes it, and sent by a job.';
comment on column private.email_outbox.body_blocks is
  'Content that the email''s HTML is rendered from. Cleared together with body_text after an account email is sent.';
comment on column private.email_outbox.status is
  'queued: to be sent or retried; sent; failed: the last attempt failed; dismissed: an administrator stopped the retries.';
comment on column private.email_outbox.bounced_at is
  'When a delivery status notification (RFC 3464) reported that the email bounced. Null after it is sent again.';
comment on column private.email_outbox.bounce_status is 'Enhanced status code (RFC 3463), such as 5.1.1.';
comment on column private.email_outbox.bounce_reason is
  'The remote mail server''s message, on one line. Untrusted plain text.';

create function endpoints.queue_email(deduplication_key text, kind text, recipient text, reply_to text, subject text,
                                      body_text text, body_blocks jsonb, message_id text) returns uuid
  language plpgsql security definer
  -- `security definer`, because callers cannot write private.email_outbox.
  set search_path = ''
as $$
declare
  new_id uuid;
begin
  if not access.is_admin() then
    raise exception 'only administrators can queue an email' using errcode = '42501';
  end if;
  insert into private.email_outbox as email
         (deduplication_key, kind, recipient, reply_to, subject, body_text, body_blocks, message_id)
  values (queue_email.deduplication_key, queue_email.kind, queue_email.recipient, queue_email.reply_to,
          queue_email.subject, queue_email.body_text, queue_email.body_blocks, queue_email.message_id)
  on conflict on constraint email_outbox_deduplication_key_key do nothing
  returning email.id into new_id;
  return new_id;
end
$$;
comment on function endpoints.queue_email(text, text, text, text, text, text, jsonb, text) is
  'Queues an email. Returns its id, or null if an email with this key was already queued. Requires an administrator.';

create function endpoints.add_job(name text, payload json, queue_name text, run_at timestamptz, max_attempts integer,
                                  job_key text, priority integer) returns void
  language plpgsql security definer
  -- `security definer`, because callers cannot access the queue.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can add a job' using errcode = '42501';
  end if;
  perform graphile_worker.add_job(name, payload := payload, queue_name := queue_name, run_at := run_at,
                                  max_attempts := max_attempts, job_key := job_key, priority := priority);
end
$$;
comment on function endpoints.add_job(text, json, text, timestamptz, integer, text, integer) is
  'Adds a job to the queue. Requires an administrator.';
revoke all on function endpoints.queue_email(text, text, text, text, text, text, jsonb, text),
                       endpoints.add_job(text, json, text, timestamptz, integer, text, integer) from public;
grant execute on function endpoints.queue_email(text, text, text, text, text, text, jsonb, text),
                          endpoints.add_job(text, json, text, timestamptz, integer, text, integer) to authenticated;

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
  'The last run of each job, one row per name. Every run of a scheduled job is recorded. Other jobs are recorded only if they fail.';
comment on column private.job_runs.failure is
  'Message for administrators about the last failure. Kept when later runs succeed. Only the log contains the cause.';
