-- The audit log tells that an inquiry was changed, not what the visitor wrote: a copy there could never be deleted.

create or replace function private.audit() returns trigger
  language plpgsql security definer
  -- Definer: nobody else may write the log.
  set search_path = ''
as $$
declare
  claims  jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}');
  -- The server names the administrator it acts for when it bypasses the policies.
  named   text := nullif(current_setting('app.actor', true), '');
  -- Columns that the trigger names are left out.
  kept_out text[] := coalesce(tg_argv, '{}');
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - kept_out end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - kept_out end;
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

drop trigger contact_inquiries_audit on public.contact_inquiries;
create trigger contact_inquiries_audit after update or delete on public.contact_inquiries
  for each row execute function private.audit('name', 'email', 'company', 'message', 'notes');
