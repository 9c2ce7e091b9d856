-- An import inserts thousands of findings. Recording all rows of an insert at once takes much less time than recording
-- each of them.

create function private.current_auditor(out actor_id uuid, out actor text)
  language plpgsql stable security definer
  -- `security definer`, because the policies of public.users do not apply to the audit log.
  set search_path = ''
as $$
declare
  claims jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}');
  -- app.actor identifies the administrator when the server bypasses policies.
  app_actor text := nullif(current_setting('app.actor', true), '');
begin
  -- Record changes by administrators, but not by clients or the Square sync.
  if app_actor is null and claims -> 'app_metadata' ->> 'role' is distinct from 'admin' then
    return;
  end if;
  actor_id := coalesce(case when app_actor ~ '^[0-9a-f-]{36}$' then app_actor end, claims ->> 'sub')::uuid;
  -- Use the account's current email address. The alternatives apply only if the account no longer exists.
  actor := coalesce((select account.email from public.users as account where account.id = actor_id),
                    claims ->> 'email', app_actor, 'unknown');
end
$$;
comment on function private.current_auditor() is
  'The administrator whose changes are recorded in the audit log. Null if the changes are not recorded.';

create or replace function private.record_audit_entry() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
declare
  auditor record := private.current_auditor();
  excluded_columns text[] := coalesce(tg_argv, '{}');
  old_row jsonb;
  new_row jsonb;
begin
  if auditor.actor is null then
    return null;
  end if;
  old_row := case when tg_op <> 'INSERT' then to_jsonb(old) - excluded_columns end;
  new_row := case when tg_op <> 'DELETE' then to_jsonb(new) - excluded_columns end;
  if old_row is not distinct from new_row then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor, action, table_name, row_id, before, after)
  values (auditor.actor_id, auditor.actor, lower(tg_op), tg_table_name,
          coalesce(new_row ->> 'id', old_row ->> 'id', new_row ->> 'project_id', old_row ->> 'project_id',
                   new_row ->> 'purpose'),
          old_row, new_row);
  return null;
end
$$;

create function private.record_inserted_rows() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
declare
  auditor record := private.current_auditor();
  -- Converting long texts to JSON and removing them afterwards would take most of the time.
  recorded_columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum)
      from pg_catalog.pg_attribute
     where attrelid = tg_relid and attnum > 0 and not attisdropped and attname <> all (coalesce(tg_argv, '{}')));
begin
  if auditor.actor is null then
    return null;
  end if;
  execute format(
    'insert into public.audit_log (actor_id, actor, action, table_name, row_id, after)
     select $1, $2, ''insert'', $3, recorded.id, to_jsonb(recorded)
       from (select %s from inserted_rows) as recorded', recorded_columns)
    using auditor.actor_id, auditor.actor, tg_table_name;
  return null;
end
$$;
comment on function private.record_inserted_rows() is
  'Like private.record_audit_entry(), for all rows of an insert. The trigger''s transition table must be named inserted_rows.';
revoke all on function private.current_auditor(), private.record_inserted_rows() from public;

drop trigger findings_audit on public.findings;
create trigger findings_audit after update or delete on public.findings
  for each row execute function private.record_audit_entry(
    'description', 'impact', 'evidence', 'reproduction_steps', 'recommendation');
create trigger findings_audit_insert after insert on public.findings
  referencing new table as inserted_rows
  for each statement execute function private.record_inserted_rows(
    'description', 'impact', 'evidence', 'reproduction_steps', 'recommendation');
