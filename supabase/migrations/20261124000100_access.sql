-- Schemas, default privileges, and the functions every row policy uses.

create schema if not exists access;
create schema if not exists private;
create schema if not exists endpoints;

revoke all on schema access, private, endpoints from public;
grant usage on schema access to authenticated, service_role;
grant usage on schema endpoints to authenticated;
grant usage on schema private to service_role;
-- Hosted projects grant everything in public to these roles by default. Deny by default instead: each table grants
-- what it allows.
revoke all on all tables in schema public from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, public;

comment on schema access is 'Functions used by row policies. Contains no data.';
comment on schema private is
  'Tables that browsers cannot access, such as provider tokens, queues and sign-in attempts. Not exposed by the REST API.';

comment on schema endpoints is
  'Views and functions that the endpoints under /api use as the caller. They give access that the REST API does not, so each one checks the caller. Not exposed by the REST API.';
alter default privileges in schema endpoints revoke execute on functions from public;

-- The migration runner creates private.migrations before this migration runs. Only its owner needs access.
alter table if exists private.migrations enable row level security;

create function access.is_admin() returns boolean
  language sql stable security definer
  -- `security definer`, because callers cannot read auth.mfa_factors.
  set search_path = ''
as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
     and ( coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
        or not exists (select from auth.mfa_factors as factor
                        where factor.user_id = (select auth.uid()) and factor.status = 'verified') )
$$;
comment on function access.is_admin() is
  'True if the signed token has the admin role. Requires aal2 if the administrator has a verified second factor.';
revoke all on function access.is_admin() from public;
grant execute on function access.is_admin() to authenticated, service_role;

create function access.set_updated_at() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
comment on function access.set_updated_at() is 'Sets updated_at on every update.';
revoke all on function access.set_updated_at() from public;
