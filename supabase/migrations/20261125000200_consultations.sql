-- Consultations that visitors book, and the reservations that prevent two bookings of a host at the same time.

alter table public.contact_inquiries
  add column source text not null default 'contact_form' check (source in ('contact_form', 'consultation'));
comment on column public.contact_inquiries.source is
  'consultation: the person booked a consultation, which is the reply. The inquiry is stored when the time is confirmed.';

-- Clients who book may have a shorter name than the contact form accepts.
alter table public.contact_inquiries drop constraint contact_inquiries_company_check;
alter table public.contact_inquiries add constraint contact_inquiries_company_check
  check (length(btrim(company)) between 1 and 200);

-- Consultations ---------------------------------------------------------------------------------------------------

create table public.consultations (
  id                uuid primary key default gen_random_uuid(),
  form_id           uuid not null unique,
  host_id           uuid not null references public.consultation_hosts (id) on delete restrict,
  client_id         uuid references public.clients (id) on delete set null,
  inquiry_id        uuid unique references public.contact_inquiries (id) on delete cascade,
  status            text not null check (status in ('held', 'confirmed', 'cancelled', 'expired', 'no_show')),
  starts_at         timestamptz not null,
  ends_at           timestamptz not null,
  time_zone         text not null check (length(time_zone) between 1 and 100),
  name              text not null check (length(btrim(name)) between 2 and 200),
  email             text not null check (length(email) between 3 and 320),
  company           text not null check (length(btrim(company)) between 1 and 200),
  topic             text not null check (length(btrim(topic)) between 10 and 5000),
  calendar_sequence integer not null default 0 check (calendar_sequence >= 0),
  previous_starts   timestamptz[] not null default '{}',
  hold_expires_at   timestamptz,
  confirmed_at      timestamptz,
  cancelled_at      timestamptz,
  cancelled_by      text check (cancelled_by in ('visitor', 'firm')),
  cancel_reason     text not null default '' check (length(cancel_reason) <= 1000),
  retention_months  integer not null default 24 check (retention_months between 1 and 120),
  created_at        timestamptz not null default now(),
  updated_at        timestamptz not null default now(),
  constraint consultations_order_check check (starts_at < ends_at),
  constraint consultations_held_check check (status not in ('held', 'expired') or hold_expires_at is not null),
  constraint consultations_confirmed_check check (status not in ('confirmed', 'no_show') or confirmed_at is not null),
  constraint consultations_cancelled_check
    check ((status = 'cancelled') = (cancelled_at is not null) and (cancelled_at is null) = (cancelled_by is null))
);
create index consultations_host_idx on public.consultations (host_id, starts_at);
create index consultations_client_idx on public.consultations (client_id);
create index consultations_starts_idx on public.consultations (starts_at);
create index consultations_created_idx on public.consultations (created_at);
create index consultations_email_idx on public.consultations (lower(email));
create index consultations_held_idx on public.consultations (hold_expires_at) where status = 'held';

alter table public.consultations enable row level security;
-- Visitors book through the server.
grant select on public.consultations to authenticated;
grant all on public.consultations to service_role;

create policy "Administrators can read all consultations" on public.consultations
  for select to authenticated using ((select access.is_admin()));

create trigger consultations_set_retention before insert on public.consultations
  for each row execute function private.set_inquiry_retention();
create trigger consultations_set_updated_at before update on public.consultations
  for each row execute function access.set_updated_at();
-- Exclude personal data, because entries of the audit log cannot be erased on request.
create trigger consultations_audit after update or delete on public.consultations
  for each row execute function private.record_audit_entry('name', 'email', 'company', 'topic', 'cancel_reason');

create view endpoints.consultations with (security_barrier) as
  select id, host_id, status, starts_at, ends_at, time_zone, name, email, company, calendar_sequence, cancelled_at, cancelled_by,
         cancel_reason
    from public.consultations
   where (select access.is_admin())
  with check option;
grant select, update (status, calendar_sequence, cancelled_at, cancelled_by, cancel_reason)
   on endpoints.consultations to authenticated;
comment on view endpoints.consultations is 'Lets administrators cancel consultations and record that a visitor did not attend.';

comment on table public.consultations is 'Consultations that visitors and clients book without an approval.';
comment on column public.consultations.form_id is
  'Identifies the form that was sent. If it is sent twice, the second response is the first booking.';
comment on column public.consultations.client_id is
  'The client with this email address, or the client of the signed-in user who booked.';
comment on column public.consultations.status is
  'held: the visitor must confirm the email address by hold_expires_at. expired: not confirmed by then. no_show: set by an administrator after the start.';
comment on column public.consultations.time_zone is 'The visitor''s IANA time zone, which emails show.';
comment on column public.consultations.calendar_sequence is
  'How often the event changed. Calendar apps replace an event with one that has a higher number (RFC 5545, section 3.8.7.4).';
comment on column public.consultations.previous_starts is 'Earlier starts, oldest first.';

create table private.consultation_tokens (
  token_hash      bytea primary key,
  consultation_id uuid not null references public.consultations (id) on delete cascade,
  created_at      timestamptz not null
);
create index consultation_tokens_consultation_idx on private.consultation_tokens (consultation_id);

alter table private.consultation_tokens enable row level security;
grant select, insert, update, delete on private.consultation_tokens to service_role;

comment on table private.consultation_tokens is
  'SHA-256 hashes of the secrets in the links of emails. Each email has its own. A link is valid until the consultation ends.';

-- Meetings --------------------------------------------------------------------------------------------------------

alter table public.service_bookings
  add column host_id uuid references public.consultation_hosts (id) on delete set null;
create index service_bookings_host_idx on public.service_bookings (host_id);
comment on column public.service_bookings.host_id is
  'Who holds the meeting. While the booking is approved, the time of the host is reserved.';

create or replace view endpoints.service_bookings with (security_barrier) as
  select id, client_id, kind, status, service_type, preferred_start_date, estimated_scope, project_description, urgency,
         scheduled_at, decline_reason, meeting_minutes, meeting_url, calendar_sequence, proposed_at, proposal_note, host_id
    from public.service_bookings
   where (select access.is_admin())
  with check option;
grant update (host_id) on endpoints.service_bookings to authenticated;

-- Reservations ----------------------------------------------------------------------------------------------------

create table private.host_reservations (
  id              uuid primary key default gen_random_uuid(),
  host_id         uuid not null references public.consultation_hosts (id) on delete cascade,
  consultation_id uuid unique references public.consultations (id) on delete cascade,
  booking_id      uuid unique references public.service_bookings (id) on delete cascade,
  starts_at       timestamptz not null,
  blocked         tstzrange not null,
  constraint host_reservations_target_check check (num_nonnulls(consultation_id, booking_id) = 1),
  constraint host_reservations_range_check
    check (not isempty(blocked) and lower_inc(blocked) and not upper_inc(blocked) and blocked @> starts_at),
  constraint host_reservations_no_overlap exclude using gist (host_id with =, blocked with &&)
);

alter table private.host_reservations enable row level security;
grant select, insert, update, delete on private.host_reservations to service_role;

comment on table private.host_reservations is
  'Reserved times of hosts. Triggers on consultations and bookings write this table, so that one constraint prevents overlaps of both.';
comment on column private.host_reservations.blocked is
  'From the start of the buffer before to the end of the buffer after. A stored column, because an exclusion constraint cannot compute it from the settings.';

create function private.add_buffers(starts_at timestamptz, ends_at timestamptz) returns tstzrange
  language sql stable
  set search_path = ''
as $$
  select tstzrange(add_buffers.starts_at - make_interval(mins => settings.buffer_before_minutes),
                   add_buffers.ends_at + make_interval(mins => settings.buffer_after_minutes))
    from public.scheduling_settings as settings
$$;
revoke all on function private.add_buffers(timestamptz, timestamptz) from public;

create function private.reserve_consultation() returns trigger
  language plpgsql security definer
  -- `security definer`, because administrators who cancel a consultation cannot write private.host_reservations.
  set search_path = ''
as $$
begin
  if new.status not in ('held', 'confirmed') then
    delete from private.host_reservations as reservation where reservation.consultation_id = new.id;
    return null;
  end if;
  insert into private.host_reservations as reservation (host_id, consultation_id, starts_at, blocked)
  values (new.host_id, new.id, new.starts_at, private.add_buffers(new.starts_at, new.ends_at))
  on conflict (consultation_id) do update
     set host_id = excluded.host_id, starts_at = excluded.starts_at, blocked = excluded.blocked
   where (reservation.host_id, reservation.starts_at) is distinct from (excluded.host_id, excluded.starts_at);
  return null;
end
$$;
comment on function private.reserve_consultation() is
  'Reserves the time of the host while a consultation is held or confirmed. Raises 23P01 if the host has another reservation.';

create function private.reserve_meeting() returns trigger
  language plpgsql security definer
  -- `security definer`, because the users who approve and cancel bookings cannot write private.host_reservations.
  set search_path = ''
as $$
begin
  if new.host_id is null or new.status <> 'approved' or new.scheduled_at is null then
    delete from private.host_reservations as reservation where reservation.booking_id = new.id;
    return null;
  end if;
  insert into private.host_reservations as reservation (host_id, booking_id, starts_at, blocked)
  values (new.host_id, new.id, new.scheduled_at,
          private.add_buffers(new.scheduled_at, new.scheduled_at + make_interval(mins => new.meeting_minutes)))
  on conflict (booking_id) do update
     set host_id = excluded.host_id, starts_at = excluded.starts_at, blocked = excluded.blocked;
  return null;
end
$$;
comment on function private.reserve_meeting() is
  'Reserves the time of the host while a booking is approved. Raises 23P01 if the host has another reservation.';
revoke all on function private.reserve_consultation(), private.reserve_meeting() from public;

create trigger consultations_reserve after insert or update of status, host_id, starts_at, ends_at on public.consultations
  for each row execute function private.reserve_consultation();
create trigger service_bookings_reserve
  after insert or update of status, host_id, scheduled_at, meeting_minutes on public.service_bookings
  for each row execute function private.reserve_meeting();

-- Email and jobs --------------------------------------------------------------------------------------------------

-- Add to the constraints as they are, because other migrations add kinds and names too.
do $$
declare
  kinds text[] := array(
    select distinct matched[1]
      from pg_constraint as rule, regexp_matches(pg_get_constraintdef(rule.oid), '''([a-z-]+)''', 'g') as matched
     where rule.conname = 'email_outbox_kind_check');
  job_names text[] := array(
    select distinct matched[1]
      from pg_constraint as rule, regexp_matches(pg_get_constraintdef(rule.oid), '''([a-z-]+)''', 'g') as matched
     where rule.conname = 'job_runs_name_check');
begin
  alter table private.email_outbox drop constraint email_outbox_kind_check;
  execute format('alter table private.email_outbox add constraint email_outbox_kind_check check (kind in (%s))',
    (select string_agg(quote_literal(kind), ', ' order by kind)
       from unnest(kinds || array['consultation-held', 'consultation-confirmed', 'consultation-rescheduled',
                                  'consultation-cancelled', 'consultation-reminder', 'consultation-for-host']) as kind));
  alter table private.job_runs drop constraint job_runs_name_check;
  execute format('alter table private.job_runs add constraint job_runs_name_check check (name in (%s))',
    (select string_agg(quote_literal(name), ', ' order by name)
       from unnest(job_names || array['expire-holds', 'read-calendar-feeds', 'remind-of-consultations']) as name));
end
$$;
