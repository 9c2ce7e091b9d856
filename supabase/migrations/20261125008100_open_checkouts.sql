-- A client opens one checkout at a time, because Square bills each subscription that is paid.

drop function endpoints.start_plan_checkout(uuid);

create function endpoints.start_plan_checkout(tier uuid, is_repeated boolean, open_minutes integer) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_checkouts.
  set search_path = ''
as $$
declare
  client uuid := access.current_client_id('billing');
begin
  if client is null then
    raise exception 'only clients can start a checkout' using errcode = '42501';
  end if;
  -- Serialize the checkouts of one client: concurrent ones would not see each other.
  perform from public.clients where id = client for no key update;
  if not is_repeated and exists (
    select from public.plan_checkouts as checkout
     where checkout.client_id = client and checkout.confirmed_at is null
       and checkout.started_at > now() - make_interval(mins => open_minutes)) then
    return 'open';
  end if;
  insert into public.plan_checkouts (client_id, tier_id, started_at) values (client, tier, clock_timestamp())
  on conflict (client_id, tier_id) do update
     set started_at = excluded.started_at, subscription_id = null, confirmed_at = null;
  return 'started';
end
$$;
revoke all on function endpoints.start_plan_checkout(uuid, boolean, integer) from public;
grant execute on function endpoints.start_plan_checkout(uuid, boolean, integer) to authenticated;

comment on function endpoints.start_plan_checkout(uuid, boolean, integer) is
  'Records that the calling client opens the checkout of a tier. Returns open and changes nothing if one of the client''s checkouts of the last minutes is not confirmed, unless the client repeats it. Requires a client with the permission billing.';
