-- One request makes several changes: publishing an invoice records up to six. The audit log lists them as one entry, whose
-- title is the most important change. Rows that exist already stay separate, because the audit log cannot be changed.

alter table public.audit_log add column part_of bigint;
comment on column public.audit_log.part_of is
  'The first row of the same transaction, or of the request that Square''s step belongs to. Null for the first row. It is not a foreign key, because the retention job deletes rows by their age.';
create index audit_log_part_of_idx on public.audit_log (part_of) where part_of is not null;

create function private.group_audit_entry() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  first_id bigint := nullif(current_setting('app.audit_entry', true), '')::bigint;
begin
  if new.part_of is not null then
    return new;
  end if;
  new.part_of := first_id;
  if first_id is null then
    perform set_config('app.audit_entry', new.id::text, true);
  end if;
  return new;
end
$$;
comment on function private.group_audit_entry() is
  'Sets part_of to the first row that the transaction recorded, whose id is in a setting of the transaction.';
revoke all on function private.group_audit_entry() from public;
create trigger audit_log_group before insert on public.audit_log
  for each row execute function private.group_audit_entry();

create function private.audit_event_rank(event text) returns integer
  language sql immutable
  return case
    when event is null then 2
    -- These happen because of another event, or are steps towards one.
    when event like '% in Square' or event like 'start % invoice'
         or event in ('add member', 'apply retest result', 'confirm invoice', 'link Square customer',
                      'mark inquiry as replied', 'supersede letter') then 1
    else 0
  end;
comment on function private.audit_event_rank(text) is
  'The rank of an event within its request. The event with the lowest rank is the title of the entry.';
revoke all on function private.audit_event_rank(text) from public;
-- The view audit_log_list calls this function as the caller.
grant execute on function private.audit_event_rank(text) to authenticated, service_role;

create or replace view public.audit_log_list with (security_invoker = true) as
  select entry.id, entry.at, entry.actor_id, entry.actor, entry.action, entry.table_name, entry.row_id, entry.before,
         entry.after,
         coalesce(
           nullif(entry.changed ->> 'key', ''), nullif(entry.changed ->> 'project_name', ''), nullif(entry.changed ->> 'company', ''),
           nullif(entry.changed ->> 'tier_name', ''), nullif('#' || (entry.changed ->> 'invoice_number'), '#'),
           nullif(entry.changed ->> 'name', ''), nullif(entry.changed ->> 'service_type', ''),
           nullif(entry.changed ->> 'email', ''), nullif(entry.changed ->> 'reference', ''),
           nullif(entry.changed ->> 'title', ''),
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
             when 'invoices' then (select nullif('#' || invoice.invoice_number, '#') from public.invoices as invoice
                                    where invoice.id = private.uuid_or_null(entry.row_id))
             when 'invoice_reminders' then (select nullif('#' || invoice.invoice_number, '#') from public.invoices as invoice
                                             where invoice.id = private.uuid_or_null(entry.changed ->> 'invoice_id'))
             when 'invoice_drafts' then (select draft.title from public.invoice_drafts as draft
                                          where draft.id = private.uuid_or_null(entry.row_id))
             when 'retest_rounds' then (select project.project_name || ', retest ' || (entry.changed ->> 'number')
                                          from public.projects as project
                                         where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'assessments' then (select project.project_name from public.projects as project
                                       where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'attestation_letters' then (select project.project_name from public.projects as project
                                               where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'planned_payments' then (select project.project_name from public.projects as project
                                            where project.id = private.uuid_or_null(entry.changed ->> 'project_id'))
             when 'client_subscriptions' then (
               select tier.tier_name
                 from public.client_subscriptions as subscription
                 join public.subscription_tiers as tier on tier.id = subscription.tier_id
                where subscription.id = private.uuid_or_null(entry.row_id))
             when 'plan_requests' then (
               select tier.tier_name
                 from public.client_subscriptions as subscription
                 join public.subscription_tiers as tier on tier.id = subscription.tier_id
                where subscription.id = private.uuid_or_null(entry.changed ->> 'subscription_id'))
             when 'plan_endings' then (
               select tier.tier_name
                 from public.client_subscriptions as subscription
                 join public.subscription_tiers as tier on tier.id = subscription.tier_id
                where subscription.id = private.uuid_or_null(entry.changed ->> 'subscription_id'))
             when 'unmatched_subscriptions' then (select tier.tier_name from public.subscription_tiers as tier
                                                   where tier.id = private.uuid_or_null(entry.changed ->> 'tier_id'))
             when 'inquiry_replies' then (select inquiry.reference from public.contact_inquiries as inquiry
                                           where inquiry.id = private.uuid_or_null(entry.changed ->> 'inquiry_id'))
             when 'consultations' then (select consultation.company from public.consultations as consultation
                                         where consultation.id = private.uuid_or_null(entry.row_id))
             when 'calendar_feeds' then (select host.name from public.consultation_hosts as host
                                          where host.id = private.uuid_or_null(entry.changed ->> 'host_id'))
             when 'availability_hours' then (
               array['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'])
                 [(entry.changed ->> 'weekday')::integer]
             when 'availability_overrides' then coalesce(nullif(entry.changed ->> 'label', ''), entry.changed ->> 'date')
             when 'blocked_times' then coalesce(nullif(entry.changed ->> 'reason', ''), left(entry.changed ->> 'starts_at', 10))
             when 'finding_deadlines' then initcap(entry.changed ->> 'severity')
             when 'proposal_terms' then 'Version ' || (entry.changed ->> 'version')
           end) as target_name,
         case when entry.table_name <> 'clients'
              then (select client.company from public.clients as client
                     where client.id = coalesce(
                       private.uuid_or_null(coalesce(entry.changed ->> 'client_id', entry.before ->> 'client_id')),
                       -- Entries of the sync contain only the changed columns.
                       case entry.table_name
                         when 'invoice_drafts' then (select draft.client_id from public.invoice_drafts as draft
                                                      where draft.id = private.uuid_or_null(entry.row_id))
                         when 'client_subscriptions' then (
                           select subscription.client_id from public.client_subscriptions as subscription
                            where subscription.id = private.uuid_or_null(entry.row_id))
                       end)) end as client_name,
         access.staff_name(entry.actor_id) as actor_name,
         private.audit_event(entry.action, entry.table_name, entry.before, entry.after) as event,
         entry.part_of,
         (select 1 + count(*)::integer from public.audit_log as part where part.part_of = entry.id) as entry_count,
         (select member.id
            from public.audit_log as member
           where member.id = entry.id or member.part_of = entry.id
           order by private.audit_event_rank(
                      private.audit_event(member.action, member.table_name, member.before, member.after)),
                    member.id
           limit 1) as title_id
    from (select log.*, coalesce(log.after, log.before) as changed from public.audit_log as log) as entry;
comment on view public.audit_log_list is
  'The audit log with the event of each entry, the names of each actor and target, and the company of the client it belongs to. Null if there is no name. part_of is null for the first row of a request: entry_count is the number of its rows, and title_id is the row that describes the request.';

create function public.search_audit_log(terms jsonb, target_table text, only_first boolean)
  returns setof public.audit_log_list
  language sql stable
begin atomic
  -- Looking up the name of each row's author would take most of the time, because there are few authors.
  with author as materialized (
    select ids.actor_id, access.staff_name(ids.actor_id) as name
      from (select distinct actor_id from public.audit_log where actor_id is not null) as ids)
  select listed.*
    from public.audit_log_list as listed
   where (listed.part_of is null or not only_first)
     and ((terms = '[]' and target_table = '')
          or coalesce(listed.part_of, listed.id) in (
               select coalesce(entry.part_of, entry.id)
                 from public.audit_log_list as entry
                 left join author on author.actor_id = entry.actor_id
                -- Without the offset, each term would compute the event and the names again.
                cross join lateral (
                  select entry.event,
                         concat_ws(E'\n', entry.actor, author.name, entry.row_id, entry.target_name, entry.client_name)
                           as names
                  offset 0) as shown
                where (target_table = '' or entry.table_name = target_table)
                  and not exists (
                        select from jsonb_array_elements(terms) as term
                         where not coalesce(
                                 shown.names ilike (term ->> 'pattern')
                                 or case when shown.event is null
                                         then term -> 'actions' ? entry.action
                                              or (term -> 'tables' ? entry.table_name
                                                  and term -> 'actionsWithTable' ? entry.action)
                                         else term -> 'events' ? shown.event end, false))));
end;
comment on function public.search_audit_log(jsonb, text, boolean) is
  'The rows of the requests with a row that matches every term, or only the first row of each request. A term has a pattern for names, and the events, actions and tables whose labels match. An empty target_table matches all tables.';
revoke all on function public.search_audit_log(jsonb, text, boolean) from public, anon;
grant execute on function public.search_audit_log(jsonb, text, boolean) to authenticated, service_role;
