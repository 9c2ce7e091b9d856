-- What happens to findings after publication: comments, work by the client, retests and accepted risks.

-- Comments --------------------------------------------------------------------------------------------------------

create table public.finding_comments (
  id           uuid primary key default gen_random_uuid(),
  finding_id   uuid not null,
  client_id    uuid not null,
  author_role  text not null default 'client' check (author_role in ('client', 'admin')),
  author_id    uuid references public.users (id) on delete set null,
  author       text not null default '',
  body         text not null check (length(btrim(body)) between 1 and 5000),
  mentions     uuid[] not null default '{}' check (cardinality(mentions) <= 20 and array_position(mentions, null) is null),
  created_at   timestamptz not null default clock_timestamp(),
  announced_at timestamptz,
  foreign key (finding_id, client_id) references public.findings (id, client_id) on delete cascade
);
create index finding_comments_unannounced_idx on public.finding_comments (client_id, created_at) where announced_at is null;
create index finding_comments_finding_idx on public.finding_comments (finding_id, client_id, created_at);
create index finding_comments_client_idx on public.finding_comments (client_id, created_at);
create index finding_comments_author_idx on public.finding_comments (author_id);

alter table public.finding_comments enable row level security;
grant select on public.finding_comments to authenticated;
-- The trigger sets the author.
grant insert (finding_id, client_id, body, mentions) on public.finding_comments to authenticated;
grant all on public.finding_comments to service_role;

create policy "Clients can read the comments on their own findings" on public.finding_comments
  for select to authenticated using (client_id = (select access.current_client_id('findings')));
create policy "Clients can comment on their own findings as themselves" on public.finding_comments
  for insert to authenticated
  with check (client_id = (select access.current_client_id('remediation')) and author_role = 'client'
              and author_id = (select auth.uid()));
create policy "Administrators can read all comments" on public.finding_comments
  for select to authenticated using ((select access.is_admin()));
create policy "Administrators can comment as themselves" on public.finding_comments
  for insert to authenticated
  with check ((select access.is_admin()) and author_role = 'admin' and author_id = (select auth.uid()));

comment on table public.finding_comments is 'The conversation between the client and the firm about a finding. Comments are plain text and do not change.';
comment on column public.finding_comments.author is
  'The name or the email address of the member at the time. Empty for administrators.';
comment on column public.finding_comments.mentions is 'The accounts of the members that the comment mentions.';

comment on column public.finding_comments.announced_at is 'When the emails about this comment were queued. Null if they are still due.';

create function private.check_finding_comment() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads the client's members and the publication status.
  set search_path = ''
as $$
begin
  -- Clients can read comments, so a comment on a draft would reveal it.
  if not exists (select from public.findings as finding
                  where finding.id = new.finding_id and finding.publication_status <> 'draft') then
    raise exception 'only published findings have comments' using errcode = '42501';
  end if;
  if exists (select from unnest(new.mentions) as mentioned
              where not exists (select from public.client_members as member
                                  join public.client_role_permissions as granted
                                    on granted.role = member.role and granted.permission = 'findings'
                                 where member.client_id = new.client_id and member.user_id = mentioned)) then
    raise exception 'a comment can mention only people who can read the finding' using errcode = '23514';
  end if;
  -- The server and the demo store comments of others.
  if auth.uid() is not null then
    new.author_id := auth.uid();
    new.author_role := case when access.is_admin() then 'admin' else 'client' end;
  end if;
  new.author := case when new.author_role = 'client' then coalesce(private.member_name(new.client_id, new.author_id), '')
                     else '' end;
  return new;
end
$$;
revoke all on function private.check_finding_comment() from public;
create trigger finding_comments_check before insert on public.finding_comments
  for each row execute function private.check_finding_comment();

-- Unread findings -------------------------------------------------------------------------------------------------

create table public.finding_views (
  finding_id uuid not null,
  client_id  uuid not null,
  user_id    uuid not null default auth.uid() references public.users (id) on delete cascade,
  viewed_at  timestamptz not null default clock_timestamp(),
  primary key (finding_id, user_id),
  foreign key (finding_id, client_id) references public.findings (id, client_id) on delete cascade
);
create index finding_views_finding_idx on public.finding_views (finding_id, client_id);
create index finding_views_user_idx on public.finding_views (user_id);

alter table public.finding_views enable row level security;
grant select on public.finding_views to authenticated;
grant all on public.finding_views to service_role;

create policy "Clients can read when they opened their own findings" on public.finding_views
  for select to authenticated
  using (client_id = (select access.current_client_id('findings')) and user_id = (select auth.uid()));
create policy "Administrators can read when findings were opened" on public.finding_views
  for select to authenticated using ((select access.is_admin()));

comment on table public.finding_views is 'When each member last opened a finding. Determines which findings are unread.';

create function endpoints.record_finding_view(finding uuid) returns void
  language sql security definer
  -- `security definer`, because clients cannot write public.finding_views.
  set search_path = ''
as $$
  insert into public.finding_views as seen (finding_id, client_id, user_id)
  select own.id, own.client_id, (select auth.uid())
    from public.findings as own
   where own.id = record_finding_view.finding and own.publication_status <> 'draft'
     and own.client_id = (select access.current_client_id('findings'))
  on conflict (finding_id, user_id) do update set viewed_at = excluded.viewed_at
$$;
comment on function endpoints.record_finding_view(uuid) is 'Records that the calling client opened a finding. Does nothing for other callers.';
revoke all on function endpoints.record_finding_view(uuid) from public;
grant execute on function endpoints.record_finding_view(uuid) to authenticated;

create function access.list_unread_findings() returns table (finding_id uuid)
  language sql stable security definer
  -- `security definer`, so that the policies of four tables are not evaluated for each row.
  set search_path = ''
as $$
  select own.id
    from public.findings as own
    left join public.finding_views as seen on seen.finding_id = own.id and seen.user_id = (select auth.uid())
   where own.client_id = (select access.current_client_id('findings')) and own.publication_status = 'published'
     and (seen.viewed_at is null
          or exists (select from public.finding_events as event
                      where event.finding_id = own.id and event.client_id = own.client_id
                        and event.actor_role <> 'client' and event.at > seen.viewed_at)
          or exists (select from public.finding_comments as comment
                      where comment.finding_id = own.id and comment.client_id = own.client_id
                        and comment.author_id is distinct from (select auth.uid()) and comment.created_at > seen.viewed_at))
$$;
comment on function access.list_unread_findings() is
  'The published findings that the caller has never opened, or that have a later change by the firm or comment by someone else.';
revoke all on function access.list_unread_findings() from public;
grant execute on function access.list_unread_findings() to authenticated, service_role;

create view public.unread_findings with (security_invoker = true) as
  select finding_id from access.list_unread_findings();
grant select on public.unread_findings to authenticated, service_role;
comment on view public.unread_findings is 'The unread findings of the caller. See access.list_unread_findings().';

-- Retests ---------------------------------------------------------------------------------------------------------

create table public.retest_rounds (
  id             uuid primary key default gen_random_uuid(),
  project_id     uuid not null,
  client_id      uuid not null,
  number         integer not null check (number > 0),
  status         text not null default 'requested' check (status in ('requested', 'in_progress', 'completed', 'canceled')),
  requester_role text not null check (requester_role in ('client', 'admin')),
  requested_by   uuid references public.users (id) on delete set null,
  requester      text not null default '',
  note           text not null default '' check (length(note) <= 2000),
  requested_at   timestamptz not null default clock_timestamp(),
  started_at     timestamptz,
  ended_at       timestamptz,
  foreign key (project_id, client_id) references public.projects (id, client_id),
  unique (project_id, number),
  unique (id, project_id),
  unique (id, client_id),
  constraint retest_rounds_ended_check check ((status in ('completed', 'canceled')) = (ended_at is not null))
);
create index retest_rounds_client_idx on public.retest_rounds (client_id, status);
create index retest_rounds_project_idx on public.retest_rounds (project_id, client_id);
create index retest_rounds_waiting_idx on public.retest_rounds (requested_at) where status in ('requested', 'in_progress');
create index retest_rounds_requested_by_idx on public.retest_rounds (requested_by);

create table public.retest_findings (
  round_id   uuid not null,
  project_id uuid not null,
  finding_id uuid not null,
  is_active  boolean not null default true,
  primary key (round_id, finding_id),
  foreign key (round_id, project_id) references public.retest_rounds (id, project_id) on delete cascade,
  foreign key (finding_id, project_id) references public.findings (id, project_id) on delete cascade
);
-- A finding can be in one active round.
create unique index retest_findings_active_key on public.retest_findings (finding_id) where is_active;
create index retest_findings_finding_idx on public.retest_findings (finding_id, project_id);
create index retest_findings_round_idx on public.retest_findings (round_id, project_id);

create table public.retest_results (
  round_id   uuid not null,
  finding_id uuid not null,
  verdict    text not null check (verdict in ('fixed', 'partly_fixed', 'not_fixed')),
  evidence   text not null default '' check (length(evidence) <= 20000),
  tested_on  date not null,
  tester     text not null default '' check (length(tester) <= 200 and access.is_single_line(tester)),
  primary key (round_id, finding_id),
  foreign key (round_id, finding_id) references public.retest_findings (round_id, finding_id) on delete cascade
);
create index retest_results_finding_idx on public.retest_results (finding_id);

alter table public.retest_rounds enable row level security;
alter table public.retest_findings enable row level security;
alter table public.retest_results enable row level security;
grant select on public.retest_rounds, public.retest_findings, public.retest_results to authenticated;
grant all on public.retest_rounds, public.retest_findings, public.retest_results to service_role;

create policy "Clients can read their own retests" on public.retest_rounds
  for select to authenticated using (client_id = (select access.current_client_id('findings')));
create policy "Clients can read which of their own findings are retested" on public.retest_findings
  for select to authenticated
  using (round_id in (select round.id from public.retest_rounds as round
                       where round.client_id = (select access.current_client_id('findings'))));
create policy "Clients can read the results of their own completed retests" on public.retest_results
  for select to authenticated
  using (round_id in (select round.id from public.retest_rounds as round
                       where round.client_id = (select access.current_client_id('findings'))
                         and round.status = 'completed'));
create policy "Administrators can read all retests" on public.retest_rounds
  for select to authenticated using ((select access.is_admin()));
create policy "Administrators can read which findings are retested" on public.retest_findings
  for select to authenticated using ((select access.is_admin()));
create policy "Administrators can read the results of all retests" on public.retest_results
  for select to authenticated using ((select access.is_admin()));

create trigger retest_rounds_audit after insert or update or delete on public.retest_rounds
  for each row execute function private.record_audit_entry('requester');

comment on table public.retest_rounds is 'Rounds in which the firm tests fixes of a project''s findings. All rounds are kept.';
comment on column public.retest_rounds.requester is
  'The name or the email address of the member who requested the round. Empty if an administrator started it.';
comment on table public.retest_findings is 'The findings of each round.';
comment on column public.retest_findings.is_active is 'Whether the round is requested or in progress.';
comment on table public.retest_results is
  'What the tester found. Clients can read the results of a round when it is completed.';

create function private.latest_verdict(finding uuid) returns text
  language sql stable
  set search_path = ''
as $$
  select result.verdict
    from public.retest_results as result
    join public.retest_rounds as round on round.id = result.round_id and round.status = 'completed'
   where result.finding_id = latest_verdict.finding
   order by round.ended_at desc, round.number desc limit 1
$$;
comment on function private.latest_verdict(uuid) is 'The verdict of the latest completed retest of a finding.';

create function endpoints.request_retest(project uuid, findings uuid[], note text)
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
  insert into public.retest_findings (round_id, project_id, finding_id)
  select request_retest.round_id, target.id, unnest(selected);
  update public.findings as finding set remediation_status = 'ready_for_retest'
   where not is_admin and finding.id = any (selected) and finding.remediation_status in ('open', 'in_progress');
  perform private.record_finding_event(finding, case when is_admin then 'retest-started' else 'retest-requested' end,
                                       note => request_retest.note)
     from public.findings as finding where finding.id = any (selected);
  outcome := 'requested';
  return next;
end
$$;
comment on function endpoints.request_retest(uuid, uuid[], text) is
  'Requests a retest for a client, or starts one for an administrator. outcome is requested, unknown, not-testable if a finding is not published, belongs to another project, or is fixed and the caller is a client, or already-requested.';

create function private.lock_active_round(round uuid) returns public.retest_rounds
  language sql
  set search_path = ''
as $$
  select * from public.retest_rounds as row
   where row.id = lock_active_round.round and row.status in ('requested', 'in_progress')
     and (access.is_admin() or row.client_id = access.current_client_id('remediation'))
     for update
$$;
comment on function private.lock_active_round(uuid) is
  'Locks a round that is not ended, if the caller can change it. Otherwise returns null.';

create function endpoints.start_retest(round uuid) returns boolean
  language plpgsql security definer
  -- `security definer`, because administrators cannot write retests.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can start retests' using errcode = '42501';
  end if;
  update public.retest_rounds as row set status = 'in_progress', started_at = clock_timestamp()
   where row.id = start_retest.round and row.status = 'requested';
  if not found then
    return false;
  end if;
  perform private.record_finding_event(finding, 'retest-started')
     from public.retest_findings as listed join public.findings as finding on finding.id = listed.finding_id
    where listed.round_id = start_retest.round;
  return true;
end
$$;
comment on function endpoints.start_retest(uuid) is
  'Starts a requested round. Returns false if the round does not exist or is not waiting. Requires an administrator.';

create function endpoints.save_retest_result(
    round uuid, finding uuid, verdict text, evidence text, tested_on date, tester text)
  returns boolean
  language plpgsql security definer
  -- `security definer`, because administrators cannot write retests.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can save results' using errcode = '42501';
  end if;
  if (private.lock_active_round(save_retest_result.round)).status is distinct from 'in_progress'
     or not exists (select from public.retest_findings as listed
                     where listed.round_id = save_retest_result.round and listed.finding_id = save_retest_result.finding) then
    return false;
  end if;
  insert into public.retest_results (round_id, finding_id, verdict, evidence, tested_on, tester)
  values (save_retest_result.round, save_retest_result.finding, save_retest_result.verdict, save_retest_result.evidence,
          save_retest_result.tested_on, save_retest_result.tester)
  on conflict (round_id, finding_id) do update
     set verdict = excluded.verdict, evidence = excluded.evidence, tested_on = excluded.tested_on, tester = excluded.tester;
  return true;
end
$$;
comment on function endpoints.save_retest_result(uuid, uuid, text, text, date, text) is
  'Saves the result of a finding in a round that is in progress. Clients see it when the round is completed. Returns false for other rounds and findings. Requires an administrator.';

create function endpoints.complete_retest(round uuid) returns text
  language plpgsql security definer
  -- `security definer`, because administrators cannot write retests and verdicts.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can complete retests' using errcode = '42501';
  end if;
  if (private.lock_active_round(complete_retest.round)).status is distinct from 'in_progress' then
    return 'unknown';
  end if;
  if exists (select from public.retest_findings as listed
              where listed.round_id = complete_retest.round
                and not exists (select from public.retest_results as result
                                 where result.round_id = listed.round_id and result.finding_id = listed.finding_id)) then
    return 'incomplete';
  end if;
  -- In the order of the other functions, so that two of them cannot wait for each other.
  perform from public.findings as row
   where row.id in (select listed.finding_id from public.retest_findings as listed
                     where listed.round_id = complete_retest.round)
   order by row.id for update;
  update public.retest_rounds as row set status = 'completed', ended_at = clock_timestamp() where row.id = complete_retest.round;
  update public.retest_findings as listed set is_active = false where listed.round_id = complete_retest.round;
  update public.findings as finding
     set verdict = result.verdict,
         -- A fix that did not succeed leaves work to do. An accepted risk stays accepted.
         -- The firm may have withdrawn the finding since.
         remediation_status = case when result.verdict = 'fixed' or finding.remediation_status = 'risk_accepted'
                                     or finding.publication_status <> 'published'
                                   then finding.remediation_status else 'open' end
    from public.retest_results as result
   where result.round_id = complete_retest.round and finding.id = result.finding_id;
  perform private.record_finding_event(finding, 'retested', null, result.verdict)
     from public.retest_results as result join public.findings as finding on finding.id = result.finding_id
    where result.round_id = complete_retest.round;
  return 'completed';
end
$$;
comment on function endpoints.complete_retest(uuid) is
  'Completes a round, so that its verdicts apply and clients can read them. Returns completed, incomplete if a finding has no result, or unknown. Requires an administrator.';

create function endpoints.cancel_retest(round uuid) returns text
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
  update public.findings as finding set remediation_status = 'in_progress'
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
comment on function endpoints.cancel_retest(uuid) is
  'Cancels a round. Clients can cancel one that has not started. Returns canceled, already-started or unknown.';

revoke all on function private.latest_verdict(uuid), private.lock_active_round(uuid),
  endpoints.request_retest(uuid, uuid[], text), endpoints.start_retest(uuid),
  endpoints.save_retest_result(uuid, uuid, text, text, date, text), endpoints.complete_retest(uuid),
  endpoints.cancel_retest(uuid) from public;
grant execute on function endpoints.request_retest(uuid, uuid[], text), endpoints.start_retest(uuid),
  endpoints.save_retest_result(uuid, uuid, text, text, date, text), endpoints.complete_retest(uuid),
  endpoints.cancel_retest(uuid) to authenticated;

-- Risk acceptances ------------------------------------------------------------------------------------------------

create table public.risk_acceptances (
  id             uuid primary key default gen_random_uuid(),
  finding_id     uuid not null,
  client_id      uuid not null,
  status         text not null default 'requested'
                 check (status in ('requested', 'approved', 'rejected', 'withdrawn', 'revoked', 'expired')),
  reason         text not null check (length(btrim(reason)) between 1 and 2000),
  expires_on     date not null,
  requested_by   uuid references public.users (id) on delete set null,
  requester      text not null default '',
  requested_at   timestamptz not null default clock_timestamp(),
  decided_by     uuid references public.users (id) on delete set null,
  decider        text not null default '',
  decided_at     timestamptz,
  decision_note  text not null default '' check (length(decision_note) <= 2000),
  foreign key (finding_id, client_id) references public.findings (id, client_id) on delete cascade,
  constraint risk_acceptances_two_people_check check (decided_by <> requested_by)
);
create unique index risk_acceptances_active_key on public.risk_acceptances (finding_id) where status in ('requested', 'approved');
create index risk_acceptances_finding_idx on public.risk_acceptances (finding_id, client_id);
create index risk_acceptances_client_idx on public.risk_acceptances (client_id, status);
create index risk_acceptances_expiry_idx on public.risk_acceptances (expires_on) where status in ('requested', 'approved');
create index risk_acceptances_requested_by_idx on public.risk_acceptances (requested_by);
create index risk_acceptances_decided_by_idx on public.risk_acceptances (decided_by);

alter table public.risk_acceptances enable row level security;
grant select on public.risk_acceptances to authenticated;
grant all on public.risk_acceptances to service_role;

create policy "Clients can read their own risk acceptances" on public.risk_acceptances
  for select to authenticated using (client_id = (select access.current_client_id('findings')));
create policy "Administrators can read all risk acceptances" on public.risk_acceptances
  for select to authenticated using ((select access.is_admin()));

comment on table public.risk_acceptances is
  'Decisions of a client to live with a finding until a date. One member requests, and an owner who is another person approves.';
comment on column public.risk_acceptances.expires_on is 'The last day of the acceptance in the firm''s time zone. The finding then reopens.';
comment on column public.risk_acceptances.decided_by is 'The owner who approved or rejected the request. Unchanged when an owner revokes the acceptance.';

create function private.check_risk_acceptance() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if new.status <> old.status
     and (old.status, new.status) not in (
       ('requested', 'approved'), ('requested', 'rejected'), ('requested', 'withdrawn'), ('requested', 'expired'),
       ('approved', 'revoked'), ('approved', 'expired')) then
    raise exception 'a risk acceptance cannot change from % to %', old.status, new.status using errcode = '23514';
  end if;
  if new.status = 'approved' and old.status = 'requested'
     and (new.decided_by is null or new.requested_by is null or new.decided_by = new.requested_by) then
    raise exception 'two people are required to accept a risk' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke all on function private.check_risk_acceptance() from public;
create trigger risk_acceptances_check before update on public.risk_acceptances
  for each row execute function private.check_risk_acceptance();

create function endpoints.request_risk_acceptance(finding uuid, reason text, expires_on date) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write acceptances.
  set search_path = ''
as $$
declare
  own public.findings;
begin
  select * into own from public.findings as row
   where row.id = request_risk_acceptance.finding and row.client_id = access.current_client_id('remediation')
     and row.publication_status <> 'draft' for update;
  if not found then
    return 'unknown';
  end if;
  if own.publication_status <> 'published' or own.verdict is not distinct from 'fixed' then
    return 'not-open';
  end if;
  if exists (select from public.risk_acceptances as active
              where active.finding_id = own.id and active.status in ('requested', 'approved')) then
    return 'already-requested';
  end if;
  insert into public.risk_acceptances (finding_id, client_id, reason, expires_on, requested_by, requester)
  values (own.id, own.client_id, request_risk_acceptance.reason, request_risk_acceptance.expires_on, auth.uid(),
          coalesce(private.member_name(own.client_id, auth.uid()), ''));
  perform private.record_finding_event(own, 'acceptance-requested', null, request_risk_acceptance.expires_on::text,
                                       request_risk_acceptance.reason);
  return 'requested';
end
$$;
comment on function endpoints.request_risk_acceptance(uuid, text, date) is
  'Requests that an owner accepts the risk of an open finding. Returns requested, already-requested, not-open or unknown.';

create function endpoints.decide_risk_acceptance(acceptance uuid, approves boolean, note text) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write acceptances and findings.
  set search_path = ''
as $$
declare
  request public.risk_acceptances;
  own public.findings;
begin
  -- Lock the finding first, as the other functions do.
  select row.* into own from public.findings as row
   where row.id = (select target.finding_id from public.risk_acceptances as target
                    where target.id = decide_risk_acceptance.acceptance
                      and target.client_id = access.current_client_id('remediation')) for update;
  select * into request from public.risk_acceptances as row where row.id = decide_risk_acceptance.acceptance for update;
  if own.id is null or request.status <> 'requested' then
    return 'unknown';
  end if;
  if access.current_client_role() is distinct from 'owner' then
    return 'not-owner';
  end if;
  -- A deleted requester cannot prove that two people decided.
  if request.requested_by is null or request.requested_by = auth.uid() then
    return 'same-person';
  end if;
  if approves and (own.publication_status <> 'published' or own.verdict is not distinct from 'fixed') then
    return 'not-open';
  end if;
  if approves and exists (select from public.retest_findings as active
                           where active.finding_id = own.id and active.is_active) then
    return 'being-retested';
  end if;
  update public.risk_acceptances as row
     set status = case when approves then 'approved' else 'rejected' end, decided_by = auth.uid(),
         decider = coalesce(private.member_name(own.client_id, auth.uid()), ''), decided_at = clock_timestamp(),
         decision_note = decide_risk_acceptance.note
   where row.id = request.id;
  if approves then
    update public.findings as row set remediation_status = 'risk_accepted' where row.id = own.id;
  end if;
  perform private.record_finding_event(own, case when approves then 'acceptance-approved' else 'acceptance-rejected' end,
                                       null, request.expires_on::text, decide_risk_acceptance.note);
  return case when approves then 'approved' else 'rejected' end;
end
$$;
comment on function endpoints.decide_risk_acceptance(uuid, boolean, text) is
  'Approves or rejects a request of another person. Returns approved, rejected, same-person, not-owner, not-open, being-retested or unknown.';

create function private.end_risk_acceptance(acceptance public.risk_acceptances, to_status text) returns void
  language plpgsql security definer
  -- `security definer`, because callers cannot write acceptances and findings.
  set search_path = ''
as $$
declare
  own public.findings;
begin
  select * into own from public.findings as row where row.id = acceptance.finding_id for update;
  update public.risk_acceptances as row set status = to_status where row.id = acceptance.id;
  if acceptance.status = 'approved' and own.remediation_status = 'risk_accepted'
     and own.publication_status = 'published' and own.verdict is distinct from 'fixed' then
    update public.findings as row set remediation_status = 'open' where row.id = own.id;
  end if;
  perform private.record_finding_event(own, 'acceptance-' || to_status);
end
$$;

create function endpoints.withdraw_risk_acceptance(acceptance uuid) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write acceptances.
  set search_path = ''
as $$
declare
  active public.risk_acceptances;
  is_owner constant boolean := coalesce(access.current_client_role() = 'owner', false);
begin
  perform from public.findings as row
   where row.id = (select target.finding_id from public.risk_acceptances as target
                    where target.id = withdraw_risk_acceptance.acceptance) for update;
  select * into active from public.risk_acceptances as row
   where row.id = withdraw_risk_acceptance.acceptance and row.client_id = access.current_client_id('remediation')
     and row.status in ('requested', 'approved') for update;
  if not found then
    return 'unknown';
  end if;
  if not is_owner and (active.status = 'approved' or active.requested_by is distinct from auth.uid()) then
    return 'not-owner';
  end if;
  perform private.end_risk_acceptance(active, case active.status when 'approved' then 'revoked' else 'withdrawn' end);
  return case active.status when 'approved' then 'revoked' else 'withdrawn' end;
end
$$;
comment on function endpoints.withdraw_risk_acceptance(uuid) is
  'Withdraws a request, for its requester and owners, or revokes an acceptance, for owners. Returns withdrawn, revoked, not-owner or unknown.';

create function private.expire_risk_acceptances(today date) returns integer
  language plpgsql security definer
  -- `security definer`, because the server calls it for all clients.
  set search_path = ''
as $$
declare
  expired public.risk_acceptances;
  expired_count integer := 0;
begin
  for expired in select * from public.risk_acceptances as row
                  where row.status in ('requested', 'approved') and row.expires_on < expire_risk_acceptances.today
                  order by row.finding_id loop
    perform from public.findings as row where row.id = expired.finding_id for update;
    -- The request may have been decided or withdrawn since.
    select * into expired from public.risk_acceptances as row
     where row.id = expired.id and row.status in ('requested', 'approved') for update;
    if found then
      perform private.end_risk_acceptance(expired, 'expired');
      expired_count := expired_count + 1;
    end if;
  end loop;
  return expired_count;
end
$$;
comment on function private.expire_risk_acceptances(date) is
  'Expires the requests and acceptances whose last day is before the date, and reopens findings whose risk was accepted. Returns their number.';

revoke all on function endpoints.request_risk_acceptance(uuid, text, date),
  endpoints.decide_risk_acceptance(uuid, boolean, text), private.end_risk_acceptance(public.risk_acceptances, text),
  endpoints.withdraw_risk_acceptance(uuid), private.expire_risk_acceptances(date) from public;
grant execute on function endpoints.request_risk_acceptance(uuid, text, date),
  endpoints.decide_risk_acceptance(uuid, boolean, text), endpoints.withdraw_risk_acceptance(uuid) to authenticated;
grant execute on function private.expire_risk_acceptances(date) to service_role;

-- Work by the client ----------------------------------------------------------------------------------------------

create function endpoints.change_remediation_status(finding uuid, status text, reason text) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write findings.
  set search_path = ''
as $$
declare
  own public.findings;
begin
  select * into own from public.findings as row
   where row.id = change_remediation_status.finding and row.client_id = access.current_client_id('remediation')
     and row.publication_status <> 'draft' for update;
  if not found then
    return 'unknown';
  end if;
  if own.publication_status <> 'published' or own.verdict is not distinct from 'fixed'
     or 'risk_accepted' in (own.remediation_status, change_remediation_status.status)
     or own.remediation_status = change_remediation_status.status then
    return 'not-allowed';
  end if;
  if exists (select from public.retest_findings as active where active.finding_id = own.id and active.is_active) then
    return 'being-retested';
  end if;
  update public.findings as row
     set remediation_status = change_remediation_status.status,
         status_reason = case when change_remediation_status.status = 'disputed' then change_remediation_status.reason
                              else row.status_reason end,
         dispute_answer = case when change_remediation_status.status = 'disputed' then '' else row.dispute_answer end
   where row.id = own.id;
  return 'changed';
exception when check_violation then
  return 'not-allowed';
end
$$;
comment on function endpoints.change_remediation_status(uuid, text, text) is
  'Changes the status of the calling client''s finding. Returns changed, being-retested, not-allowed or unknown.';

create function endpoints.plan_finding(finding uuid, assignee uuid, planned_on date) returns text
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
  if plan_finding.assignee is distinct from own.assignee_id and plan_finding.assignee is not null
     and not exists (select from public.client_members as member
                       join public.client_role_permissions as granted
                         on granted.role = member.role and granted.permission = 'remediation'
                      where member.client_id = own.client_id and member.user_id = plan_finding.assignee
                        and member.suspended_at is null) then
    return 'unknown-person';
  end if;
  update public.findings as row set assignee_id = plan_finding.assignee, planned_on = plan_finding.planned_on
   where row.id = own.id;
  return 'planned';
end
$$;
comment on function endpoints.plan_finding(uuid, uuid, date) is
  'Sets who fixes the calling client''s finding and on which day. Returns planned, unknown-person or unknown.';

revoke all on function endpoints.change_remediation_status(uuid, text, text), endpoints.plan_finding(uuid, uuid, date)
  from public;
grant execute on function endpoints.change_remediation_status(uuid, text, text), endpoints.plan_finding(uuid, uuid, date)
  to authenticated;
