-- One email for every end of a plan, and for every end that is undone.

create table public.plan_end_changes (
  id              bigint generated always as identity primary key,
  subscription_id uuid not null references public.client_subscriptions (id) on delete cascade,
  kind            text not null check (kind in ('end', 'keep')),
  ends_on         date check (isfinite(ends_on)),
  changed_at      timestamptz not null default clock_timestamp(),
  constraint plan_end_changes_keep_check check (kind = 'end' or ends_on is null)
);
create index plan_end_changes_subscription_idx on public.plan_end_changes (subscription_id, changed_at);
create index plan_end_changes_time_idx on public.plan_end_changes (changed_at);

alter table public.plan_end_changes enable row level security;
-- Only the trigger writes here. Default privileges would let service_role write too.
revoke all on public.plan_end_changes from service_role;
grant select on public.plan_end_changes to authenticated, service_role;

create policy "Administrators can read the ends of all plans" on public.plan_end_changes
  for select to authenticated using ((select access.is_admin()));

create function private.record_plan_end_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because only this trigger can add rows.
  set search_path = ''
as $$
begin
  insert into public.plan_end_changes (subscription_id, kind, ends_on)
  values (new.id, case when new.status = 'cancelled' or new.ends_on is not null then 'end' else 'keep' end, new.ends_on);
  return null;
end
$$;
revoke all on function private.record_plan_end_change() from public;

create trigger client_subscriptions_record_end after insert on public.client_subscriptions
  for each row when (new.status = 'cancelled' or new.ends_on is not null)
  execute function private.record_plan_end_change();

-- A plan that ends on its announced last day is not another end.
create trigger client_subscriptions_record_end_change after update of status, ends_on on public.client_subscriptions
  for each row when (
    (old.status = 'cancelled' or old.ends_on is not null) <> (new.status = 'cancelled' or new.ends_on is not null)
    or old.status <> 'cancelled' and new.ends_on is not null and old.ends_on is distinct from new.ends_on)
  execute function private.record_plan_end_change();

comment on table public.plan_end_changes is
  'Every time that the end of a subscription was scheduled, changed or undone, or that it ended. Recorded by a trigger.';
comment on column public.plan_end_changes.ends_on is
  'The last day of the plan. Null if it is unknown, or if the end was undone.';

-- Ends from before this table, of which clients have not been emailed yet.
insert into public.plan_end_changes (subscription_id, kind, ends_on, changed_at)
select subscription.id, 'end', subscription.ends_on, subscription.updated_at
  from public.client_subscriptions as subscription
 where (subscription.status = 'cancelled' or subscription.ends_on is not null)
   and subscription.updated_at > now() - interval '2 days'
   and not exists (
     select from private.announcements as announced
      where announced.key = 'plan-ended:' || subscription.id || ':' || coalesce(subscription.ends_on::text, ''));

-- Adds the kind to the constraint as it is, because other migrations add kinds too.
do $$
declare
  kinds text[] := array(
    select distinct matched[1]
      from pg_constraint as rule, regexp_matches(pg_get_constraintdef(rule.oid), '''([a-z-]+)''', 'g') as matched
     where rule.conname = 'email_outbox_kind_check');
begin
  alter table private.email_outbox drop constraint email_outbox_kind_check;
  execute format('alter table private.email_outbox add constraint email_outbox_kind_check check (kind in (%s))',
    (select string_agg(quote_literal(kind), ', ' order by kind) from unnest(kinds || array['plan-kept']) as kind));
end
$$;
