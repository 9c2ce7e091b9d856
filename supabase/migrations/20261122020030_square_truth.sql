-- What keeps the portal equal to Square, and tells when it is not: failed charges and known dates on invoices, renewals
-- of access, comparisons, and runs that go on after an interruption.

alter table public.invoices
  add column issued_date_is_estimate boolean not null default false,
  add column square_charge_failed_at timestamptz;
comment on column public.invoices.issued_date_is_estimate is
  'True while only the day of its making is known; the event of its publication brings the day itself.';
comment on column public.invoices.square_charge_failed_at is
  'When Square could not charge the card on file; empty again with the next payment. Makes the subscription past due.';
create index invoices_subscription_idx on public.invoices (square_subscription_id, issued_date desc)
  where square_subscription_id is not null;
create index invoices_customer_idx on public.invoices (square_customer_id) where client_id is null;

alter table private.provider_connections
  add column renewal_failed_at timestamptz,
  add column renewal_error     text,
  add column let_go_at         timestamptz;
comment on column private.provider_connections.renewal_failed_at is 'Since when access could not be renewed; empty again once it was.';
comment on column private.provider_connections.let_go_at is
  'When an administrator agreed that another account may follow, although open invoices of this one are stored.';

alter table private.sync_runs
  drop constraint sync_runs_cause_check,
  add constraint sync_runs_cause_check check (cause in ('button', 'schedule', 'comparison', 'demonstration')),
  add column comparison jsonb,
  add column resumed    integer not null default 0;
comment on column private.sync_runs.comparison is
  'Counts, sums and versions on both sides, and every difference found; of runs by schedule and by Compare.';
comment on column private.sync_runs.resumed is 'How often the run began again after its process had ended.';

create index webhook_events_waiting_idx on private.webhook_events (received_at desc) where processed_at is null;
