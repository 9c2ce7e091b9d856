-- Settings that administrators can change at run time, with one table per topic, and the server's own records.

-- Email -----------------------------------------------------------------------------------------------------------

create table public.email_settings (
  id                 boolean primary key default true check (id),
  recipients         text[] not null default '{}'
                     check (cardinality(recipients) <= 5 and array_position(recipients, null) is null),
  new_invoices_since timestamptz default now(),
  overdue_since      timestamptz default now()
);
insert into public.email_settings default values;

alter table public.email_settings enable row level security;
grant select on public.email_settings to authenticated;
grant select, update on public.email_settings to service_role;
-- The table always has exactly one row.
revoke insert, delete on public.email_settings from service_role;

create policy "Administrators can read the email settings" on public.email_settings
  for select to authenticated using ((select access.is_admin()));

create trigger email_settings_audit after update on public.email_settings
  for each row execute function private.record_audit_entry();

create view endpoints.email_settings with (security_barrier) as
  select recipients, new_invoices_since, overdue_since from public.email_settings
   where (select access.is_admin())
  with check option;
grant select, update on endpoints.email_settings to authenticated;
comment on view endpoints.email_settings is 'Lets administrators change the email settings.';

comment on table public.email_settings is 'Recipients of email to the firm, and which invoice emails clients receive. Has one row.';
comment on column public.email_settings.recipients is
  'Recipients of all email to the firm. If empty, email goes to CONTACT_TO or, if that is not set, to the address in brand.ts.';
comment on column public.email_settings.new_invoices_since is
  'When email about new invoices was turned on, or null if it is off. Clients get no email about earlier invoices.';
comment on column public.email_settings.overdue_since is
  'When email about overdue invoices was turned on, or null if it is off. Clients get no email about invoices that became overdue earlier.';

-- Retention -------------------------------------------------------------------------------------------------------

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
comment on view endpoints.retention_periods is 'Lets administrators change the retention periods.';

comment on table public.retention_periods is 'How long each kind of record is kept. A daily job deletes older rows. Has one row.';
comment on column public.retention_periods.inquiry_months is
  'Also shown on the contact form and in the privacy policy.';
comment on column public.retention_periods.session_days is 'A session ends after this many days without renewal.';

-- Square links ----------------------------------------------------------------------------------------------------

create table public.square_links (
  purpose    text primary key check (purpose in ('manage_plan', 'subscription', 'invoice')),
  template   text check (length(template) <= 500 and access.is_payment_url(template)),
  updated_at timestamptz not null default now()
);
insert into public.square_links (purpose, template) values
  ('manage_plan', null),
  ('subscription', 'https://app.squareup.com/dashboard/subscriptions-list/{id}'),
  ('invoice', 'https://app.squareup.com/dashboard/invoices/{id}');

alter table public.square_links enable row level security;
grant select on public.square_links to authenticated;
grant all on public.square_links to service_role;

-- Clients need only the manage link. The other links open Square's dashboard, which requires the merchant's sign-in.
create policy "Clients can read the manage link" on public.square_links
  for select to authenticated
  using (purpose = 'manage_plan' and (select access.current_client_id()) is not null);
create policy "Administrators can read all Square links" on public.square_links
  for select to authenticated using ((select access.is_admin()));

create trigger square_links_set_updated_at before update on public.square_links
  for each row execute function access.set_updated_at();
create trigger square_links_audit after update on public.square_links
  for each row execute function private.record_audit_entry();

create view endpoints.square_links with (security_barrier) as
  select purpose, template from public.square_links
   where (select access.is_admin())
  with check option;
grant select, update (template) on endpoints.square_links to authenticated;
comment on view endpoints.square_links is 'Lets administrators change the Square links.';

comment on table public.square_links is
  'Link templates by purpose. {id} is replaced by the Square id. Administrators can edit the templates, because Square does not document its dashboard URLs. manage_plan is the client''s Manage link. If it is null, Manage opens the payment page of the newest subscription invoice.';

-- Links to the simulator ------------------------------------------------------------------------------------------

create function private.allow_simulator_urls(is_allowed boolean) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  -- The rule is part of the function's body and not stored in a table, because check constraints require immutable
  -- functions.
  rule text := case when is_allowed then $rule$ select url ~ '^http://[^\s@/]+/square-simulator/\S*$' $rule$
                    else ' select false ' end;
begin
  perform pg_advisory_xact_lock(hashtextextended('simulator urls', 0));
  if (select prosrc from pg_catalog.pg_proc where oid = 'access.is_simulator_url(text)'::pg_catalog.regprocedure) = rule then
    return;
  end if;
  execute format($sql$create or replace function access.is_simulator_url(url text) returns boolean
                        language sql immutable set search_path = '' as %L$sql$, rule);
  if is_allowed then
    return;
  end if;
  -- Remove links to the simulator. They no longer work, and the rows would violate their constraints on the next update.
  update public.invoices set square_payment_url = null where not access.is_payment_url(square_payment_url);
  update public.subscription_tiers set square_checkout_url = null where not access.is_payment_url(square_checkout_url);
  update public.square_links
     set template = case purpose when 'subscription' then 'https://app.squareup.com/dashboard/subscriptions-list/{id}'
                                 when 'invoice' then 'https://app.squareup.com/dashboard/invoices/{id}' end
   where not access.is_payment_url(template);
end
$$;
comment on function private.allow_simulator_urls(boolean) is
  'Allows or rejects payment and checkout links to the Square simulator. The server calls this function at every start. Rejecting also removes the stored simulator links. Only the owner can call it.';
revoke all on function private.allow_simulator_urls(boolean) from public;

-- Installation ----------------------------------------------------------------------------------------------------

create table private.installation_state (
  key   text primary key,
  value jsonb not null
);

alter table private.installation_state enable row level security;
grant select, insert, update, delete on private.installation_state to service_role;

comment on table private.installation_state is
  'What the server has done, such as whether it has loaded the demo data. Not editable.';

create table private.rate_limits (
  key    text primary key,
  points integer not null default 0,
  expire bigint
);

alter table private.rate_limits enable row level security;
grant select, insert, update, delete on private.rate_limits to service_role;

comment on table private.rate_limits is 'Rate limit counters, shared by all processes.';
