-- Settings that administrators change at run time, and the installation's own records. The firm's name, address and
-- figures are in brand.ts.

create table public.firm_contacts (
  id         boolean primary key default true check (id),
  recipients text[] not null default '{}'
             check (cardinality(recipients) <= 5 and array_position(recipients, null) is null)
);
insert into public.firm_contacts default values;

alter table public.firm_contacts enable row level security;
grant select on public.firm_contacts to authenticated;
grant select, update on public.firm_contacts to service_role;
-- The table always has exactly one row.
revoke insert, delete on public.firm_contacts from service_role;

create policy "Administrators can read the notification recipients" on public.firm_contacts
  for select to authenticated using ((select access.is_admin()));

create trigger firm_contacts_audit after update on public.firm_contacts
  for each row execute function private.record_audit_entry();

create view endpoints.firm_contacts with (security_barrier) as
  select recipients from public.firm_contacts
   where (select access.is_admin())
  with check option;
grant select, update on endpoints.firm_contacts to authenticated;
comment on view endpoints.firm_contacts is 'Changing the notification recipients, for administrators.';

comment on table public.firm_contacts is
  'Recipients of email about inquiries and bookings. If empty, CONTACT_TO, else the contact address in brand.ts. One row.';

create table public.retention_periods (
  id                     boolean primary key default true check (id),
  inquiry_months         integer not null default 24 check (inquiry_months between 1 and 120),
  email_months           integer not null default 24 check (email_months between 1 and 120),
  sign_in_attempt_months integer not null default 12 check (sign_in_attempt_months between 1 and 120),
  webhook_event_months   integer not null default 3 check (webhook_event_months between 1 and 120),
  -- private.reject_audit_log_change() enforces the same minimum.
  audit_log_months       integer not null default 36 check (audit_log_months between 12 and 120),
  session_days           integer not null default 30 check (session_days between 1 and 365)
);
insert into public.retention_periods default values;

alter table public.retention_periods enable row level security;
grant select on public.retention_periods to authenticated;
grant select, update on public.retention_periods to service_role;
-- The table always has exactly one row.
revoke insert, delete on public.retention_periods from service_role;

create policy "Administrators can read the retention periods" on public.retention_periods
  for select to authenticated using ((select access.is_admin()));

create trigger retention_periods_audit after update on public.retention_periods
  for each row execute function private.record_audit_entry();

create view endpoints.retention_periods with (security_barrier) as
  select inquiry_months, email_months, sign_in_attempt_months, webhook_event_months,
         audit_log_months, session_days from public.retention_periods
   where (select access.is_admin())
  with check option;
grant select, update on endpoints.retention_periods to authenticated;
comment on view endpoints.retention_periods is 'Changing the retention periods, for administrators.';

comment on table public.retention_periods is 'How long data is kept. A daily job deletes older rows. One row.';
comment on column public.retention_periods.inquiry_months is
  'Also shown on the contact form and in the privacy policy.';
comment on column public.retention_periods.session_days is 'A session ends after this many days without renewal.';

create table private.settings (
  key   text primary key,
  value jsonb not null
);

alter table private.settings enable row level security;
grant select, insert, update, delete on private.settings to service_role;

comment on table private.settings is 'State of the installation, such as whether the demo data has been loaded.';

create table private.rate_limits (
  key    text primary key,
  points integer not null default 0,
  expire bigint
);

alter table private.rate_limits enable row level security;
grant select, insert, update, delete on private.rate_limits to service_role;

comment on table private.rate_limits is 'Rate limit counters, shared by all processes.';
