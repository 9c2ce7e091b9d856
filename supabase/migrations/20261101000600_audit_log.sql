-- What administrators did: written by triggers and the server, readable by administrators, changed by nobody.

create table public.audit_log (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default clock_timestamp(),
  actor_id   uuid,
  actor      text not null,
  action     text not null,
  table_name text not null,
  row_id     text,
  before     jsonb,
  after      jsonb
);
comment on table public.audit_log is 'Who did what, before and after. Insert-only: by triggers, and by the server for acts that no row shows.';
create index audit_log_at_idx on public.audit_log (at desc);
create index audit_log_row_idx on public.audit_log (table_name, row_id);

create function private.audit() returns trigger
  language plpgsql security definer
  -- Definer: nobody else may write the log.
  set search_path = ''
as $$
declare
  claims  jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}');
  -- The server names the administrator it acts for when it bypasses the policies.
  named   text := nullif(current_setting('app.actor', true), '');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  is_admin boolean := coalesce(claims -> 'app_metadata' ->> 'role' = 'admin', false);
begin
  -- Only acts of people in charge: the provider's sync and the clients' own forms are told elsewhere.
  if not is_admin and named is null then
    return null;
  end if;
  if old_row is not distinct from new_row then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor, action, table_name, row_id, before, after)
  values (nullif(coalesce(claims ->> 'sub', case when named ~ '^[0-9a-f-]{36}$' then named end), '')::uuid,
          coalesce(named, claims ->> 'email', claims ->> 'sub', 'unknown'),
          lower(tg_op), tg_table_name,
          coalesce(new_row ->> 'id', old_row ->> 'id'), old_row, new_row);
  return null;
end
$$;
revoke all on function private.audit() from public;

create function private.refuse_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'the audit log cannot be changed' using errcode = '42501';
end
$$;
revoke all on function private.refuse_change() from public;
create trigger audit_log_is_final before update or delete on public.audit_log
  for each row execute function private.refuse_change();
create trigger audit_log_is_whole before truncate on public.audit_log
  for each statement execute function private.refuse_change();

create trigger clients_audit after insert or update or delete on public.clients
  for each row execute function private.audit();
create trigger projects_audit after insert or update or delete on public.projects
  for each row execute function private.audit();
create trigger invoices_audit after update of client_id, project_id on public.invoices
  for each row execute function private.audit();
create trigger client_rates_audit after insert or update or delete on public.client_rates
  for each row execute function private.audit();
create trigger documents_audit after insert or update or delete on public.documents
  for each row execute function private.audit();
create trigger subscription_tiers_audit after insert or update or delete on public.subscription_tiers
  for each row execute function private.audit();
create trigger client_subscriptions_audit after insert or update or delete on public.client_subscriptions
  for each row execute function private.audit();
create trigger service_bookings_audit after update or delete on public.service_bookings
  for each row execute function private.audit();
create trigger contact_inquiries_audit after update or delete on public.contact_inquiries
  for each row execute function private.audit();
create trigger users_audit after insert or update or delete on public.users
  for each row execute function private.audit();

alter table public.audit_log enable row level security;
-- Not even the service writes here: take back what it is given on every new table.
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;
-- Serves the administrator.
create policy "administrators read the audit log" on public.audit_log
  for select to authenticated using ((select access.is_admin()));
