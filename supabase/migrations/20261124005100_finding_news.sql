-- Emails and jobs about findings, their names in the audit log, and deleting the data of a person.

-- Emails ----------------------------------------------------------------------------------------------------------

alter table public.email_preferences add column findings boolean not null default true;
grant update (findings) on public.email_preferences to authenticated;
comment on column public.email_preferences.findings is 'Updates to findings.';

create or replace function private.accepts_email(recipient text, kind text) returns boolean
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
                 when 'findings-for-client' then preferences.findings
                 else true
               end)
$$;

alter table private.email_outbox drop constraint email_outbox_kind_check;
alter table private.email_outbox add constraint email_outbox_kind_check
  check (kind in (
    'inquiry', 'inquiry-acknowledgement', 'inquiry-reply',
    'booking-made', 'booking-received', 'booking-answered', 'booking-changed', 'booking-cancelled', 'meeting-reminder',
    'messages-for-firm', 'messages-for-client', 'document-ready', 'project-status',
    'invoice-new', 'invoice-due-soon', 'invoice-overdue', 'payment-received', 'square-alarm',
    'plan-request-made', 'plan-request-received', 'plan-request-withdrawn', 'plan-request-answered', 'duplicate-plans',
    'plan-started', 'plan-changed', 'plan-ended',
    'findings-for-client', 'findings-for-firm', 'member-invitation', 'access-changed', 'access-review-due',
    'account-invite', 'account-recovery', 'account-magic-link', 'account-confirmation',
    'account-reauthentication', 'account-email-change', 'account-email-change-notice',
    'account-email-changed-notice', 'account-password-changed', 'account-factors-removed', 'account-new-device'));

alter table private.job_runs drop constraint job_runs_name_check;
alter table private.job_runs add constraint job_runs_name_check
  check (name in (
    'announce-bookings', 'announce-documents', 'announce-findings', 'announce-invoices', 'announce-meetings', 'announce-messages',
    'announce-payments', 'announce-people', 'announce-plans', 'announce-projects', 'announce-sign-ins', 'apply-retention-periods',
    'expire-risk-acceptances', 'process-webhook-event', 'recompute-overdue', 'reconcile-square', 'refresh-provider-token',
    'remove-expired', 'remove-old-downloads', 'remove-old-events', 'run-sync', 'scan-documents',
    'send-email', 'sweep-files'));

-- Erasure and audit log -------------------------------------------------------------------------------------------

create or replace function endpoints.erase_member(email text)
  returns table (outcome text, account_id uuid, company text, members integer, emails integer)
  language plpgsql security definer
  -- `security definer`, because administrators cannot write these tables.
  set search_path = ''
as $$
declare
  deleted_person constant text := 'deleted person';
  erased_email constant text := lower(erase_member.email);
  owned record;
  invitation_count integer;
  names text[];
  clients uuid[];
begin
  if not access.is_admin() then
    raise exception 'only administrators can erase members' using errcode = '42501';
  end if;
  select account.id into account_id
    from public.users as account where lower(account.email) = erased_email and account.role = 'client';

  -- Return the client that needs another owner instead of raising the trigger's error.
  for owned in select client.id, client.company from public.client_members as member
                 join public.clients as client on client.id = member.client_id
                where member.user_id = account_id and member.role = 'owner' and member.suspended_at is null
                order by client.id loop
    perform pg_advisory_xact_lock(hashtextextended('client owners ' || owned.id::text, 0));
    if not private.has_other_owner(owned.id, account_id) then
      outcome := 'last-owner';
      company := owned.company;
      return next;
      return;
    end if;
  end loop;

  -- How the history of findings names the person, and the clients in which it can.
  select array_agg(member.name) filter (where member.name <> '') || erased_email, array_agg(member.client_id)
    into names, clients
    from public.client_members as member where member.user_id = account_id;

  delete from public.client_members as member where member.user_id = account_id;
  get diagnostics members = row_count;
  delete from public.client_invitations as invitation where lower(invitation.email) = erased_email;
  get diagnostics invitation_count = row_count;
  if account_id is null and invitation_count = 0 then
    outcome := 'unknown';
    return next;
    return;
  end if;
  update public.client_invitations as invitation set inviter = deleted_person where invitation.invited_by = account_id;
  update public.client_activity as entry
     set actor = case when entry.actor_id = account_id then deleted_person else entry.actor end,
         subject = case when lower(entry.subject) = erased_email then deleted_person else entry.subject end
   where entry.actor_id = account_id or lower(entry.subject) = erased_email;
  update public.access_reviews as review
     set reviewer = case when review.reviewed_by = account_id then deleted_person else review.reviewer end,
         members = (select coalesce(jsonb_agg(case when lower(listed ->> 'email') = erased_email
                              then listed || jsonb_build_object('email', deleted_person, 'name', '') else listed end
                              order by position), '[]')
                      from jsonb_array_elements(review.members) with ordinality as item (listed, position))
   where review.reviewed_by = account_id
      or exists (select from jsonb_array_elements(review.members) as listed where lower(listed ->> 'email') = erased_email);
  update public.finding_events as event
     set actor = case when event.actor_id = account_id then deleted_person else event.actor end,
         from_value = case when event.action = 'assigned' and event.client_id = any (clients) and event.from_value = any (names) then deleted_person else event.from_value end,
         to_value = case when event.action = 'assigned' and event.client_id = any (clients) and event.to_value = any (names) then deleted_person else event.to_value end
   where event.actor_id = account_id
      or event.action = 'assigned' and event.client_id = any (clients) and names && array[event.from_value, event.to_value];
  update public.finding_comments as comment set author = deleted_person where comment.author_id = account_id;
  update public.retest_rounds as round set requester = deleted_person where round.requested_by = account_id;
  update public.risk_acceptances as acceptance
     set requester = case when acceptance.requested_by = account_id then deleted_person else acceptance.requester end,
         decider = case when acceptance.decided_by = account_id then deleted_person else acceptance.decider end
   where account_id in (acceptance.requested_by, acceptance.decided_by);
  delete from private.sign_in_attempts as attempt
   where attempt.user_id = account_id or lower(attempt.email) = erased_email;
  delete from private.email_outbox as queued where lower(queued.recipient) = erased_email;
  get diagnostics emails = row_count;
  -- Record only the numbers of rows, so that the audit log does not keep erased data.
  perform endpoints.record_audit_entry('erase member', 'client_members', '',
                                       jsonb_build_object('members', members, 'emails', emails));
  outcome := 'erased';
  return next;
end
$$;

create or replace view public.audit_log_list with (security_invoker = true) as
  select entry.id, entry.at, entry.actor_id, entry.actor, entry.action, entry.table_name, entry.row_id, entry.before,
         entry.after,
         coalesce(
           nullif(entry.changed ->> 'key', ''), nullif(entry.changed ->> 'project_name', ''), nullif(entry.changed ->> 'company', ''),
           nullif(entry.changed ->> 'tier_name', ''), nullif('#' || (entry.changed ->> 'invoice_number'), '#'),
           nullif(entry.changed ->> 'name', ''), nullif(entry.changed ->> 'service_type', ''),
           nullif(entry.changed ->> 'email', ''), nullif(entry.changed ->> 'reference', ''),
           case entry.table_name
             when 'clients' then (select client.company from public.clients as client
                                   where client.id = private.uuid_or_null(entry.row_id))
             when 'project_notes' then (select project.project_name from public.projects as project
                                         where project.id = private.uuid_or_null(entry.row_id))
             when 'users' then (select account.email from public.users as account
                                 where account.id = private.uuid_or_null(entry.row_id))
             when 'client_members' then (select account.email from public.users as account
                                          where account.id = private.uuid_or_null(entry.changed ->> 'user_id'))
             when 'client_invitations' then (select invitation.email from public.client_invitations as invitation
                                              where invitation.id = private.uuid_or_null(entry.row_id))
           end) as target_name,
         case when entry.table_name <> 'clients'
              then (select client.company from public.clients as client
                     where client.id = private.uuid_or_null(entry.changed ->> 'client_id')) end as client_name
    from (select log.*, coalesce(log.after, log.before) as changed from public.audit_log as log) as entry;
