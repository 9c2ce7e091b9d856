-- The activity log of a client's members contains accepted and declined proposals and accepted milestones.

alter table public.client_activity
  drop constraint client_activity_action_check,
  add constraint client_activity_action_check check (action in (
    'signed-in', 'downloaded', 'previewed', 'invited', 'invitation-resent', 'invitation-revoked',
    'invitation-declined', 'joined', 'role-changed', 'expiry-changed', 'suspended', 'restored', 'removed',
    'second-factor-required', 'second-factor-optional', 'access-reviewed', 'booking-requested',
    'quote-requested', 'plan-change-requested', 'plan-cancellation-requested', 'proposal-accepted',
    'proposal-declined', 'milestone-accepted'));

create function private.record_proposal_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  perform private.record_client_activity(new.client_id, 'proposal-' || new.action,
    (select proposal.title from public.proposals as proposal where proposal.id = new.proposal_id));
  return null;
end
$$;
create function private.record_milestone_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  perform private.record_client_activity(new.client_id, 'milestone-accepted', new.title);
  return null;
end
$$;
revoke all on function private.record_proposal_activity(), private.record_milestone_activity() from public;

create trigger proposal_events_record_activity after insert on public.proposal_events
  for each row when (new.action in ('accepted', 'declined')) execute function private.record_proposal_activity();
create trigger project_milestones_record_activity after update of accepted_at on public.project_milestones
  for each row when (old.accepted_at is null and new.accepted_at is not null)
  execute function private.record_milestone_activity();
