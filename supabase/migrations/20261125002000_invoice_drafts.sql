-- Invoices that administrators create in Square: the setting, the drafts, and every write to Square as a stored step.

-- Setting ---------------------------------------------------------------------------------------------------------

create table public.square_settings (
  id               boolean primary key default true check (id),
  creates_invoices boolean not null default false,
  location_id      text check (length(location_id) between 1 and 200),
  time_zone        text check (length(time_zone) between 1 and 100),
  updated_at       timestamptz not null default now()
);
insert into public.square_settings default values;

alter table public.square_settings enable row level security;
grant select on public.square_settings to authenticated;
grant select, update on public.square_settings to service_role;
-- The table always has exactly one row.
revoke insert, delete on public.square_settings from service_role;

create policy "Administrators can read the Square settings" on public.square_settings
  for select to authenticated using ((select access.is_admin()));

create trigger square_settings_set_updated_at before update on public.square_settings
  for each row execute function access.set_updated_at();
create trigger square_settings_audit after update on public.square_settings
  for each row execute function private.record_audit_entry('updated_at');

comment on table public.square_settings is 'What the product may do in Square. Has one row.';
comment on column public.square_settings.creates_invoices is
  'Whether administrators can create invoices in Square. Off by default: the product then only reads.';
comment on column public.square_settings.location_id is
  'The Square location of new invoices. Null for the merchant''s main location.';
comment on column public.square_settings.time_zone is
  'The time zone of the location, in which due dates are. Null until Square returned it.';

alter table private.provider_connections add column installments_rejected_at timestamptz;

comment on column private.provider_connections.installments_rejected_at is
  'When Square last rejected installments, because the merchant has no Invoices Plus. Null if it never did.';

-- Rules -----------------------------------------------------------------------------------------------------------

create function private.is_invoice_draft_total(lines jsonb, discount_cents integer, total_cents integer) returns boolean
  language sql immutable
  set search_path = ''
as $$
  select jsonb_array_length(lines) between 1 and 100
     and coalesce(bool_and(round((line ->> 'quantity')::numeric * (line ->> 'unitCents')::numeric)
                           = (line ->> 'amountCents')::numeric), false)
     and coalesce(sum((line ->> 'amountCents')::numeric), 0) - discount_cents = total_cents
    from jsonb_array_elements(lines) as line
$$;
comment on function private.is_invoice_draft_total(jsonb, integer, integer) is
  'Whether each line''s amount is its quantity times its price, rounded to cents, and the lines minus the discount add up to the total. The same rule as domain/invoices/drafts/draft-amounts.ts.';

create function private.is_invoice_draft_schedule(payments jsonb, total_cents integer) returns boolean
  language sql immutable
  set search_path = ''
as $$
  with payment as (
    select item ->> 'kind' as kind, (item ->> 'dueOn')::date as due_on, (item ->> 'amountCents')::bigint as amount_cents,
           lag((item ->> 'dueOn')::date) over (order by position) as previous_due_on, position
      from jsonb_array_elements(payments) with ordinality as entry (item, position)
  )
  select sum(amount_cents) = total_cents
     and bool_and(amount_cents > 0)
     and bool_and(previous_due_on is null or previous_due_on < due_on)
     -- Only the first payment can be a deposit.
     and count(*) filter (where kind = 'deposit' and position > 1) = 0
     and case when bool_or(kind = 'installment')
              then count(*) filter (where kind = 'installment') between 2 and 12
                   and count(*) filter (where kind = 'balance') = 0
              else count(*) filter (where kind = 'balance') = 1 end
    from payment
$$;
comment on function private.is_invoice_draft_schedule(jsonb, integer) is
  'Whether the payments add up to the total, are due on rising dates, and are a combination that Square accepts: a balance, or 2 to 12 installments, each with or without a deposit. The same rule as domain/invoices/drafts/draft-schedule.ts.';
revoke all on function private.is_invoice_draft_total(jsonb, integer, integer),
                       private.is_invoice_draft_schedule(jsonb, integer) from public;
grant execute on function private.is_invoice_draft_total(jsonb, integer, integer),
                          private.is_invoice_draft_schedule(jsonb, integer) to service_role;

-- Drafts ----------------------------------------------------------------------------------------------------------

create table public.invoice_drafts (
  id                     uuid primary key default gen_random_uuid(),
  client_id              uuid not null references public.clients (id) on delete restrict,
  project_id             uuid,
  proposal_id            uuid,
  source_key             text unique check (length(source_key) between 1 and 200),
  revision               integer not null default 1 check (revision > 0),
  title                  text not null check (length(btrim(title)) between 1 and 255),
  message                text not null default '' check (length(message) <= 2000),
  lines                  jsonb not null check (jsonb_typeof(lines) = 'array'),
  discount_cents         integer not null default 0 check (discount_cents >= 0),
  total_cents            integer not null check (total_cents between 1 and 2000000000),
  payments               jsonb not null check (jsonb_typeof(payments) = 'array'),
  delivery               text not null check (delivery in ('email', 'link')),
  reminder_days          smallint[] not null default '{}'
                         check (cardinality(reminder_days) <= 5 and array_position(reminder_days, null) is null),
  accepts_bank_transfers boolean not null default true,
  status                 text not null default 'draft'
                         check (status in ('draft', 'prepared', 'published', 'canceled', 'deleted')),
  requested_status       text not null default 'draft'
                         check (requested_status in ('draft', 'prepared', 'published', 'canceled', 'deleted')),
  requested_at           timestamptz,
  requested_by           uuid,
  confirmed_cents        integer,
  confirmed_recipient    text check (length(confirmed_recipient) <= 320),
  recipient_name         text not null default '' check (length(recipient_name) <= 500),
  recipient_email        text check (length(recipient_email) <= 320),
  has_replaced_installments boolean not null default false,
  square_merchant_id     text,
  square_location_id     text,
  square_customer_id     text,
  square_order_id        text unique,
  square_invoice_id      text unique,
  square_version         bigint,
  problem                text check (problem in (
                           'not_connected', 'writing_off', 'permission_missing', 'another_merchant', 'outage', 'several_customers',
                           'customer_of_another_client', 'customer_missing', 'email_missing', 'recipient_changed',
                           'amount_differs', 'changed_in_square', 'deleted_in_square', 'due_date_passed',
                           'location_unavailable', 'not_cancelable', 'rejected')),
  problem_detail         text not null default '' check (length(problem_detail) <= 500),
  problem_at             timestamptz,
  created_by             uuid,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  published_at           timestamptz,
  -- An invoice can only belong to a project of its own client.
  foreign key (project_id, client_id) references public.projects (id, client_id) on delete restrict,
  constraint invoice_drafts_total_check
    check (private.is_invoice_draft_total(lines, discount_cents, total_cents)),
  constraint invoice_drafts_schedule_check
    check (private.is_invoice_draft_schedule(payments, total_cents)),
  constraint invoice_drafts_problem_at_check check ((problem is null) = (problem_at is null)),
  constraint invoice_drafts_prepared_check
    check (status in ('draft', 'deleted') or square_invoice_id is not null and square_order_id is not null),
  -- Publishing requires the amount and the recipient that an administrator confirmed.
  constraint invoice_drafts_confirmed_check
    check (requested_status <> 'published' or confirmed_cents is not null and confirmed_recipient is not null)
);
create index invoice_drafts_client_idx on public.invoice_drafts (client_id, created_at desc);
create index invoice_drafts_project_idx on public.invoice_drafts (project_id, client_id);
create index invoice_drafts_proposal_idx on public.invoice_drafts (proposal_id) where proposal_id is not null;
create index invoice_drafts_created_idx on public.invoice_drafts (created_at desc, id);
create index invoice_drafts_unfinished_idx on public.invoice_drafts (requested_at)
  where status <> requested_status or problem is not null;

alter table public.invoice_drafts enable row level security;
grant select on public.invoice_drafts to authenticated;
grant all on public.invoice_drafts to service_role;

create policy "Administrators can read all invoice drafts" on public.invoice_drafts
  for select to authenticated using ((select access.is_admin()));

create trigger invoice_drafts_set_updated_at before update on public.invoice_drafts
  for each row when (old.* is distinct from new.*) execute function access.set_updated_at();
create trigger invoice_drafts_audit after insert or update or delete on public.invoice_drafts
  for each row execute function private.record_audit_entry(
    'updated_at', 'recipient_name', 'recipient_email', 'confirmed_recipient');

comment on table public.invoice_drafts is
  'Invoices that were created here, to be created in Square. The invoice itself arrives in public.invoices through the sync.';
comment on column public.invoice_drafts.source_key is
  'Identifies what the invoice is for, such as a proposal''s deposit, so that it is created once.';
comment on column public.invoice_drafts.revision is
  'Increases when the content changes. Each revision has its own order and invoice in Square.';
comment on column public.invoice_drafts.lines is
  'Array of {name, note, quantity, unitCents, amountCents}, in cents.';
comment on column public.invoice_drafts.payments is
  'Array of {kind, dueOn, amountCents}, in cents, by due date. kind is deposit, balance or installment.';
comment on column public.invoice_drafts.delivery is
  'email: Square emails the invoice. link: Square sends nothing, and the product emails the payment link.';
comment on column public.invoice_drafts.status is
  'What Square has confirmed. draft: nothing is in Square. prepared: a draft is in Square. published: Square has sent it.';
comment on column public.invoice_drafts.requested_status is
  'The status that was requested. A job sends the writes to Square until status is the same.';
comment on column public.invoice_drafts.confirmed_cents is
  'The amount that an administrator confirmed for publishing. The job publishes no other amount.';
comment on column public.invoice_drafts.confirmed_recipient is
  'The email address that an administrator confirmed for publishing. Empty for an invoice that is delivered as a link.';
comment on column public.invoice_drafts.recipient_email is
  'The recipient''s email address: the client''s primary contact, after preparing the one in Square.';
comment on column public.invoice_drafts.has_replaced_installments is
  'Whether installments were replaced with a deposit and a balance, because Square rejected them.';
comment on column public.invoice_drafts.problem is
  'Why the request is not completed. Null while the job works on it. An administrator has to act.';

-- Writes ----------------------------------------------------------------------------------------------------------

create table private.square_writes (
  id              uuid primary key default gen_random_uuid(),
  draft_id        uuid not null references public.invoice_drafts (id) on delete restrict,
  client_id       uuid not null references public.clients (id) on delete restrict,
  revision        integer not null,
  step            text not null
                  check (step in ('create_customer', 'create_order', 'create_invoice', 'publish_invoice',
                                  'cancel_invoice', 'delete_invoice')),
  status          text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  merchant_id     text not null,
  idempotency_key text not null unique check (length(idempotency_key) between 1 and 128),
  target_id       text,
  request         jsonb check (jsonb_typeof(request) = 'object'),
  request_hash    text not null,
  send_count      integer not null default 0,
  square_id       text,
  square_version  bigint,
  error_code      text,
  created_at      timestamptz not null default clock_timestamp(),
  sent_at         timestamptz,
  finished_at     timestamptz,
  constraint square_writes_pending_check
    check ((status = 'pending') = (finished_at is null) and (status <> 'pending' or request is not null)),
  constraint square_writes_done_check check (status <> 'done' or square_id is not null)
);
-- One write at a time per draft, and one new customer at a time per client: a second one would not see the first.
create unique index square_writes_pending_key on private.square_writes (draft_id) where status = 'pending';
create unique index square_writes_customer_key on private.square_writes (client_id)
  where status = 'pending' and step = 'create_customer';
-- Each revision has one order and one invoice, which is published, canceled and deleted at most once.
create unique index square_writes_done_key on private.square_writes (draft_id, revision, step) where status = 'done';
create index square_writes_draft_idx on private.square_writes (draft_id, created_at);
create index square_writes_client_idx on private.square_writes (client_id);

alter table private.square_writes enable row level security;
grant select, insert, update, delete on private.square_writes to service_role;

comment on table private.square_writes is
  'Every write to Square, stored before it is sent. After an unknown outcome, it is looked up in Square or repeated with the same key and request.';
comment on column private.square_writes.idempotency_key is
  'Sent with the request. Square returns the first response for a repeated key. Canceling and deleting take no key.';
comment on column private.square_writes.target_id is 'The invoice to publish, cancel or delete. Null for a creation.';
comment on column private.square_writes.request is
  'The exact request body. Removed when the outcome is known, because it can contain personal data.';
comment on column private.square_writes.request_hash is 'SHA-256 of the request body, in hexadecimal.';

create view endpoints.square_writes with (security_barrier) as
  select id, draft_id, revision, step, status, idempotency_key, send_count, square_id, error_code, created_at, sent_at,
         finished_at
    from private.square_writes
   where (select access.is_admin());
grant select on endpoints.square_writes to authenticated;
comment on view endpoints.square_writes is 'Lets administrators read the writes to Square.';

-- Jobs ------------------------------------------------------------------------------------------------------------

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
                 names, 'advance-invoice-draft');
end
$$;
