-- Who is asking: the two questions every row policy puts, and the schema nobody reaches through the browser.
-- Policies call them as (select access.is_admin()): bare calls would run once per row.

create schema if not exists access;
create schema if not exists private;
comment on schema access is 'Functions the row policies ask. Holds no data.';
comment on schema private is 'Tables no browser reaches: provider tokens, queues, sign-in attempts. Not exposed by the REST endpoint.';

revoke all on schema access, private from public;
grant usage on schema access to anon, authenticated, service_role;
grant usage on schema private to service_role;
-- Deny by default: what a table allows is granted below, table by table.
-- Hosted projects grant everything in public to these roles by default; take that back first.
revoke all on all tables in schema public from anon, authenticated;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, public;

create function access.is_admin() returns boolean
  language sql stable security definer
  -- Definer: it looks into auth.mfa_factors, which callers may not read.
  set search_path = ''
as $$
  select coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
     and ( coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
        or not exists (select from auth.mfa_factors as factor
                        where factor.user_id = (select auth.uid()) and factor.status = 'verified') )
$$;
comment on function access.is_admin() is
  'True for a signed-in administrator by the role in the signed token alone; with a verified second factor only at aal2.';

-- The client-side counterpart, access.client_id(), comes with the clients table.
revoke all on function access.is_admin() from public;
grant execute on function access.is_admin() to anon, authenticated, service_role;

create function access.touch_updated_at() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;
comment on function access.touch_updated_at() is 'Keeps updated_at true whoever writes.';
