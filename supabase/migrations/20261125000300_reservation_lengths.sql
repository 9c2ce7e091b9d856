-- A consultation that keeps its start but becomes longer must reserve its new end.

create or replace function private.reserve_consultation() returns trigger
  language plpgsql security definer
  -- `security definer`, because administrators who cancel a consultation cannot write private.host_reservations.
  set search_path = ''
as $$
begin
  if new.status not in ('held', 'confirmed') then
    delete from private.host_reservations as reservation where reservation.consultation_id = new.id;
    return null;
  end if;
  insert into private.host_reservations as reservation (host_id, consultation_id, starts_at, blocked)
  values (new.host_id, new.id, new.starts_at, private.add_buffers(new.starts_at, new.ends_at))
  on conflict (consultation_id) do update
     set host_id = excluded.host_id, starts_at = excluded.starts_at, blocked = excluded.blocked
   -- Confirming a hold keeps the buffers that it was booked with.
   where (reservation.host_id, reservation.starts_at) is distinct from (excluded.host_id, excluded.starts_at)
      or old.ends_at is distinct from new.ends_at;
  return null;
end
$$;
