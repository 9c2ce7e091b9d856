-- The thread between a client and the firm.

create table public.messages (
  id                uuid primary key default gen_random_uuid(),
  client_id         uuid not null default access.client_id() references public.clients (id) on delete restrict,
  sender_role       text not null default case when access.is_admin() then 'admin' else 'client' end
                    check (sender_role in ('client', 'admin')),
  sender_id         uuid default auth.uid() references public.users (id) on delete set null,
  body              text not null check (body ~ '\S' and length(body) <= 5000),
  read_by_client_at timestamptz,
  read_by_firm_at   timestamptz,
  created_at        timestamptz not null default now()
);
comment on table public.messages is 'What a client and the firm write to each other: one plain thread a client.';
comment on column public.messages.sender_role is 'Which side wrote it. The database says so by the signed token, nobody else.';
create index messages_thread_idx on public.messages (client_id, created_at desc, id);
create index messages_sender_idx on public.messages (sender_id);
create index messages_unread_by_client_idx on public.messages (client_id)
  where sender_role = 'admin' and read_by_client_at is null;
create index messages_unread_by_firm_idx on public.messages (client_id)
  where sender_role = 'client' and read_by_firm_at is null;

create function private.note_reading() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  side text := case when auth.role() = 'authenticated'
                    then case when access.is_admin() then 'admin' else 'client' end end;
begin
  if side = 'client' and new.read_by_firm_at is distinct from old.read_by_firm_at
     or side = 'admin' and new.read_by_client_at is distinct from old.read_by_client_at then
    raise exception 'the other side''s reading is not yours to note' using errcode = '42501';
  end if;
  if side is not null then
    -- What was read once stays read, since the moment the database saw.
    new.read_by_client_at := case when new.read_by_client_at is null and old.read_by_client_at is null then null
                                  else coalesce(old.read_by_client_at, clock_timestamp()) end;
    new.read_by_firm_at := case when new.read_by_firm_at is null and old.read_by_firm_at is null then null
                                else coalesce(old.read_by_firm_at, clock_timestamp()) end;
  end if;
  return new;
end
$$;
revoke all on function private.note_reading() from public;
create trigger messages_reading before update of read_by_client_at, read_by_firm_at on public.messages
  for each row execute function private.note_reading();

create function private.refuse_flood() returns trigger
  language plpgsql security definer
  -- Definer: it counts whatever the writer may see.
  set search_path = ''
as $$
begin
  if new.sender_role = 'client' and auth.role() = 'authenticated'
     and (select count(*) from public.messages as earlier
           where earlier.client_id = new.client_id and earlier.sender_role = 'client'
             and earlier.created_at > now() - interval '10 minutes') >= 60 then
    raise sqlstate 'PT429' using message = 'Too many messages', hint = 'Wait a few minutes.';
  end if;
  return new;
end
$$;
revoke all on function private.refuse_flood() from public;
create trigger messages_flood before insert on public.messages
  for each row execute function private.refuse_flood();

alter table public.messages enable row level security;
grant select on public.messages to authenticated;
grant insert (client_id, body) on public.messages to authenticated;
grant update (read_by_client_at, read_by_firm_at) on public.messages to authenticated;
grant all on public.messages to service_role;

-- Serve the client.
create policy "clients read their own messages" on public.messages
  for select to authenticated using (client_id = (select access.client_id()));
create policy "clients write as themselves" on public.messages
  for insert to authenticated
  with check (client_id = (select access.client_id()) and sender_role = 'client'
              and sender_id = (select auth.uid()));
create policy "clients note what they have read" on public.messages
  for update to authenticated
  using (client_id = (select access.client_id())) with check (client_id = (select access.client_id()));

-- Serve the administrator.
create policy "administrators read every message" on public.messages
  for select to authenticated using ((select access.is_admin()));
create policy "administrators write as the firm" on public.messages
  for insert to authenticated
  with check ((select access.is_admin()) and sender_role = 'admin' and sender_id = (select auth.uid()));
create policy "administrators note what the firm has read" on public.messages
  for update to authenticated
  using ((select access.is_admin())) with check ((select access.is_admin()));
