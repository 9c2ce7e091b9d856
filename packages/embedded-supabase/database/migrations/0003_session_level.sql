-- A token tells the level its session had when it was issued; a factor removed since lowers what the session is worth.

drop function embedded.session_is_live(uuid, timestamptz);

-- Definer: those who ask may not read auth.sessions themselves.
create function embedded.session_level(session_id uuid, at timestamptz default now()) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(session.aal, 'aal1')::text
    from auth.sessions as session
    join auth.users as account on account.id = session.user_id
   where session.id = session_level.session_id
     and (session.not_after is null or session.not_after > session_level.at)
     and (account.banned_until is null or account.banned_until <= session_level.at)
     and account.deleted_at is null
$$;
comment on function embedded.session_level is
  'The level a session has now (aal1, aal2); null once the person signed out, was banned, or was deleted.';

grant execute on function embedded.session_level to anon, authenticated, service_role;
