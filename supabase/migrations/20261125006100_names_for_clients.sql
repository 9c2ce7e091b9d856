-- What clients see of the firm's people: the hosts of their meetings, and who wrote their messages.

drop view public.client_meetings;
drop function access.list_own_meetings();

create function access.list_own_meetings()
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
     and booking.kind = 'booking' and booking.scheduled_at is not null
$$;
comment on function access.list_own_meetings() is
  'The scheduled meetings of the caller''s client with their hosts, without links and details.';

create view public.client_meetings with (security_invoker = true) as select * from access.list_own_meetings();
comment on view public.client_meetings is
  'The scheduled meetings of the caller''s client with their hosts, without links and details.';

create function access.list_message_authors()
  returns table (client_id uuid, author_id uuid, name text)
  language sql stable security definer
  -- `security definer`, because clients cannot read the names of administrators.
  set search_path = ''
as $$
  select distinct message.client_id, message.sender_id, private.account_name(message.sender_id)
    from public.messages as message
   where message.client_id = (select access.current_client_id('messages'))
     and message.sender_role = 'admin' and message.sender_id is not null
$$;
comment on function access.list_message_authors() is
  'The administrators who wrote to the caller''s client. The name is null unless it is stored with a host.';

create view public.message_authors with (security_invoker = true) as select * from access.list_message_authors();
comment on view public.message_authors is 'The administrators who wrote to the caller''s client, with their names.';

revoke all on function access.list_own_meetings(), access.list_message_authors() from public;
grant execute on function access.list_own_meetings(), access.list_message_authors() to authenticated, service_role;
grant select on public.client_meetings, public.message_authors to authenticated, service_role;
