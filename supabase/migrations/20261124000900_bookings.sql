-- Bookings and quotes that clients request.

create table public.service_bookings (
  id                   uuid primary key default gen_random_uuid(),
  client_id            uuid not null default access.current_client_id() references public.clients (id) on delete restrict,
  kind                 text not null default 'booking' check (kind in ('booking', 'quote')),
  status               text not null default 'pending'
                       check (status in ('pending', 'approved', 'in_progress', 'completed', 'declined', 'cancelled')),
  service_type         text not null check (length(btrim(service_type)) between 1 and 200),
  preferred_start_date date not null,
  estimated_scope      text not null default '' check (length(estimated_scope) <= 500),
  project_description  text not null check (length(btrim(project_description)) between 1 and 5000),
  urgency              text not null default 'medium' check (urgency in ('low', 'medium', 'high')),
  scheduled_at         timestamptz,
  decline_reason       text check (length(decline_reason) <= 1000),
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
create index service_bookings_client_idx on public.service_bookings (client_id, created_at desc);
create index service_bookings_status_idx on public.service_bookings (status, created_at);

alter table public.service_bookings enable row level security;
grant select on public.service_bookings to authenticated;
grant insert (client_id, kind, service_type, preferred_start_date, estimated_scope, project_description, urgency)
   on public.service_bookings to authenticated;
grant all on public.service_bookings to service_role;

create policy "Clients can read their own bookings" on public.service_bookings
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all bookings" on public.service_bookings
  for select to authenticated using ((select access.is_admin()));
create policy "Clients can request bookings for themselves" on public.service_bookings
  for insert to authenticated
  with check (client_id = (select access.current_client_id()) and status = 'pending');

create function private.limit_client_bookings() returns trigger
  language plpgsql security definer
  -- `security definer`, so that the count does not depend on which rows the caller can see.
  set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    -- Serialize the bookings of one client: concurrent inserts would not count each other.
    perform pg_advisory_xact_lock(hashtextextended('service_bookings ' || new.client_id::text, 0));
    if (select count(*) from public.service_bookings as earlier
         where earlier.client_id = new.client_id
           and earlier.created_at > now() - interval '1 hour') >= 20 then
      raise sqlstate 'PT429' using message = 'Too many bookings', hint = 'Wait an hour.';
    end if;
  end if;
  return new;
end
$$;
comment on function private.limit_client_bookings() is
  'Limits a client to 20 bookings and quotes per hour, because each one sends email to the firm and the client.';
revoke all on function private.limit_client_bookings() from public;

create trigger service_bookings_limit before insert on public.service_bookings
  for each row execute function private.limit_client_bookings();
create trigger service_bookings_set_updated_at before update on public.service_bookings
  for each row execute function access.set_updated_at();
create trigger service_bookings_audit after update or delete on public.service_bookings
  for each row execute function private.record_audit_entry();

create view endpoints.service_bookings with (security_barrier) as
  select id, client_id, kind, status, service_type, preferred_start_date, estimated_scope, project_description, urgency,
         scheduled_at, decline_reason from public.service_bookings
   where (select access.is_admin())
  with check option;
grant select, update (status, scheduled_at, decline_reason) on endpoints.service_bookings to authenticated;
comment on view endpoints.service_bookings is 'Lets administrators approve and decline bookings.';

comment on table public.service_bookings is
  'A client''s request for a booking or a quote. scheduled_at is set when an administrator approves it.';
