-- A token belongs to one user and one session, so both must match.

drop function embedded.session_level(uuid, timestamptz);

-- `security definer`, because callers cannot read auth.sessions.
create function embedded.session_level(session_id uuid, user_id uuid, at timestamptz default now()) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(session.aal, 'aal1')::text
    from auth.sessions as session
    join auth.users as account on account.id = session.user_id
   where session.id = session_level.session_id
     and session.user_id = session_level.user_id
     and (session.not_after is null or session.not_after > session_level.at)
     and (account.banned_until is null or account.banned_until <= session_level.at)
     and account.deleted_at is null
$$;
comment on function embedded.session_level is
  'Returns the current level of a user''s session (aal1 or aal2). Returns null for another user''s session, and after the user signs out, is banned or is deleted.';

grant execute on function embedded.session_level to anon, authenticated, service_role;

comment on column embedded.signing_keys.private_jwk is
  'Encrypted with ENCRYPTION_KEY. In plain text if the backend has no encryption key.';
