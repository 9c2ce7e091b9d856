-- A client who accepts a proposal or a milestone changes and locks only the payments of that project. The job makes the payments of
-- all projects due.

create function private.make_payments_due(today date, project uuid) returns void
  language sql security definer
  -- `security definer`, because clients cannot write public.planned_payments.
  set search_path = ''
as $$
  update public.planned_payments as payment
     set due_at = clock_timestamp(), due_on = coalesce(payment.due_on, make_payments_due.today + payment.due_days)
    from public.projects as own
   where own.id = payment.project_id and own.client_id = payment.client_id and payment.due_at is null
     and (make_payments_due.project is null or own.id = make_payments_due.project)
     and case payment.due_kind
           when 'date' then payment.due_on <= make_payments_due.today
           when 'on_acceptance' then true
           when 'on_completion' then own.status = 'completed'
           when 'milestone' then exists (select from public.project_milestones as milestone
                                          where milestone.id = payment.milestone_id and milestone.accepted_at is not null)
         end
$$;
comment on function private.make_payments_due(date, uuid) is
  'Makes payments of the project due whose date has come or whose event has happened. today is the date in the firm''s time zone. A null project means all.';
revoke all on function private.make_payments_due(date, uuid) from public;

create or replace function endpoints.accept_proposal(proposal uuid, version integer, sha256 text, signer jsonb, totals jsonb,
                                          project jsonb, milestones jsonb, payments jsonb, today date)
  returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write proposals, projects and acceptances.
  set search_path = ''
as $$
declare
  own public.proposals;
  membership record;
  problem text;
  target_project uuid;
  total constant numeric := (totals ->> 'total')::numeric / 100;
begin
  select * into own from public.proposals as row
   where row.id = accept_proposal.proposal and row.status <> 'draft'
     and row.client_id = access.current_client_id('proposals') for update;
  problem := private.check_open_proposal(own, accept_proposal.version, accept_proposal.today);
  if problem is null
     and not exists (select from public.proposal_versions as sent
                      where sent.proposal_id = own.id and sent.version = accept_proposal.version
                        and sent.sha256 = accept_proposal.sha256) then
    problem := 'outdated';
  end if;
  if problem is not null then
    return problem;
  end if;
  select * into membership from access.current_membership();

  insert into public.proposal_acceptances
         (proposal_id, client_id, version, content_sha256, totals, total, terms_version, consent_version, consent_text,
          accepted_on, signer_id, signer_name, signer_title, signer_email, signer_role, company, assurance_level, session_id,
          ip, user_agent, code)
  select own.id, own.client_id, own.current_version, accept_proposal.sha256, accept_proposal.totals, total,
         (signer ->> 'termsVersion')::integer, signer ->> 'consentVersion', signer ->> 'consentText', accept_proposal.today,
         account.id, signer ->> 'name', signer ->> 'title', account.email, membership.role, client.company,
         coalesce(auth.jwt() ->> 'aal', 'aal1'), private.uuid_or_null(auth.jwt() ->> 'session_id'),
         (signer ->> 'ip')::inet, coalesce(signer ->> 'userAgent', ''), signer ->> 'code'
    from public.users as account, public.clients as client
   where account.id = auth.uid() and client.id = own.client_id;

  target_project := own.project_id;
  if target_project is null then
    insert into public.projects (client_id, project_name, start_date, target_completion_date)
    values (own.client_id, project ->> 'name', (project ->> 'startsOn')::date, (project ->> 'completesOn')::date)
    returning id into target_project;
  else
    -- An extension can only move the target date to a later day.
    update public.projects as extended
       set target_completion_date = greatest(extended.target_completion_date, (project ->> 'completesOn')::date)
     where extended.id = target_project;
  end if;
  insert into public.project_milestones (project_id, client_id, proposal_id, part_id, position, title, due_on)
  select target_project, own.client_id, own.id, milestone ->> 'id',
         (select coalesce(max(earlier.position), 0) from public.project_milestones as earlier
           where earlier.project_id = target_project) + ordinality,
         milestone ->> 'title', (milestone ->> 'dueOn')::date
    from jsonb_array_elements(milestones) with ordinality as listed (milestone, ordinality);
  insert into public.planned_payments
         (proposal_id, client_id, project_id, position, kind, number, amount, due_kind, due_days, due_on, milestone_id, when_due)
  select own.id, own.client_id, target_project, ordinality, payment ->> 'kind', (payment ->> 'number')::integer,
         (payment ->> 'amount')::numeric / 100, payment ->> 'dueKind', (payment ->> 'dueDays')::integer,
         (payment ->> 'dueOn')::date, milestone.id, payment ->> 'whenDue'
    from jsonb_array_elements(payments) with ordinality as listed (payment, ordinality)
    left join public.project_milestones as milestone
      on milestone.proposal_id = own.id and milestone.part_id = payment ->> 'milestoneId';
  if (select coalesce(sum(payment.amount), 0) from public.planned_payments as payment where payment.proposal_id = own.id)
     <> total then
    raise exception 'the payments must add up to the total' using errcode = '23514';
  end if;

  update public.proposals as row
     set status = 'accepted', value = total, project_id = target_project, closed_at = clock_timestamp()
   where row.id = own.id;
  perform private.make_payments_due(accept_proposal.today, target_project);
  return 'accepted-now';
end
$$;

create or replace function endpoints.accept_milestone(milestone uuid, today date) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write milestones and planned payments.
  set search_path = ''
as $$
declare
  own public.project_milestones;
begin
  select * into own from public.project_milestones as row
   where row.id = accept_milestone.milestone and row.client_id = access.current_client_id('proposals') for update;
  if own.id is null then
    return 'unknown';
  end if;
  if own.accepted_at is not null then
    return 'already-accepted';
  end if;
  if own.done_at is null then
    return 'not-done';
  end if;
  update public.project_milestones as row
     set accepted_at = clock_timestamp(), accepted_by = auth.uid(),
         accepter = coalesce(private.member_name(own.client_id, auth.uid()), '')
   where row.id = own.id;
  perform private.make_payments_due(accept_milestone.today, own.project_id);
  return 'accepted';
end
$$;

drop function private.make_payments_due(date);
