-- Reports of projects, letters of attestation, and the control coverage.

-- Assessments -----------------------------------------------------------------------------------------------------

create table public.assessments (
  project_id           uuid primary key,
  client_id            uuid not null,
  system               text not null check (length(btrim(system)) between 1 and 200 and access.is_single_line(system)),
  environment          text not null default '' check (length(environment) <= 200 and access.is_single_line(environment)),
  engagement_reference text not null default ''
                       check (length(engagement_reference) <= 200 and access.is_single_line(engagement_reference)),
  test_type            text not null check (test_type in ('black_box', 'gray_box', 'white_box')),
  started_on           date not null,
  ended_on             date not null,
  testers              text not null check (length(btrim(testers)) between 1 and 200 and access.is_single_line(testers)),
  in_scope             text not null default '' check (length(in_scope) <= 600),
  out_of_scope         text not null default '' check (length(out_of_scope) <= 600),
  methodology          text not null default '' check (length(methodology) <= 600),
  summary              text not null default '' check (length(summary) <= 8000),
  approach             text not null default '' check (length(approach) <= 8000),
  updated_at           timestamptz not null default now(),
  -- With this constraint, PostgREST returns one assessment per project instead of a list.
  unique (project_id, client_id),
  foreign key (project_id, client_id) references public.projects (id, client_id) on delete cascade,
  constraint assessments_dates_check check (started_on <= ended_on)
);
create index assessments_client_idx on public.assessments (client_id);

alter table public.assessments enable row level security;
grant select on public.assessments to authenticated;
grant all on public.assessments to service_role;

create policy "Administrators can read all assessments" on public.assessments
  for select to authenticated using ((select access.is_admin()));

create trigger assessments_set_updated_at before update on public.assessments
  for each row execute function access.set_updated_at();
create trigger assessments_audit after insert or update or delete on public.assessments
  for each row execute function private.record_audit_entry();

create view endpoints.assessments with (security_barrier) as
  select * from public.assessments where (select access.is_admin()) with check option;
grant select on endpoints.assessments to authenticated;
grant insert (project_id, client_id, system, environment, engagement_reference, test_type, started_on, ended_on, testers,
              in_scope, out_of_scope, methodology, summary, approach)
   on endpoints.assessments to authenticated;
grant update (system, environment, engagement_reference, test_type, started_on, ended_on, testers, in_scope, out_of_scope,
              methodology, summary, approach)
   on endpoints.assessments to authenticated;
comment on view endpoints.assessments is 'Lets administrators describe what was tested in a project.';

comment on table public.assessments is
  'What was tested in a project, by whom, when and how. Reports and letters of attestation contain it. Clients cannot read it before that.';
comment on column public.assessments.testers is 'Names and qualifications.';
comment on column public.assessments.summary is 'Markdown. The executive summary of the report.';
comment on column public.assessments.approach is 'Markdown. How the system was tested, in detail.';

-- Control coverage ------------------------------------------------------------------------------------------------

create table public.tested_entries (
  project_id uuid not null,
  client_id  uuid not null,
  taxonomy   text not null,
  version    text not null,
  entry_id   text not null,
  primary key (project_id, taxonomy, version, entry_id),
  foreign key (project_id, client_id) references public.projects (id, client_id) on delete cascade,
  foreign key (taxonomy, version, entry_id) references public.taxonomy_entries (taxonomy, version, id)
);
create index tested_entries_project_idx on public.tested_entries (project_id, client_id);
create index tested_entries_client_idx on public.tested_entries (client_id);
create index tested_entries_entry_idx on public.tested_entries (taxonomy, version, entry_id);

alter table public.tested_entries enable row level security;
grant select on public.tested_entries to authenticated;
grant all on public.tested_entries to service_role;

create policy "Clients can read what was tested in their own projects" on public.tested_entries
  for select to authenticated using (client_id = (select access.current_client_id('findings')));
create policy "Administrators can read what was tested" on public.tested_entries
  for select to authenticated using ((select access.is_admin()));

create view endpoints.tested_entries with (security_barrier) as
  select * from public.tested_entries where (select access.is_admin()) with check option;
grant select, insert, delete on endpoints.tested_entries to authenticated;
comment on view endpoints.tested_entries is 'Lets administrators record what was tested in a project.';

comment on table public.tested_entries is
  'Entries of taxonomies that were tested in a project, with and without findings. Entries of published findings are tested as well and don''t need to be listed here.';

-- Reports ---------------------------------------------------------------------------------------------------------

create table public.finding_reports (
  id           uuid primary key default gen_random_uuid(),
  project_id   uuid not null,
  client_id    uuid not null,
  status       text not null default 'queued' check (status in ('queued', 'running', 'done', 'unchanged', 'failed')),
  progress     smallint not null default 0 check (progress between 0 and 100),
  requested_at timestamptz not null default clock_timestamp(),
  finished_at  timestamptz,
  error        text not null default '' check (length(error) <= 500),
  document_id  uuid,
  version      integer,
  sha256       text check (sha256 ~ '^[0-9a-f]{64}$'),
  foreign key (project_id, client_id) references public.projects (id, client_id) on delete cascade,
  foreign key (document_id, client_id) references public.documents (id, client_id)
    on delete set null (document_id)
);
create unique index finding_reports_active_key on public.finding_reports (project_id) where status in ('queued', 'running');
create index finding_reports_project_idx on public.finding_reports (project_id, client_id, requested_at desc);
create index finding_reports_client_idx on public.finding_reports (client_id);
create index finding_reports_document_idx on public.finding_reports (document_id, client_id);

alter table public.finding_reports enable row level security;
grant select on public.finding_reports to authenticated;
grant all on public.finding_reports to service_role;

create policy "Administrators can read all reports of findings" on public.finding_reports
  for select to authenticated using ((select access.is_admin()));

create function endpoints.request_finding_report(project uuid) returns table (outcome text, report_id uuid)
  language plpgsql security definer
  -- `security definer`, because administrators cannot write public.finding_reports.
  set search_path = ''
as $$
declare
  client uuid;
begin
  if not access.is_admin() then
    raise exception 'only administrators can request reports' using errcode = '42501';
  end if;
  select target.client_id into client
    from public.projects as target where target.id = request_finding_report.project for key share;
  if not found then
    outcome := 'unknown';
    return next;
    return;
  end if;
  if not exists (select from public.assessments as assessment
                  where assessment.project_id = request_finding_report.project) then
    outcome := 'no-assessment';
    return next;
    return;
  end if;
  -- The server stopped during the last attempt. Otherwise, all attempts end within minutes.
  update public.finding_reports as stalled
     set status = 'failed', finished_at = clock_timestamp(), error = 'The report was interrupted. Try again.'
   where stalled.project_id = request_finding_report.project and stalled.status in ('queued', 'running')
     and stalled.requested_at < clock_timestamp() - interval '15 minutes';
  insert into public.finding_reports (project_id, client_id) values (request_finding_report.project, client)
  on conflict do nothing returning id into report_id;
  outcome := case when report_id is null then 'already-running' else 'requested' end;
  return next;
end
$$;
comment on function endpoints.request_finding_report(uuid) is
  'Requests the report of a project. The caller adds the job. outcome is requested, already-running, no-assessment or unknown. Requires an administrator.';
revoke all on function endpoints.request_finding_report(uuid) from public;
grant execute on function endpoints.request_finding_report(uuid) to authenticated;

comment on table public.finding_reports is
  'Requests to write the report of a project. A job writes it and stores it as a document of the client, which the client can read.';
comment on column public.finding_reports.status is
  'unchanged: the report has the same bytes as the latest one, so no new version was stored.';
comment on column public.finding_reports.progress is 'In percent.';
comment on column public.finding_reports.error is 'Why the report could not be written. Empty unless the status is failed.';
comment on column public.finding_reports.document_id is 'Null until the report is stored, and after its document is deleted.';
comment on column public.finding_reports.version is 'The version of the document.';

-- Letters of attestation ------------------------------------------------------------------------------------------

create table public.attestation_letters (
  id                uuid primary key default gen_random_uuid(),
  project_id        uuid not null,
  client_id         uuid not null,
  code              text not null unique
                    check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
  status            text not null default 'valid' check (status in ('valid', 'superseded', 'withdrawn')),
  issued_on         date not null,
  ended_on          date,
  withdrawal_reason text not null default '' check (length(withdrawal_reason) <= 2000),
  content           jsonb not null,
  sha256            text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  document_id       uuid,
  created_at        timestamptz not null default clock_timestamp(),
  foreign key (project_id, client_id) references public.projects (id, client_id),
  foreign key (document_id, client_id) references public.documents (id, client_id)
    on delete set null (document_id),
  constraint attestation_letters_ended_check check ((status = 'valid') = (ended_on is null)),
  constraint attestation_letters_reason_check check ((status = 'withdrawn') = (btrim(withdrawal_reason) <> ''))
);
create unique index attestation_letters_valid_key on public.attestation_letters (project_id) where status = 'valid';
create index attestation_letters_project_idx on public.attestation_letters (project_id, client_id, created_at desc);
create index attestation_letters_client_idx on public.attestation_letters (client_id);
create index attestation_letters_sha256_idx on public.attestation_letters (sha256);
create index attestation_letters_document_idx on public.attestation_letters (document_id, client_id);

alter table public.attestation_letters enable row level security;
grant select on public.attestation_letters to authenticated;
grant all on public.attestation_letters to service_role;

create policy "Clients can read their own letters of attestation" on public.attestation_letters
  for select to authenticated using (client_id = (select access.current_client_id('findings')));
create policy "Administrators can read all letters of attestation" on public.attestation_letters
  for select to authenticated using ((select access.is_admin()));

create trigger attestation_letters_audit after insert or update or delete on public.attestation_letters
  for each row execute function private.record_audit_entry('content');

comment on table public.attestation_letters is
  'Letters of attestation: what was tested, and how many findings there were, without their content. A new letter for the same project supersedes the valid one.';
comment on column public.attestation_letters.code is 'The verification code that is printed in the letter.';
comment on column public.attestation_letters.ended_on is 'When the letter was superseded or withdrawn.';
comment on column public.attestation_letters.withdrawal_reason is 'Why the letter was withdrawn. The client can read it; the public page does not show it.';
comment on column public.attestation_letters.content is 'What the letter contains. Its type is LetterData in domain/findings/report/letter.ts.';
comment on column public.attestation_letters.sha256 is 'The hash of the PDF.';

create function private.check_attestation_letter_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if (old.project_id, old.client_id, old.code, old.issued_on, old.content, old.sha256)
     is distinct from (new.project_id, new.client_id, new.code, new.issued_on, new.content, new.sha256) then
    raise exception 'an issued letter of attestation cannot change' using errcode = '23514';
  end if;
  if new.status <> old.status and old.status = 'withdrawn' then
    raise exception 'a withdrawn letter of attestation stays withdrawn' using errcode = '23514';
  end if;
  if new.status = 'valid' and old.status <> 'valid' then
    raise exception 'a letter of attestation cannot become valid again' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke all on function private.check_attestation_letter_change() from public;
create trigger attestation_letters_check before update on public.attestation_letters
  for each row execute function private.check_attestation_letter_change();

create function endpoints.withdraw_attestation_letter(letter uuid, reason text, today date) returns text
  language plpgsql security definer
  -- `security definer`, because administrators cannot write public.attestation_letters.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can withdraw letters of attestation' using errcode = '42501';
  end if;
  update public.attestation_letters as issued
     set status = 'withdrawn', ended_on = withdraw_attestation_letter.today, withdrawal_reason = withdraw_attestation_letter.reason
   where issued.id = withdraw_attestation_letter.letter and issued.status <> 'withdrawn';
  if found then
    return 'withdrawn';
  end if;
  return case when exists (select from public.attestation_letters as ended
                            where ended.id = withdraw_attestation_letter.letter)
              then 'already-withdrawn' else 'unknown' end;
end
$$;
comment on function endpoints.withdraw_attestation_letter(uuid, text, date) is
  'Withdraws a letter of attestation. Returns withdrawn, already-withdrawn or unknown. Requires an administrator.';
revoke all on function endpoints.withdraw_attestation_letter(uuid, text, date) from public;
grant execute on function endpoints.withdraw_attestation_letter(uuid, text, date) to authenticated;

-- Jobs ------------------------------------------------------------------------------------------------------------

alter table private.job_runs drop constraint job_runs_name_check;
alter table private.job_runs add constraint job_runs_name_check
  check (name in (
    'announce-bookings', 'announce-documents', 'announce-findings', 'announce-invoices', 'announce-meetings', 'announce-messages',
    'announce-payments', 'announce-people', 'announce-plans', 'announce-projects', 'announce-sign-ins', 'apply-retention-periods',
    'expire-risk-acceptances', 'generate-report', 'process-webhook-event', 'recompute-overdue', 'reconcile-square', 'refresh-provider-token',
    'remove-expired', 'remove-old-downloads', 'remove-old-events', 'run-sync', 'scan-documents',
    'send-email', 'sweep-files'));
