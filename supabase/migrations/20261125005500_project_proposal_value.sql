-- The value of the accepted proposals of a project, which is known before anything is invoiced.

create or replace view public.project_list with (security_invoker = true) as
  select project.id, project.client_id, client.company, lower(client.company) as company_order,
         project.project_name, lower(project.project_name) as project_order, project.status, project.start_date,
         project.target_completion_date, project.total_estimated_value, totals.invoice_count,
         totals.total_billed, totals.total_paid,
         (totals.total_billed - totals.total_paid - totals.total_refunded)::numeric(14, 2) as outstanding,
         totals.total_refunded,
         (select sum(proposal.value) from public.proposals as proposal
           where proposal.project_id = project.id and proposal.status = 'accepted')::numeric(14, 2) as proposal_value
    from public.projects as project
    left join public.clients as client on client.id = project.client_id
    left join public.project_totals as totals on totals.project_id = project.id;
comment on view public.project_list is
  'Projects with their client''s company and their totals in dollars. proposal_value is the sum of the accepted proposals, or null without one.';
