-- Members change their own name. The client's contact person, which is stored as text, follows.

-- Former names ----------------------------------------------------------------------------------------------------

create table private.former_member_names (
  client_id uuid not null references public.clients (id) on delete cascade,
  user_id   uuid not null references public.users (id) on delete cascade,
  name      text not null,
  primary key (user_id, client_id, name)
);
create index former_member_names_client_idx on private.former_member_names (client_id);
alter table private.former_member_names enable row level security;
grant select on private.former_member_names to service_role;
comment on table private.former_member_names is
  'Earlier names of members and the names of removed members, so that erasing a person finds them in the history of findings.';

create function private.record_name_of_removed_member() returns trigger
  language plpgsql security definer
  -- `security definer`, because only the owner of the schema can write private.former_member_names.
  set search_path = ''
as $$
begin
  -- The joins skip clients and accounts that are being deleted.
  insert into private.former_member_names (client_id, user_id, name)
  select client.id, account.id, coalesce(nullif(old.name, ''), account.email)
    from public.clients as client
    join public.users as account on account.id = old.user_id
   where client.id = old.client_id
  on conflict do nothing;
  return null;
end
$$;
comment on function private.record_name_of_removed_member() is
  'Stores how the history of findings names a removed member: by name, or by email address if there is no name.';
revoke all on function private.record_name_of_removed_member() from public;

create trigger client_members_record_name after delete on public.client_members
  for each row execute function private.record_name_of_removed_member();

-- Own name --------------------------------------------------------------------------------------------------------

create function private.is_contact_person(client uuid, account_id uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select count(*) = 1 and coalesce(bool_or(member.user_id = account_id), false)
    from public.clients as named
    join public.client_members as member
      on member.client_id = named.id and lower(btrim(member.name)) = lower(btrim(named.contact_person))
   where named.id = client
$$;
comment on function private.is_contact_person(uuid, uuid) is
  'Whether a member has the name of the client''s contact person, and no other member does. Ignores case and surrounding spaces.';

create function endpoints.change_own_name(new_name text) returns boolean
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_members, and only owners can write public.clients.
  set search_path = ''
as $$
declare
  client uuid := access.current_client_id();
  old_name text;
  was_contact_person boolean;
begin
  -- Serialize with other changes to the members, which take the same lock first.
  perform pg_advisory_xact_lock(hashtextextended('client owners ' || client::text, 0));
  select member.name into old_name
    from public.client_members as member where member.client_id = client and member.user_id = auth.uid() for update;
  if not found then
    return false;
  end if;
  was_contact_person := private.is_contact_person(client, auth.uid());
  insert into private.former_member_names (client_id, user_id, name)
  select client, auth.uid(), old_name
   where old_name not in ('', new_name)
  on conflict do nothing;
  update public.client_members as member set name = new_name
   where member.client_id = client and member.user_id = auth.uid();
  if was_contact_person then
    update public.clients as renamed set contact_person = new_name where renamed.id = client;
  end if;
  return true;
end
$$;
comment on function endpoints.change_own_name(text) is
  'Changes the caller''s name at its current client. If the caller is the contact person, also the contact person. Returns false if the caller has no client.';
revoke all on function private.is_contact_person(uuid, uuid), endpoints.change_own_name(text) from public;
grant execute on function endpoints.change_own_name(text) to authenticated;

drop view public.own_memberships;
drop function access.list_own_memberships();
create function access.list_own_memberships()
  returns table (client_id uuid, company text, role text, permissions text[], needs_second_factor boolean, name text,
                 is_contact_person boolean)
  language sql stable security definer
  -- `security definer`, because a member who still has to enroll a second factor cannot read the client.
  set search_path = ''
as $$
  select member.client_id, client.company, member.role,
         array(select granted.permission from public.client_role_permissions as granted
                where granted.role = member.role order by granted.permission),
         client.requires_second_factor and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2',
         member.name, private.is_contact_person(member.client_id, member.user_id)
    from public.client_members as member
    join public.clients as client on client.id = member.client_id and client.status = 'active'
   where member.user_id = (select auth.uid()) and member.suspended_at is null
     and (member.expires_at is null or member.expires_at > now())
     and auth.jwt() -> 'app_metadata' ->> 'role' = 'client' and not endpoints.needs_second_factor()
   order by client.user_id is not distinct from member.user_id desc, member.joined_at, member.client_id
$$;
comment on function access.list_own_memberships() is
  'The clients that the caller can access, including those that require a second factor first.';

create view public.own_memberships with (security_invoker = true) as select * from access.list_own_memberships();
comment on view public.own_memberships is
  'The clients that the caller can access, in the order of access.current_membership(). needs_second_factor is true if the client requires a second factor and the session has not verified one. name is the caller''s name at the client.';
revoke all on function access.list_own_memberships() from public;
grant execute on function access.list_own_memberships() to authenticated, service_role;
grant select on public.own_memberships to authenticated, service_role;

-- A person's own name takes precedence, because the contact person can be someone else.
-- Names are stored per client.
drop function private.account_name(uuid);
create function private.account_name(account_id uuid, client uuid default null) returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select member.name from public.client_members as member
       join public.clients as named on named.id = member.client_id
      where member.user_id = account_id and member.name <> ''
        and (member.client_id = account_name.client
             or member.suspended_at is null and (member.expires_at is null or member.expires_at > now()))
      order by member.client_id is not distinct from account_name.client desc,
               named.user_id is not distinct from member.user_id desc, member.joined_at limit 1),
    (select named.contact_person from public.clients as named where named.user_id = account_id),
    access.staff_name(account_id))
$$;
comment on function private.account_name(uuid, uuid) is
  'The name of a member, a primary contact without a name of their own, or an administrator. Prefers the name at the client, if one is given. Null if it is not stored.';
revoke all on function private.account_name(uuid, uuid) from public;
grant execute on function private.account_name(uuid, uuid) to service_role;

-- Erasure ---------------------------------------------------------------------------------------------------------

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
  select array_agg(named.name) filter (where named.name <> '') || erased_email, array_agg(named.client_id)
    into names, clients
    from (select member.client_id, member.name from public.client_members as member where member.user_id = account_id
          union
          select former.client_id, former.name from private.former_member_names as former
           where former.user_id = account_id) as named;

  delete from public.client_members as member where member.user_id = account_id;
  get diagnostics members = row_count;
  delete from private.former_member_names as former where former.user_id = account_id;
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
  -- The acceptance of a proposal is kept, because it is the evidence of a contract.
  update public.proposal_events as event set actor = deleted_person where event.actor_id = account_id;
  update public.proposal_comments as comment set author = deleted_person where comment.author_id = account_id;
  update public.project_milestones as milestone set accepter = deleted_person where milestone.accepted_by = account_id;
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
