-- Clients cannot tell from their own proposals how often the firm edits proposals, or how many events other clients cause.

-- Versions: the number and time of edits are removed when a version is sent.
create function private.remove_edit_count() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.revision := 1;
  new.updated_at := new.sent_at;
  return new;
end
$$;
revoke all on function private.remove_edit_count() from public;

alter table public.proposal_versions disable trigger proposal_versions_protect_sent;
update public.proposal_versions set revision = 1, updated_at = sent_at where sent_at is not null;
alter table public.proposal_versions enable trigger proposal_versions_protect_sent;

create trigger proposal_versions_remove_edit_count before insert or update on public.proposal_versions
  for each row when (new.sent_at is not null) execute function private.remove_edit_count();
alter table public.proposal_versions add constraint proposal_versions_edits_check
  check (sent_at is null or revision = 1 and updated_at = sent_at);

comment on column public.proposal_versions.revision is
  'Changes each time the draft is saved, so that two administrators do not overwrite each other. Never the revision of an earlier draft, so that an outdated page cannot save or send a draft that it does not show. 1 in sent versions, because it counts the edits of all drafts.';
comment on column public.proposal_versions.updated_at is 'When the draft was saved. The time of sending in sent versions.';

-- Events: numbered per proposal.
alter table public.proposal_events drop constraint proposal_events_pkey;
alter table public.proposal_events alter column id drop identity;
update public.proposal_events as event set id = numbered.number
  from (select id, row_number() over (partition by proposal_id order by id) as number from public.proposal_events) as numbered
 where numbered.id = event.id;
alter table public.proposal_events add primary key (proposal_id, id);
comment on column public.proposal_events.id is 'The number of the event within its proposal. Set by a trigger.';

create function private.number_proposal_event() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- Only one transaction at a time can add events to a proposal.
  perform from public.proposals as proposal where proposal.id = new.proposal_id for no key update;
  select coalesce(max(event.id), 0) + 1 into new.id
    from public.proposal_events as event where event.proposal_id = new.proposal_id;
  return new;
end
$$;
revoke all on function private.number_proposal_event() from public;
create trigger proposal_events_number before insert on public.proposal_events
  for each row execute function private.number_proposal_event();
