-- Privacy requests of client members: deleting a person's data keeps the client's records.

alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add constraint audit_log_action_check check (action in (
  'insert', 'update', 'delete', 'invite', 'resend invitation', 'revoke invitation', 'remove second factors',
  'export data', 'erase inquirer', 'erase member', 'connect', 'disconnect', 'release', 'replay', 'run', 'retry',
  'resend', 'dismiss'));

create function endpoints.erase_member(email text)
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
comment on function endpoints.erase_member(text) is
  'Removes a person from all clients, and deletes the person''s invitations, sign-ins and emails. The log and the reviews of the clients name a deleted person instead. outcome is erased, unknown, or last-owner with the company that has no other owner. The caller deletes the account. Requires an administrator.';
revoke all on function endpoints.erase_member(text) from public;
grant execute on function endpoints.erase_member(text) to authenticated;

-- The audit log does not contain the names and addresses of members, so that they can be erased.
create or replace view public.audit_log_list with (security_invoker = true) as
  select entry.id, entry.at, entry.actor_id, entry.actor, entry.action, entry.table_name, entry.row_id, entry.before,
         entry.after,
         coalesce(
           nullif(entry.changed ->> 'project_name', ''), nullif(entry.changed ->> 'company', ''),
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
