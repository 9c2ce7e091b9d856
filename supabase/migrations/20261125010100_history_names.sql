-- The history of a finding names the administrators, as comments do.

create or replace function private.record_finding_event(
    finding public.findings, action text, from_value text default null, to_value text default null, note text default '')
  returns void
  language plpgsql security definer
  -- `security definer`, because no other role can write to the history.
  set search_path = ''
as $$
declare
  is_admin boolean := coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
                      or nullif(current_setting('app.actor', true), '') is not null;
  account public.users;
begin
  if not is_admin then
    select * into account from public.users as row where row.id = auth.uid();
  end if;
  insert into public.finding_events (finding_id, client_id, actor_role, actor_id, actor, action, from_value, to_value, note)
  values (finding.id, finding.client_id,
          case when is_admin then 'admin' when account.id is null then 'system' else 'client' end,
          account.id,
          case when is_admin then coalesce(access.staff_name(auth.uid()), '')
               else coalesce((select nullif(member.name, '') from public.client_members as member
                               where member.client_id = finding.client_id and member.user_id = account.id),
                             account.email, '') end,
          record_finding_event.action, record_finding_event.from_value, record_finding_event.to_value,
          coalesce(record_finding_event.note, ''));
end
$$;
comment on column public.finding_events.actor is
  'The name of the member or administrator at the time. For members without a name, the email address. Empty for administrators without a name, and for the system.';
