-- What the firm decides while the product runs. One row a table; written by the server for an administrator, who is
-- named in the audit log. What names the firm (its name, address, figures) is in brand.ts.

create table public.firm_contacts (
  id         boolean primary key default true check (id),
  recipients text[] not null default '{}'
             check (cardinality(recipients) <= 5 and array_position(recipients, null) is null)
);
comment on table public.firm_contacts is
  'Who is mailed about inquiries and bookings. Empty: CONTACT_TO, else the contact address of brand.ts. One row.';

create table public.retention_periods (
  id                     boolean primary key default true check (id),
  inquiry_months         integer not null default 24 check (inquiry_months between 1 and 120),
  mail_months            integer not null default 24 check (mail_months between 1 and 120),
  sign_in_attempt_months integer not null default 12 check (sign_in_attempt_months between 1 and 120),
  webhook_event_months   integer not null default 3 check (webhook_event_months between 1 and 120),
  -- The floor is also in the log's own trigger.
  audit_log_months       integer not null default 36 check (audit_log_months between 12 and 120),
  session_days           integer not null default 30 check (session_days between 1 and 365)
);
comment on table public.retention_periods is 'How long things are kept; a daily job keeps it. One row.';
comment on column public.retention_periods.inquiry_months is 'Also what the contact form and the privacy policy state.';
comment on column public.retention_periods.session_days is 'A session that was not renewed for so long ends.';

insert into public.firm_contacts default values;
insert into public.retention_periods default values;

create trigger firm_contacts_audit after update on public.firm_contacts
  for each row execute function private.audit();
create trigger retention_periods_audit after update on public.retention_periods
  for each row execute function private.audit();

alter table public.firm_contacts enable row level security;
alter table public.retention_periods enable row level security;
grant select on public.firm_contacts, public.retention_periods to authenticated;
grant select, update on public.firm_contacts, public.retention_periods to service_role;
-- There is one row, and there always is.
revoke insert, delete on public.firm_contacts, public.retention_periods from service_role;

-- Serve the administrator's settings.
create policy "administrators read whom the firm has mailed" on public.firm_contacts
  for select to authenticated using ((select access.is_admin()));
create policy "administrators read the retention periods" on public.retention_periods
  for select to authenticated using ((select access.is_admin()));
