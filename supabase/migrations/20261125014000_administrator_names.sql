-- Names of administrators. Clients see the names of those who wrote to them.

alter table public.users
  add column name text not null default ''
    constraint users_name_check check (length(name) <= 100 and name = btrim(name) and access.is_single_line(name));
comment on column public.users.name is
  'The name of an administrator. Empty if it is unknown. The names of clients'' people are stored with clients and members.';

create function access.staff_name(account_id uuid) returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce(
           nullif(account.name, ''),
           (select host.name from public.consultation_hosts as host
             where host.user_id = account.id or lower(host.email) = lower(account.email)
             order by host.user_id is not distinct from account.id desc, host.created_at, host.id limit 1))
    from public.users as account
   where account.id = account_id and account.role = 'admin'
$$;
comment on function access.staff_name(uuid) is
  'The name of an administrator: their own, or the one of their host. Null if neither is stored. Policies apply.';
revoke all on function access.staff_name(uuid) from public;
grant execute on function access.staff_name(uuid) to authenticated, service_role;

create or replace function private.account_name(account_id uuid) returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select client.contact_person from public.clients as client where client.user_id = account_id),
    (select member.name from public.client_members as member
      where member.user_id = account_id and member.name <> '' and member.suspended_at is null
        and (member.expires_at is null or member.expires_at > now())
      order by member.joined_at limit 1),
    access.staff_name(account_id))
$$;
comment on function private.account_name(uuid) is
  'The name of a primary contact, a member or an administrator. Null if it is not stored.';

create view public.staff_names with (security_invoker = true) as
  select account.id, coalesce(stored.name, split_part(account.email, '@', 1)) as name
    from public.users as account, lateral (select access.staff_name(account.id)) as stored (name)
   where account.role = 'admin';
grant select on public.staff_names to authenticated, service_role;
comment on view public.staff_names is
  'The names of administrators, for administrators. The part of the email address before the @ if the name is unknown.';

create function endpoints.name_administrator(account_id uuid, new_name text) returns boolean
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.users.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can name administrators' using errcode = '42501';
  end if;
  update public.users as account set name = new_name
   where account.id = account_id
     and exists (select from auth.users as signed_in
                  where signed_in.id = account.id and signed_in.raw_app_meta_data ->> 'role' = 'admin');
  return found;
end
$$;
comment on function endpoints.name_administrator(uuid, text) is
  'Changes the name of an administrator. Requires an administrator. Returns false if the account is not one.';
revoke all on function endpoints.name_administrator(uuid, text) from public;
grant execute on function endpoints.name_administrator(uuid, text) to authenticated;

drop function endpoints.list_administrators();
create function endpoints.list_administrators()
  returns table (id uuid, email text, name text, last_sign_in_at timestamptz, invited_at timestamptz, factors jsonb)
  language sql stable security definer
  -- `security definer`, because callers cannot read auth.users and auth.mfa_factors.
  set search_path = ''
as $$
  select account.id, account.email, coalesce(access.staff_name(account.id), ''), account.last_sign_in_at,
         case when account.email_confirmed_at is null
              then coalesce(account.invited_at, account.created_at, now()) end,
         coalesce((select jsonb_agg(jsonb_build_object(
                     'id', factor.id, 'name', coalesce(factor.friendly_name, ''), 'addedAt', factor.created_at,
                     'kind', case when factor.factor_type::text = 'totp' then 'app' else 'passkey' end)
                     order by factor.created_at)
                     from auth.mfa_factors as factor
                    where factor.user_id = account.id and factor.status = 'verified'), '[]')
    from auth.users as account
   where account.raw_app_meta_data ->> 'role' = 'admin' and account.deleted_at is null and access.is_admin()
   order by account.email
$$;
comment on function endpoints.list_administrators() is
  'Returns all administrators with their names and verified second factors to administrators. invited_at is null after the invitation is accepted.';
revoke all on function endpoints.list_administrators() from public;
grant execute on function endpoints.list_administrators() to authenticated;

comment on function access.list_message_authors() is
  'The administrators who wrote to the caller''s client, with their names. Null if the name is not stored.';

-- Comments --------------------------------------------------------------------------------------------------------

create or replace function private.check_finding_comment() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads the client's members, names and the publication status.
  set search_path = ''
as $$
begin
  -- Clients can read comments, so a comment on a draft would reveal it.
  if not exists (select from public.findings as finding
                  where finding.id = new.finding_id and finding.publication_status <> 'draft') then
    raise exception 'only published findings have comments' using errcode = '42501';
  end if;
  if exists (select from unnest(new.mentions) as mentioned
              where not exists (select from public.client_members as member
                                  join public.client_role_permissions as granted
                                    on granted.role = member.role and granted.permission = 'findings'
                                 where member.client_id = new.client_id and member.user_id = mentioned)) then
    raise exception 'a comment can mention only people who can read the finding' using errcode = '23514';
  end if;
  -- The server and the demo store comments of others.
  if auth.uid() is not null then
    new.author_id := auth.uid();
    new.author_role := case when access.is_admin() then 'admin' else 'client' end;
  end if;
  new.author := coalesce(case new.author_role when 'client' then private.member_name(new.client_id, new.author_id)
                                              else access.staff_name(new.author_id) end, '');
  return new;
end
$$;

create or replace function private.check_proposal_comment() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads proposals and names without policies.
  set search_path = ''
as $$
begin
  -- Clients can read comments, so a comment on a draft would reveal it.
  if not exists (select from public.proposals as proposal
                  where proposal.id = new.proposal_id and proposal.status <> 'draft') then
    raise exception 'only sent proposals have comments' using errcode = '42501';
  end if;
  -- The server and the demo store comments of others.
  if auth.uid() is not null then
    new.author_id := auth.uid();
    new.author_role := case when access.is_admin() then 'admin' else 'client' end;
    -- Each comment sends email.
    perform pg_advisory_xact_lock(hashtextextended('proposal_comments ' || new.proposal_id::text, 0));
    if new.author_role = 'client'
       and (select count(*) from public.proposal_comments as earlier
             where earlier.proposal_id = new.proposal_id and earlier.author_role = 'client'
               and earlier.created_at > now() - interval '1 hour') >= 60 then
      raise sqlstate 'PT429' using message = 'Too many comments', hint = 'Wait an hour.';
    end if;
  end if;
  new.author := coalesce(case new.author_role when 'client' then private.member_name(new.client_id, new.author_id)
                                              else access.staff_name(new.author_id) end, '');
  return new;
end
$$;

comment on column public.finding_comments.author is
  'The name of the author at the time. For members without a name, the email address. Empty for administrators without a name.';
comment on column public.proposal_comments.author is
  'The name of the author at the time. For members without a name, the email address. Empty for administrators without a name.';

-- Audit log -------------------------------------------------------------------------------------------------------

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
           end) as target_name,
         case when entry.table_name <> 'clients'
              then (select client.company from public.clients as client
                     where client.id = private.uuid_or_null(entry.changed ->> 'client_id')) end as client_name,
         access.staff_name(entry.actor_id) as actor_name
    from (select log.*, coalesce(log.after, log.before) as changed from public.audit_log as log) as entry;
comment on view public.audit_log_list is
  'The audit log with the names of each actor and target, and the company of the client it belongs to. Null if there is no name.';
