-- Plan endings that can always be finished, and cancellation requests that cannot be withdrawn after they are sent.

alter table public.plan_endings drop constraint plan_endings_problem_check;
alter table public.plan_endings add constraint plan_endings_problem_check check (problem in (
  'writing_off', 'not_connected', 'permission_missing', 'another_merchant', 'date_changed', 'not_active',
  'not_scheduled', 'request_closed', 'not_applied', 'rejected', 'outage', 'not_stored', 'changed_again'));

-- A request to keep a plan is also confirmed with the last day that was shown.
alter table public.plan_endings drop constraint plan_endings_confirmed_check;
alter table public.plan_endings
  add column requested_at timestamptz not null default now(),
  add column square_action_id text,
  add column square_version bigint,
  add column ending_id uuid references public.plan_endings (id) on delete set null,
  add constraint plan_endings_ending_check check (kind = 'keep' or ending_id is null);
create index plan_endings_ending_idx on public.plan_endings (ending_id);

comment on column public.plan_endings.confirmed_on is
  'The last day that the administrator confirmed, also of a scheduled end that is undone. Null if it was unknown.';
update public.plan_endings set requested_at = created_at;

comment on column public.plan_endings.requested_at is
  'When the administrator confirmed, by the clock of the server. A request that could not be sent for an hour is not sent.';
comment on column public.plan_endings.square_action_id is
  'The scheduled cancellation in Square that a finished request to end the plan has left there.';
comment on column public.plan_endings.square_version is
  'The version of the subscription: of a finished request to end the plan afterwards, of one to keep it when it was requested.';
comment on column public.plan_endings.ending_id is
  'The ending that a request to keep the plan undoes. Null if the plan was ended in Square. A later ending is not undone.';

create function private.is_plan_ending_sent(subscription uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (select from public.client_subscriptions as plan
                  where plan.id = subscription and (plan.ends_on is not null or plan.status = 'cancelled'))
      or coalesce((select ending.kind = 'end' and ending.sent_at is not null
                          and (ending.status = 'pending'
                               -- Square may have received the request.
                               or ending.problem in ('outage', 'not_stored', 'not_connected', 'another_merchant'))
                     from public.plan_endings as ending
                    where ending.subscription_id = subscription
                    order by ending.created_at desc, ending.id desc limit 1), false)
$$;
revoke all on function private.is_plan_ending_sent(uuid) from public;
comment on function private.is_plan_ending_sent(uuid) is
  'Whether Square has, or may have, received the request to end the plan.';

drop function endpoints.withdraw_plan_request(uuid);
create function endpoints.withdraw_plan_request(request uuid) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_requests.
  set search_path = ''
as $$
declare
  own public.plan_requests;
begin
  -- The job that sends the cancellation to Square locks the request too, so that one of both is first.
  select * into own from public.plan_requests as stored
   where stored.id = request and stored.client_id = access.current_client_id('billing')
     for update;
  if own.id is null or own.status <> 'open' then
    return 'not-open';
  end if;
  if own.kind = 'cancel' and private.is_plan_ending_sent(own.subscription_id) then
    return 'sent';
  end if;
  update public.plan_requests as stored set status = 'withdrawn' where stored.id = own.id;
  return 'withdrawn';
end
$$;
revoke all on function endpoints.withdraw_plan_request(uuid) from public;
grant execute on function endpoints.withdraw_plan_request(uuid) to authenticated;
comment on function endpoints.withdraw_plan_request(uuid) is
  'Withdraws an open plan request of the calling client. Returns withdrawn, or why it was not: not-open, or sent if the cancellation was sent to Square.';
