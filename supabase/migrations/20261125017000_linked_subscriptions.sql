-- Correcting the client of a subscription that an administrator linked.

alter table public.client_subscriptions add column linked_at timestamptz;
comment on column public.client_subscriptions.linked_at is
  'When an administrator linked the subscription to a client. Null if its customer in Square matched a client.';

-- Linking a subscription assigns its invoices manually.
update public.client_subscriptions as subscription set linked_at = subscription.created_at
 where exists (select from public.invoices as invoice
                where invoice.square_subscription_id = subscription.square_subscription_id
                  and invoice.client_assigned_manually);

create or replace view public.subscription_list with (security_invoker = true) as
  select subscription.id, subscription.client_id, client.company, lower(client.company) as company_order,
         tier.tier_name, tier.monthly_price, subscription.status, subscription.current_period_end,
         subscription.square_subscription_id, subscription.square_status, subscription.starts_on, subscription.ends_on,
         subscription.billed_price, subscription.created_at, subscription.linked_at
    from public.client_subscriptions as subscription
    left join public.clients as client on client.id = subscription.client_id
    left join public.subscription_tiers as tier on tier.id = subscription.tier_id;

create or replace function private.flag_duplicate_plans() returns trigger
  language plpgsql security definer
  -- `security definer`, because only this trigger can write the flags.
  set search_path = ''
as $$
declare
  client  uuid;
  running integer;
begin
  for client in
    select distinct changed.id
      from unnest(case tg_op when 'DELETE' then array[old.client_id]
                             when 'INSERT' then array[new.client_id]
                             else array[old.client_id, new.client_id] end) as changed (id)
     order by changed.id
  loop
    -- Serialize the changes of one client: two concurrent inserts would not count each other.
    perform from public.clients where id = client for no key update;
    select count(*) into running from public.client_subscriptions as subscription
     where subscription.client_id = client and subscription.status in ('active', 'past_due');
    if running < 2 then
      delete from public.duplicate_plans where client_id = client;
      continue;
    end if;
    insert into public.duplicate_plans as flag (client_id, plan_count) values (client, running)
    on conflict (client_id) do update
       set plan_count = excluded.plan_count,
           -- Another plan is a new occurrence, which is announced again.
           since = case when excluded.plan_count > flag.plan_count then now() else flag.since end,
           announced_at = case when excluded.plan_count > flag.plan_count then null else flag.announced_at end
     where flag.plan_count <> excluded.plan_count;
  end loop;
  return null;
end
$$;

drop trigger client_subscriptions_flag_duplicates on public.client_subscriptions;
create trigger client_subscriptions_flag_duplicates after insert or delete or update of status, client_id
  on public.client_subscriptions
  for each row execute function private.flag_duplicate_plans();

drop trigger client_subscriptions_confirm_checkout on public.client_subscriptions;
create trigger client_subscriptions_confirm_checkout after insert or update of client_id on public.client_subscriptions
  for each row execute function private.confirm_plan_checkout();

create or replace function endpoints.link_unmatched_subscription(subscription uuid, client uuid) returns text
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
          billed_price, square_version, linked_at)
  values (client, paid.square_subscription_id, paid.tier_id, paid.status, paid.current_period_end, paid.square_status,
          paid.starts_on, paid.ends_on, paid.billed_price, paid.square_version, now());
  update public.invoices set client_id = client, client_assigned_manually = true
   where square_subscription_id = paid.square_subscription_id and client_id is null;
  return 'linked';
end
$$;

create function endpoints.move_linked_subscription(subscription uuid, client uuid) returns text
  language plpgsql security definer
  -- `security definer`, because no caller can write public.client_subscriptions.
  set search_path = ''
as $$
declare
  square_id text;
  plan      public.client_subscriptions;
begin
  if not access.is_admin() then
    raise exception 'only administrators can move subscriptions' using errcode = '42501';
  end if;
  select stored.square_subscription_id into square_id
    from public.client_subscriptions as stored where stored.id = subscription;
  perform private.lock_subscription(square_id);
  select * into plan from public.client_subscriptions as stored where stored.id = subscription;
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
  delete from public.client_subscriptions as stored where stored.id = plan.id;
  if plan.status <> 'cancelled' then
    insert into public.unmatched_subscriptions
           (square_subscription_id, tier_id, status, current_period_end, square_status, starts_on, ends_on, billed_price,
            square_version)
    values (square_id, plan.tier_id, plan.status, plan.current_period_end, plan.square_status, plan.starts_on,
            plan.ends_on, plan.billed_price, plan.square_version);
  end if;
  return 'moved';
end
$$;
revoke all on function endpoints.move_linked_subscription(uuid, uuid) from public;
grant execute on function endpoints.move_linked_subscription(uuid, uuid) to authenticated;
comment on function endpoints.move_linked_subscription(uuid, uuid) is
  'Moves a subscription that an administrator linked, with its invoices, to another client, or unlinks it if the client is null. Returns moved, or why it was not. Requires an administrator.';
