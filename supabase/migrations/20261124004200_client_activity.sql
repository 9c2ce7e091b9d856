-- The activity log of a client's members.

create table public.client_activity (
  id           bigint generated always as identity primary key,
  client_id    uuid not null references public.clients (id) on delete cascade,
  at           timestamptz not null default clock_timestamp(),
  actor_role   text not null check (actor_role in ('client', 'admin', 'system')),
  actor_id     uuid references public.users (id) on delete set null,
  actor        text not null default '',
  action       text not null check (action in (
                 'signed-in', 'downloaded', 'previewed', 'invited', 'invitation-resent', 'invitation-revoked',
                 'invitation-declined', 'joined', 'role-changed', 'expiry-changed', 'suspended', 'restored', 'removed',
                 'second-factor-required', 'second-factor-optional', 'access-reviewed', 'booking-requested',
                 'quote-requested', 'plan-change-requested', 'plan-cancellation-requested')),
  subject      text not null default '',
  details      jsonb not null default '{}',
  announced_at timestamptz
);
create index client_activity_client_idx on public.client_activity (client_id, at desc, id desc);
create index client_activity_actor_idx on public.client_activity (actor_id);
create index client_activity_at_idx on public.client_activity (at);

alter table public.client_activity enable row level security;
-- Only triggers and functions write here. Default privileges would let service_role write too.
revoke all on public.client_activity from service_role;
grant select on public.client_activity to authenticated, service_role;

create policy "Clients can read their own activity" on public.client_activity
  for select to authenticated using (client_id = (select access.current_client_id('people')));
create policy "Administrators can read the activity of all clients" on public.client_activity
  for select to authenticated using ((select access.is_admin()));

comment on table public.client_activity is
  'What the members of a client did, and changes to who has access. Recorded by triggers. Deleted after the retention period of the audit log.';
comment on column public.client_activity.actor is
  'The actor''s email address at the time. Empty for administrators and the system.';
comment on column public.client_activity.subject is
  'What the action changed: an email address, the name of a document, or a service.';
comment on column public.client_activity.announced_at is 'When the emails about this entry were queued. Null if none are needed or still due.';

create function private.record_client_activity(client uuid, action text, subject text, details jsonb default '{}')
  returns void
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
declare
  is_admin boolean := coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
                      or nullif(current_setting('app.actor', true), '') is not null;
  actor public.users;
begin
  if not is_admin then
    select * into actor from public.users as account where account.id = auth.uid();
  end if;
  insert into public.client_activity (client_id, actor_role, actor_id, actor, action, subject, details)
  values (client, case when is_admin then 'admin' when actor.id is null then 'system' else 'client' end,
          actor.id, coalesce(actor.email, ''), record_client_activity.action, coalesce(record_client_activity.subject, ''),
          record_client_activity.details);
end
$$;
revoke all on function private.record_client_activity(uuid, text, text, jsonb) from public;

create function private.account_email(account_id uuid) returns text
  language sql stable
  set search_path = ''
as $$ select account.email from public.users as account where account.id = account_id $$;

create function private.record_member_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads all accounts.
  set search_path = ''
as $$
declare
  member public.client_members := case when tg_op = 'DELETE' then old else new end;
  email text := private.account_email(member.user_id);
begin
  -- The client itself is deleted.
  if tg_op = 'DELETE' and not exists (select from public.clients where id = old.client_id) then
    return null;
  end if;
  if tg_op <> 'UPDATE' then
    perform private.record_client_activity(member.client_id, case tg_op when 'INSERT' then 'joined' else 'removed' end,
      coalesce(email, member.name), jsonb_build_object('role', member.role, 'user', member.user_id));
    return null;
  end if;
  if new.role <> old.role then
    perform private.record_client_activity(new.client_id, 'role-changed', email,
      jsonb_build_object('from', old.role, 'to', new.role, 'user', new.user_id));
  end if;
  if (new.suspended_at is null) <> (old.suspended_at is null) then
    perform private.record_client_activity(new.client_id,
      case when new.suspended_at is null then 'restored' else 'suspended' end, email,
      jsonb_build_object('role', new.role, 'user', new.user_id));
  end if;
  if new.expires_at is distinct from old.expires_at and new.role = old.role then
    perform private.record_client_activity(new.client_id, 'expiry-changed', email,
      jsonb_build_object('expiresAt', new.expires_at, 'user', new.user_id));
  end if;
  return null;
end
$$;

create function private.record_sign_in_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  insert into public.client_activity (client_id, actor_role, actor_id, actor, action, at)
  select member.client_id, 'client', member.user_id, new.email, 'signed-in', new.created_at
    from public.client_members as member
    join public.clients as client on client.id = member.client_id and client.status = 'active'
   where member.user_id = new.user_id and member.suspended_at is null
     and (member.expires_at is null or member.expires_at > now());
  return null;
end
$$;

create function private.record_download_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  insert into public.client_activity (client_id, actor_role, actor_id, actor, action, subject)
  values (new.client_id, 'client', new.user_id, coalesce(private.account_email(new.user_id), ''),
          case new.kind when 'preview' then 'previewed' else 'downloaded' end, new.document_name);
  return null;
end
$$;

create function private.record_request_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  if tg_table_name = 'service_bookings' then
    perform private.record_client_activity(new.client_id, new.kind || '-requested', new.service_type);
  else
    perform private.record_client_activity(new.client_id,
      case new.kind when 'cancel' then 'plan-cancellation-requested' else 'plan-change-requested' end, '');
  end if;
  return null;
end
$$;

create function private.record_requirement_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  perform private.record_client_activity(new.id,
    case when new.requires_second_factor then 'second-factor-required' else 'second-factor-optional' end, '');
  return null;
end
$$;
revoke all on function private.account_email(uuid), private.record_member_activity(), private.record_sign_in_activity(),
  private.record_download_activity(), private.record_request_activity(),
  private.record_requirement_activity() from public;

create trigger client_members_record_activity after insert or delete or update of role, suspended_at, expires_at
  on public.client_members for each row execute function private.record_member_activity();
create trigger sign_in_attempts_record_activity after insert on private.sign_in_attempts
  for each row when (new.outcome = 'succeeded' and new.user_id is not null)
  execute function private.record_sign_in_activity();
create trigger document_downloads_record_activity after insert on public.document_downloads
  for each row when (new.user_role = 'client') execute function private.record_download_activity();
create trigger service_bookings_record_activity after insert on public.service_bookings
  for each row execute function private.record_request_activity();
create trigger plan_requests_record_activity after insert on public.plan_requests
  for each row execute function private.record_request_activity();
create trigger clients_record_activity after update of requires_second_factor on public.clients
  for each row when (old.requires_second_factor <> new.requires_second_factor)
  execute function private.record_requirement_activity();
