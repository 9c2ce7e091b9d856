-- Payments and refunds of invoices, with their fees, and the invoice columns derived from them.

create table public.invoice_payments (
  id                uuid primary key default gen_random_uuid(),
  invoice_id        uuid not null references public.invoices (id) on delete cascade,
  kind              text not null check (kind in ('payment', 'refund')),
  square_id         text not null unique,
  square_payment_id text not null,
  status            text not null check (status in ('pending', 'completed', 'failed', 'cancelled')),
  amount            numeric(12, 2) not null check (amount >= 0),
  tip_amount        numeric(12, 2) not null default 0 check (tip_amount >= 0),
  method            text not null default 'other'
                    check (method in ('card', 'bank_account', 'wallet', 'buy_now_pay_later', 'square_account', 'cash',
                                      'external', 'other')),
  card_brand        text,
  card_last4        text check (card_last4 ~ '^\d{4}$'),
  receipt_number    text,
  receipt_url       text check (access.is_payment_url(receipt_url)),
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  constraint invoice_payments_payment_id_check check (kind = 'refund' or square_payment_id = square_id)
);
create index invoice_payments_invoice_idx on public.invoice_payments (invoice_id, created_at);
create index invoice_payments_created_idx on public.invoice_payments (created_at, id);
create index invoice_payments_completed_refunds_idx on public.invoice_payments (created_at) include (amount)
  where kind = 'refund' and status = 'completed';

alter table public.invoice_payments enable row level security;
grant select on public.invoice_payments to authenticated;
grant all on public.invoice_payments to service_role;

create policy "Clients can read the payments of their own invoices" on public.invoice_payments
  for select to authenticated
  using (invoice_id in (select invoice.id from public.invoices as invoice
                         where invoice.client_id = (select access.current_client_id())));
create policy "Administrators can read all payments" on public.invoice_payments
  for select to authenticated using ((select access.is_admin()));

comment on table public.invoice_payments is
  'Payments and refunds of invoices, one row each, synced from Square. Amounts are positive, in dollars.';
comment on column public.invoice_payments.square_payment_id is
  'The payment''s ID in Square. For a refund, the payment that it refunds.';
comment on column public.invoice_payments.amount is
  'Dollars that count toward the invoice, without the tip.';
comment on column public.invoice_payments.tip_amount is
  'Dollars of tip. A refund first refunds the invoice amount. The rest refunds the tip.';
comment on column public.invoice_payments.created_at is 'When the payment or refund was made, according to Square.';
comment on column public.invoice_payments.updated_at is 'When the payment or refund last changed, according to Square.';

create table public.invoice_payment_fees (
  invoice_payment_id uuid primary key references public.invoice_payments (id) on delete cascade,
  amount             numeric(12, 2) not null
);

alter table public.invoice_payment_fees enable row level security;
grant select on public.invoice_payment_fees to authenticated;
grant all on public.invoice_payment_fees to service_role;

create policy "Administrators can read all fees" on public.invoice_payment_fees
  for select to authenticated using ((select access.is_admin()));

comment on table public.invoice_payment_fees is
  'Processing fees that Square charged the firm for payments and refunds, in dollars. Only administrators can read them.';
comment on column public.invoice_payment_fees.amount is 'Negative if Square returned a fee, such as with a refund.';

-- Invoice columns -------------------------------------------------------------------------------------------------

alter table public.invoices
  add column refunded_amount       numeric(12, 2) not null default 0 check (refunded_amount >= 0),
  add column pending_refund_amount numeric(12, 2) not null default 0 check (pending_refund_amount >= 0),
  add column processing_amount     numeric(12, 2) not null default 0 check (processing_amount >= 0),
  add column is_processing         boolean not null generated always as
    (coalesce(square_status = 'PAYMENT_PENDING', false) or processing_amount > 0) stored,
  add column is_scheduled          boolean not null generated always as
    (coalesce(square_status = 'SCHEDULED', false)) stored,
  add column line_items            jsonb not null default '[]' check (jsonb_typeof(line_items) = 'array'),
  add column discount_amount       numeric(12, 2) not null default 0 check (discount_amount >= 0),
  add column tax_amount            numeric(12, 2) not null default 0 check (tax_amount >= 0),
  add column service_charge_amount numeric(12, 2) not null default 0 check (service_charge_amount >= 0);

comment on column public.invoices.total_paid_amount is
  'Dollars paid. For an open invoice, before refunds, so that a refund does not increase the balance. For a closed invoice, after refunds.';
comment on column public.invoices.refunded_amount is 'Dollars refunded, without tips. Only completed refunds count.';
comment on column public.invoices.pending_refund_amount is 'Dollars of refunds that Square has not completed yet, without tips.';
comment on column public.invoices.processing_amount is
  'Dollars of payments that have started but are not completed, such as bank transfers, without tips.';
comment on column public.invoices.is_processing is 'A payment is processing, so the client must not pay again.';
comment on column public.invoices.is_scheduled is 'Square sends the invoice later. Until then, nothing is owed.';
comment on column public.invoices.line_items is
  'The order''s line items: name, note, quantity and amounts in cents. Kept when Square replaces the lines of a cancelled invoice.';

-- Amounts paid and refunded ---------------------------------------------------------------------------------------

create function private.invoice_amount_paid(
  status text, amount numeric, total_paid_amount numeric, refunded_amount numeric
) returns numeric
  language sql immutable
  return case status when 'paid' then greatest(amount - refunded_amount, 0)
                     when 'cancelled' then total_paid_amount
                     else greatest(total_paid_amount - refunded_amount, 0) end;
comment on function private.invoice_amount_paid(text, numeric, numeric, numeric) is
  'Dollars paid, after completed refunds. Implements amountPaid in domain/invoices/invoice.ts.';
revoke all on function private.invoice_amount_paid(text, numeric, numeric, numeric) from public;

alter table public.project_totals add column total_refunded numeric(14, 2) not null default 0;
comment on table public.project_totals is
  'Totals per project: number of invoices, and billed, paid and refunded amounts in dollars. The paid amount is after refunds. Excludes cancelled invoices.';


drop function private.add_to_project_totals(uuid, integer, numeric, numeric);

create function private.add_to_project_totals(
  project uuid, invoices integer, billed numeric, paid numeric, refunded numeric
) returns void
  language sql
  set search_path = ''
as $$
  update public.project_totals
     set invoice_count = invoice_count + invoices, total_billed = total_billed + billed, total_paid = total_paid + paid,
         total_refunded = total_refunded + refunded
   where project_id = project and (invoices <> 0 or billed <> 0 or paid <> 0 or refunded <> 0)
$$;
revoke all on function private.add_to_project_totals(uuid, integer, numeric, numeric, numeric) from public;

create or replace function private.update_invoice_totals() returns trigger
  language plpgsql security definer
  -- `security definer`, because only triggers can write totals.
  set search_path = ''
as $$
declare
  old_invoice public.invoices := case when tg_op <> 'INSERT' then old end;
  new_invoice public.invoices := case when tg_op <> 'DELETE' then new end;
  old_owed numeric := private.invoice_amount_owed(
    old_invoice.status, old_invoice.square_status, old_invoice.amount, old_invoice.total_paid_amount);
  new_owed numeric := private.invoice_amount_owed(
    new_invoice.status, new_invoice.square_status, new_invoice.amount, new_invoice.total_paid_amount);
  old_count integer := private.invoice_billed_count(old_invoice);
  new_count integer := private.invoice_billed_count(new_invoice);
  old_billed numeric := coalesce(old_invoice.amount, 0) * old_count;
  new_billed numeric := coalesce(new_invoice.amount, 0) * new_count;
  old_paid numeric := old_count * coalesce(private.invoice_amount_paid(
    old_invoice.status, old_invoice.amount, old_invoice.total_paid_amount, old_invoice.refunded_amount), 0);
  new_paid numeric := new_count * coalesce(private.invoice_amount_paid(
    new_invoice.status, new_invoice.amount, new_invoice.total_paid_amount, new_invoice.refunded_amount), 0);
  old_refunded numeric := coalesce(old_invoice.refunded_amount, 0) * old_count;
  new_refunded numeric := coalesce(new_invoice.refunded_amount, 0) * new_count;
begin
  if old_invoice.client_id is not distinct from new_invoice.client_id then
    perform private.add_to_client_totals(new_invoice.client_id, 0, new_owed - old_owed);
  else
    perform private.add_to_client_totals(old_invoice.client_id, -1, -old_owed);
    perform private.add_to_client_totals(new_invoice.client_id, 1, new_owed);
  end if;
  if old_invoice.project_id is not distinct from new_invoice.project_id then
    perform private.add_to_project_totals(new_invoice.project_id, new_count - old_count, new_billed - old_billed,
                                          new_paid - old_paid, new_refunded - old_refunded);
  else
    perform private.add_to_project_totals(old_invoice.project_id, -old_count, -old_billed, -old_paid, -old_refunded);
    perform private.add_to_project_totals(new_invoice.project_id, new_count, new_billed, new_paid, new_refunded);
  end if;
  if (old_invoice.project_id, old_invoice.amount, old_invoice.status)
     is distinct from (new_invoice.project_id, new_invoice.amount, new_invoice.status) then
    if old_invoice.project_id is distinct from new_invoice.project_id and old_invoice.project_id is not null then
      perform private.recompute_estimated_value(old_invoice.project_id);
    end if;
    if new_invoice.project_id is not null then
      perform private.recompute_estimated_value(new_invoice.project_id);
    end if;
  end if;
  return null;
end
$$;

drop trigger invoices_update_totals on public.invoices;
create trigger invoices_update_totals
  after insert or delete
        or update of client_id, project_id, amount, total_paid_amount, refunded_amount, status, square_status
  on public.invoices
  for each row execute function private.update_invoice_totals();

drop function private.invoice_amount_paid(text, numeric, numeric);

create or replace view public.project_list with (security_invoker = true) as
  select project.id, project.client_id, client.company, lower(client.company) as company_order,
         project.project_name, lower(project.project_name) as project_order, project.status, project.start_date,
         project.target_completion_date, project.total_estimated_value, totals.invoice_count,
         totals.total_billed, totals.total_paid,
         (totals.total_billed - totals.total_paid - totals.total_refunded)::numeric(14, 2) as outstanding,
         totals.total_refunded
    from public.projects as project
    left join public.clients as client on client.id = project.client_id
    left join public.project_totals as totals on totals.project_id = project.id;

create or replace view public.invoice_list with (security_invoker = true) as
  select invoice.id, invoice.client_id, client.company, lower(client.company) as company_order,
         invoice.invoice_number, invoice.description, invoice.status, invoice.issued_date, invoice.due_date,
         invoice.next_payment_due_date,
         private.invoice_overdue_date(invoice.status, invoice.next_payment_due_date, invoice.due_date) as overdue_date,
         invoice.paid_date, invoice.amount, invoice.total_paid_amount,
         private.invoice_amount_owed(invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount)
           ::numeric(12, 2) as open_amount,
         invoice.square_invoice_id, invoice.square_status, invoice.square_payment_url, invoice.project_id,
         invoice.client_assigned_manually, invoice.refunded_amount, invoice.pending_refund_amount,
         invoice.is_processing, invoice.is_scheduled
    from public.invoices as invoice
    left join public.clients as client on client.id = invoice.client_id;

drop function public.revenue_by_month(date, date);

create function public.revenue_by_month(first_day date, last_day date)
  returns table (month date, billed numeric, paid numeric, refunded numeric)
  language sql stable
  set search_path = ''
as $$
  select part.month, coalesce(sum(part.billed), 0)::numeric(14, 2), coalesce(sum(part.paid), 0)::numeric(14, 2),
         coalesce(sum(part.refunded), 0)::numeric(14, 2)
    from (select date_trunc('month', invoice.issued_date)::date as month, invoice.amount as billed,
                 null::numeric as paid, null::numeric as refunded
            from public.invoices as invoice
           where invoice.status <> 'cancelled' and invoice.issued_date between first_day and last_day
          union all
          select date_trunc('month', invoice.paid_date)::date, null, invoice.amount, null
            from public.invoices as invoice
           where invoice.status = 'paid' and invoice.paid_date between first_day and last_day
          union all
          select date_trunc('month', refund.day)::date, null, null, refund.amount
            from (select (payment.created_at at time zone invoice.time_zone)::date as day, payment.amount
                    from public.invoice_payments as payment
                    join public.invoices as invoice on invoice.id = payment.invoice_id
                   where payment.kind = 'refund' and payment.status = 'completed' and invoice.status <> 'cancelled'
                     and payment.created_at >= first_day - 1 and payment.created_at < last_day + 2) as refund
           where refund.day between first_day and last_day) as part
   group by part.month
   order by part.month
$$;
comment on function public.revenue_by_month(date, date) is
  'Dollars billed, paid and refunded per month. Billed amounts count in the month of issue and exclude cancelled invoices. Paid invoices count in full in the month they were paid in full. Refunds count in the month they were made.';
revoke all on function public.revenue_by_month(date, date) from public, anon;
grant execute on function public.revenue_by_month(date, date) to authenticated, service_role;

-- Links to the simulator ------------------------------------------------------------------------------------------

create or replace function private.allow_simulator_urls(is_allowed boolean) returns void
  language plpgsql
  set search_path = ''
as $$
declare
  -- The rule is part of the function's body and not stored in a table, because check constraints require immutable
  -- functions.
  rule text := case when is_allowed then $rule$ select url ~ '^http://[^\s@/]+/square-simulator/\S*$' $rule$
                    else ' select false ' end;
begin
  perform pg_advisory_xact_lock(hashtextextended('simulator urls', 0));
  if (select prosrc from pg_catalog.pg_proc where oid = 'access.is_simulator_url(text)'::pg_catalog.regprocedure) = rule then
    return;
  end if;
  execute format($sql$create or replace function access.is_simulator_url(url text) returns boolean
                        language sql immutable set search_path = '' as %L$sql$, rule);
  if is_allowed then
    return;
  end if;
  -- Remove links to the simulator. They no longer work, and the rows would violate their constraints on the next update.
  update public.invoices set square_payment_url = null where not access.is_payment_url(square_payment_url);
  update public.invoice_payments set receipt_url = null where not access.is_payment_url(receipt_url);
  update public.subscription_tiers set square_checkout_url = null where not access.is_payment_url(square_checkout_url);
  update public.square_links
     set template = case purpose when 'subscription' then 'https://app.squareup.com/dashboard/subscriptions-list/{id}'
                                 when 'invoice' then 'https://app.squareup.com/dashboard/invoices/{id}' end
   where not access.is_payment_url(template);
end
$$;
