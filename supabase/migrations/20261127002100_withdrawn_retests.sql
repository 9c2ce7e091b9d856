-- A client who withdraws the request for a retest gets the statuses back that the findings had before.

alter table public.retest_findings
  add column status_before text
    check (status_before in ('open', 'in_progress', 'ready_for_retest', 'disputed', 'risk_accepted'));
comment on column public.retest_findings.status_before is
  'The remediation status of the finding before the retest was requested. Null for older rounds.';

create or replace function endpoints.request_retest(project uuid, findings uuid[], note text)
  returns table (outcome text, round_id uuid)
  language plpgsql security definer
  -- `security definer`, because callers cannot write retests.
  set search_path = ''
as $$
declare
  is_admin constant boolean := access.is_admin();
  target public.projects;
  selected uuid[];
begin
  select * into target from public.projects as row
   where row.id = request_retest.project and (is_admin or row.client_id = access.current_client_id('remediation'))
     for no key update;
  if not found then
    outcome := 'unknown';
    return next;
    return;
  end if;
  select array_agg(finding.id) into selected
    from (select row.* from public.findings as row
           where row.id = any (request_retest.findings) and row.project_id = target.id
             and row.publication_status = 'published'
             -- Only administrators can retest a fixed finding.
             and (is_admin or row.verdict is distinct from 'fixed')
           order by row.id for update) as finding;
  if cardinality(selected) is distinct from cardinality(array(select distinct unnest(request_retest.findings))) then
    outcome := 'not-testable';
    return next;
    return;
  end if;
  if exists (select from public.retest_findings as active where active.finding_id = any (selected) and active.is_active) then
    outcome := 'already-requested';
    return next;
    return;
  end if;
  insert into public.retest_rounds (project_id, client_id, number, requester_role, requested_by, requester, note,
                                    status, started_at)
  values (target.id, target.client_id,
          1 + coalesce((select max(round.number) from public.retest_rounds as round where round.project_id = target.id), 0),
          case when is_admin then 'admin' else 'client' end,
          case when not is_admin then auth.uid() end,
          case when is_admin then '' else coalesce(private.member_name(target.client_id, auth.uid()), '') end,
          request_retest.note, case when is_admin then 'in_progress' else 'requested' end,
          case when is_admin then clock_timestamp() end)
  returning id into round_id;
  insert into public.retest_findings (round_id, project_id, finding_id, status_before)
  select request_retest.round_id, target.id, finding.id, finding.remediation_status
    from public.findings as finding where finding.id = any (selected);
  update public.findings as finding set remediation_status = 'ready_for_retest'
   where not is_admin and finding.id = any (selected) and finding.remediation_status in ('open', 'in_progress');
  perform private.record_finding_event(finding, case when is_admin then 'retest-started' else 'retest-requested' end,
                                       note => request_retest.note)
     from public.findings as finding where finding.id = any (selected);
  outcome := 'requested';
  return next;
end
$$;

create or replace function endpoints.cancel_retest(round uuid) returns text
  language plpgsql security definer
  -- `security definer`, because callers cannot write retests.
  set search_path = ''
as $$
declare
  active constant public.retest_rounds := private.lock_active_round(cancel_retest.round);
begin
  if active.id is null then
    return 'unknown';
  end if;
  if not access.is_admin() and active.status <> 'requested' then
    return 'already-started';
  end if;
  perform from public.findings as row
   where row.id in (select listed.finding_id from public.retest_findings as listed where listed.round_id = active.id)
   order by row.id for update;
  update public.retest_rounds as row set status = 'canceled', ended_at = clock_timestamp() where row.id = active.id;
  update public.retest_findings as listed set is_active = false where listed.round_id = active.id;
  -- A client who withdraws a request undoes its change. If the firm cancels, the fix needs more work.
  update public.findings as finding
     set remediation_status = case when access.is_admin() then 'in_progress'
                                   else coalesce(listed.status_before, 'in_progress') end
    from public.retest_findings as listed
   where listed.round_id = active.id and finding.id = listed.finding_id
     and finding.remediation_status = 'ready_for_retest' and finding.publication_status = 'published'
     and finding.verdict is distinct from 'fixed';
  perform private.record_finding_event(finding, 'retest-canceled')
     from public.retest_findings as listed join public.findings as finding on finding.id = listed.finding_id
    where listed.round_id = active.id;
  return 'canceled';
end
$$;
