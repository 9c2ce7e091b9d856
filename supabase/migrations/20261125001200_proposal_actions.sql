-- What administrators and clients do with proposals and milestones. The endpoints call these functions as the caller.

-- Administrators --------------------------------------------------------------------------------------------------

create function endpoints.create_proposal(client uuid, inquiry uuid, booking uuid, content jsonb, title text, total numeric,
                                          valid_until date)
  returns uuid
  language plpgsql security definer
  -- `security definer`, because administrators cannot write proposals.
  set search_path = ''
as $$
declare
  proposal uuid;
begin
  if not access.is_admin() then
    raise exception 'only administrators can create proposals' using errcode = '42501';
  end if;
  insert into public.proposals (client_id, inquiry_id, booking_id, title, value)
  values (create_proposal.client, create_proposal.inquiry, create_proposal.booking, create_proposal.title, create_proposal.total)
  returning id into proposal;
  insert into public.proposal_versions (proposal_id, version, content, title, total, valid_until)
  values (proposal, 1, create_proposal.content, create_proposal.title, create_proposal.total, create_proposal.valid_until);
  return proposal;
end
$$;
comment on function endpoints.create_proposal(uuid, uuid, uuid, jsonb, text, numeric, date) is
  'Creates a draft and returns the id of the proposal. Requires an administrator.';

create function endpoints.save_proposal_draft(proposal uuid, expected_revision integer, content jsonb, title text,
                                              total numeric, valid_until date)
  returns table (outcome text, revision integer)
  language plpgsql security definer
  -- `security definer`, because administrators cannot write proposals.
  set search_path = ''
as $$
declare
  saved public.proposals;
  draft public.proposal_versions;
begin
  if not access.is_admin() then
    raise exception 'only administrators can write proposals' using errcode = '42501';
  end if;
  select * into saved from public.proposals as row where row.id = save_proposal_draft.proposal for update;
  select * into draft from public.proposal_versions as row
   where row.proposal_id = save_proposal_draft.proposal and row.sent_at is null;
  outcome := case when saved.id is null then 'unknown'
                  when saved.status = 'accepted' then 'accepted'
                  when coalesce(draft.revision, 0) <> save_proposal_draft.expected_revision then 'changed'
                  else 'saved' end;
  if outcome = 'saved' then
    insert into public.proposal_versions as stored (proposal_id, version, content, title, total, valid_until)
    values (saved.id, saved.current_version + 1, save_proposal_draft.content, save_proposal_draft.title,
            save_proposal_draft.total, save_proposal_draft.valid_until)
    on conflict (proposal_id, version) do update
       set content = excluded.content, title = excluded.title, total = excluded.total, valid_until = excluded.valid_until,
           revision = stored.revision + 1, updated_at = clock_timestamp()
    returning stored.revision into revision;
    -- Clients can read the row of a sent proposal, so a draft of a new version must not change it.
    update public.proposals as row set title = save_proposal_draft.title, value = save_proposal_draft.total
     where row.id = saved.id and row.status = 'draft';
  end if;
  return next;
end
$$;
comment on function endpoints.save_proposal_draft(uuid, integer, jsonb, text, numeric, date) is
  'Saves the draft, or starts the draft of a new version if expected_revision is 0. outcome is saved, unknown, accepted, or changed if someone else saved it. Requires an administrator.';

create function endpoints.discard_proposal_draft(proposal uuid) returns text
  language plpgsql security definer
  -- `security definer`, because administrators cannot write proposals.
  set search_path = ''
as $$
declare
  target public.proposals;
begin
  if not access.is_admin() then
    raise exception 'only administrators can discard drafts' using errcode = '42501';
  end if;
  select * into target from public.proposals as row where row.id = discard_proposal_draft.proposal for update;
  if target.status = 'draft' then
    delete from public.proposals as row where row.id = target.id;
    return 'deleted';
  end if;
  delete from public.proposal_versions as draft where draft.proposal_id = target.id and draft.sent_at is null;
  return case when found then 'discarded' else 'unknown' end;
end
$$;
comment on function endpoints.discard_proposal_draft(uuid) is
  'Deletes a proposal that was never sent, or the draft of a new version. Returns deleted, discarded or unknown. Requires an administrator.';

create function endpoints.assign_proposal(proposal uuid, client uuid, project uuid) returns text
  language plpgsql security definer
  -- `security definer`, because administrators cannot write proposals.
  set search_path = ''
as $$
declare
  target public.proposals;
begin
  if not access.is_admin() then
    raise exception 'only administrators can assign proposals' using errcode = '42501';
  end if;
  select * into target from public.proposals as row where row.id = assign_proposal.proposal for update;
  if target.id is null then
    return 'unknown';
  end if;
  if target.status = 'accepted' then
    return 'accepted';
  end if;
  if target.status <> 'draft' and target.client_id is distinct from assign_proposal.client then
    return 'already-sent';
  end if;
  if not exists (select from public.clients as row where row.id = assign_proposal.client) then
    return 'unknown-client';
  end if;
  if assign_proposal.project is not null
     and not exists (select from public.projects as row
                      where row.id = assign_proposal.project and row.client_id = assign_proposal.client) then
    return 'unknown-project';
  end if;
  update public.proposals as row set client_id = assign_proposal.client, project_id = assign_proposal.project
   where row.id = target.id;
  return 'assigned';
end
$$;
comment on function endpoints.assign_proposal(uuid, uuid, uuid) is
  'Sets the client and the project to extend. Returns assigned, unknown, accepted, already-sent, unknown-client, or unknown-project if the project is not the client''s. Requires an administrator.';

create function endpoints.send_proposal(proposal uuid, expected_revision integer, content jsonb, sha256 text, title text,
                                        total numeric, valid_until date)
  returns table (outcome text, version integer)
  language plpgsql security definer
  -- `security definer`, because administrators cannot write proposals.
  set search_path = ''
as $$
declare
  target public.proposals;
  draft public.proposal_versions;
begin
  if not access.is_admin() then
    raise exception 'only administrators can send proposals' using errcode = '42501';
  end if;
  select * into target from public.proposals as row where row.id = send_proposal.proposal for update;
  select * into draft from public.proposal_versions as row
   where row.proposal_id = send_proposal.proposal and row.sent_at is null for update;
  outcome := case when target.id is null then 'unknown'
                  when target.status = 'accepted' then 'accepted'
                  when draft.version is null then 'no-draft'
                  when draft.revision <> send_proposal.expected_revision then 'changed'
                  when target.client_id is null then 'no-client'
                  when not exists (select from public.clients as client
                                    where client.id = target.client_id and client.status = 'active') then 'inactive-client'
                  else 'sent' end;
  if outcome = 'sent' then
    version := draft.version;
    update public.proposal_versions as row
       set content = send_proposal.content, sha256 = send_proposal.sha256, title = send_proposal.title,
           total = send_proposal.total, valid_until = send_proposal.valid_until, sent_at = clock_timestamp()
     where row.proposal_id = target.id and row.version = draft.version;
    update public.proposals as row
       set status = 'sent', current_version = draft.version, title = send_proposal.title, value = send_proposal.total,
           valid_until = send_proposal.valid_until, sent_at = clock_timestamp(),
           first_sent_at = coalesce(row.first_sent_at, clock_timestamp()), viewed_at = null, closed_at = null,
           status_reason = ''
     where row.id = target.id;
  end if;
  return next;
end
$$;
comment on function endpoints.send_proposal(uuid, integer, jsonb, text, text, numeric, date) is
  'Sends the draft, which then does not change. outcome is sent, unknown, accepted, no-draft, changed if someone else saved the draft, no-client or inactive-client. Requires an administrator.';

create function endpoints.withdraw_proposal(proposal uuid, reason text) returns text
  language plpgsql security definer
  -- `security definer`, because administrators cannot write proposals.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can withdraw proposals' using errcode = '42501';
  end if;
  update public.proposals as row
     set status = 'withdrawn', status_reason = withdraw_proposal.reason, closed_at = clock_timestamp()
   where row.id = withdraw_proposal.proposal and row.status in ('sent', 'viewed');
  if found then
    return 'withdrawn';
  end if;
  return case when exists (select from public.proposals as row where row.id = withdraw_proposal.proposal)
              then 'not-open' else 'unknown' end;
end
$$;
comment on function endpoints.withdraw_proposal(uuid, text) is
  'Withdraws a sent proposal. Returns withdrawn, not-open or unknown. Requires an administrator.';

-- Clients ---------------------------------------------------------------------------------------------------------

create function endpoints.record_proposal_view(proposal uuid, version integer) returns void
  language plpgsql security definer
  -- `security definer`, because clients cannot write proposals.
  set search_path = ''
as $$
declare
  own public.proposals;
begin
  select * into own from public.proposals as row
   where row.id = record_proposal_view.proposal and row.status <> 'draft'
     and row.client_id = access.current_client_id('proposals') for update;
  if own.id is null or own.current_version <> record_proposal_view.version then
    return;
  end if;
  update public.proposals as row
     set status = case when row.status = 'sent' then 'viewed' else row.status end, viewed_at = clock_timestamp()
   where row.id = own.id and row.viewed_at is null and row.status in ('sent', 'viewed');
  -- One event per member and version.
  if own.status in ('sent', 'viewed')
     and not exists (select from public.proposal_events as event
                      where event.proposal_id = own.id and event.version = own.current_version
                        and event.action = 'viewed' and event.actor_id = auth.uid()) then
    perform private.record_proposal_event(own, 'viewed');
  end if;
end
$$;
comment on function endpoints.record_proposal_view(uuid, integer) is
  'Records that the calling client opened the current version. Does nothing for other callers, versions and closed proposals.';

create function private.check_open_proposal(own public.proposals, version integer, today date) returns text
  language sql stable
  set search_path = ''
as $$
  select case when own.id is null then 'unknown'
              when own.status in ('sent', 'viewed') and own.current_version <> check_open_proposal.version then 'outdated'
              when own.status in ('sent', 'viewed') and own.valid_until < today then 'expired'
              when own.status not in ('sent', 'viewed') then own.status end
$$;
comment on function private.check_open_proposal(public.proposals, integer, date) is
  'Why a client cannot accept or decline the version: unknown, outdated if a newer one was sent, expired, or the status of a closed proposal. Null if it can.';

create function endpoints.decline_proposal(proposal uuid, version integer, reason text, today date) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write proposals.
  set search_path = ''
as $$
declare
  own public.proposals;
  problem text;
begin
  select * into own from public.proposals as row
   where row.id = decline_proposal.proposal and row.status <> 'draft'
     and row.client_id = access.current_client_id('proposals') for update;
  problem := private.check_open_proposal(own, decline_proposal.version, decline_proposal.today);
  if problem is not null then
    return problem;
  end if;
  update public.proposals as row
     set status = 'declined', status_reason = decline_proposal.reason, closed_at = clock_timestamp()
   where row.id = own.id;
  return 'declined-now';
end
$$;
comment on function endpoints.decline_proposal(uuid, integer, text, date) is
  'Declines a proposal of the caller''s client. Returns declined-now, or why not: see private.check_open_proposal().';

create function endpoints.accept_proposal(proposal uuid, version integer, sha256 text, signer jsonb, totals jsonb,
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
  perform private.make_payments_due(accept_proposal.today);
  return 'accepted-now';
end
$$;
comment on function endpoints.accept_proposal(uuid, integer, text, jsonb, jsonb, jsonb, jsonb, jsonb, date) is
  'Accepts a proposal of the caller''s client, and stores the record, the project, its milestones and the planned payments. The server computes the amounts from the stored version. Returns accepted-now, or why not: see private.check_open_proposal().';

-- Milestones ------------------------------------------------------------------------------------------------------

create view endpoints.project_milestones with (security_barrier) as
  select id, project_id, client_id, position, title, due_on, done_at, accepted_at from public.project_milestones
   where (select access.is_admin())
  with check option;
grant select, insert (project_id, client_id, position, title, due_on), update (title, due_on, done_at, position), delete
   on endpoints.project_milestones to authenticated;
comment on view endpoints.project_milestones is 'Lets administrators write milestones. The triggers of public.project_milestones apply.';

create function endpoints.accept_milestone(milestone uuid, today date) returns text
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
  perform private.make_payments_due(accept_milestone.today);
  return 'accepted';
end
$$;
comment on function endpoints.accept_milestone(uuid, date) is
  'Accepts a milestone that is done, for the caller''s client. Its payments become due. Returns accepted, unknown, already-accepted or not-done.';

create view endpoints.planned_payments with (security_barrier) as
  select id, client_id, due_kind, due_days, due_on, due_at, invoice_id, when_due from public.planned_payments
   where (select access.is_admin())
  with check option;
grant select, update (due_on, due_at, invoice_id, when_due) on endpoints.planned_payments to authenticated;
comment on view endpoints.planned_payments is
  'Lets administrators make a payment due early, and record its invoice. The triggers of public.planned_payments apply.';

revoke all on function
  endpoints.create_proposal(uuid, uuid, uuid, jsonb, text, numeric, date),
  endpoints.save_proposal_draft(uuid, integer, jsonb, text, numeric, date), endpoints.discard_proposal_draft(uuid),
  endpoints.assign_proposal(uuid, uuid, uuid),
  endpoints.send_proposal(uuid, integer, jsonb, text, text, numeric, date), endpoints.withdraw_proposal(uuid, text),
  endpoints.record_proposal_view(uuid, integer), private.check_open_proposal(public.proposals, integer, date),
  endpoints.decline_proposal(uuid, integer, text, date),
  endpoints.accept_proposal(uuid, integer, text, jsonb, jsonb, jsonb, jsonb, jsonb, date),
  endpoints.accept_milestone(uuid, date) from public;
grant execute on function
  endpoints.create_proposal(uuid, uuid, uuid, jsonb, text, numeric, date),
  endpoints.save_proposal_draft(uuid, integer, jsonb, text, numeric, date), endpoints.discard_proposal_draft(uuid),
  endpoints.assign_proposal(uuid, uuid, uuid),
  endpoints.send_proposal(uuid, integer, jsonb, text, text, numeric, date), endpoints.withdraw_proposal(uuid, text),
  endpoints.record_proposal_view(uuid, integer),
  endpoints.decline_proposal(uuid, integer, text, date),
  endpoints.accept_proposal(uuid, integer, text, jsonb, jsonb, jsonb, jsonb, jsonb, date),
  endpoints.accept_milestone(uuid, date) to authenticated;

-- Expiry ----------------------------------------------------------------------------------------------------------

create function private.expire_proposals(today date) returns void
  language sql
  set search_path = ''
as $$
  update public.proposals as row set status = 'expired', closed_at = clock_timestamp()
   where row.status in ('sent', 'viewed') and row.valid_until < expire_proposals.today
$$;
comment on function private.expire_proposals(date) is
  'Expires the proposals whose last day has passed. today is the date in the firm''s time zone.';
revoke all on function private.expire_proposals(date) from public;

-- Jobs ------------------------------------------------------------------------------------------------------------

-- Other migrations extend this list too, so add to it instead of replacing it.
do $$
declare
  job_names text[] := array(
    select distinct matched[1]
      from pg_constraint as listed, regexp_matches(pg_get_constraintdef(listed.oid), '''([a-z-]+)''', 'g') as matched
     where listed.conname = 'job_runs_name_check');
begin
  alter table private.job_runs drop constraint job_runs_name_check;
  execute format('alter table private.job_runs add constraint job_runs_name_check check (name in (%s))',
    (select string_agg(quote_literal(name), ', ' order by name) from unnest(job_names || array['expire-proposals']) as name));
end
$$;
