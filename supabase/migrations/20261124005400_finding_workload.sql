-- The open findings of each project, for planning the work.

create function public.finding_workload(today date)
  returns table (project_id uuid, project_name text, company text, drafts integer, critical integer, high integer,
                 medium integer, low integer, info integer, overdue integer, ready_for_retest integer, disputed integer,
                 oldest_published_on date)
  language sql stable
  set search_path = ''
as $$
  with findings as (
    select finding.*, finding.state in ('open', 'in_progress', 'ready_for_retest', 'disputed') as is_open
      from public.findings as finding
     where finding.state not in ('fixed', 'withdrawn', 'risk_accepted')
  )
  select project.id, project.project_name, client.company,
         count(*) filter (where finding.state = 'draft')::integer,
         count(*) filter (where finding.is_open and finding.severity = 'critical')::integer,
         count(*) filter (where finding.is_open and finding.severity = 'high')::integer,
         count(*) filter (where finding.is_open and finding.severity = 'medium')::integer,
         count(*) filter (where finding.is_open and finding.severity = 'low')::integer,
         count(*) filter (where finding.is_open and finding.severity = 'info')::integer,
         count(*) filter (where finding.is_open and finding.due_on < finding_workload.today)::integer,
         count(*) filter (where finding.state = 'ready_for_retest')::integer,
         count(*) filter (where finding.state = 'disputed')::integer,
         min(finding.published_on) filter (where finding.is_open)
    from findings as finding
    join public.projects as project on project.id = finding.project_id
    join public.clients as client on client.id = finding.client_id
   group by project.id, client.company
   order by 5 desc, 6 desc, 10 desc, project.project_name, project.id
   limit 200
$$;
comment on function public.finding_workload(date) is
  'The drafts and open findings of each project, by severity, with the number of overdue ones and the date of the oldest publication. Projects with critical findings come first.';
revoke all on function public.finding_workload(date) from public, anon;
grant execute on function public.finding_workload(date) to authenticated, service_role;
