-- Access reviews: an owner confirms who has access to a client.

create table public.access_reviews (
  id          uuid primary key default gen_random_uuid(),
  client_id   uuid not null references public.clients (id) on delete cascade,
  reviewed_by uuid references public.users (id) on delete set null,
  reviewer    text not null,
  reviewed_at timestamptz not null default now(),
  members     jsonb not null
);
create index access_reviews_client_idx on public.access_reviews (client_id, reviewed_at desc);
create index access_reviews_reviewed_by_idx on public.access_reviews (reviewed_by);

alter table public.access_reviews enable row level security;
-- Only the function writes here. Default privileges would let service_role write too.
revoke all on public.access_reviews from service_role;
grant select on public.access_reviews to authenticated, service_role;

create policy "Clients can read their own access reviews" on public.access_reviews
  for select to authenticated using (client_id = (select access.current_client_id('people')));
create policy "Administrators can read all access reviews" on public.access_reviews
  for select to authenticated using ((select access.is_admin()));

comment on table public.access_reviews is
  'When an owner confirmed who has access to a client, with the members at that time.';

create function endpoints.confirm_access_review(client uuid) returns boolean
  language plpgsql security definer
  -- `security definer`, because callers cannot write public.access_reviews.
  set search_path = ''
as $$
begin
  if access.current_client_id('people') is distinct from client then
    return false;
  end if;
  insert into public.access_reviews (client_id, reviewed_by, reviewer, members)
  select client, auth.uid(), private.account_email(auth.uid()), coalesce(jsonb_agg(jsonb_build_object(
           'email', member.email, 'name', member.name, 'role', member.role, 'isSuspended', member.suspended_at is not null,
           'expiresAt', member.expires_at, 'lastSignInAt', member.last_sign_in_at,
           'hasSecondFactor', member.has_second_factor)), '[]')
    from endpoints.list_client_members(client) as member;
  perform private.record_client_activity(client, 'access-reviewed', '');
  return true;
end
$$;
comment on function endpoints.confirm_access_review(uuid) is
  'Records that the calling owner reviewed who has access. Returns false for other callers.';

revoke all on function endpoints.confirm_access_review(uuid) from public;
grant execute on function endpoints.confirm_access_review(uuid) to authenticated;
