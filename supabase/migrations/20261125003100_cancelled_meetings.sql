-- Administrators who cancel a meeting, and clients who withdraw the time they proposed.

alter table public.service_bookings add column proposal_withdrawn_at timestamptz;
create index service_bookings_withdrawn_idx on public.service_bookings (proposal_withdrawn_at)
  where proposal_withdrawn_at is not null;

comment on column public.service_bookings.decline_reason is
  'Why an administrator declined the booking or cancelled its meeting. The client can read it.';
comment on column public.service_bookings.proposal_withdrawn_at is
  'When the client last withdrew a proposed time.';

create function endpoints.withdraw_meeting_proposal(booking uuid) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot update public.service_bookings.
  set search_path = ''
as $$
begin
  update public.service_bookings as own
     set proposed_at = null, proposal_note = '', proposal_withdrawn_at = clock_timestamp()
   where own.id = withdraw_meeting_proposal.booking and private.can_use_booking(own)
     and own.status = 'approved' and own.scheduled_at > now() and own.proposed_at is not null;
  if found then
    return 'withdrawn';
  end if;
  return case when exists (select from public.service_bookings as own
                            where own.id = withdraw_meeting_proposal.booking and private.can_use_booking(own))
              then 'answered' else 'unknown' end;
end
$$;
comment on function endpoints.withdraw_meeting_proposal(uuid) is
  'Withdraws the time that the calling client proposed for an upcoming meeting. Returns withdrawn, answered or unknown.';
revoke all on function endpoints.withdraw_meeting_proposal(uuid) from public;
grant execute on function endpoints.withdraw_meeting_proposal(uuid) to authenticated;
