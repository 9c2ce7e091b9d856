-- When visitors and clients can book: settings, hosts, weekly hours, overrides, blocked times and calendar feeds.

create schema if not exists extensions;
-- Exclusion constraints compare a host for equality, which GiST indexes support only with this extension.
create extension if not exists btree_gist with schema extensions;

-- Settings --------------------------------------------------------------------------------------------------------

create table public.scheduling_settings (
  id                    boolean primary key default true check (id),
  time_zone             text check (length(time_zone) between 1 and 100),
  duration_minutes      integer not null default 30 check (duration_minutes between 15 and 240),
  slot_interval_minutes integer not null default 30 check (slot_interval_minutes between 5 and 240),
  buffer_before_minutes integer not null default 0 check (buffer_before_minutes between 0 and 240),
  buffer_after_minutes  integer not null default 15 check (buffer_after_minutes between 0 and 240),
  notice_minutes        integer not null default 1440 check (notice_minutes between 0 and 43200),
  change_notice_minutes integer not null default 120 check (change_notice_minutes between 0 and 43200),
  horizon_days          integer not null default 60 check (horizon_days between 1 and 365),
  max_per_day           integer check (max_per_day between 1 and 50),
  clients_pick_times    boolean not null default false
);
insert into public.scheduling_settings default values;

alter table public.scheduling_settings enable row level security;
grant select on public.scheduling_settings to authenticated;
grant select, update on public.scheduling_settings to service_role;
-- The table always has exactly one row.
revoke insert, delete on public.scheduling_settings from service_role;

create policy "Clients can read the scheduling settings" on public.scheduling_settings
  for select to authenticated using ((select access.current_client_id()) is not null);
create policy "Administrators can read the scheduling settings" on public.scheduling_settings
  for select to authenticated using ((select access.is_admin()));

create trigger scheduling_settings_audit after update on public.scheduling_settings
  for each row execute function private.record_audit_entry();

create view endpoints.scheduling_settings with (security_barrier) as
  select time_zone, duration_minutes, slot_interval_minutes, buffer_before_minutes, buffer_after_minutes, notice_minutes,
         change_notice_minutes, horizon_days, max_per_day, clients_pick_times
    from public.scheduling_settings
   where (select access.is_admin())
  with check option;
grant select, update on endpoints.scheduling_settings to authenticated;
comment on view endpoints.scheduling_settings is 'Lets administrators change the scheduling settings.';

comment on table public.scheduling_settings is
  'Which times can be booked, within the weekly hours. Has one row.';
comment on column public.scheduling_settings.time_zone is
  'The IANA time zone of the weekly hours and overrides. If null, the time zone in brand.ts.';
comment on column public.scheduling_settings.slot_interval_minutes is 'The time between the starts of two offered times.';
comment on column public.scheduling_settings.notice_minutes is 'How long before its start a time can be booked.';
comment on column public.scheduling_settings.change_notice_minutes is
  'How long before its start visitors can reschedule or cancel.';
comment on column public.scheduling_settings.horizon_days is 'How many days ahead a time can be booked.';
comment on column public.scheduling_settings.max_per_day is
  'The maximum number of consultations and meetings per host and date. Null means no limit.';
comment on column public.scheduling_settings.clients_pick_times is
  'Whether clients schedule their meetings themselves, without an approval.';

-- Hosts -----------------------------------------------------------------------------------------------------------

create table public.consultation_hosts (
  id          uuid primary key default gen_random_uuid(),
  name        text not null check (length(btrim(name)) between 1 and 200 and access.is_single_line(name)),
  email       text not null check (length(email) between 3 and 254),
  user_id     uuid references public.users (id) on delete set null,
  meeting_url text check (length(meeting_url) <= 500 and meeting_url ~ '^https://[^[:space:][:cntrl:]]+$'),
  phone       text check (length(btrim(phone)) between 3 and 50 and access.is_single_line(phone)),
  is_active   boolean not null default true,
  created_at  timestamptz not null default now(),
  updated_at  timestamptz not null default now(),
  constraint consultation_hosts_place_check check (num_nonnulls(meeting_url, phone) = 1)
);
create index consultation_hosts_user_idx on public.consultation_hosts (user_id);
create unique index consultation_hosts_email_key on public.consultation_hosts (lower(email));

alter table public.consultation_hosts enable row level security;
grant select on public.consultation_hosts to authenticated;
grant all on public.consultation_hosts to service_role;

create policy "Administrators can read all hosts" on public.consultation_hosts
  for select to authenticated using ((select access.is_admin()));

create trigger consultation_hosts_set_updated_at before update on public.consultation_hosts
  for each row execute function access.set_updated_at();
create trigger consultation_hosts_audit after insert or update or delete on public.consultation_hosts
  for each row execute function private.record_audit_entry();

create view endpoints.consultation_hosts with (security_barrier) as
  select id, name, email, user_id, meeting_url, phone, is_active, created_at from public.consultation_hosts
   where (select access.is_admin())
  with check option;
grant select, delete on endpoints.consultation_hosts to authenticated;
grant insert (name, email, user_id, meeting_url, phone, is_active), update (name, email, user_id, meeting_url, phone, is_active)
   on endpoints.consultation_hosts to authenticated;
comment on view endpoints.consultation_hosts is 'Lets administrators add, change and remove hosts.';

comment on table public.consultation_hosts is 'The people of the firm who hold consultations and meetings.';
comment on column public.consultation_hosts.user_id is 'The administrator''s account, if the host has one.';
comment on column public.consultation_hosts.meeting_url is 'The video link for all meetings of the host. Null if they take place by phone.';
comment on column public.consultation_hosts.phone is 'The number that visitors call.';
comment on column public.consultation_hosts.is_active is 'Whether times of the host are offered.';

-- Hours -----------------------------------------------------------------------------------------------------------

create table public.availability_hours (
  weekday smallint primary key check (weekday between 1 and 7),
  hours   int4multirange not null default '{}' check (hours <@ int4multirange(int4range(0, 1440)))
);
insert into public.availability_hours (weekday) select generate_series(1, 7);

alter table public.availability_hours enable row level security;
grant select on public.availability_hours to authenticated;
grant select, update on public.availability_hours to service_role;
-- The table always has one row per weekday.
revoke insert, delete on public.availability_hours from service_role;

create policy "Administrators can read the weekly hours" on public.availability_hours
  for select to authenticated using ((select access.is_admin()));

create trigger availability_hours_audit after update on public.availability_hours
  for each row execute function private.record_audit_entry();

create view endpoints.availability_hours with (security_barrier) as
  select weekday, hours from public.availability_hours
   where (select access.is_admin())
  with check option;
grant select, update (hours) on endpoints.availability_hours to authenticated;
comment on view endpoints.availability_hours is 'Lets administrators change the weekly hours.';

comment on table public.availability_hours is 'The weekly hours in which times are offered. Has one row per weekday.';
comment on column public.availability_hours.weekday is 'From 1 for Monday to 7 for Sunday.';
comment on column public.availability_hours.hours is
  'Ranges of minutes after midnight in the time zone of the settings, such as {[540,720),[780,1020)} for 9:00 to 12:00 and 13:00 to 17:00. Empty means closed.';

create table public.availability_overrides (
  date  date primary key,
  hours int4multirange not null default '{}' check (hours <@ int4multirange(int4range(0, 1440))),
  label text not null default '' check (length(label) <= 200 and access.is_single_line(label))
);

alter table public.availability_overrides enable row level security;
grant select on public.availability_overrides to authenticated;
grant all on public.availability_overrides to service_role;

create policy "Administrators can read all overrides" on public.availability_overrides
  for select to authenticated using ((select access.is_admin()));

create trigger availability_overrides_audit after insert or update or delete on public.availability_overrides
  for each row execute function private.record_audit_entry();

create view endpoints.availability_overrides with (security_barrier) as
  select date, hours, label from public.availability_overrides
   where (select access.is_admin())
  with check option;
grant select, insert, update, delete on endpoints.availability_overrides to authenticated;
comment on view endpoints.availability_overrides is 'Lets administrators change the hours of a date.';

comment on table public.availability_overrides is
  'Dates whose hours replace the weekly hours, such as holidays. Empty hours mean closed.';
comment on column public.availability_overrides.label is 'Such as the name of the holiday.';

-- Blocked times ---------------------------------------------------------------------------------------------------

create table public.blocked_times (
  id         uuid primary key default gen_random_uuid(),
  host_id    uuid references public.consultation_hosts (id) on delete cascade,
  starts_at  timestamptz not null check (isfinite(starts_at)),
  ends_at    timestamptz not null check (isfinite(ends_at)),
  reason     text not null default '' check (length(reason) <= 200 and access.is_single_line(reason)),
  created_at timestamptz not null default now(),
  constraint blocked_times_order_check check (starts_at < ends_at)
);
create index blocked_times_host_idx on public.blocked_times (host_id);
create index blocked_times_range_idx on public.blocked_times using gist (tstzrange(starts_at, ends_at));

alter table public.blocked_times enable row level security;
grant select on public.blocked_times to authenticated;
grant all on public.blocked_times to service_role;

create policy "Administrators can read all blocked times" on public.blocked_times
  for select to authenticated using ((select access.is_admin()));

create trigger blocked_times_audit after insert or delete on public.blocked_times
  for each row execute function private.record_audit_entry();

create view endpoints.blocked_times with (security_barrier) as
  select id, host_id, starts_at, ends_at, reason, created_at from public.blocked_times
   where (select access.is_admin())
  with check option;
grant select, delete, insert (host_id, starts_at, ends_at, reason) on endpoints.blocked_times to authenticated;
comment on view endpoints.blocked_times is 'Lets administrators block times.';

comment on table public.blocked_times is 'Times that administrators blocked. Not offered.';
comment on column public.blocked_times.host_id is 'Null blocks the time for every host.';

-- Calendar feeds --------------------------------------------------------------------------------------------------

create table private.calendar_feeds (
  id                uuid primary key default gen_random_uuid(),
  host_id           uuid not null references public.consultation_hosts (id) on delete cascade,
  label             text not null check (length(btrim(label)) between 1 and 100 and access.is_single_line(label)),
  url_encrypted     bytea not null,
  encryption_key_id text not null,
  server_name       text not null check (length(server_name) <= 253),
  etag              text check (length(etag) <= 1000),
  last_modified     text check (length(last_modified) <= 200),
  content_hash      bytea,
  checked_at        timestamptz,
  read_at           timestamptz,
  succeeded_at      timestamptz,
  failing_since     timestamptz,
  failure           text check (length(failure) <= 300),
  warnings          text[] not null default '{}' check (cardinality(warnings) <= 20),
  busy_count        integer not null default 0,
  created_at        timestamptz not null default now()
);
create index calendar_feeds_host_idx on private.calendar_feeds (host_id);

alter table private.calendar_feeds enable row level security;
grant select, insert, update, delete on private.calendar_feeds to service_role;

create trigger calendar_feeds_audit after insert or update or delete on private.calendar_feeds
  for each row execute function private.record_audit_entry(
    'url_encrypted', 'encryption_key_id', 'etag', 'last_modified', 'content_hash', 'checked_at', 'read_at', 'succeeded_at',
    'failing_since', 'failure', 'warnings', 'busy_count');

create view endpoints.calendar_feeds with (security_barrier) as
  select id, host_id, label, url_encrypted, encryption_key_id, server_name, checked_at, succeeded_at, failing_since, failure,
         warnings, busy_count, created_at
    from private.calendar_feeds
   where (select access.is_admin())
  with check option;
grant select (id, host_id, label, server_name, checked_at, succeeded_at, failing_since, failure, warnings, busy_count, created_at),
      insert (id, host_id, label, url_encrypted, encryption_key_id, server_name), update (label), delete
   on endpoints.calendar_feeds to authenticated;
comment on view endpoints.calendar_feeds is
  'Lets administrators add and remove calendar feeds. Addresses can be stored, but not read.';

comment on table private.calendar_feeds is
  'Private calendar addresses of hosts, whose events block times. Whoever has an address can read the calendar.';
comment on column private.calendar_feeds.server_name is 'The host name of the address, which administrators can see.';
comment on column private.calendar_feeds.content_hash is 'The SHA-256 of the busy times that were stored last.';
comment on column private.calendar_feeds.read_at is
  'When the content was read last. Unchanged content is read daily, because recurring events continue.';
comment on column private.calendar_feeds.failing_since is 'When the first of the latest failures occurred. Null after a success.';
comment on column private.calendar_feeds.failure is 'Message for administrators about the last failure.';
comment on column private.calendar_feeds.warnings is 'What was read, but may be inaccurate, such as an unknown time zone.';

create table private.feed_busy_times (
  feed_id   uuid not null references private.calendar_feeds (id) on delete cascade,
  starts_at timestamptz not null,
  ends_at   timestamptz not null,
  primary key (feed_id, starts_at, ends_at),
  constraint feed_busy_times_order_check check (starts_at < ends_at)
);
create index feed_busy_times_range_idx on private.feed_busy_times using gist (tstzrange(starts_at, ends_at));

alter table private.feed_busy_times enable row level security;
grant select, insert, update, delete on private.feed_busy_times to service_role;

comment on table private.feed_busy_times is
  'When a host is busy according to a calendar feed, merged. Contains nothing else about the events.';
