-- Emails and jobs about proposals.

-- Other migrations extend these lists too, so add to them instead of replacing them.
do $$
declare
  email_kinds text[] := array(
    select distinct matched[1]
      from pg_constraint as listed, regexp_matches(pg_get_constraintdef(listed.oid), '''([a-z-]+)''', 'g') as matched
     where listed.conname = 'email_outbox_kind_check');
  job_names text[] := array(
    select distinct matched[1]
      from pg_constraint as listed, regexp_matches(pg_get_constraintdef(listed.oid), '''([a-z-]+)''', 'g') as matched
     where listed.conname = 'job_runs_name_check');
begin
  email_kinds := email_kinds || array[
    'proposal-sent', 'proposal-reminder', 'proposal-withdrawn', 'proposal-accepted', 'proposal-comment', 'milestone-done',
    'proposal-news-for-firm'];
  alter table private.email_outbox drop constraint email_outbox_kind_check;
  execute format('alter table private.email_outbox add constraint email_outbox_kind_check check (kind in (%s))',
    (select string_agg(quote_literal(name), ', ' order by name) from unnest(email_kinds) as name));
  job_names := job_names || array['announce-proposals', 'complete-proposal', 'prepare-planned-invoices'];
  alter table private.job_runs drop constraint job_runs_name_check;
  execute format('alter table private.job_runs add constraint job_runs_name_check check (name in (%s))',
    (select string_agg(quote_literal(name), ', ' order by name) from unnest(job_names) as name));
end
$$;

-- The PDF of an accepted proposal ---------------------------------------------------------------------------------

create function private.add_complete_proposal_job() returns trigger
  language plpgsql security definer
  -- `security definer`, because clients cannot access the queue.
  set search_path = ''
as $$
begin
  perform graphile_worker.add_job('complete-proposal', json_build_object('proposalId', new.proposal_id),
                                  job_key := 'complete-proposal:' || new.proposal_id);
  return null;
end
$$;
comment on function private.add_complete_proposal_job() is
  'Adds the job that stores the PDF, in the transaction of the acceptance, so that neither is stored without the other.';
revoke all on function private.add_complete_proposal_job() from public;
create trigger proposal_acceptances_add_job after insert on public.proposal_acceptances
  for each row execute function private.add_complete_proposal_job();

-- Milestones ------------------------------------------------------------------------------------------------------

alter table public.project_milestones
  add column done_announced_at timestamptz,
  add column accepted_announced_at timestamptz;
comment on column public.project_milestones.done_announced_at is
  'When the client was emailed that the milestone is done. Null if the email is still due.';
comment on column public.project_milestones.accepted_announced_at is
  'When the firm was emailed that the client accepted the milestone. Null if the email is still due.';
create index project_milestones_unannounced_idx on public.project_milestones (done_at)
  where done_at is not null and (done_announced_at is null or accepted_announced_at is null);

create or replace function private.check_milestone_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  -- Deleting the account sets accepted_by to null, and erasing the person replaces the name.
  late_columns constant text[] := array['accepted_by', 'accepter', 'position', 'done_announced_at', 'accepted_announced_at'];
begin
  if old.accepted_at is not null
     and (tg_op = 'DELETE' or to_jsonb(new) - late_columns <> to_jsonb(old) - late_columns) then
    raise exception 'an accepted milestone cannot change' using errcode = '23514';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if (new.id, new.project_id, new.client_id, new.proposal_id, new.part_id)
     is distinct from (old.id, old.project_id, old.client_id, old.proposal_id, old.part_id) then
    raise exception 'the project of a milestone cannot change' using errcode = '23514';
  end if;
  -- Marking it as done again is announced again.
  if new.done_at is null then
    new.done_announced_at := null;
  end if;
  return new;
end
$$;
