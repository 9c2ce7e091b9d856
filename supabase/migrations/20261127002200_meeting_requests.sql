-- Requests for a meeting have their own kind, because clients do not choose a service, an urgency or a scope for them.

alter table public.service_bookings
  drop constraint service_bookings_kind_check,
  add constraint service_bookings_kind_check check (kind in ('booking', 'quote', 'meeting'));
comment on table public.service_bookings is
  'A client''s request for a booking, a quote or a meeting. scheduled_at is set when an administrator approves it.';

alter policy "Clients can read their own bookings" on public.service_bookings
  using (client_id = (select access.current_client_id('requests'))
         and (kind <> 'quote' or created_by = (select auth.uid())
              or (select access.current_client_id('rates')) is not null));
create or replace function private.can_use_booking(booking public.service_bookings) returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce(booking.client_id = (select access.current_client_id('requests')), false)
         and (booking.kind <> 'quote' or booking.created_by = (select auth.uid())
              or (select access.current_client_id('rates')) is not null)
$$;

create or replace function access.list_own_meetings()
  returns table (id uuid, client_id uuid, service_type text, status text, scheduled_at timestamptz,
                 meeting_minutes integer, host_name text, host_phone text)
  language sql stable security definer
  -- `security definer`, because auditors cannot read public.service_bookings, and clients cannot read hosts.
  set search_path = ''
as $$
  select booking.id, booking.client_id, booking.service_type, booking.status, booking.scheduled_at,
         booking.meeting_minutes, host.name,
         -- Like the link, the number is for roles that can read bookings.
         case when booking.client_id = (select access.current_client_id('requests')) then host.phone end
    from public.service_bookings as booking
    left join public.consultation_hosts as host on host.id = booking.host_id
   where booking.client_id = (select access.current_client_id('meetings'))
     and booking.kind <> 'quote' and booking.scheduled_at is not null
$$;

create or replace function private.record_request_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  if tg_table_name = 'service_bookings' then
    perform private.record_client_activity(new.client_id,
      case new.kind when 'quote' then 'quote-requested' else 'booking-requested' end, new.service_type);
  else
    perform private.record_client_activity(new.client_id,
      case new.kind when 'cancel' then 'plan-cancellation-requested'
                    when 'keep' then 'plan-keeping-requested'
                    else 'plan-change-requested' end, '');
  end if;
  return null;
end
$$;
