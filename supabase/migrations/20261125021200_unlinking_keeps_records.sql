-- Unlinking a subscription keeps its payer and its finished endings, and never unlinks it from another client than shown.

create table private.linked_payers (
  subscription_id uuid primary key references public.client_subscriptions (id) on delete cascade,
  payer_name      text,
  payer_email     text
);
alter table private.linked_payers enable row level security;
-- Only the functions below use this table. Default privileges would let service_role use it too.
revoke all on private.linked_payers from service_role;
comment on table private.linked_payers is
  'The customers in Square of subscriptions that administrators linked, to show who paid after a subscription is unlinked. Clients cannot read it, because the link may be wrong.';

-- A finished ending is a record of what an administrator did, also after the subscription is unlinked.
alter table public.plan_endings alter column subscription_id drop not null;
alter table public.plan_endings drop constraint plan_endings_subscription_id_fkey;
alter table public.plan_endings
  add constraint plan_endings_subscription_id_fkey
    foreign key (subscription_id) references public.client_subscriptions (id) on delete set null,
  add constraint plan_endings_subscription_check check (subscription_id is not null or status <> 'pending');
comment on column public.plan_endings.subscription_id is 'Null if the subscription was unlinked from the client afterwards.';

create or replace function endpoints.link_unmatched_subscription(subscription uuid, client uuid) returns text
  language plpgsql security definer
  -- `security definer`, because no caller can write public.client_subscriptions.
  set search_path = ''
as $$
declare
  square_id text;
  paid      public.unmatched_subscriptions;
  linked_id uuid;
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
          billed_price, square_version, linked_at)
  values (client, paid.square_subscription_id, paid.tier_id, paid.status, paid.current_period_end, paid.square_status,
          paid.starts_on, paid.ends_on, paid.billed_price, paid.square_version, now())
  returning id into linked_id;
  insert into private.linked_payers (subscription_id, payer_name, payer_email)
  values (linked_id, paid.payer_name, paid.payer_email);
  update public.invoices set client_id = client, client_assigned_manually = true
   where square_subscription_id = paid.square_subscription_id and client_id is null;
  return 'linked';
end
$$;

drop function endpoints.move_linked_subscription(uuid, uuid);
create function endpoints.move_linked_subscription(subscription uuid, expected_client uuid, client uuid) returns text
  language plpgsql security definer
  -- `security definer`, because no caller can write public.client_subscriptions.
  set search_path = ''
as $$
declare
  square_id text;
  plan      public.client_subscriptions;
  payer     private.linked_payers;
begin
  if not access.is_admin() then
    raise exception 'only administrators can move subscriptions' using errcode = '42501';
  end if;
  select stored.square_subscription_id into square_id
    from public.client_subscriptions as stored where stored.id = subscription;
  perform private.lock_subscription(square_id);
  -- The same lock as when an ending is requested, so that the check below finds it or it finds the new client.
  select * into plan from public.client_subscriptions as stored where stored.id = subscription for update;
  if plan.id is null then
    return 'unknown-subscription';
  end if;
  perform from public.clients where id in (plan.client_id, client) order by id for no key update;
  if client is not null and not exists (select from public.clients where id = client) then
    return 'unknown-client';
  end if;
  if plan.linked_at is null then
    return 'matched-by-square';
  end if;
  if plan.client_id is distinct from expected_client then
    return 'client-changed';
  end if;
  if exists (select from public.plan_endings as ending where ending.subscription_id = plan.id and ending.status = 'pending') then
    return 'in-progress';
  end if;
  if client = plan.client_id then
    return 'moved';
  end if;
  -- In the same order as when invoices are stored, to avoid deadlocks.
  perform from public.invoices where square_subscription_id = square_id order by id for update;
  if exists (select from public.invoices
              where square_subscription_id = square_id and client_id = plan.client_id and project_id is not null) then
    return 'linked-to-project';
  end if;
  if client is null and exists (select from public.plan_requests as request where request.subscription_id = plan.id) then
    return 'has-requests';
  end if;
  update public.plan_requests as request set status = 'withdrawn'
   where request.subscription_id = plan.id and request.status = 'open';
  update public.plan_checkouts as checkout set subscription_id = null, confirmed_at = null
   where checkout.subscription_id = plan.id;
  update public.invoices set client_id = client, client_assigned_manually = client is not null
   where square_subscription_id = square_id and client_id = plan.client_id;
  if client is not null then
    update public.plan_endings as ending set client_id = client where ending.subscription_id = plan.id;
    update public.client_subscriptions as stored set client_id = client, linked_at = now() where stored.id = plan.id;
    return 'moved';
  end if;
  select * into payer from private.linked_payers as linked where linked.subscription_id = plan.id;
  delete from public.client_subscriptions as stored where stored.id = plan.id;
  if plan.status <> 'cancelled' then
    insert into public.unmatched_subscriptions
           (square_subscription_id, tier_id, payer_name, payer_email, status, current_period_end, square_status,
            starts_on, ends_on, billed_price, square_version)
    values (square_id, plan.tier_id, payer.payer_name, payer.payer_email, plan.status, plan.current_period_end,
            plan.square_status, plan.starts_on, plan.ends_on, plan.billed_price, plan.square_version);
  end if;
  return 'moved';
end
$$;
revoke all on function endpoints.move_linked_subscription(uuid, uuid, uuid) from public;
grant execute on function endpoints.move_linked_subscription(uuid, uuid, uuid) to authenticated;
comment on function endpoints.move_linked_subscription(uuid, uuid, uuid) is
  'Moves a subscription that an administrator linked, with its invoices, from the expected to another client, or unlinks it if the client is null. Returns moved, or why it was not. Requires an administrator.';
