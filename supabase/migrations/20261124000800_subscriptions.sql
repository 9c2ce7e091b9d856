-- Support plans, subscriptions, and the status history of subscriptions.

-- Subscription tiers ----------------------------------------------------------------------------------------------

create table public.subscription_tiers (
  id                       uuid primary key default gen_random_uuid(),
  tier_name                text not null unique check (length(btrim(tier_name)) between 1 and 100),
  monthly_price            numeric(10, 2) not null check (monthly_price >= 0),
  features                 text[] not null default '{}',
  is_popular               boolean not null default false,
  is_active                boolean not null default true,
  display_order            integer not null default 0,
  square_checkout_url      text check (access.is_payment_url(square_checkout_url)),
  square_plan_variation_id text unique
);

alter table public.subscription_tiers enable row level security;
grant select on public.subscription_tiers to authenticated;
grant all on public.subscription_tiers to service_role;

create policy "Clients can read active tiers" on public.subscription_tiers
  for select to authenticated using (is_active and (select access.current_client_id()) is not null);
create policy "Administrators can read all tiers" on public.subscription_tiers
  for select to authenticated using ((select access.is_admin()));

create trigger subscription_tiers_audit after insert or update or delete on public.subscription_tiers
  for each row execute function private.record_audit_entry();

create view endpoints.subscription_tiers with (security_barrier) as
  select id, tier_name, monthly_price, features, is_popular, is_active, display_order, square_checkout_url from public.subscription_tiers
   where (select access.is_admin())
  with check option;
grant select, insert, update on endpoints.subscription_tiers to authenticated;
comment on view endpoints.subscription_tiers is 'Lets administrators add and change support plans.';

comment on table public.subscription_tiers is 'Support plans that clients can subscribe to. Prices are in dollars per month.';

-- Client subscriptions --------------------------------------------------------------------------------------------

create table public.client_subscriptions (
  id                     uuid primary key default gen_random_uuid(),
  client_id              uuid not null references public.clients (id) on delete restrict,
  tier_id                uuid not null references public.subscription_tiers (id) on delete restrict,
  status                 text not null check (status in ('active', 'paused', 'past_due', 'cancelled')),
  current_period_end     date,
  starts_on              date,
  ends_on                date,
  billed_price           numeric(10, 2) check (billed_price >= 0),
  square_subscription_id text unique,
  square_status          text,
  square_version         bigint,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
create unique index client_subscriptions_active_key on public.client_subscriptions (client_id) where status = 'active';
create index client_subscriptions_client_idx on public.client_subscriptions (client_id);
create index client_subscriptions_tier_idx on public.client_subscriptions (tier_id);
create index client_subscriptions_created_idx on public.client_subscriptions (created_at desc, id);

alter table public.client_subscriptions enable row level security;
grant select on public.client_subscriptions to authenticated;
grant all on public.client_subscriptions to service_role;

create policy "Clients can read their own subscriptions" on public.client_subscriptions
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all subscriptions" on public.client_subscriptions
  for select to authenticated using ((select access.is_admin()));

create function private.record_subscription_status() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write the history.
  set search_path = ''
as $$
declare
  at   timestamptz := clock_timestamp();
  last timestamptz;
begin
  -- If a subscription started before it was stored, record it as active from its first day.
  if tg_op = 'INSERT' and new.starts_on < at and new.status <> 'paused' then
    insert into public.subscription_history (subscription_id, status, since) values (new.id, 'active', new.starts_on);
    if new.status = 'active' then
      return null;
    end if;
  end if;
  select max(since) into last from public.subscription_history where subscription_id = new.id;
  -- A cancellation takes effect on Square's end date, not when it is received, but never before the previous status.
  insert into public.subscription_history (subscription_id, status, since)
  values (new.id, new.status,
          greatest(last, case when new.status = 'cancelled' then least(at, coalesce(new.ends_on, at)) else at end));
  return null;
end
$$;
revoke all on function private.record_subscription_status() from public;

create trigger client_subscriptions_set_updated_at before update on public.client_subscriptions
  for each row execute function access.set_updated_at();
create trigger client_subscriptions_record_first_status after insert on public.client_subscriptions
  for each row execute function private.record_subscription_status();
create trigger client_subscriptions_record_status after update of status on public.client_subscriptions
  for each row when (old.status is distinct from new.status) execute function private.record_subscription_status();
create trigger client_subscriptions_audit after insert or update or delete on public.client_subscriptions
  for each row execute function private.record_audit_entry();

comment on table public.client_subscriptions is
  'A client''s subscription to a tier. A client has at most one active subscription.';
comment on column public.client_subscriptions.square_status is
  'The subscription''s status in Square. Explains why a subscription is paused.';
comment on column public.client_subscriptions.starts_on is 'First day. May be in the future.';
comment on column public.client_subscriptions.ends_on is 'Last day of a subscription that is cancelled or scheduled to be cancelled.';
comment on column public.client_subscriptions.billed_price is
  'Dollars per month billed by Square, if different from the tier''s price.';
comment on column public.client_subscriptions.square_version is
  'Increases with every change at Square. An older version never overwrites a newer one.';

-- Subscription status history -------------------------------------------------------------------------------------

create table public.subscription_history (
  id              bigint generated always as identity primary key,
  subscription_id uuid not null references public.client_subscriptions (id) on delete cascade,
  status          text not null check (status in ('active', 'paused', 'past_due', 'cancelled')),
  since           timestamptz not null
);
create index subscription_history_idx on public.subscription_history (subscription_id, since);

alter table public.subscription_history enable row level security;
-- Only the trigger writes here. Default privileges would let service_role write too.
revoke all on public.subscription_history from service_role;
grant select on public.subscription_history to authenticated, service_role;

create policy "Administrators can read the history of all subscriptions" on public.subscription_history
  for select to authenticated using ((select access.is_admin()));

comment on table public.subscription_history is
  'Every status of each subscription, with its start time. Recorded by a trigger. Used to compute churn.';
