-- Findings get their key at publication, and their versions contain the mappings.

-- Keys ------------------------------------------------------------------------------------------------------------

-- Drafts had keys, so the gaps between the keys of published findings showed clients that drafts exist.
alter table public.findings alter column number drop not null;
alter table public.findings alter column key set default '';
alter table public.findings drop constraint findings_key_key;
alter table public.findings drop constraint findings_key_check;
create unique index findings_key_key on public.findings (key) where key <> '';

-- The keys of drafts were never shown to clients, and the audit log keeps their history.
alter table public.findings disable trigger user;
update public.findings set number = null, key = '' where publication_status = 'draft';
alter table public.findings enable trigger user;

alter table public.findings add constraint findings_key_check
  check (case publication_status when 'draft' then key = '' and number is null
              else key ~ '^[A-Z]{1,8}-[0-9]{2,}-[0-9]{3,}$' and number is not null end);
comment on column public.findings.key is
  'Such as WL-12-003: prefix, project number and finding number. Set at publication, and never changes after that. Empty for drafts.';

-- Published findings cannot be deleted, so the next number of a project follows the highest one.
drop function endpoints.reserve_finding_numbers(uuid, integer);
drop table private.finding_counters;
revoke insert (number, key) on endpoints.findings from authenticated;
grant update (number, key) on endpoints.findings to authenticated;

-- Versions --------------------------------------------------------------------------------------------------------

create function private.finding_mappings(finding uuid) returns jsonb
  language sql stable
  set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('taxonomy', mapping.taxonomy, 'version', mapping.version,
                                               'id', mapping.entry_id, 'name', mapping.name)
                            order by mapping.taxonomy, mapping.version, mapping.entry_id), '[]')
    from public.finding_mappings as mapping where mapping.finding_id = finding_mappings.finding
$$;
revoke all on function private.finding_mappings(uuid) from public;
comment on function private.finding_mappings(uuid) is 'The mappings of a finding, as its versions contain them.';

-- The mappings of earlier versions are not known.
update public.finding_versions as recorded
   set content = recorded.content || jsonb_build_object('mappings', private.finding_mappings(finding.id))
  from public.findings as finding
 where finding.id = recorded.finding_id and finding.version = recorded.version;

grant update (version) on endpoints.findings to authenticated;
comment on table public.finding_versions is
  'The content and the mappings of a finding at publication and after each correction. Recorded by a trigger.';

create or replace function private.check_finding_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads deadlines, acceptances and retests without policies.
  set search_path = ''
as $$
begin
  if (new.id, new.project_id, new.client_id) is distinct from (old.id, old.project_id, old.client_id)
     or old.publication_status <> 'draft' and (new.number, new.key) is distinct from (old.number, old.key) then
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
    -- Mappings and attachments have their own tables, so the writer also marks a correction with the next version.
    if private.finding_content(new) <> private.finding_content(old) or new.correction_note <> old.correction_note
       or new.version = old.version + 1 then
      if btrim(new.correction_note) = '' then
        raise exception 'a correction requires a note' using errcode = '23514';
      end if;
      new.version := old.version + 1;
    elsif new.version <> old.version then
      raise exception 'the version of a finding increases by one' using errcode = '23514';
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

create or replace function private.record_finding_change() returns trigger
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
    values (new.id, new.version, new.correction_note,
            private.finding_content(new) || jsonb_build_object('mappings', private.finding_mappings(new.id)));
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

-- Audit log -------------------------------------------------------------------------------------------------------

-- Drafts have a title, but no key.
create or replace view public.audit_log_list with (security_invoker = true) as
  select entry.id, entry.at, entry.actor_id, entry.actor, entry.action, entry.table_name, entry.row_id, entry.before,
         entry.after,
         coalesce(
           nullif(entry.changed ->> 'key', ''), nullif(entry.changed ->> 'project_name', ''), nullif(entry.changed ->> 'company', ''),
           nullif(entry.changed ->> 'tier_name', ''), nullif('#' || (entry.changed ->> 'invoice_number'), '#'),
           nullif(entry.changed ->> 'name', ''), nullif(entry.changed ->> 'service_type', ''),
           nullif(entry.changed ->> 'email', ''), nullif(entry.changed ->> 'reference', ''),
           nullif(entry.changed ->> 'title', ''),
           case entry.table_name
             when 'clients' then (select client.company from public.clients as client
                                   where client.id = private.uuid_or_null(entry.row_id))
             when 'project_notes' then (select project.project_name from public.projects as project
                                         where project.id = private.uuid_or_null(entry.row_id))
             when 'users' then (select account.email from public.users as account
                                 where account.id = private.uuid_or_null(entry.row_id))
             when 'client_members' then (select account.email from public.users as account
                                          where account.id = private.uuid_or_null(entry.changed ->> 'user_id'))
             when 'client_invitations' then (select invitation.email from public.client_invitations as invitation
                                              where invitation.id = private.uuid_or_null(entry.row_id))
           end) as target_name,
         case when entry.table_name <> 'clients'
              then (select client.company from public.clients as client
                     where client.id = private.uuid_or_null(entry.changed ->> 'client_id')) end as client_name
    from (select log.*, coalesce(log.after, log.before) as changed from public.audit_log as log) as entry;
