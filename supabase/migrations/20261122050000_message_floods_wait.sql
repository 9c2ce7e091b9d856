-- Messages sent at once are counted one after the other: before, none of them saw the others.

create or replace function private.refuse_flood() returns trigger
  language plpgsql security definer
  -- Definer: it counts whatever the writer may see.
  set search_path = ''
as $$
begin
  if new.sender_role = 'client' and auth.role() = 'authenticated' then
    -- One client's messages wait for one another here, until the one before is stored.
    perform pg_advisory_xact_lock(hashtextextended('messages ' || new.client_id::text, 0));
    if (select count(*) from public.messages as earlier
         where earlier.client_id = new.client_id and earlier.sender_role = 'client'
           and earlier.created_at > now() - interval '10 minutes') >= 60 then
      raise sqlstate 'PT429' using message = 'Too many messages', hint = 'Wait a few minutes.';
    end if;
  end if;
  return new;
end
$$;
comment on function private.refuse_flood() is 'A client writes 60 messages in 10 minutes at most.';
