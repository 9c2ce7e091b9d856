-- Revisions of drafts are not used twice, so that a draft that was discarded is not confused with the next one.

create sequence private.proposal_revision as integer;
select setval('private.proposal_revision', max(revision)) from public.proposal_versions having max(revision) is not null;
grant usage on sequence private.proposal_revision to service_role;
alter table public.proposal_versions alter column revision set default nextval('private.proposal_revision');
comment on column public.proposal_versions.revision is
  'Changes each time the draft is saved, so that two administrators do not overwrite each other. Never the revision of an earlier draft, so that an outdated page cannot save or send a draft that it does not show.';

create or replace function endpoints.save_proposal_draft(proposal uuid, expected_revision integer, content jsonb, title text,
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
           revision = excluded.revision, updated_at = clock_timestamp()
    returning stored.revision into revision;
    -- Clients can read the row of a sent proposal, so a draft of a new version must not change it.
    update public.proposals as row set title = save_proposal_draft.title, value = save_proposal_draft.total
     where row.id = saved.id and row.status = 'draft';
  end if;
  return next;
end
$$;
