-- A change of only the assignee or only the date keeps a concurrent change of the other.

drop function endpoints.plan_finding(uuid, uuid, date);

create function endpoints.plan_finding(finding uuid, plan jsonb) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write findings.
  set search_path = ''
as $$
declare
  own public.findings;
begin
  select * into own from public.findings as row
   where row.id = plan_finding.finding and row.client_id = access.current_client_id('remediation')
     and row.publication_status = 'published' for update;
  if not found then
    return 'unknown';
  end if;
  if plan_finding.plan ? 'assignee' and own.assignee_id is distinct from (plan_finding.plan ->> 'assignee')::uuid then
    own.assignee_id := (plan_finding.plan ->> 'assignee')::uuid;
    if own.assignee_id is not null
       and not exists (select from public.client_members as member
                         join public.client_role_permissions as granted
                           on granted.role = member.role and granted.permission = 'remediation'
                        where member.client_id = own.client_id and member.user_id = own.assignee_id
                          and member.suspended_at is null) then
      return 'unknown-person';
    end if;
  end if;
  if plan_finding.plan ? 'planned_on' then
    own.planned_on := (plan_finding.plan ->> 'planned_on')::date;
  end if;
  update public.findings as row set assignee_id = own.assignee_id, planned_on = own.planned_on where row.id = own.id;
  return 'planned';
end
$$;
comment on function endpoints.plan_finding(uuid, jsonb) is
  'Sets assignee, planned_on or both of the calling client''s finding to the values in plan. Returns planned, unknown-person or unknown.';
revoke all on function endpoints.plan_finding(uuid, jsonb) from public;
grant execute on function endpoints.plan_finding(uuid, jsonb) to authenticated;
