-- A client's second factor guards the data, not only the page: with one enrolled, a session without it reads nothing.

create or replace function access.client_id() returns uuid
  language sql stable security definer
  -- Definer: it must see the caller's client before any policy on clients has let it through, and auth.mfa_factors,
  -- which callers may not read.
  set search_path = ''
as $$
  select client.id
    from public.clients as client
   where client.user_id = (select auth.uid())
     and client.status = 'active'
     and auth.jwt() -> 'app_metadata' ->> 'role' = 'client'
     and ( coalesce(auth.jwt() ->> 'aal' = 'aal2', false)
        or not exists (select from auth.mfa_factors as factor
                        where factor.user_id = (select auth.uid()) and factor.status = 'verified') )
$$;
comment on function access.client_id() is
  'The caller''s own client. Null for everybody else, for a suspended client, and where an enrolled factor was not given.';
