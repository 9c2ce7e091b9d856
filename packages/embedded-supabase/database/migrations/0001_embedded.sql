-- Internal data of the backend: signing keys, rate limits and session checks.

create schema if not exists embedded;
comment on schema embedded is 'Internal data of the backend. Not exposed by the API.';
revoke all on schema embedded from public;

create table embedded.signing_keys (
  kid         uuid primary key,
  private_jwk jsonb not null,
  public_jwk  jsonb not null,
  created_at  timestamptz not null
);
comment on table embedded.signing_keys is 'Signing keys for access tokens. The newest key signs. Older keys only verify.';

create table embedded.secrets (
  name  text primary key,
  value bytea not null
);
comment on table embedded.secrets is 'Random values from which the backend derives secrets. Created once.';

create table embedded.rate_limits (
  key       text primary key,
  points    integer not null,
  resets_at timestamptz not null
);
comment on table embedded.rate_limits is 'Attempts per time window, shared by all processes.';
create index rate_limits_resets_at_idx on embedded.rate_limits (resets_at);

-- `security definer`, because callers cannot read auth.sessions.
create function embedded.session_is_live(session_id uuid, at timestamptz default now()) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = session_is_live.session_id
      and (session.not_after is null or session.not_after > session_is_live.at)
      and (account.banned_until is null or account.banned_until <= session_is_live.at)
      and account.deleted_at is null)
$$;
comment on function embedded.session_is_live is 'Returns false after the user signs out, is banned or is deleted.';

grant usage on schema embedded to anon, authenticated, service_role;
grant execute on function embedded.session_is_live to anon, authenticated, service_role;

create function embedded.merged(existing jsonb, change jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select coalesce(jsonb_object_agg(entry.key, entry.value) filter (where entry.value <> 'null'), '{}')
  from jsonb_each(coalesce(existing, '{}') || coalesce(change, '{}')) as entry
$$;
comment on function embedded.merged is 'Merges a change into metadata. Keys set to null are removed.';
