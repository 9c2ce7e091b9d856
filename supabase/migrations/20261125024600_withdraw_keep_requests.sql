-- A request to keep a plan can't be withdrawn after the firm undid the end in Square's dashboard, because the plan continues.
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
  if own.kind = 'keep'
     and (private.is_plan_change_sent(own.subscription_id, 'keep')
          or exists (select from public.client_subscriptions as plan
                      where plan.id = own.subscription_id and plan.status <> 'cancelled' and plan.ends_on is null)) then
    return 'kept';
  end if;
  update public.plan_requests as stored set status = 'withdrawn' where stored.id = own.id;
  return 'withdrawn';
end
$$;
comment on function endpoints.withdraw_plan_request(uuid) is
  'Withdraws an open plan request of the calling client. Returns withdrawn, or why it was not: not-open, sent if the cancellation was sent to Square, or kept if the request to undo the end was sent or the plan no longer ends.';
