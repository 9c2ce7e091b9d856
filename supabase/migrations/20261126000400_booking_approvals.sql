-- When bookings were approved, and when approved meetings got their current time.

alter table public.service_bookings add column approved_at timestamptz;

comment on column public.service_bookings.approved_at is
  'When the booking was approved, or when the time of its meeting last changed after that. Other changes, such as a proposed time, a link or a host, do not confirm a meeting again. Null if it has not been approved.';

create function private.set_booking_approved_at() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.approved_at := clock_timestamp();
  return new;
end
$$;
comment on function private.set_booking_approved_at() is 'Sets approved_at of a booking to the current time.';
revoke all on function private.set_booking_approved_at() from public;

-- The time of an approval was not stored until now. Triggers would change updated_at and write to the audit log.
alter table public.service_bookings disable trigger user;
update public.service_bookings set approved_at = updated_at where status in ('approved', 'in_progress', 'completed');
alter table public.service_bookings enable trigger user;

create trigger service_bookings_set_first_approved_at before insert on public.service_bookings
  for each row when (new.status = 'approved' and new.approved_at is null)
  execute function private.set_booking_approved_at();
create trigger service_bookings_set_approved_at before update of status, scheduled_at on public.service_bookings
  for each row when (new.status = 'approved'
                     and (old.status <> 'approved' or new.scheduled_at is distinct from old.scheduled_at))
  execute function private.set_booking_approved_at();
