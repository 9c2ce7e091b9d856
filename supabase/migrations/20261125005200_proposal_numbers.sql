-- Proposals get their number when they are first sent, and a new version starts from the current one.

-- Numbers ---------------------------------------------------------------------------------------------------------

-- Drafts had numbers, so the gaps between the numbers of sent proposals showed clients how many drafts exist.
create sequence private.proposal_number as integer;
select setval('private.proposal_number', max(number)) from public.proposals having max(number) is not null;
grant usage on sequence private.proposal_number to service_role;
alter table public.proposals alter column number drop identity;
alter table public.proposals alter column number drop not null;

create or replace function private.check_proposal_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads versions and acceptances without policies.
  set search_path = ''
as $$
begin
  if (new.id, new.created_at) is distinct from (old.id, old.created_at)
     or old.status <> 'draft' and new.number is distinct from old.number then
    raise exception 'the number of a proposal cannot change' using errcode = '23514';
  end if;
  if old.status <> 'draft' and new.client_id is distinct from old.client_id then
    raise exception 'the client of a sent proposal cannot change' using errcode = '23514';
  end if;
  -- Deleting the inquiry or the quote request sets its id to null.
  if old.status = 'accepted'
     and to_jsonb(new) - array['inquiry_id', 'booking_id'] <> to_jsonb(old) - array['inquiry_id', 'booking_id'] then
    raise exception 'an accepted proposal cannot change' using errcode = '23514';
  end if;
  -- The same rule as NEXT_STATUSES in domain/proposals/proposal-status.ts.
  if new.status <> old.status
     and not (new.status = 'sent' and old.status <> 'accepted'
              or old.status in ('sent', 'viewed') and new.status in ('accepted', 'declined', 'expired', 'withdrawn')
              or old.status = 'sent' and new.status = 'viewed') then
    raise exception 'a proposal cannot change from % to %', old.status, new.status using errcode = '23514';
  end if;
  if new.current_version <> old.current_version and not (new.current_version = old.current_version + 1 and new.status = 'sent')
     or new.status = 'sent' and old.status not in ('draft', 'sent') and new.current_version = old.current_version then
    raise exception 'only sending a new version changes the version' using errcode = '23514';
  end if;
  if new.current_version > 0
     and not exists (select from public.proposal_versions as sent
                      where sent.proposal_id = new.id and sent.version = new.current_version and sent.sent_at is not null
                        and sent.title = new.title and sent.valid_until = new.valid_until) then
    raise exception 'a proposal must match its sent version' using errcode = '23514';
  end if;
  if new.status = 'accepted'
     and not exists (select from public.proposal_acceptances as acceptance
                      where acceptance.proposal_id = new.id and acceptance.version = new.current_version
                        and acceptance.total = new.value) then
    raise exception 'an accepted proposal requires an acceptance' using errcode = '23514';
  end if;
  if new.status = 'declined' and btrim(new.status_reason) = '' then
    raise exception 'declining requires a reason' using errcode = '23514';
  end if;
  -- A draft of a new version must not be visible in the row.
  if to_jsonb(new) - 'updated_at' <> to_jsonb(old) - 'updated_at' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end
$$;

-- The numbers of drafts were never shown to clients.
update public.proposals set number = null where status = 'draft';
alter table public.proposals add constraint proposals_number_check check ((number is null) = (status = 'draft'));
comment on column public.proposals.number is 'Assigned when the proposal is first sent. Null in drafts.';

create function private.assign_proposal_number() returns trigger
  language plpgsql security definer
  -- `security definer`, because only the owner of the schema uses the sequence.
  set search_path = ''
as $$
begin
  if new.number is null and new.status <> 'draft' then
    new.number := nextval('private.proposal_number');
  end if;
  return new;
end
$$;
comment on function private.assign_proposal_number() is 'Assigns the number of a proposal when it is no longer a draft.';
revoke all on function private.assign_proposal_number() from public;
-- Its name comes before that of the trigger that checks the change.
create trigger proposals_assign_number before insert or update of status on public.proposals
  for each row execute function private.assign_proposal_number();

-- Versions --------------------------------------------------------------------------------------------------------

drop function endpoints.save_proposal_draft(uuid, integer, jsonb, text, numeric, date);
create function endpoints.save_proposal_draft(proposal uuid, expected_revision integer, base_version integer, content jsonb,
                                              title text, total numeric, valid_until date)
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
                  -- A page that shows an older version must not start the next one from it.
                  when draft.revision is null and saved.current_version <> save_proposal_draft.base_version then 'changed'
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
comment on function endpoints.save_proposal_draft(uuid, integer, integer, jsonb, text, numeric, date) is
  'Saves the draft with the expected revision, or starts a new version from base_version with revision 0. outcome is saved, unknown, accepted, or changed if someone else saved the draft or sent a newer version. Requires an administrator.';
revoke all on function endpoints.save_proposal_draft(uuid, integer, integer, jsonb, text, numeric, date) from public;
grant execute on function endpoints.save_proposal_draft(uuid, integer, integer, jsonb, text, numeric, date) to authenticated;
