-- Findings: weaknesses that the firm found in a project, with their mappings, versions, attachments and history.

-- Permissions -----------------------------------------------------------------------------------------------------

alter table public.client_role_permissions drop constraint client_role_permissions_permission_check;
alter table public.client_role_permissions add constraint client_role_permissions_permission_check
  check (permission in ('projects', 'meetings', 'billing', 'rates', 'messages', 'requests', 'settings', 'people',
                        'findings', 'remediation'));
insert into public.client_role_permissions (role, permission) values
  ('owner', 'findings'), ('owner', 'remediation'), ('technical', 'findings'), ('technical', 'remediation'),
  ('auditor', 'findings');
comment on column public.client_role_permissions.permission is
  'projects: overview, projects and timelines without amounts; meetings: dates and titles; billing: invoices, payments, statements and plans; rates: rates and quotes; messages: messages; requests: bookings, quote requests and meeting links; settings: company settings; people: members and access reviews; findings: reading findings and their comments; remediation: changing the status of findings, planning fixes, commenting, and requesting retests and risk acceptances.';

-- Keys ------------------------------------------------------------------------------------------------------------

alter table public.projects add column number integer generated always as identity unique;
comment on column public.projects.number is 'The number in the keys of the project''s findings, such as 12 in WL-12-003.';

create table private.finding_counters (
  project_id  uuid primary key references public.projects (id) on delete cascade,
  last_number integer not null
);
alter table private.finding_counters enable row level security;
comment on table private.finding_counters is
  'The last number of each project''s findings. Kept when a draft is deleted, so that no key is used twice.';

-- Findings --------------------------------------------------------------------------------------------------------

create table public.findings (
  id                 uuid primary key default gen_random_uuid(),
  project_id         uuid not null,
  client_id          uuid not null,
  number             integer not null check (number > 0),
  key                text not null unique check (key ~ '^[A-Z]{1,8}-[0-9]{2,}-[0-9]{3,}$'),
  publication_status text not null default 'draft' check (publication_status in ('draft', 'published', 'withdrawn')),
  remediation_status text not null default 'open'
                     check (remediation_status in ('open', 'in_progress', 'ready_for_retest', 'disputed', 'risk_accepted')),
  verdict            text check (verdict in ('fixed', 'partly_fixed', 'not_fixed')),
  title              text not null check (length(btrim(title)) between 1 and 200 and access.is_single_line(title)),
  severity           text not null check (severity in ('critical', 'high', 'medium', 'low', 'info')),
  cvss_vector        text check (length(cvss_vector) <= 200),
  cvss_score         real check (cvss_score between 0 and 10),
  affected_asset     text not null default '' check (length(affected_asset) <= 300 and access.is_single_line(affected_asset)),
  description        text not null default '' check (length(description) <= 20000),
  impact             text not null default '' check (length(impact) <= 20000),
  evidence           text not null default '' check (length(evidence) <= 20000),
  reproduction_steps text not null default '' check (length(reproduction_steps) <= 20000),
  recommendation     text not null default '' check (length(recommendation) <= 20000),
  tags               text[] not null default '{}'
                     check (cardinality(tags) <= 20 and array_position(tags, null) is null),
  tester             text not null default '' check (length(tester) <= 200 and access.is_single_line(tester)),
  found_on           date not null,
  version            integer not null default 1 check (version >= 1),
  correction_note    text not null default '' check (length(correction_note) <= 2000),
  fingerprint        text check (fingerprint ~ '^[0-9a-f]{64}$'),
  assignee_id        uuid references public.users (id) on delete set null,
  planned_on         date,
  due_on             date,
  status_reason      text not null default '' check (length(status_reason) <= 2000),
  dispute_answer     text not null default '' check (length(dispute_answer) <= 2000),
  withdrawal_reason  text not null default '' check (length(withdrawal_reason) <= 2000),
  published_on       date,
  published_at       timestamptz,
  closed_at          timestamptz,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  -- The same rule as getFindingState() in domain/findings/finding-state.ts.
  state              text not null generated always as (
                       case when publication_status <> 'published' then publication_status
                            when verdict is not distinct from 'fixed' then verdict
                            else remediation_status end) stored,
  severity_rank      smallint not null generated always as (
                       case severity when 'critical' then 1 when 'high' then 2 when 'medium' then 3 when 'low' then 4
                                     else 5 end) stored,
  foreign key (project_id, client_id) references public.projects (id, client_id),
  unique (project_id, number),
  unique (id, project_id),
  unique (id, client_id),
  constraint findings_cvss_check check ((cvss_vector is null) = (cvss_score is null)),
  constraint findings_published_check
    check ((publication_status = 'draft') = (published_at is null) and (published_at is null) = (published_on is null)),
  constraint findings_closed_check check ((verdict is not distinct from 'fixed') = (closed_at is not null)),
  -- A client cannot read a draft, so no one has worked on it.
  constraint findings_draft_check
    check (publication_status <> 'draft' or remediation_status = 'open' and verdict is null and assignee_id is null
           and planned_on is null and due_on is null)
);
create index findings_client_idx on public.findings (client_id, severity_rank, due_on, id);
create index findings_project_idx on public.findings (project_id, client_id);
create index findings_list_idx on public.findings (severity_rank, due_on, id);
create index findings_state_idx on public.findings (state, severity_rank);
create index findings_assignee_idx on public.findings (assignee_id);
create unique index findings_fingerprint_key on public.findings (project_id, fingerprint) where fingerprint is not null;

alter table public.findings enable row level security;
grant select on public.findings to authenticated;
grant all on public.findings to service_role;

create policy "Clients can read their own findings after publication" on public.findings
  for select to authenticated
  using (client_id = (select access.current_client_id('findings')) and publication_status <> 'draft');
create policy "Administrators can read all findings" on public.findings
  for select to authenticated using ((select access.is_admin()));

comment on table public.findings is
  'Weaknesses that the firm found in a project. Three columns describe the state: the firm sets publication_status, the client sets remediation_status, and only a retest sets verdict. private.check_finding_change() lists the allowed changes.';
comment on column public.findings.key is 'Such as WL-12-003: prefix, project number and finding number. Never changes.';
comment on column public.findings.publication_status is
  'draft: clients cannot read it; published; withdrawn: clients can read it, but it is not open.';
comment on column public.findings.verdict is 'The result of the latest completed retest. Null before the first. Only fixed closes a finding.';
comment on column public.findings.severity is 'Chosen by the tester. Does not follow from cvss_score.';
comment on column public.findings.cvss_score is 'The score of cvss_vector (CVSS 4.0).';
comment on column public.findings.version is 'Increases with each correction after publication. public.finding_versions contains all of them.';
comment on column public.findings.correction_note is 'What the latest correction changed. Empty for version 1.';
comment on column public.findings.fingerprint is
  'SHA-256 of the tool, weakness and target of an imported finding. Another import updates the draft with the same fingerprint.';
comment on column public.findings.assignee_id is 'The member who fixes the finding.';
comment on column public.findings.planned_on is 'The day on which the client plans to fix the finding.';
comment on column public.findings.due_on is 'The deadline. Set from the severity at publication. Administrators can change it. Null without a deadline.';
comment on column public.findings.status_reason is 'Why the client disputes the finding.';
comment on column public.findings.dispute_answer is 'The firm''s answer to the dispute. Empty until the firm answers.';
comment on column public.findings.published_on is 'The date of the first publication in the firm''s time zone.';
comment on column public.findings.state is
  'The publication status, fixed, or the remediation status: the one that lists show. A finding is open in the states open, in_progress, ready_for_retest and disputed.';
comment on column public.findings.severity_rank is '1 for critical to 5 for info, for sorting.';
comment on column public.findings.closed_at is 'When a retest found the finding fixed.';

-- Mappings --------------------------------------------------------------------------------------------------------

create table public.finding_mappings (
  finding_id uuid not null references public.findings (id) on delete cascade,
  taxonomy   text not null,
  version    text not null,
  entry_id   text not null,
  name       text not null,
  primary key (finding_id, taxonomy, version, entry_id),
  foreign key (taxonomy, version, entry_id) references public.taxonomy_entries (taxonomy, version, id)
);
create index finding_mappings_entry_idx on public.finding_mappings (taxonomy, version, entry_id);

alter table public.finding_mappings enable row level security;
grant select on public.finding_mappings to authenticated;
grant all on public.finding_mappings to service_role;

create policy "Clients can read the mappings of their own findings" on public.finding_mappings
  for select to authenticated
  using (finding_id in (select finding.id from public.findings as finding
                         where finding.client_id = (select access.current_client_id('findings'))
                           and finding.publication_status <> 'draft'));
create policy "Administrators can read all mappings" on public.finding_mappings
  for select to authenticated using ((select access.is_admin()));

comment on table public.finding_mappings is 'The taxonomy entries that a finding is an example of.';
comment on column public.finding_mappings.name is 'The name of the entry when it was mapped, because taxonomies rename entries.';

create policy "Clients can read the taxonomies" on public.taxonomy_entries
  for select to authenticated using ((select access.current_client_id('findings')) is not null);
create policy "Administrators can read the taxonomies" on public.taxonomy_entries
  for select to authenticated using ((select access.is_admin()));

-- Attachments -----------------------------------------------------------------------------------------------------

create table public.finding_attachments (
  finding_id  uuid not null,
  client_id   uuid not null,
  document_id uuid not null,
  primary key (finding_id, document_id),
  foreign key (finding_id, client_id) references public.findings (id, client_id) on delete cascade
);
alter table public.documents add constraint documents_id_client_key unique (id, client_id);
alter table public.finding_attachments add constraint finding_attachments_document_fkey
  foreign key (document_id, client_id) references public.documents (id, client_id) on delete cascade;
create index finding_attachments_finding_idx on public.finding_attachments (finding_id, client_id);
create index finding_attachments_document_idx on public.finding_attachments (document_id, client_id);

alter table public.finding_attachments enable row level security;
grant select on public.finding_attachments to authenticated;
grant all on public.finding_attachments to service_role;

create policy "Clients can read the attachments of their own findings" on public.finding_attachments
  for select to authenticated
  using (finding_id in (select finding.id from public.findings as finding
                         where finding.client_id = (select access.current_client_id('findings'))
                           and finding.publication_status <> 'draft')
         -- The policy of documents decides who can read a document.
         and document_id in (select document.id from public.documents as document));
create policy "Administrators can read all attachments" on public.finding_attachments
  for select to authenticated using ((select access.is_admin()));

comment on table public.finding_attachments is 'Documents that belong to a finding. Both belong to the same client.';

-- Versions --------------------------------------------------------------------------------------------------------

create table public.finding_versions (
  finding_id      uuid not null references public.findings (id) on delete cascade,
  version         integer not null,
  correction_note text not null,
  content         jsonb not null,
  created_at      timestamptz not null default clock_timestamp(),
  primary key (finding_id, version)
);

alter table public.finding_versions enable row level security;
-- Only the trigger writes here. Default privileges would let service_role write too.
revoke all on public.finding_versions from service_role;
grant select on public.finding_versions to authenticated, service_role;

create policy "Clients can read the versions of their own findings" on public.finding_versions
  for select to authenticated
  using (finding_id in (select finding.id from public.findings as finding
                         where finding.client_id = (select access.current_client_id('findings'))
                           and finding.publication_status <> 'draft'));
create policy "Administrators can read all versions of findings" on public.finding_versions
  for select to authenticated using ((select access.is_admin()));

comment on table public.finding_versions is 'The content of a finding at publication and after each correction. Recorded by a trigger.';

-- History ---------------------------------------------------------------------------------------------------------

create table public.finding_events (
  id           bigint generated always as identity primary key,
  finding_id   uuid not null,
  client_id    uuid not null,
  at           timestamptz not null default clock_timestamp(),
  actor_role   text not null check (actor_role in ('client', 'admin', 'system')),
  actor_id     uuid references public.users (id) on delete set null,
  actor        text not null default '',
  action       text not null check (action in (
                 'published', 'corrected', 'withdrawn', 'restored', 'status-changed', 'dispute-answered', 'assigned',
                 'planned', 'due-date-changed', 'retest-requested', 'retest-started', 'retest-canceled', 'retested',
                 'acceptance-requested', 'acceptance-approved', 'acceptance-rejected', 'acceptance-withdrawn',
                 'acceptance-revoked', 'acceptance-expired')),
  from_value   text,
  to_value     text,
  note         text not null default '',
  announced_at timestamptz,
  foreign key (finding_id, client_id) references public.findings (id, client_id) on delete cascade
);
create index finding_events_unannounced_idx on public.finding_events (client_id, at) where announced_at is null;
create index finding_events_finding_idx on public.finding_events (finding_id, client_id, at, id);
create index finding_events_client_idx on public.finding_events (client_id, at);
create index finding_events_actor_idx on public.finding_events (actor_id);

alter table public.finding_events enable row level security;
-- Only triggers and functions write here. Default privileges would let service_role write too.
revoke all on public.finding_events from service_role;
grant select on public.finding_events to authenticated, service_role;

create policy "Clients can read the history of their own findings" on public.finding_events
  for select to authenticated using (client_id = (select access.current_client_id('findings')));
create policy "Administrators can read the history of all findings" on public.finding_events
  for select to authenticated using ((select access.is_admin()));

comment on table public.finding_events is
  'What happened to each finding from its publication on. Changes of drafts are not recorded here, because clients can read the table.';
comment on column public.finding_events.actor is
  'The name or the email address of the member at the time. Empty for administrators and the system.';

comment on column public.finding_events.announced_at is 'When the emails about this event were queued. Null if they are still due.';

create function private.record_finding_event(
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
          coalesce((select nullif(member.name, '') from public.client_members as member
                     where member.client_id = finding.client_id and member.user_id = account.id),
                   account.email, ''),
          record_finding_event.action, record_finding_event.from_value, record_finding_event.to_value,
          coalesce(record_finding_event.note, ''));
end
$$;
revoke all on function private.record_finding_event(public.findings, text, text, text, text) from public;

-- Deadlines -------------------------------------------------------------------------------------------------------

create table public.finding_deadlines (
  id        uuid primary key default gen_random_uuid(),
  client_id uuid references public.clients (id) on delete cascade,
  severity  text not null check (severity in ('critical', 'high', 'medium', 'low')),
  days      integer check (days between 1 and 3650)
);
create unique index finding_deadlines_key on public.finding_deadlines (client_id, severity) nulls not distinct;
insert into public.finding_deadlines (severity, days) values ('critical', 7), ('high', 30), ('medium', 90), ('low', 180);

alter table public.finding_deadlines enable row level security;
grant select on public.finding_deadlines to authenticated;
grant all on public.finding_deadlines to service_role;

create policy "Clients can read the deadlines that apply to them" on public.finding_deadlines
  for select to authenticated
  using ((select access.current_client_id('findings')) is not null
         and (client_id is null or client_id = (select access.current_client_id('findings'))));
create policy "Administrators can read all deadlines" on public.finding_deadlines
  for select to authenticated using ((select access.is_admin()));

create trigger finding_deadlines_audit after insert or update or delete on public.finding_deadlines
  for each row execute function private.record_audit_entry();

comment on table public.finding_deadlines is
  'The days from publication in which findings of a severity are to be fixed. Rows without a client apply to clients without a row. Informational findings have no deadline.';
comment on column public.finding_deadlines.days is 'Null if the severity has no deadline.';

create function private.finding_due_date(client uuid, severity text, published_on date) returns date
  language sql stable
  set search_path = ''
as $$
  select finding_due_date.published_on + deadline.days
    from public.finding_deadlines as deadline
   where deadline.severity = finding_due_date.severity
     and (deadline.client_id = finding_due_date.client or deadline.client_id is null)
   order by deadline.client_id nulls last limit 1
$$;
revoke all on function private.finding_due_date(uuid, text, date) from public;

-- Changes ---------------------------------------------------------------------------------------------------------

create function private.finding_content(finding public.findings) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select to_jsonb(finding) - array[
    'id', 'project_id', 'client_id', 'number', 'key', 'publication_status', 'remediation_status', 'verdict', 'version',
    'correction_note', 'fingerprint', 'assignee_id', 'planned_on', 'due_on', 'status_reason', 'dispute_answer',
    'withdrawal_reason', 'published_on', 'published_at', 'closed_at', 'created_at', 'updated_at', 'state', 'severity_rank']
$$;
comment on function private.finding_content(public.findings) is
  'The columns whose changes after publication are corrections.';

create function private.check_finding_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads deadlines, acceptances and retests without policies.
  set search_path = ''
as $$
begin
  if (new.id, new.project_id, new.client_id, new.number, new.key)
     is distinct from (old.id, old.project_id, old.client_id, old.number, old.key) then
    raise exception 'the key and project of a finding cannot change' using errcode = '23514';
  end if;
  if new.publication_status <> old.publication_status
     and (old.publication_status, new.publication_status)
         not in (('draft', 'published'), ('published', 'withdrawn'), ('withdrawn', 'published')) then
    raise exception 'a finding cannot change from % to %', old.publication_status, new.publication_status
      using errcode = '23514';
  end if;
  if old.publication_status = 'draft' and new.publication_status = 'published' then
    new.published_at := clock_timestamp();
    new.due_on := private.finding_due_date(new.client_id, new.severity, new.published_on);
  elsif old.publication_status <> 'draft' then
    if (new.published_on, new.published_at) is distinct from (old.published_on, old.published_at) then
      raise exception 'the date of publication cannot change' using errcode = '23514';
    end if;
    -- Mappings and attachments have their own tables, so a new note also marks a correction.
    if private.finding_content(new) <> private.finding_content(old) or new.correction_note <> old.correction_note then
      if btrim(new.correction_note) = '' then
        raise exception 'a correction requires a note' using errcode = '23514';
      end if;
      new.version := old.version + 1;
    end if;
    -- Keep a deadline that was set for this finding.
    if new.severity <> old.severity
       and old.due_on is not distinct from private.finding_due_date(old.client_id, old.severity, old.published_on) then
      new.due_on := private.finding_due_date(new.client_id, new.severity, new.published_on);
    end if;
  end if;

  -- An acceptance can end while the finding is withdrawn or fixed.
  if new.publication_status = 'published' and new.verdict is distinct from 'fixed'
     and old.remediation_status = 'risk_accepted' and new.remediation_status = 'risk_accepted'
     and not exists (select from public.risk_acceptances as acceptance
                      where acceptance.finding_id = new.id and acceptance.status = 'approved') then
    new.remediation_status := 'open';
  end if;
  if new.remediation_status <> old.remediation_status then
    if new.publication_status <> 'published' then
      raise exception 'only the status of published findings can change' using errcode = '23514';
    end if;
    -- The same rule as canChangeStatus() in domain/findings/remediation.ts.
    if new.verdict is not distinct from 'fixed'
       or not (old.remediation_status in ('open', 'in_progress', 'ready_for_retest', 'disputed')
               and new.remediation_status in ('open', 'in_progress', 'ready_for_retest', 'disputed')
               and (old.remediation_status, new.remediation_status)
                   not in (('ready_for_retest', 'disputed'), ('disputed', 'ready_for_retest'))
               or new.remediation_status = 'risk_accepted'
               or old.remediation_status = 'risk_accepted' and new.remediation_status = 'open') then
      raise exception 'a finding cannot change from % to %', old.remediation_status, new.remediation_status
        using errcode = '23514';
    end if;
    if new.remediation_status = 'disputed' and btrim(new.status_reason) = '' then
      raise exception 'a dispute requires a reason' using errcode = '23514';
    end if;
    if (new.remediation_status = 'risk_accepted')
       <> exists (select from public.risk_acceptances as acceptance
                   where acceptance.finding_id = new.id and acceptance.status = 'approved') then
      raise exception 'the status risk_accepted requires an approved acceptance' using errcode = '23514';
    end if;
  end if;

  if new.verdict is distinct from old.verdict then
    if new.verdict is distinct from private.latest_verdict(new.id) then
      raise exception 'only a completed retest changes the verdict' using errcode = '23514';
    end if;
    new.closed_at := case when new.verdict = 'fixed' then clock_timestamp() end;
  end if;
  new.updated_at := clock_timestamp();
  return new;
end
$$;
comment on function private.check_finding_change() is
  'Rejects changes of a finding''s state that are not allowed, and sets the columns that follow from a change.';

create function private.record_finding_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write the versions and the history.
  set search_path = ''
as $$
begin
  if new.publication_status <> old.publication_status then
    perform private.record_finding_event(new,
      case when old.publication_status = 'draft' then 'published'
           when new.publication_status = 'withdrawn' then 'withdrawn' else 'restored' end,
      old.publication_status, new.publication_status,
      case when new.publication_status = 'withdrawn' then new.withdrawal_reason end);
  end if;
  if new.publication_status <> 'draft' and (old.publication_status = 'draft' or new.version <> old.version) then
    insert into public.finding_versions (finding_id, version, correction_note, content)
    values (new.id, new.version, new.correction_note, private.finding_content(new));
  end if;
  if new.version <> old.version then
    perform private.record_finding_event(new, 'corrected', old.version::text, new.version::text, new.correction_note);
  end if;
  if new.remediation_status <> old.remediation_status
     and 'risk_accepted' not in (new.remediation_status, old.remediation_status)
     -- A retest records its own event.
     and new.verdict is not distinct from old.verdict then
    perform private.record_finding_event(new, 'status-changed', old.remediation_status, new.remediation_status,
      case when new.remediation_status = 'disputed' then new.status_reason end);
  end if;
  if new.dispute_answer <> old.dispute_answer and new.dispute_answer <> '' then
    perform private.record_finding_event(new, 'dispute-answered', note => new.dispute_answer);
  end if;
  if new.assignee_id is distinct from old.assignee_id
     -- The account was deleted.
     and (new.assignee_id is not null or exists (select from public.users as account where account.id = old.assignee_id)) then
    perform private.record_finding_event(new, 'assigned', private.member_name(new.client_id, old.assignee_id),
      private.member_name(new.client_id, new.assignee_id));
  end if;
  if new.planned_on is distinct from old.planned_on then
    perform private.record_finding_event(new, 'planned', old.planned_on::text, new.planned_on::text);
  end if;
  if old.publication_status <> 'draft' and new.due_on is distinct from old.due_on then
    perform private.record_finding_event(new, 'due-date-changed', old.due_on::text, new.due_on::text);
  end if;
  return null;
end
$$;

create function private.member_name(client uuid, account_id uuid) returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce((select nullif(member.name, '') from public.client_members as member
                    where member.client_id = member_name.client and member.user_id = member_name.account_id),
                  account.email)
    from public.users as account where account.id = member_name.account_id
$$;
comment on function private.member_name(uuid, uuid) is 'The name of a member, or the email address if the name is unknown.';

create function private.protect_published_finding() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if old.publication_status <> 'draft' then
    raise exception 'a published finding can only be withdrawn' using errcode = '23514';
  end if;
  return old;
end
$$;
revoke all on function private.finding_content(public.findings), private.check_finding_change(),
  private.record_finding_change(), private.member_name(uuid, uuid), private.protect_published_finding() from public;

create trigger findings_check_change before update on public.findings
  for each row execute function private.check_finding_change();
create trigger findings_record_change after update on public.findings
  for each row execute function private.record_finding_change();
create trigger findings_protect_published before delete on public.findings
  for each row execute function private.protect_published_finding();
create trigger findings_audit after insert or update or delete on public.findings
  for each row execute function private.record_audit_entry(
    'description', 'impact', 'evidence', 'reproduction_steps', 'recommendation');

-- Writing as an administrator -------------------------------------------------------------------------------------

create view endpoints.findings with (security_barrier) as
  select * from public.findings where (select access.is_admin()) with check option;
grant insert (project_id, client_id, number, key, title, severity, cvss_vector, cvss_score, affected_asset, description,
              impact, evidence, reproduction_steps, recommendation, tags, tester, found_on, fingerprint)
   on endpoints.findings to authenticated;
grant update (title, severity, cvss_vector, cvss_score, affected_asset, description, impact, evidence,
              reproduction_steps, recommendation, tags, tester, found_on, fingerprint, correction_note,
              publication_status, published_on, withdrawal_reason, due_on, dispute_answer, remediation_status)
   on endpoints.findings to authenticated;
grant select, delete on endpoints.findings to authenticated;
comment on view endpoints.findings is 'Lets administrators write findings. The triggers of public.findings apply.';

create view endpoints.finding_mappings with (security_barrier) as
  select * from public.finding_mappings where (select access.is_admin()) with check option;
grant select, insert, delete on endpoints.finding_mappings to authenticated;
comment on view endpoints.finding_mappings is 'Lets administrators map findings to taxonomies.';

create view endpoints.finding_attachments with (security_barrier) as
  select * from public.finding_attachments where (select access.is_admin()) with check option;
grant select, insert, delete on endpoints.finding_attachments to authenticated;
comment on view endpoints.finding_attachments is 'Lets administrators attach documents to findings.';

create view endpoints.finding_deadlines with (security_barrier) as
  select * from public.finding_deadlines where (select access.is_admin()) with check option;
grant select, insert, update, delete on endpoints.finding_deadlines to authenticated;
comment on view endpoints.finding_deadlines is 'Lets administrators set deadlines.';

create function endpoints.reserve_finding_numbers(project uuid, count integer)
  returns table (client_id uuid, project_number integer, first_number integer)
  language plpgsql security definer
  -- `security definer`, because administrators cannot write private.finding_counters.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can create findings' using errcode = '42501';
  end if;
  return query
    with reserved as (
      insert into private.finding_counters as counter (project_id, last_number)
      select target.id, reserve_finding_numbers.count from public.projects as target
       where target.id = reserve_finding_numbers.project
      on conflict (project_id) do update set last_number = counter.last_number + reserve_finding_numbers.count
      returning counter.project_id, counter.last_number
    )
    select target.client_id, target.number, reserved.last_number - reserve_finding_numbers.count + 1
      from reserved join public.projects as target on target.id = reserved.project_id;
end
$$;
comment on function endpoints.reserve_finding_numbers(uuid, integer) is
  'Reserves the next numbers of a project''s findings, and returns the first one. Returns no row if the project does not exist. Requires an administrator.';
revoke all on function endpoints.reserve_finding_numbers(uuid, integer) from public;
grant execute on function endpoints.reserve_finding_numbers(uuid, integer) to authenticated;
