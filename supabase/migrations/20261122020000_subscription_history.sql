-- What a subscription was at which time, so that churn is counted and not guessed; and what else Square tells of it.

alter table public.client_subscriptions
  add column square_status text,
  add column starts_on     date,
  add column ends_on       date,
  add column billed_price  numeric(10, 2) check (billed_price >= 0);
comment on column public.client_subscriptions.square_status is 'Square''s own word; it tells why a subscription is paused.';
comment on column public.client_subscriptions.starts_on is 'First day; ahead of today where it has not begun.';
comment on column public.client_subscriptions.ends_on is 'Last day of one that is cancelled, or will be.';
comment on column public.client_subscriptions.billed_price is 'Dollars a month that Square bills instead of the tier''s price; null where it bills that.';

create table public.subscription_history (
  id              bigint generated always as identity primary key,
  subscription_id uuid not null references public.client_subscriptions (id) on delete cascade,
  status          text not null check (status in ('active', 'paused', 'past_due', 'cancelled')),
  since           timestamptz not null
);
comment on table public.subscription_history is 'Each status a subscription has had, since when. Written by trigger, changed by nobody.';
create index subscription_history_idx on public.subscription_history (subscription_id, since);

create function private.note_subscription_status() returns trigger
  language plpgsql security definer
  -- Definer: nobody else may write the history.
  set search_path = ''
as $$
declare
  at   timestamptz := clock_timestamp();
  last timestamptz;
begin
  -- One that comes with a past, as with the first sync, ran from its first day on.
  if tg_op = 'INSERT' and new.starts_on < at and new.status <> 'paused' then
    insert into public.subscription_history (subscription_id, status, since) values (new.id, 'active', new.starts_on);
    if new.status = 'active' then
      return null;
    end if;
  end if;
  select max(since) into last from public.subscription_history where subscription_id = new.id;
  -- An end is dated by Square's word, not by when it was heard; time never runs backwards.
  insert into public.subscription_history (subscription_id, status, since)
  values (new.id, new.status,
          greatest(last, case when new.status = 'cancelled' then least(at, coalesce(new.ends_on, at)) else at end));
  return null;
end
$$;
revoke all on function private.note_subscription_status() from public;
create trigger client_subscriptions_begin after insert on public.client_subscriptions
  for each row execute function private.note_subscription_status();
create trigger client_subscriptions_history after update of status on public.client_subscriptions
  for each row when (old.status is distinct from new.status) execute function private.note_subscription_status();

-- What is known of those stored before: they ran from the day they were stored; a cancelled one was last changed then.
insert into public.subscription_history (subscription_id, status, since)
select id, case when status = 'cancelled' then 'active' else status end, created_at from public.client_subscriptions;
insert into public.subscription_history (subscription_id, status, since)
select id, status, updated_at from public.client_subscriptions where status = 'cancelled';

alter table public.subscription_history enable row level security;
-- Not even the service writes here: take back what it is given on every new table.
revoke all on public.subscription_history from service_role;
grant select on public.subscription_history to authenticated, service_role;
-- Serves the administrator.
create policy "administrators read the history of subscriptions" on public.subscription_history
  for select to authenticated using ((select access.is_admin()));
