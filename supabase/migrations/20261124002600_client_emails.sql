-- Email preferences, and emails about payments, documents, projects, meetings, plans and new devices.

-- Preferences -----------------------------------------------------------------------------------------------------

create table public.email_preferences (
  user_id           uuid primary key references public.users (id) on delete cascade,
  receipts          boolean not null default true,
  payment_reminders boolean not null default true,
  documents         boolean not null default true,
  projects          boolean not null default true,
  meetings          boolean not null default true,
  messages          boolean not null default true
);

alter table public.email_preferences enable row level security;
-- A trigger creates each row. Default privileges would let service_role write too.
revoke all on public.email_preferences from service_role;
grant select on public.email_preferences to authenticated, service_role;
grant update (receipts, payment_reminders, documents, projects, meetings, messages)
   on public.email_preferences to authenticated;

create policy "Clients can read their own email preferences" on public.email_preferences
  for select to authenticated
  using (user_id = (select auth.uid()) and (select access.current_client_id()) is not null);
create policy "Clients can change their own email preferences" on public.email_preferences
  for update to authenticated
  using (user_id = (select auth.uid()) and (select access.current_client_id()) is not null)
  with check (user_id = (select auth.uid()) and (select access.current_client_id()) is not null);
create policy "Administrators can read all email preferences" on public.email_preferences
  for select to authenticated using ((select access.is_admin()));

create function private.add_email_preferences() returns trigger
  language plpgsql security definer
  -- `security definer`, because only this trigger can add rows.
  set search_path = ''
as $$
begin
  insert into public.email_preferences (user_id) values (new.id) on conflict do nothing;
  return null;
end
$$;
revoke all on function private.add_email_preferences() from public;

create trigger users_add_email_preferences after insert or update of role on public.users
  for each row when (new.role = 'client') execute function private.add_email_preferences();

insert into public.email_preferences (user_id) select id from public.users where role = 'client';

comment on table public.email_preferences is
  'The emails that each client account receives. All other emails, such as invoices and security notices, are always sent.';
comment on column public.email_preferences.receipts is 'Payments received.';
comment on column public.email_preferences.payment_reminders is 'Payments due in 3 days. Overdue payments are always announced.';
comment on column public.email_preferences.documents is 'New documents.';
comment on column public.email_preferences.projects is 'Changes of a project''s status.';
comment on column public.email_preferences.meetings is 'Reminders before a meeting.';
comment on column public.email_preferences.messages is 'Unread messages.';

create function private.accepts_email(recipient text, kind text) returns boolean
  language sql stable
  set search_path = ''
as $$
  select not exists (
    select from public.users as account
      join public.email_preferences as preferences on preferences.user_id = account.id
     where lower(account.email) = lower(accepts_email.recipient)
       and not case accepts_email.kind
                 when 'payment-received' then preferences.receipts
                 when 'invoice-due-soon' then preferences.payment_reminders
                 when 'document-ready' then preferences.documents
                 when 'project-status' then preferences.projects
                 when 'meeting-reminder' then preferences.meetings
                 when 'messages-for-client' then preferences.messages
                 else true
               end)
$$;
comment on function private.accepts_email(text, text) is
  'Whether the recipient has not turned off emails of this kind. The same kinds as EMAIL_TOPICS in domain/clients/email-preferences.ts.';
revoke all on function private.accepts_email(text, text) from public;
grant execute on function private.accepts_email(text, text) to service_role;

create function private.reject_unwanted_email() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  return case when private.accepts_email(new.recipient, new.kind) then new end;
end
$$;
comment on function private.reject_unwanted_email() is 'Skips email that the recipient has turned off.';
revoke all on function private.reject_unwanted_email() from public;

create trigger email_outbox_reject_unwanted before insert on private.email_outbox
  for each row execute function private.reject_unwanted_email();

-- Announcements ---------------------------------------------------------------------------------------------------

create table private.announcements (
  key          text primary key check (length(key) <= 200),
  announced_at timestamptz not null default now()
);
create index announcements_announced_idx on private.announcements (announced_at);

alter table private.announcements enable row level security;
grant select, insert, delete on private.announcements to service_role;

comment on table private.announcements is
  'Events that clients were emailed about, or would have been if they had not turned the email off. Prevents a second email. Deleted after 60 days, when the event is too old to be announced.';

alter table public.email_settings add column client_news_since timestamptz not null default now();
comment on column public.email_settings.client_news_since is
  'When the portal began to announce payments, documents, projects, meetings and plans. Earlier events are not announced.';

-- Finds a user's earlier sign-ins, to recognize a new device.
create index sign_in_attempts_succeeded_idx on private.sign_in_attempts (user_id, id) where outcome = 'succeeded';

-- Plan changes ----------------------------------------------------------------------------------------------------

create table public.plan_changes (
  id              bigint generated always as identity primary key,
  subscription_id uuid not null references public.client_subscriptions (id) on delete cascade,
  from_tier_id    uuid not null references public.subscription_tiers (id) on delete cascade,
  to_tier_id      uuid not null references public.subscription_tiers (id) on delete cascade,
  changed_at      timestamptz not null default clock_timestamp()
);
create index plan_changes_subscription_idx on public.plan_changes (subscription_id, changed_at);
create index plan_changes_from_idx on public.plan_changes (from_tier_id);
create index plan_changes_to_idx on public.plan_changes (to_tier_id);

alter table public.plan_changes enable row level security;
-- Only the trigger writes here. Default privileges would let service_role write too.
revoke all on public.plan_changes from service_role;
grant select on public.plan_changes to authenticated, service_role;

create policy "Administrators can read all plan changes" on public.plan_changes
  for select to authenticated using ((select access.is_admin()));

create function private.record_plan_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because only this trigger can add rows.
  set search_path = ''
as $$
begin
  insert into public.plan_changes (subscription_id, from_tier_id, to_tier_id) values (new.id, old.tier_id, new.tier_id);
  return null;
end
$$;
revoke all on function private.record_plan_change() from public;

create trigger client_subscriptions_record_plan_change after update of tier_id on public.client_subscriptions
  for each row when (old.tier_id is distinct from new.tier_id) execute function private.record_plan_change();

comment on table public.plan_changes is 'Every change of a subscription to another support plan. Recorded by a trigger.';

-- Email and jobs --------------------------------------------------------------------------------------------------

alter table private.email_outbox drop constraint email_outbox_kind_check;
alter table private.email_outbox add constraint email_outbox_kind_check
  check (kind in (
    'inquiry', 'inquiry-acknowledgement', 'inquiry-reply',
    'booking-made', 'booking-received', 'booking-answered', 'meeting-reminder',
    'messages-for-firm', 'messages-for-client', 'document-ready', 'project-status',
    'invoice-new', 'invoice-due-soon', 'invoice-overdue', 'payment-received', 'square-alarm',
    'plan-request-made', 'plan-request-received', 'plan-request-withdrawn', 'plan-request-answered', 'duplicate-plans',
    'plan-started', 'plan-changed', 'plan-ended',
    'account-invite', 'account-recovery', 'account-magic-link', 'account-confirmation',
    'account-reauthentication', 'account-email-change', 'account-email-change-notice',
    'account-email-changed-notice', 'account-password-changed', 'account-factors-removed', 'account-new-device'));

alter table private.job_runs drop constraint job_runs_name_check;
alter table private.job_runs add constraint job_runs_name_check
  check (name in (
    'announce-bookings', 'announce-documents', 'announce-invoices', 'announce-meetings', 'announce-messages',
    'announce-payments', 'announce-plans', 'announce-projects', 'announce-sign-ins', 'apply-retention-periods',
    'process-webhook-event', 'recompute-overdue', 'reconcile-square', 'refresh-provider-token',
    'remove-expired', 'remove-old-downloads', 'remove-old-events', 'run-sync', 'scan-documents',
    'send-email', 'sweep-files'));
