-- Ending a support plan in Square from here, and undoing it before it takes effect.

create table public.plan_endings (
  id              uuid primary key default gen_random_uuid(),
  client_id       uuid not null references public.clients (id) on delete cascade,
  subscription_id uuid not null references public.client_subscriptions (id) on delete cascade,
  plan_request_id uuid references public.plan_requests (id) on delete set null,
  kind            text not null check (kind in ('end', 'keep')),
  confirmed_on    date check (isfinite(confirmed_on)),
  status          text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  problem         text check (problem in (
                    'writing_off', 'not_connected', 'permission_missing', 'another_merchant', 'date_changed', 'not_active',
                    'not_scheduled', 'request_closed', 'not_applied', 'rejected')),
  merchant_id     text not null,
  sent_at         timestamptz,
  created_by      uuid not null,
  created_at      timestamptz not null default now(),
  finished_at     timestamptz,
  constraint plan_endings_confirmed_check check (kind = 'end' or confirmed_on is null),
  constraint plan_endings_failed_check check ((status = 'failed') = (problem is not null)),
  constraint plan_endings_finished_check check ((status = 'pending') = (finished_at is null))
);
-- One write at a time per plan: a second one would not see the first.
create unique index plan_endings_pending_key on public.plan_endings (subscription_id) where status = 'pending';
create index plan_endings_subscription_idx on public.plan_endings (subscription_id, created_at desc);
create index plan_endings_client_idx on public.plan_endings (client_id);
create index plan_endings_request_idx on public.plan_endings (plan_request_id);

alter table public.plan_endings enable row level security;
grant select on public.plan_endings to authenticated;
grant all on public.plan_endings to service_role;

create policy "Administrators can read the endings of all plans" on public.plan_endings
  for select to authenticated using ((select access.is_admin()));

create trigger plan_endings_audit after insert on public.plan_endings
  for each row execute function private.record_audit_entry();

comment on table public.plan_endings is
  'Requests to end a plan in Square, or to keep it. Stored before they are sent, because Square takes no idempotency key for them. After an unknown outcome, Square is asked and nothing is repeated.';
comment on column public.plan_endings.kind is 'Whether the plan ends after the paid period, or its scheduled end is undone.';
comment on column public.plan_endings.confirmed_on is 'The last day that the administrator confirmed. Null if it was unknown.';
comment on column public.plan_endings.sent_at is 'When the request was sent to Square. It is sent at most once.';
comment on column public.plan_endings.plan_request_id is 'The client''s request, which is answered when Square has confirmed the end.';

-- The answer to a request is also stored by the job that ends the plan.
create or replace function private.record_plan_answer() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.answered_at := now();
  new.answered_by := coalesce(auth.uid(), nullif(current_setting('app.actor', true), '')::uuid);
  return new;
end
$$;

-- Adds the name to the constraint as it is, because other migrations add names too.
do $$
declare
  names text;
begin
  select string_agg(distinct quote_literal(match[1]), ', ') into names
    from pg_catalog.pg_constraint as rule,
         regexp_matches(pg_catalog.pg_get_constraintdef(rule.oid), '''([a-z-]+)''::text', 'g') as match
   where rule.conname = 'job_runs_name_check';
  alter table private.job_runs drop constraint job_runs_name_check;
  execute format('alter table private.job_runs add constraint job_runs_name_check check (name in (%s, %L))',
                 names, 'settle-plan-ending');
end
$$;
