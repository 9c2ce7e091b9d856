-- A firm always has somebody who can let the others in: the last administrator cannot be deleted, banned, or made
-- something else, whatever door the attempt comes through.

create function private.keep_one_administrator() returns trigger
  language plpgsql security definer
  -- Definer: the authentication service may not look at all accounts under every installation's grants.
  set search_path = ''
as $$
begin
  if old.raw_app_meta_data ->> 'role' is distinct from 'admin'
     or old.email_confirmed_at is null or old.deleted_at is not null or old.banned_until > now() then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if tg_op = 'UPDATE' and new.raw_app_meta_data ->> 'role' = 'admin'
     and new.email_confirmed_at is not null and new.deleted_at is null
     and (new.banned_until is null or new.banned_until <= now()) then
    return new;
  end if;
  -- Two who remove each other at once wait here: the second one sees that the first is gone.
  perform pg_advisory_xact_lock(hashtextextended('administrators', 0));
  -- Somebody who was only invited cannot let anybody in yet.
  if not exists (select from auth.users as other
                  where other.id <> old.id and other.raw_app_meta_data ->> 'role' = 'admin'
                    and other.email_confirmed_at is not null and other.deleted_at is null
                    and (other.banned_until is null or other.banned_until <= now())) then
    raise exception 'the last administrator cannot be removed' using errcode = '23001';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
revoke all on function private.keep_one_administrator() from public;
create trigger last_administrator_stays
  before delete or update of raw_app_meta_data, email_confirmed_at, banned_until, deleted_at on auth.users
  for each row execute function private.keep_one_administrator();
