-- The audit log names people by their e-mail address wherever the act came from, follows three tables more, and may
-- forget its oldest lines: never one younger than a year.

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
  actor_id uuid := coalesce(case when named ~ '^[0-9a-f-]{36}$' then named end, claims ->> 'sub')::uuid;
begin
  -- Only acts of people in charge: the provider's sync and the clients' own forms are told elsewhere.
  if not is_admin and named is null then
    return null;
  end if;
  if old_row is not distinct from new_row then
    return null;
  end if;
  insert into public.audit_log (actor_id, actor, action, table_name, row_id, before, after)
  values (actor_id,
          -- The account's own address, as the server writes it too; a name only where no account acted.
          coalesce((select account.email from public.users as account where account.id = actor_id),
                   claims ->> 'email', named, 'unknown'),
          lower(tg_op), tg_table_name,
          coalesce(new_row ->> 'id', old_row ->> 'id', new_row ->> 'project_id', old_row ->> 'project_id',
                   new_row ->> 'purpose'),
          old_row, new_row);
  return null;
end
$$;

create trigger project_notes_audit after insert or update or delete on public.project_notes
  for each row execute function private.audit();
-- That the firm wrote, not what: the thread itself keeps that.
create trigger messages_audit after insert on public.messages
  for each row execute function private.audit('body');

create or replace function private.refuse_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- The one way out is age. What is younger than a year stays, whoever asks and whatever the settings say.
  if tg_op = 'DELETE' and old.at < now() - interval '12 months' then
    return old;
  end if;
  raise exception 'the audit log cannot be changed' using errcode = '42501';
end
$$;
comment on table public.audit_log is
  'Who did what, before and after. Insert-only: by triggers, and by the server for acts that no row shows. The job that keeps the retention periods deletes what is older than they say, at least a year.';
create index audit_log_actor_idx on public.audit_log (actor, at desc);
create index audit_log_table_idx on public.audit_log (table_name, at desc);
