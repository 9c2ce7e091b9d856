-- Every booking mails firm and client: nobody makes them by the hundred.

create function private.refuse_booking_flood() returns trigger
  language plpgsql security definer
  -- Definer: it counts whatever the writer may see.
  set search_path = ''
as $$
begin
  if auth.role() = 'authenticated' then
    -- One client's bookings wait for one another here: sent at once, none would see the others.
    perform pg_advisory_xact_lock(hashtextextended('service_bookings ' || new.client_id::text, 0));
    if (select count(*) from public.service_bookings as earlier
         where earlier.client_id = new.client_id
           and earlier.created_at > now() - interval '1 hour') >= 20 then
      raise sqlstate 'PT429' using message = 'Too many bookings', hint = 'Wait an hour.';
    end if;
  end if;
  return new;
end
$$;
comment on function private.refuse_booking_flood() is 'A client makes 20 bookings and quotes an hour at most.';
revoke all on function private.refuse_booking_flood() from public;
create trigger service_bookings_flood before insert on public.service_bookings
  for each row execute function private.refuse_booking_flood();
