-- A token contains the level of its session at the time of issue. Removing a factor lowers the level of the session.

drop function embedded.session_is_live(uuid, timestamptz);

-- Security definer, because callers cannot read auth.sessions.
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
  'The current level of a session (aal1 or aal2); null after the user signed out, was banned or was deleted.';

grant execute on function embedded.session_level to anon, authenticated, service_role;
