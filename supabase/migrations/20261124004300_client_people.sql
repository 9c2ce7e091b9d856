-- Invitations of client members, and the functions with which owners and administrators manage members.

-- Invitations -----------------------------------------------------------------------------------------------------

create table public.client_invitations (
  id                uuid primary key default gen_random_uuid(),
  client_id         uuid not null references public.clients (id) on delete cascade,
  email             text not null check (length(email) between 3 and 254 and access.is_single_line(email)),
  name              text not null default '' check (length(name) <= 200 and access.is_single_line(name)),
  role              text not null check (role in ('owner', 'billing', 'technical', 'auditor')),
  access_expires_at timestamptz check (isfinite(access_expires_at)),
  invited_by        uuid references public.users (id) on delete set null,
  inviter           text not null default '',
  created_at        timestamptz not null default now(),
  requested_at      timestamptz not null default now(),
  expires_at        timestamptz not null default now() + interval '7 days',
  email_queued_at   timestamptz,
  failed_sends      integer not null default 0,
  status            text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'revoked')),
  constraint client_invitations_owner_check check (role <> 'owner' or access_expires_at is null)
);
create unique index client_invitations_pending_key on public.client_invitations (client_id, lower(email))
  where status = 'pending';
create index client_invitations_email_idx on public.client_invitations (lower(email)) where status = 'pending';
create index client_invitations_client_idx on public.client_invitations (client_id, created_at desc);
create index client_invitations_invited_by_idx on public.client_invitations (invited_by);
create index client_invitations_unsent_idx on public.client_invitations (requested_at)
  where status = 'pending' and email_queued_at is null;

alter table public.client_invitations enable row level security;
grant select on public.client_invitations to authenticated;
grant all on public.client_invitations to service_role;

create policy "Clients can read invitations to join them" on public.client_invitations
  for select to authenticated using (client_id = (select access.current_client_id('people')));
create policy "Administrators can read all invitations" on public.client_invitations
  for select to authenticated using ((select access.is_admin()));

create trigger client_invitations_audit after insert or update or delete on public.client_invitations
  for each row execute function private.record_audit_entry('email_queued_at', 'failed_sends', 'name', 'email', 'inviter');

create function private.revoke_invitations_of_former_owner() returns trigger
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_invitations.
  set search_path = ''
as $$
declare
  revoked_email text;
begin
  if tg_op = 'UPDATE' and new.role = 'owner' and new.suspended_at is null then
    return null;
  end if;
  for revoked_email in
    update public.client_invitations as invitation set status = 'revoked'
     where invitation.client_id = old.client_id and invitation.invited_by = old.user_id
       and invitation.inviter <> '' and invitation.status = 'pending'
    returning invitation.email
  loop
    perform private.record_client_activity(old.client_id, 'invitation-revoked', revoked_email);
  end loop;
  return null;
end
$$;
comment on function private.revoke_invitations_of_former_owner() is
  'Revokes the pending invitations that a person sent as an owner, when the person is removed, suspended or given another role.';
revoke all on function private.revoke_invitations_of_former_owner() from public;

create trigger client_members_revoke_invitations after delete or update of role, suspended_at on public.client_members
  for each row when (old.role = 'owner') execute function private.revoke_invitations_of_former_owner();

comment on table public.client_invitations is
  'Invitations to become a member of a client. The invited person accepts after signing in with the invited email address. Valid for 7 days and for one person.';
comment on column public.client_invitations.access_expires_at is 'When the invited person''s access will end.';
comment on column public.client_invitations.inviter is
  'The inviter''s email address. Empty if an administrator sent the invitation.';
comment on column public.client_invitations.requested_at is 'When a person last sent or resent the invitation. A job then sends the email.';
comment on column public.client_invitations.email_queued_at is 'When the email was queued. Null if it is still due.';
comment on column public.client_invitations.failed_sends is
  'How often the authentication service rejected sending the invitation. It is sent again a limited number of times.';

-- Functions -------------------------------------------------------------------------------------------------------
-- Owners and administrators call the same functions. Each function checks the caller.

create function access.can_manage_people(client uuid) returns boolean
  language sql stable
  set search_path = ''
as $$ select access.is_admin() or coalesce(access.current_client_id('people') = client, false) $$;
comment on function access.can_manage_people(uuid) is
  'Whether the caller is an administrator, or an owner whose current client is this one.';
revoke all on function access.can_manage_people(uuid) from public;
grant execute on function access.can_manage_people(uuid) to authenticated, service_role;

create function endpoints.list_client_members(client uuid)
  returns table (id uuid, user_id uuid, email text, name text, role text, is_primary boolean,
                 joined_at timestamptz, suspended_at timestamptz, expires_at timestamptz,
                 last_seen_at timestamptz, last_sign_in_at timestamptz, has_second_factor boolean)
  language sql stable security definer
  -- `security definer`, because callers cannot read other accounts and their factors.
  set search_path = ''
as $$
  select member.id, member.user_id, profile.email, member.name, member.role,
         owner.user_id is not distinct from member.user_id,
         member.joined_at, member.suspended_at, member.expires_at,
         member.last_seen_at,
         -- A person can sign in for several clients. Without access, the client does not learn about later sign-ins.
         case when member.suspended_at is null and (member.expires_at is null or member.expires_at > now())
              then account.last_sign_in_at end,
         exists (select from auth.mfa_factors as factor
                  where factor.user_id = member.user_id and factor.status = 'verified')
    from public.client_members as member
    join public.clients as owner on owner.id = member.client_id
    join public.users as profile on profile.id = member.user_id
    join auth.users as account on account.id = member.user_id
   where member.client_id = list_client_members.client and access.can_manage_people(list_client_members.client)
   order by array_position(array['owner', 'billing', 'technical', 'auditor'], member.role), member.joined_at, member.id
$$;
comment on function endpoints.list_client_members(uuid) is
  'The members of a client, for its owners and administrators.';

create function private.lock_people_as_manager(client uuid) returns boolean
  language plpgsql
  set search_path = ''
as $$
begin
  -- The trigger that protects the last owner takes the same lock. Taking it before any row prevents a deadlock.
  perform pg_advisory_xact_lock(hashtextextended('client owners ' || client::text, 0));
  -- A concurrent transaction may have removed the caller.
  return access.can_manage_people(client);
end
$$;
comment on function private.lock_people_as_manager(uuid) is
  'Serializes changes to the members and invitations of a client. Returns whether the caller can manage them.';

create function private.has_sent_too_many_invitations(client uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select count(*) >= 30
    from public.client_activity as entry
   where entry.client_id = client and entry.at > now() - interval '1 hour'
     and entry.action in ('invited', 'invitation-resent')
$$;
comment on function private.has_sent_too_many_invitations(uuid) is
  'Whether a client sent 30 invitations within an hour, including those sent again. Each one sends an email.';
revoke all on function private.lock_people_as_manager(uuid), private.has_sent_too_many_invitations(uuid) from public;

create function endpoints.invite_member(client uuid, email text, name text, role text, access_expires_at timestamptz)
  returns text
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_invitations.
  set search_path = ''
as $$
begin
  if not private.lock_people_as_manager(client) then
    return 'not-allowed';
  end if;
  if not exists (select from public.clients as active where active.id = invite_member.client and active.status = 'active') then
    return 'client-suspended';
  end if;
  if exists (select from public.client_members as member join public.users as account on account.id = member.user_id
              where member.client_id = invite_member.client and lower(account.email) = lower(invite_member.email)) then
    return 'already-member';
  end if;
  if private.has_sent_too_many_invitations(client) then
    return 'too-many';
  end if;
  update public.client_invitations as earlier set status = 'revoked'
   where earlier.client_id = invite_member.client and lower(earlier.email) = lower(invite_member.email)
     and earlier.status = 'pending' and earlier.expires_at <= now();
  if exists (select from public.client_invitations as earlier
              where earlier.client_id = invite_member.client and lower(earlier.email) = lower(invite_member.email)
                and earlier.status = 'pending') then
    return 'already-invited';
  end if;
  insert into public.client_invitations (client_id, email, name, role, access_expires_at, invited_by, inviter)
  values (client, invite_member.email, invite_member.name, invite_member.role, invite_member.access_expires_at,
          auth.uid(), case when access.is_admin() then '' else coalesce(private.account_email(auth.uid()), '') end);
  perform private.record_client_activity(client, 'invited', invite_member.email,
                                         jsonb_build_object('role', invite_member.role));
  return 'invited';
end
$$;
comment on function endpoints.invite_member(uuid, text, text, text, timestamptz) is
  'Stores an invitation. A job sends the email, so that the response does not depend on whether the address has an account. Returns invited, already-member, already-invited, client-suspended, too-many or not-allowed.';

create function private.lock_invitation(invitation uuid) returns public.client_invitations
  language plpgsql
  set search_path = ''
as $$
declare
  pending public.client_invitations;
begin
  select * into pending from public.client_invitations as row where row.id = invitation;
  if pending.id is null or not access.can_manage_people(pending.client_id)
     or not private.lock_people_as_manager(pending.client_id) then
    return null;
  end if;
  select * into pending from public.client_invitations as row
   where row.id = invitation and row.status = 'pending' for update;
  return pending;
end
$$;
comment on function private.lock_invitation(uuid) is
  'Locks a pending invitation that the caller can manage. Null if there is none.';
revoke all on function private.lock_invitation(uuid) from public;

create function endpoints.resend_member_invitation(invitation uuid) returns text
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_invitations.
  set search_path = ''
as $$
declare
  pending public.client_invitations;
begin
  pending := private.lock_invitation(invitation);
  if pending.id is null then
    return 'unknown';
  end if;
  if pending.requested_at > now() - interval '1 minute' then
    return 'too-soon';
  end if;
  if private.has_sent_too_many_invitations(pending.client_id) then
    return 'too-many';
  end if;
  update public.client_invitations
     set requested_at = now(), expires_at = now() + interval '7 days', email_queued_at = null, failed_sends = 0
   where id = pending.id;
  perform private.record_client_activity(pending.client_id, 'invitation-resent', pending.email);
  return 'resent';
end
$$;
comment on function endpoints.resend_member_invitation(uuid) is
  'Sends a pending invitation again, valid for another 7 days. Returns resent, too-soon, too-many or unknown.';

create function endpoints.revoke_member_invitation(invitation uuid) returns boolean
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_invitations.
  set search_path = ''
as $$
declare
  pending public.client_invitations;
begin
  pending := private.lock_invitation(invitation);
  if pending.id is null then
    return false;
  end if;
  update public.client_invitations set status = 'revoked' where id = pending.id;
  perform private.record_client_activity(pending.client_id, 'invitation-revoked', pending.email);
  return true;
end
$$;
comment on function endpoints.revoke_member_invitation(uuid) is
  'Revokes a pending invitation. Returns whether there was one.';

create function endpoints.list_own_invitations()
  returns table (id uuid, company text, role text, inviter text, access_expires_at timestamptz, expires_at timestamptz)
  language sql stable security definer
  -- `security definer`, because the invited person is not a member yet.
  set search_path = ''
as $$
  select invitation.id, client.company, invitation.role, invitation.inviter, invitation.access_expires_at,
         invitation.expires_at
    from public.client_invitations as invitation
    join public.clients as client on client.id = invitation.client_id and client.status = 'active'
    join auth.users as account on account.id = (select auth.uid()) and account.email_confirmed_at is not null
   where lower(invitation.email) = lower(account.email) and invitation.status = 'pending'
     and invitation.expires_at > now()
     -- The inviter's account may have been deleted.
     and (invitation.inviter = '' or invitation.invited_by is not null)
     and auth.jwt() -> 'app_metadata' ->> 'role' = 'client' and not endpoints.needs_second_factor()
   order by invitation.created_at
$$;
comment on function endpoints.list_own_invitations() is
  'The pending invitations for the caller''s confirmed email address.';

create function endpoints.respond_to_member_invitation(invitation uuid, accepts boolean) returns text
  language plpgsql security definer
  -- `security definer`, because the invited person is not a member yet.
  set search_path = ''
as $$
declare
  pending public.client_invitations;
begin
  -- Take the lock before the row, like the functions that change members.
  perform pg_advisory_xact_lock(hashtextextended('client owners ' || row.client_id::text, 0))
     from public.client_invitations as row where row.id = invitation;
  -- The list contains only invitations for the caller's email address.
  select row.* into pending
    from endpoints.list_own_invitations() as own
    join public.client_invitations as row on row.id = own.id
   where own.id = invitation for update of row;
  if not found then
    return 'unknown';
  end if;
  update public.client_invitations set status = case when accepts then 'accepted' else 'declined' end
   where id = pending.id and status = 'pending';
  if not found then
    return 'unknown';
  end if;
  if not accepts then
    perform private.record_client_activity(pending.client_id, 'invitation-declined', pending.email);
    return 'declined';
  end if;
  insert into public.client_members (client_id, user_id, role, name, invited_by, expires_at)
  values (pending.client_id, auth.uid(), pending.role, pending.name,
          (select account.id from public.users as account where account.id = pending.invited_by),
          pending.access_expires_at)
  on conflict (client_id, user_id) do nothing;
  return 'accepted';
end
$$;
comment on function endpoints.respond_to_member_invitation(uuid, boolean) is
  'Accepts or declines an invitation for the caller''s email address. Returns accepted, declined or unknown.';

create function private.lock_member(member uuid) returns public.client_members
  language plpgsql
  set search_path = ''
as $$
declare
  found_member public.client_members;
begin
  select * into found_member from public.client_members as row where row.id = member;
  if found_member.id is null or not access.can_manage_people(found_member.client_id)
     or not private.lock_people_as_manager(found_member.client_id) then
    return null;
  end if;
  select * into found_member from public.client_members as row where row.id = member for update;
  return found_member;
end
$$;
comment on function private.lock_member(uuid) is
  'Locks a member that the caller can manage, and serializes changes to the members of its client. Null if there is none.';
revoke all on function private.lock_member(uuid) from public;

create function endpoints.change_member(member uuid, role text, access_expires_at timestamptz) returns text
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_members.
  set search_path = ''
as $$
declare
  current_member public.client_members := private.lock_member(member);
begin
  if current_member.id is null then
    return 'unknown';
  end if;
  update public.client_members as row
     set role = change_member.role,
         expires_at = case when change_member.role = 'owner' then null else change_member.access_expires_at end
   where row.id = current_member.id;
  return 'changed';
exception when sqlstate '23001' then
  return 'last-owner';
end
$$;
comment on function endpoints.change_member(uuid, text, timestamptz) is
  'Changes a member''s role and expiry date. Returns changed, last-owner or unknown. Requires an owner or administrator.';

create function endpoints.set_member_suspended(member uuid, is_suspended boolean) returns text
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_members.
  set search_path = ''
as $$
declare
  current_member public.client_members := private.lock_member(member);
begin
  if current_member.id is null then
    return 'unknown';
  end if;
  update public.client_members as row
     set suspended_at = case when is_suspended then coalesce(row.suspended_at, now()) end
   where row.id = current_member.id;
  return 'changed';
exception when sqlstate '23001' then
  return 'last-owner';
end
$$;
comment on function endpoints.set_member_suspended(uuid, boolean) is
  'Suspends a member, or restores the member''s access. Returns changed, last-owner or unknown. Requires an owner or administrator.';

create function endpoints.remove_member(member uuid) returns text
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.client_members.
  set search_path = ''
as $$
declare
  current_member public.client_members := private.lock_member(member);
begin
  if current_member.id is null then
    return 'unknown';
  end if;
  delete from public.client_members as row where row.id = current_member.id;
  return 'removed';
exception when sqlstate '23001' then
  return 'last-owner';
end
$$;
comment on function endpoints.remove_member(uuid) is
  'Removes a member. Returns removed, last-owner or unknown. Requires an owner or administrator.';

create function endpoints.set_second_factor_required(client uuid, is_required boolean) returns text
  language plpgsql security definer
  -- `security definer`, because callers cannot write this column.
  set search_path = ''
as $$
begin
  if not access.can_manage_people(client) then
    return 'unknown';
  end if;
  -- Otherwise, the owner would lose access immediately.
  if is_required and not access.is_admin() and auth.jwt() ->> 'aal' is distinct from 'aal2' then
    return 'own-factor-missing';
  end if;
  update public.clients set requires_second_factor = is_required where id = client;
  return 'changed';
end
$$;
comment on function endpoints.set_second_factor_required(uuid, boolean) is
  'Sets whether all members of a client need a second factor. Returns changed, own-factor-missing or unknown.';

create function endpoints.record_visit() returns void
  language sql security definer
  -- `security definer`, because callers cannot write public.client_members.
  set search_path = ''
as $$
  update public.client_members as member set last_seen_at = now()
   where member.client_id = access.current_client_id() and member.user_id = auth.uid()
     and (member.last_seen_at is null or member.last_seen_at < now() - interval '5 minutes')
$$;
comment on function endpoints.record_visit() is
  'Records that the caller opened the portal for its current client, at most every 5 minutes.';

revoke all on function endpoints.list_client_members(uuid),
  endpoints.invite_member(uuid, text, text, text, timestamptz), endpoints.resend_member_invitation(uuid),
  endpoints.revoke_member_invitation(uuid), endpoints.list_own_invitations(),
  endpoints.respond_to_member_invitation(uuid, boolean), endpoints.change_member(uuid, text, timestamptz),
  endpoints.set_member_suspended(uuid, boolean), endpoints.remove_member(uuid),
  endpoints.set_second_factor_required(uuid, boolean), endpoints.record_visit()
  from public;
grant execute on function endpoints.list_client_members(uuid),
  endpoints.invite_member(uuid, text, text, text, timestamptz), endpoints.resend_member_invitation(uuid),
  endpoints.revoke_member_invitation(uuid), endpoints.list_own_invitations(),
  endpoints.respond_to_member_invitation(uuid, boolean), endpoints.change_member(uuid, text, timestamptz),
  endpoints.set_member_suspended(uuid, boolean), endpoints.remove_member(uuid),
  endpoints.set_second_factor_required(uuid, boolean), endpoints.record_visit()
  to authenticated;

-- Memberships of the caller ---------------------------------------------------------------------------------------

create function access.list_own_memberships()
  returns table (client_id uuid, company text, role text, permissions text[], needs_second_factor boolean)
  language sql stable security definer
  -- `security definer`, because a member who still has to enroll a second factor cannot read the client.
  set search_path = ''
as $$
  select member.client_id, client.company, member.role,
         array(select granted.permission from public.client_role_permissions as granted
                where granted.role = member.role order by granted.permission),
         client.requires_second_factor and coalesce(auth.jwt() ->> 'aal', '') <> 'aal2'
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
  'The clients that the caller can access, in the order of access.current_membership(). needs_second_factor is true if the client requires a second factor and the session has not verified one.';

create function access.list_active_members() returns table (user_id uuid, name text, role text)
  language sql stable security definer
  -- `security definer`, because only owners can read the members.
  set search_path = ''
as $$
  select member.user_id, coalesce(nullif(member.name, ''), account.email), member.role
    from public.client_members as member join public.users as account on account.id = member.user_id
   where member.client_id = (select access.current_client_id()) and member.suspended_at is null
     and (member.expires_at is null or member.expires_at > now())
$$;
comment on function access.list_active_members() is
  'The active members of the caller''s client by name, for all members.';

create view public.active_members with (security_invoker = true) as select * from access.list_active_members();
comment on view public.active_members is
  'The active members of the caller''s client, for all members. Messages show who wrote them, and the page of a forbidden section names the owners.';

revoke all on function access.list_own_memberships(), access.list_active_members() from public;
grant execute on function access.list_own_memberships(), access.list_active_members() to authenticated, service_role;
grant select on public.own_memberships, public.active_members to authenticated, service_role;

-- Meetings without links -------------------------------------------------------------------------------------------

create function access.list_own_meetings()
  returns table (id uuid, client_id uuid, service_type text, status text, scheduled_at timestamptz,
                 meeting_minutes integer)
  language sql stable security definer
  -- `security definer`, because auditors cannot read public.service_bookings, which contains links to meetings.
  set search_path = ''
as $$
  select booking.id, booking.client_id, booking.service_type, booking.status, booking.scheduled_at,
         booking.meeting_minutes
    from public.service_bookings as booking
   where booking.client_id = (select access.current_client_id('meetings'))
     and booking.kind = 'booking' and booking.scheduled_at is not null
$$;
comment on function access.list_own_meetings() is 'The scheduled meetings of the caller''s client, without links and details.';

create view public.client_meetings with (security_invoker = true) as select * from access.list_own_meetings();
comment on view public.client_meetings is 'The scheduled meetings of the caller''s client, without links and details.';

revoke all on function access.list_own_meetings() from public;
grant execute on function access.list_own_meetings() to authenticated, service_role;
grant select on public.client_meetings to authenticated, service_role;

-- Emails -----------------------------------------------------------------------------------------------------------

alter table private.email_outbox drop constraint email_outbox_kind_check;
alter table private.email_outbox add constraint email_outbox_kind_check
  check (kind in (
    'inquiry', 'inquiry-acknowledgement', 'inquiry-reply',
    'booking-made', 'booking-received', 'booking-answered', 'booking-changed', 'booking-cancelled', 'meeting-reminder',
    'messages-for-firm', 'messages-for-client', 'document-ready', 'project-status',
    'invoice-new', 'invoice-due-soon', 'invoice-overdue', 'payment-received', 'square-alarm',
    'plan-request-made', 'plan-request-received', 'plan-request-withdrawn', 'plan-request-answered', 'duplicate-plans',
    'plan-started', 'plan-changed', 'plan-ended',
    'member-invitation', 'access-changed', 'access-review-due',
    'account-invite', 'account-recovery', 'account-magic-link', 'account-confirmation',
    'account-reauthentication', 'account-email-change', 'account-email-change-notice',
    'account-email-changed-notice', 'account-password-changed', 'account-factors-removed', 'account-new-device'));

alter table private.job_runs drop constraint job_runs_name_check;
alter table private.job_runs add constraint job_runs_name_check
  check (name in (
    'announce-bookings', 'announce-documents', 'announce-invoices', 'announce-meetings', 'announce-messages',
    'announce-payments', 'announce-people', 'announce-plans', 'announce-projects', 'announce-sign-ins', 'apply-retention-periods',
    'process-webhook-event', 'recompute-overdue', 'reconcile-square', 'refresh-provider-token',
    'remove-expired', 'remove-old-downloads', 'remove-old-events', 'run-sync', 'scan-documents',
    'send-email', 'sweep-files'));
