-- Clients can turn off reminders of proposals and emails about comments. Proposals, withdrawals and acceptances are
-- always announced.

alter table public.email_preferences
  add column proposal_reminders boolean not null default true,
  add column proposal_comments  boolean not null default true;
grant update (proposal_reminders, proposal_comments) on public.email_preferences to authenticated;
comment on column public.email_preferences.proposal_reminders is 'Proposals that expire soon.';
comment on column public.email_preferences.proposal_comments is 'Comments on proposals.';

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
                 when 'proposal-reminder' then preferences.proposal_reminders
                 when 'proposal-comment' then preferences.proposal_comments
                 else true
               end)
$$;
