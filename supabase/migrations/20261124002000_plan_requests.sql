-- Requests to change or cancel a support plan, started checkouts, and clients with more than one running plan.

-- Subscriptions ---------------------------------------------------------------------------------------------------

-- Square accepts a second subscription and bills both, so both are stored. The subscription's Square id stays unique.
drop index public.client_subscriptions_active_key;

comment on table public.client_subscriptions is
  'A client''s subscription to a tier. A client should have at most one that is active or past due. public.duplicate_plans lists clients with more.';

create table public.duplicate_plans (
  client_id    uuid primary key references public.clients (id) on delete cascade,
  plan_count   integer not null check (plan_count > 1),
  since        timestamptz not null default now(),
  announced_at timestamptz
);

alter table public.duplicate_plans enable row level security;
-- Only a trigger writes here. Default privileges would let service_role write too.
revoke all on public.duplicate_plans from service_role;
grant select on public.duplicate_plans to authenticated, service_role;

create policy "Administrators can read which clients have duplicate plans" on public.duplicate_plans
  for select to authenticated using ((select access.is_admin()));

create function private.flag_duplicate_plans() returns trigger
  language plpgsql security definer
  -- `security definer`, because only this trigger can write the flags.
  set search_path = ''
as $$
declare
  client  uuid := case when tg_op = 'DELETE' then old.client_id else new.client_id end;
  running integer;
begin
  -- Serialize the changes of one client: two concurrent inserts would not count each other.
  perform from public.clients where id = client for no key update;
  select count(*) into running from public.client_subscriptions as subscription
   where subscription.client_id = client and subscription.status in ('active', 'past_due');
  if running < 2 then
    delete from public.duplicate_plans where client_id = client;
    return null;
  end if;
  insert into public.duplicate_plans as flag (client_id, plan_count) values (client, running)
  on conflict (client_id) do update
     set plan_count = excluded.plan_count,
         -- Another plan is a new occurrence, which is announced again.
         since = case when excluded.plan_count > flag.plan_count then now() else flag.since end,
         announced_at = case when excluded.plan_count > flag.plan_count then null else flag.announced_at end
   where flag.plan_count <> excluded.plan_count;
  return null;
end
$$;
revoke all on function private.flag_duplicate_plans() from public;

create trigger client_subscriptions_flag_duplicates after insert or delete or update of status
  on public.client_subscriptions
  for each row execute function private.flag_duplicate_plans();

insert into public.duplicate_plans (client_id, plan_count)
select client_id, count(*) from public.client_subscriptions
 where status in ('active', 'past_due') group by client_id having count(*) > 1;

comment on table public.duplicate_plans is
  'Clients with more than one subscription that is active or past due. Square bills each of them. Recorded by a trigger and removed when one is left.';
comment on column public.duplicate_plans.since is 'When the number of plans last increased.';
comment on column public.duplicate_plans.announced_at is 'When the email to the firm was queued.';

-- Started checkouts -----------------------------------------------------------------------------------------------

create table public.plan_checkouts (
  client_id       uuid not null references public.clients (id) on delete cascade,
  tier_id         uuid not null references public.subscription_tiers (id) on delete cascade,
  started_at      timestamptz not null default now(),
  subscription_id uuid references public.client_subscriptions (id) on delete cascade,
  confirmed_at    timestamptz,
  primary key (client_id, tier_id),
  constraint plan_checkouts_confirmed_check check ((subscription_id is null) = (confirmed_at is null))
);
create index plan_checkouts_tier_idx on public.plan_checkouts (tier_id);
create index plan_checkouts_subscription_idx on public.plan_checkouts (subscription_id);

alter table public.plan_checkouts enable row level security;
grant select on public.plan_checkouts to authenticated;
grant all on public.plan_checkouts to service_role;

create policy "Clients can read their own checkouts" on public.plan_checkouts
  for select to authenticated using (client_id = (select access.current_client_id()));

create function endpoints.start_plan_checkout(tier uuid) returns void
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_checkouts.
  set search_path = ''
as $$
declare
  client uuid := access.current_client_id();
begin
  if client is null then
    raise exception 'only clients can start a checkout' using errcode = '42501';
  end if;
  insert into public.plan_checkouts (client_id, tier_id) values (client, tier)
  on conflict (client_id, tier_id) do update
     set started_at = now(), subscription_id = null, confirmed_at = null;
end
$$;
comment on function endpoints.start_plan_checkout(uuid) is
  'Records that the calling client opens the checkout of a tier. Requires a client.';

comment on table public.plan_checkouts is
  'The last checkout that a client opened per tier, and the subscription that it started. The portal confirms a checkout from this row.';

-- Requests --------------------------------------------------------------------------------------------------------

create table public.plan_requests (
  id                uuid primary key default gen_random_uuid(),
  client_id         uuid not null references public.clients (id) on delete restrict,
  subscription_id   uuid not null references public.client_subscriptions (id) on delete restrict,
  kind              text not null check (kind in ('change', 'cancel')),
  requested_tier_id uuid references public.subscription_tiers (id) on delete restrict,
  note              text not null default '' check (length(note) <= 1000),
  effective_on      date check (isfinite(effective_on)),
  status            text not null default 'open' check (status in ('open', 'answered', 'withdrawn')),
  answer            text check (length(btrim(answer)) between 1 and 2000),
  created_by        uuid default auth.uid(),
  answered_by       uuid,
  created_at        timestamptz not null default now(),
  answered_at       timestamptz,
  updated_at        timestamptz not null default now(),
  constraint plan_requests_tier_check check ((kind = 'change') = (requested_tier_id is not null)),
  constraint plan_requests_answered_check
    check (case when status = 'answered' then answer is not null and answered_at is not null
                else answer is null and answered_at is null and answered_by is null end)
);
create unique index plan_requests_open_key on public.plan_requests (client_id, kind) where status = 'open';
create index plan_requests_client_idx on public.plan_requests (client_id, created_at desc);
create index plan_requests_subscription_idx on public.plan_requests (subscription_id);
create index plan_requests_tier_idx on public.plan_requests (requested_tier_id);
create index plan_requests_status_idx on public.plan_requests (status, created_at);

alter table public.plan_requests enable row level security;
grant select on public.plan_requests to authenticated;
grant all on public.plan_requests to service_role;

create policy "Clients can read their own plan requests" on public.plan_requests
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all plan requests" on public.plan_requests
  for select to authenticated using ((select access.is_admin()));

create function private.record_plan_answer() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.answered_at := now();
  new.answered_by := auth.uid();
  return new;
end
$$;
comment on function private.record_plan_answer() is 'Records who answered a plan request, and when.';
revoke all on function private.record_plan_answer() from public;

create trigger plan_requests_record_answer before update of status on public.plan_requests
  for each row when (old.status <> 'answered' and new.status = 'answered')
  execute function private.record_plan_answer();
create trigger plan_requests_set_updated_at before update on public.plan_requests
  for each row execute function access.set_updated_at();
create trigger plan_requests_audit after update or delete on public.plan_requests
  for each row execute function private.record_audit_entry();

create view endpoints.plan_requests with (security_barrier) as
  select id, client_id, subscription_id, kind, requested_tier_id, note, effective_on, status, answer, created_at
    from public.plan_requests
   where (select access.is_admin())
  with check option;
grant select, update (status, answer) on endpoints.plan_requests to authenticated;
comment on view endpoints.plan_requests is 'Lets administrators answer plan requests.';

create function endpoints.request_plan(subscription uuid, kind text, tier uuid, note text, effective_on date)
  returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_requests.
  set search_path = ''
as $$
declare
  client uuid := access.current_client_id();
begin
  if client is null then
    raise exception 'only clients can request a plan' using errcode = '42501';
  end if;
  -- Serialize the requests of one client: concurrent inserts would not count each other.
  perform pg_advisory_xact_lock(hashtextextended('plan_requests ' || client::text, 0));
  if not exists (select from public.client_subscriptions as own
                  where own.id = request_plan.subscription and own.client_id = client) then
    return 'unknown-subscription';
  end if;
  if exists (select from public.plan_requests as earlier
              where earlier.client_id = client and earlier.kind = request_plan.kind and earlier.status = 'open') then
    return 'already-open';
  end if;
  -- Each request sends email to the firm and the client.
  if (select count(*) from public.plan_requests as earlier
       where earlier.client_id = client and earlier.created_at > now() - interval '1 hour') >= 10 then
    return 'too-many';
  end if;
  insert into public.plan_requests (client_id, subscription_id, kind, requested_tier_id, note, effective_on)
  values (client, request_plan.subscription, request_plan.kind, request_plan.tier, request_plan.note,
          request_plan.effective_on);
  return 'created';
end
$$;
comment on function endpoints.request_plan(uuid, text, uuid, text, date) is
  'Stores a plan request of the calling client and returns created, or why it was not stored. Requires a client.';

create function endpoints.withdraw_plan_request(request uuid) returns boolean
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_requests.
  set search_path = ''
as $$
begin
  update public.plan_requests set status = 'withdrawn'
   where id = request and client_id = access.current_client_id() and status = 'open';
  return found;
end
$$;
comment on function endpoints.withdraw_plan_request(uuid) is
  'Withdraws an open plan request of the calling client. Returns whether there was one.';

revoke all on function endpoints.start_plan_checkout(uuid), endpoints.request_plan(uuid, text, uuid, text, date),
                       endpoints.withdraw_plan_request(uuid) from public;
grant execute on function endpoints.start_plan_checkout(uuid), endpoints.request_plan(uuid, text, uuid, text, date),
                          endpoints.withdraw_plan_request(uuid) to authenticated;

comment on table public.plan_requests is
  'Clients'' requests to change or cancel their support plan. The firm answers each one and changes the plan in Square.';
comment on column public.plan_requests.effective_on is
  'The last day of the paid period, when a cancellation takes effect. Null for a change, and if the period is unknown.';

-- Email and jobs --------------------------------------------------------------------------------------------------

alter table private.email_outbox drop constraint email_outbox_kind_check;
alter table private.email_outbox add constraint email_outbox_kind_check
  check (kind in (
    'inquiry', 'inquiry-acknowledgement', 'inquiry-reply',
    'booking-made', 'booking-received', 'booking-answered',
    'messages-for-firm', 'messages-for-client',
    'invoice-new', 'invoice-overdue', 'square-alarm',
    'plan-request-made', 'plan-request-received', 'plan-request-withdrawn', 'plan-request-answered', 'duplicate-plans',
    'account-invite', 'account-recovery', 'account-magic-link', 'account-confirmation',
    'account-reauthentication', 'account-email-change', 'account-email-change-notice',
    'account-email-changed-notice', 'account-password-changed', 'account-factors-removed'));

alter table private.job_runs drop constraint job_runs_name_check;
alter table private.job_runs add constraint job_runs_name_check
  check (name in (
    'announce-bookings', 'announce-invoices', 'announce-messages', 'announce-plans', 'apply-retention-periods',
    'process-webhook-event', 'recompute-overdue', 'reconcile-square', 'refresh-provider-token',
    'remove-expired', 'remove-old-downloads', 'remove-old-events', 'run-sync', 'scan-documents',
    'send-email', 'sweep-files'));
