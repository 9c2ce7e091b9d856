-- The audit log. Triggers and the server insert entries, administrators read them, and no one can change them.

create table public.audit_log (
  id         bigint generated always as identity primary key,
  at         timestamptz not null default clock_timestamp(),
  actor_id   uuid,
  actor      text not null,
  action     text not null
             check (action in (
               'insert', 'update', 'delete', 'invite', 'resend invitation', 'revoke invitation',
               'remove second factors', 'export data', 'erase inquirer', 'connect', 'disconnect', 'release', 'replay',
               'run', 'retry', 'resend', 'dismiss')),
  table_name text not null,
  row_id     text,
  before     jsonb,
  after      jsonb
);
create index audit_log_at_idx on public.audit_log (at desc);
create index audit_log_row_idx on public.audit_log (table_name, row_id);
create index audit_log_actor_idx on public.audit_log (actor, at desc);
create index audit_log_table_idx on public.audit_log (table_name, at desc);

alter table public.audit_log enable row level security;
-- Revoke the write access that default privileges give service_role. Only triggers and the owner write to this table.
revoke all on public.audit_log from service_role;
grant select on public.audit_log to authenticated, service_role;

create policy "Administrators can read the audit log" on public.audit_log
  for select to authenticated using ((select access.is_admin()));

create function private.record_audit_entry() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
declare
  claims  jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}');
  -- app.actor identifies the administrator when the server bypasses policies.
  app_actor text := nullif(current_setting('app.actor', true), '');
  excluded_columns text[] := coalesce(tg_argv, '{}');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - excluded_columns end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - excluded_columns end;
  is_admin boolean := coalesce(claims -> 'app_metadata' ->> 'role' = 'admin', false);
  actor_id uuid := coalesce(case when app_actor ~ '^[0-9a-f-]{36}$' then app_actor end, claims ->> 'sub')::uuid;
begin
  -- Record changes by administrators, but not by clients or the Square sync.
  if not is_admin and app_actor is null then
    return null;
  end if;
  if old_row is not distinct from new_row then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor, action, table_name, row_id, before, after)
  values (actor_id,
          -- Use the account's current email address. The alternatives apply only if the account no longer exists.
          coalesce((select account.email from public.users as account where account.id = actor_id),
                   claims ->> 'email', app_actor, 'unknown'),
          lower(tg_op), tg_table_name,
          coalesce(new_row ->> 'id', old_row ->> 'id', new_row ->> 'project_id', old_row ->> 'project_id',
                   new_row ->> 'purpose'),
          old_row, new_row);
  return null;
end
$$;
comment on function private.record_audit_entry() is
  'Records a change made by an administrator. The arguments name columns to exclude, such as personal data that can be erased on request.';

create function private.reject_audit_log_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- The retention job may delete entries older than a year. No role or setting allows deleting newer ones.
  if tg_op = 'DELETE' and old.at < now() - interval '12 months' then
    return old;
  end if;
  raise exception 'the audit log cannot be changed' using errcode = '42501';
end
$$;
revoke all on function private.record_audit_entry(), private.reject_audit_log_change() from public;

create trigger audit_log_reject_change before update or delete on public.audit_log
  for each row execute function private.reject_audit_log_change();
create trigger audit_log_reject_truncate before truncate on public.audit_log
  for each statement execute function private.reject_audit_log_change();

create function endpoints.record_audit_entry(action text, table_name text, row_id text, after jsonb) returns void
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can write to the audit log' using errcode = '42501';
  end if;
  insert into public.audit_log (actor_id, actor, action, table_name, row_id, after)
  values (auth.uid(),
          coalesce((select account.email from public.users as account where account.id = auth.uid()), auth.uid()::text),
          action, table_name, row_id, after);
end
$$;
comment on function endpoints.record_audit_entry(text, text, text, jsonb) is
  'Records an action of the calling administrator that does not change a row.';
revoke all on function endpoints.record_audit_entry(text, text, text, jsonb) from public;
grant execute on function endpoints.record_audit_entry(text, text, text, jsonb) to authenticated;

comment on table public.audit_log is
  'Who changed what, with the row before and after the change. Insert-only. The retention job deletes entries after the configured period, which is at least one year.';
comment on column public.audit_log.action is
  'insert, update or delete if a trigger recorded it. The server records other values for actions that do not change a row.';
