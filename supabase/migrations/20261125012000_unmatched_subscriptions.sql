-- Subscriptions that were paid with details that match no client, until an administrator links them.

create table public.unmatched_subscriptions (
  id                     uuid primary key default gen_random_uuid(),
  square_subscription_id text not null unique,
  tier_id                uuid not null references public.subscription_tiers (id) on delete cascade,
  payer_name             text,
  payer_email            text,
  status                 text not null check (status in ('active', 'paused', 'past_due')),
  current_period_end     date,
  starts_on              date,
  ends_on                date,
  billed_price           numeric(10, 2) check (billed_price >= 0),
  square_status          text not null,
  square_version         bigint not null,
  created_at             timestamptz not null default now()
);
create index unmatched_subscriptions_tier_idx on public.unmatched_subscriptions (tier_id);

alter table public.unmatched_subscriptions enable row level security;
-- Only syncs and events write here. Default privileges would let service_role write too.
revoke all on public.unmatched_subscriptions from service_role;
grant select on public.unmatched_subscriptions to authenticated, service_role;

create policy "Administrators can read subscriptions without a client" on public.unmatched_subscriptions
  for select to authenticated using ((select access.is_admin()));

comment on table public.unmatched_subscriptions is
  'Subscriptions that Square bills to someone who matches no client. A row is removed when its subscription is stored for a client, or ends.';
comment on column public.unmatched_subscriptions.payer_email is 'The email address of the customer in Square.';

-- Administrators see who opened a checkout, because a payment that matches no client is often one of these.
create policy "Administrators can read all checkouts" on public.plan_checkouts
  for select to authenticated using ((select access.is_admin()));

create function private.confirm_plan_checkout() returns trigger
  language plpgsql security definer
  -- `security definer`, because no caller can write public.plan_checkouts.
  set search_path = ''
as $$
begin
  update public.plan_checkouts as checkout set subscription_id = new.id, confirmed_at = now()
   where checkout.client_id = new.client_id and checkout.tier_id = new.tier_id and checkout.subscription_id is null
     -- The start is a date in the location's time zone, which may be a day behind.
     and new.starts_on >= (checkout.started_at at time zone 'UTC')::date - 1;
  return null;
end
$$;
revoke all on function private.confirm_plan_checkout() from public;
comment on function private.confirm_plan_checkout() is
  'Confirms the checkout that started a new subscription: the one that the client opened for this tier. A subscription that started before the checkout was opened is only new to the portal, so it confirms nothing.';

create trigger client_subscriptions_confirm_checkout after insert on public.client_subscriptions
  for each row execute function private.confirm_plan_checkout();

create function private.lock_subscription(square_id text) returns void
  language sql
  set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('subscription ' || square_id, 0))
$$;
revoke all on function private.lock_subscription(text) from public;
comment on function private.lock_subscription(text) is
  'Serializes the changes of one subscription: otherwise an event could store it without a client while an administrator links it.';

create function endpoints.link_unmatched_subscription(subscription uuid, client uuid) returns text
  language plpgsql security definer
  -- `security definer`, because no caller can write public.client_subscriptions.
  set search_path = ''
as $$
declare
  square_id text;
  paid      public.unmatched_subscriptions;
begin
  if not access.is_admin() then
    raise exception 'only administrators can link subscriptions' using errcode = '42501';
  end if;
  select unmatched.square_subscription_id into square_id
    from public.unmatched_subscriptions as unmatched where unmatched.id = subscription;
  perform private.lock_subscription(square_id);
  -- The same lock as flag_duplicate_plans, after the lock of the subscription, as when an event stores it.
  perform from public.clients where id = client for no key update;
  if not found then
    return 'unknown-client';
  end if;
  delete from public.unmatched_subscriptions as unmatched where unmatched.id = subscription returning * into paid;
  if paid.id is null then
    return 'unknown-subscription';
  end if;
  insert into public.client_subscriptions
         (client_id, square_subscription_id, tier_id, status, current_period_end, square_status, starts_on, ends_on,
          billed_price, square_version)
  values (client, paid.square_subscription_id, paid.tier_id, paid.status, paid.current_period_end, paid.square_status,
          paid.starts_on, paid.ends_on, paid.billed_price, paid.square_version);
  update public.invoices set client_id = client, client_assigned_manually = true
   where square_subscription_id = paid.square_subscription_id and client_id is null;
  return 'linked';
end
$$;
revoke all on function endpoints.link_unmatched_subscription(uuid, uuid) from public;
grant execute on function endpoints.link_unmatched_subscription(uuid, uuid) to authenticated;
comment on function endpoints.link_unmatched_subscription(uuid, uuid) is
  'Stores a subscription without a client, and its invoices, for a client. Returns linked, or why it was not. Requires an administrator.';
