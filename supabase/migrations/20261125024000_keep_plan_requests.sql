-- Clients request to keep a plan that is scheduled to end. The firm undoes the scheduled end in Square.

alter table public.plan_requests drop constraint plan_requests_kind_check;
alter table public.plan_requests add constraint plan_requests_kind_check check (kind in ('change', 'cancel', 'keep'));

comment on table public.plan_requests is
  'Clients'' requests to change, cancel or keep their support plan. The firm answers each one and changes the plan in Square.';
comment on column public.plan_requests.effective_on is
  'The last day of the plan: the end of the paid period for a cancellation, the scheduled end for a request to keep the plan. Null for a change, and if the day is unknown.';
comment on column public.plan_endings.plan_request_id is
  'The client''s request to cancel or keep the plan, which is answered when Square has confirmed the change.';

create or replace function endpoints.request_plan(subscription uuid, kind text, tier uuid, note text, effective_on date)
  returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_requests.
  set search_path = ''
as $$
declare
  client uuid := access.current_client_id('billing');
  plan   public.client_subscriptions;
begin
  if client is null then
    raise exception 'only clients can request a plan' using errcode = '42501';
  end if;
  -- Serialize the requests of one client: concurrent inserts would not count each other.
  perform pg_advisory_xact_lock(hashtextextended('plan_requests ' || client::text, 0));
  select * into plan from public.client_subscriptions as own
   where own.id = request_plan.subscription and own.client_id = client;
  if plan.id is null then
    return 'unknown-subscription';
  end if;
  if request_plan.kind = 'keep' and (plan.ends_on is null or plan.status not in ('active', 'past_due')) then
    return 'not-ending';
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

create function private.is_plan_change_sent(subscription uuid, change text) returns boolean
  language sql stable
  set search_path = ''
as $$
  select change = 'end'
         and exists (select from public.client_subscriptions as plan
                      where plan.id = subscription and (plan.ends_on is not null or plan.status = 'cancelled'))
      or coalesce((select ending.kind = change and ending.sent_at is not null
                          and (ending.status = 'pending'
                               -- Square may have received the request.
                               or ending.problem in ('outage', 'not_stored', 'not_connected', 'another_merchant'))
                     from public.plan_endings as ending
                    where ending.subscription_id = subscription
                    order by ending.created_at desc, ending.id desc limit 1), false)
$$;
revoke all on function private.is_plan_change_sent(uuid, text) from public;
comment on function private.is_plan_change_sent(uuid, text) is
  'Whether Square has, or may have, received the request to end or keep the plan. change is end or keep.';

create or replace function endpoints.withdraw_plan_request(request uuid) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_requests.
  set search_path = ''
as $$
declare
  own public.plan_requests;
begin
  -- The job that sends the change to Square locks the request too, so that one of both is first.
  select * into own from public.plan_requests as stored
   where stored.id = request and stored.client_id = access.current_client_id('billing')
     for update;
  if own.id is null or own.status <> 'open' then
    return 'not-open';
  end if;
  if own.kind = 'cancel' and private.is_plan_change_sent(own.subscription_id, 'end') then
    return 'sent';
  end if;
  if own.kind = 'keep' and private.is_plan_change_sent(own.subscription_id, 'keep') then
    return 'kept';
  end if;
  update public.plan_requests as stored set status = 'withdrawn' where stored.id = own.id;
  return 'withdrawn';
end
$$;
comment on function endpoints.withdraw_plan_request(uuid) is
  'Withdraws an open plan request of the calling client. Returns withdrawn, or why it was not: not-open, sent if the cancellation was sent to Square, or kept if the request to undo the end was sent.';
drop function private.is_plan_ending_sent(uuid);

-- Activity --------------------------------------------------------------------------------------------------------

alter table public.client_activity
  drop constraint client_activity_action_check,
  add constraint client_activity_action_check check (action in (
    'signed-in', 'downloaded', 'previewed', 'invited', 'invitation-resent', 'invitation-revoked',
    'invitation-declined', 'joined', 'role-changed', 'expiry-changed', 'suspended', 'restored', 'removed',
    'second-factor-required', 'second-factor-optional', 'access-reviewed', 'booking-requested',
    'quote-requested', 'plan-change-requested', 'plan-cancellation-requested', 'plan-keeping-requested',
    'proposal-accepted', 'proposal-declined', 'milestone-accepted'));

create or replace function private.record_request_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  if tg_table_name = 'service_bookings' then
    perform private.record_client_activity(new.client_id, new.kind || '-requested', new.service_type);
  else
    perform private.record_client_activity(new.client_id,
      case new.kind when 'cancel' then 'plan-cancellation-requested'
                    when 'keep' then 'plan-keeping-requested'
                    else 'plan-change-requested' end, '');
  end if;
  return null;
end
$$;
