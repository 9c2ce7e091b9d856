-- Messages between a client and the firm.

create table public.messages (
  id                uuid primary key default gen_random_uuid(),
  client_id         uuid not null default access.current_client_id() references public.clients (id) on delete restrict,
  sender_role       text not null default case when access.is_admin() then 'admin' else 'client' end
                    check (sender_role in ('client', 'admin')),
  sender_id         uuid default auth.uid() references public.users (id) on delete set null,
  body              text not null check (body ~ '\S' and length(body) <= 5000),
  read_by_client_at timestamptz,
  read_by_firm_at   timestamptz,
  created_at        timestamptz not null default now()
);
create index messages_thread_idx on public.messages (client_id, created_at desc, id);
create index messages_sender_idx on public.messages (sender_id);
create index messages_unread_by_client_idx on public.messages (client_id)
  where sender_role = 'admin' and read_by_client_at is null;
create index messages_unread_by_firm_idx on public.messages (client_id)
  where sender_role = 'client' and read_by_firm_at is null;

alter table public.messages enable row level security;
grant select on public.messages to authenticated;
grant insert (client_id, body) on public.messages to authenticated;
grant update (read_by_client_at, read_by_firm_at) on public.messages to authenticated;
grant all on public.messages to service_role;

create policy "Clients can read their own messages" on public.messages
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all messages" on public.messages
  for select to authenticated using ((select access.is_admin()));
create policy "Clients can send messages as themselves" on public.messages
  for insert to authenticated
  with check (client_id = (select access.current_client_id()) and sender_role = 'client'
              and sender_id = (select auth.uid()));
create policy "Administrators can send messages as the firm" on public.messages
  for insert to authenticated
  with check ((select access.is_admin()) and sender_role = 'admin' and sender_id = (select auth.uid()));
create policy "Clients can mark their own messages as read" on public.messages
  for update to authenticated
  using (client_id = (select access.current_client_id())) with check (client_id = (select access.current_client_id()));
create policy "Administrators can mark all messages as read" on public.messages
  for update to authenticated
  using ((select access.is_admin())) with check ((select access.is_admin()));

create function private.set_message_read_times() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  side text := case when auth.role() = 'authenticated'
                    then case when access.is_admin() then 'admin' else 'client' end end;
begin
  if side = 'client' and new.read_by_firm_at is distinct from old.read_by_firm_at
     or side = 'admin' and new.read_by_client_at is distinct from old.read_by_client_at then
    raise exception 'only the recipient can mark a message as read' using errcode = '42501';
  end if;
  if side is not null then
    -- Use the server's clock, and never change a read time, so that a message cannot become unread again.
    new.read_by_client_at := case when new.read_by_client_at is null and old.read_by_client_at is null then null
                                  else coalesce(old.read_by_client_at, clock_timestamp()) end;
    new.read_by_firm_at := case when new.read_by_firm_at is null and old.read_by_firm_at is null then null
                                else coalesce(old.read_by_firm_at, clock_timestamp()) end;
  end if;
  return new;
end
$$;

create function private.limit_client_messages() returns trigger
  language plpgsql security definer
  -- `security definer`, so that the count does not depend on which rows the caller can see.
  set search_path = ''
as $$
begin
  if new.sender_role = 'client' and auth.role() = 'authenticated' then
    -- Serialize the messages of one client: concurrent inserts would not count each other.
    perform pg_advisory_xact_lock(hashtextextended('messages ' || new.client_id::text, 0));
    if (select count(*) from public.messages as earlier
         where earlier.client_id = new.client_id and earlier.sender_role = 'client'
           and earlier.created_at > now() - interval '10 minutes') >= 60 then
      raise sqlstate 'PT429' using message = 'Too many messages', hint = 'Wait a few minutes.';
    end if;
  end if;
  return new;
end
$$;
comment on function private.limit_client_messages() is 'Limits a client to 60 messages per 10 minutes.';
revoke all on function private.set_message_read_times(), private.limit_client_messages() from public;

create trigger messages_limit before insert on public.messages
  for each row execute function private.limit_client_messages();
create trigger messages_set_read_times before update of read_by_client_at, read_by_firm_at on public.messages
  for each row execute function private.set_message_read_times();
-- Record that an administrator sent a message, but not its text, which is stored in the thread.
create trigger messages_audit after insert on public.messages
  for each row execute function private.record_audit_entry('body');

comment on table public.messages is 'Messages between a client and the firm. One thread per client.';
comment on column public.messages.sender_role is 'Whether the client or an administrator sent the message. Set from the signed token.';
