-- Length and place of meetings, and clients who cancel a request or propose another time.

alter table public.service_bookings
  add column meeting_minutes   integer not null default 30 check (meeting_minutes between 15 and 480),
  add column meeting_url       text check (length(meeting_url) <= 500 and meeting_url ~ '^https://[^[:space:][:cntrl:]]+$'),
  add column calendar_sequence integer not null default 0 check (calendar_sequence >= 0),
  add column proposed_at       timestamptz check (isfinite(proposed_at)),
  add column proposal_note     text not null default '' check (length(proposal_note) <= 1000),
  add column proposal_made_at  timestamptz,
  add column cancelled_at      timestamptz;
create index service_bookings_proposals_idx on public.service_bookings (proposal_made_at) where proposed_at is not null;
create index service_bookings_cancelled_idx on public.service_bookings (cancelled_at) where cancelled_at is not null;

comment on column public.service_bookings.meeting_url is 'Where the meeting takes place online.';
comment on column public.service_bookings.calendar_sequence is
  'How often the meeting changed. Calendar apps replace an event with one that has a higher number (RFC 5545, section 3.8.7.4).';
comment on column public.service_bookings.proposed_at is
  'The time that the client proposed instead of scheduled_at. Null when the firm has answered.';
comment on column public.service_bookings.cancelled_at is 'When the client cancelled the request or the meeting.';

create or replace view endpoints.service_bookings with (security_barrier) as
  select id, client_id, kind, status, service_type, preferred_start_date, estimated_scope, project_description, urgency,
         scheduled_at, decline_reason, meeting_minutes, meeting_url, calendar_sequence, proposed_at, proposal_note
    from public.service_bookings
   where (select access.is_admin())
  with check option;
grant update (meeting_minutes, meeting_url, calendar_sequence, proposed_at, proposal_note)
   on endpoints.service_bookings to authenticated;
comment on view endpoints.service_bookings is 'Lets administrators approve, decline and reschedule bookings.';

create function endpoints.cancel_booking(booking uuid) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot update public.service_bookings.
  set search_path = ''
as $$
begin
  update public.service_bookings as own
     set status = 'cancelled', cancelled_at = clock_timestamp(), proposed_at = null, proposal_note = '',
         calendar_sequence = own.calendar_sequence + case when own.scheduled_at is null then 0 else 1 end
   where own.id = cancel_booking.booking and own.client_id = access.current_client_id()
     and (own.status = 'pending' or own.status = 'approved' and own.scheduled_at > now());
  if found then
    return 'cancelled';
  end if;
  return case when exists (select from public.service_bookings as own
                            where own.id = cancel_booking.booking and own.client_id = access.current_client_id())
              then 'too-late' else 'unknown' end;
end
$$;
comment on function endpoints.cancel_booking(uuid) is
  'Cancels the calling client''s pending request or upcoming meeting. Returns cancelled, too-late or unknown.';

create function endpoints.propose_meeting_time(booking uuid, proposed_time timestamptz, note text) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot update public.service_bookings.
  set search_path = ''
as $$
declare
  own public.service_bookings;
begin
  select * into own from public.service_bookings as row
   where row.id = propose_meeting_time.booking and row.client_id = access.current_client_id() for update;
  if not found then
    return 'unknown';
  end if;
  if own.status <> 'approved' or own.scheduled_at is null or own.scheduled_at <= now() then
    return 'too-late';
  end if;
  -- Each proposal sends email to the firm.
  if own.proposal_made_at > now() - interval '1 minute' then
    return 'too-many';
  end if;
  update public.service_bookings
     set proposed_at = propose_meeting_time.proposed_time, proposal_note = propose_meeting_time.note,
         proposal_made_at = clock_timestamp()
   where id = own.id;
  return 'proposed';
end
$$;
comment on function endpoints.propose_meeting_time(uuid, timestamptz, text) is
  'Stores another time that the calling client proposes for an upcoming meeting. Returns proposed, too-late, too-many or unknown.';

revoke all on function endpoints.cancel_booking(uuid), endpoints.propose_meeting_time(uuid, timestamptz, text) from public;
grant execute on function endpoints.cancel_booking(uuid), endpoints.propose_meeting_time(uuid, timestamptz, text)
  to authenticated;

alter table private.email_outbox drop constraint email_outbox_kind_check;
alter table private.email_outbox add constraint email_outbox_kind_check
  check (kind in (
    'inquiry', 'inquiry-acknowledgement', 'inquiry-reply',
    'booking-made', 'booking-received', 'booking-answered', 'booking-changed', 'booking-cancelled', 'meeting-reminder',
    'messages-for-firm', 'messages-for-client', 'document-ready', 'project-status',
    'invoice-new', 'invoice-due-soon', 'invoice-overdue', 'payment-received', 'square-alarm',
    'plan-request-made', 'plan-request-received', 'plan-request-withdrawn', 'plan-request-answered', 'duplicate-plans',
    'plan-started', 'plan-changed', 'plan-ended',
    'account-invite', 'account-recovery', 'account-magic-link', 'account-confirmation',
    'account-reauthentication', 'account-email-change', 'account-email-change-notice',
    'account-email-changed-notice', 'account-password-changed', 'account-factors-removed', 'account-new-device'));
