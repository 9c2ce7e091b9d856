-- Billed, paid and refunded amounts of unpaid invoices, for the note below a partially paid balance.

create function private.invoice_is_unpaid(status text, square_status text) returns boolean
  language sql immutable
  return coalesce(status in ('pending', 'overdue') and square_status is distinct from 'SCHEDULED', false);
comment on function private.invoice_is_unpaid(text, text) is
  'Whether an invoice is open and has been sent to the client. Implements isUnpaid in domain/invoices/invoice.ts.';
revoke all on function private.invoice_is_unpaid(text, text) from public;
-- The view firm_totals calls this function and invoice_amount_paid as the caller.
grant execute on function private.invoice_is_unpaid(text, text),
  private.invoice_amount_paid(text, numeric, numeric, numeric) to authenticated, service_role;

alter table public.client_totals
  add column unpaid_billed   numeric(14, 2) not null default 0,
  add column unpaid_paid     numeric(14, 2) not null default 0,
  add column unpaid_refunded numeric(14, 2) not null default 0;
comment on table public.client_totals is
  'Totals per client: number of invoices, balance due in dollars, time of the newest message, number of messages the firm has not read, and billed, paid and refunded dollars of the unpaid invoices.';

create function private.add_to_unpaid_totals(client uuid, billed numeric, paid numeric, refunded numeric) returns void
  language sql
  set search_path = ''
as $$
  update public.client_totals
     set unpaid_billed = unpaid_billed + billed, unpaid_paid = unpaid_paid + paid,
         unpaid_refunded = unpaid_refunded + refunded
   where client_id = client and (billed <> 0 or paid <> 0 or refunded <> 0)
$$;

create function private.update_unpaid_totals() returns trigger
  language plpgsql security definer
  -- `security definer`, because only triggers can write totals.
  set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' and private.invoice_is_unpaid(old.status, old.square_status) then
    perform private.add_to_unpaid_totals(
      old.client_id, -old.amount,
      -private.invoice_amount_paid(old.status, old.amount, old.total_paid_amount, old.refunded_amount),
      -old.refunded_amount);
  end if;
  if tg_op <> 'DELETE' and private.invoice_is_unpaid(new.status, new.square_status) then
    perform private.add_to_unpaid_totals(
      new.client_id, new.amount,
      private.invoice_amount_paid(new.status, new.amount, new.total_paid_amount, new.refunded_amount),
      new.refunded_amount);
  end if;
  return null;
end
$$;
revoke all on function private.add_to_unpaid_totals(uuid, numeric, numeric, numeric), private.update_unpaid_totals()
  from public;

create trigger invoices_update_unpaid_totals
  after insert or delete or update of client_id, amount, total_paid_amount, refunded_amount, status, square_status
  on public.invoices
  for each row execute function private.update_unpaid_totals();

update public.client_totals as totals
   set unpaid_billed = unpaid.billed, unpaid_paid = unpaid.paid, unpaid_refunded = unpaid.refunded
  from (select client_id, sum(amount) as billed,
               sum(private.invoice_amount_paid(status, amount, total_paid_amount, refunded_amount)) as paid,
               sum(refunded_amount) as refunded
          from public.invoices
         where client_id is not null and private.invoice_is_unpaid(status, square_status)
         group by client_id) as unpaid
 where unpaid.client_id = totals.client_id;

create or replace view public.client_list with (security_invoker = true) as
  select client.id, client.company, lower(client.company) as company_order, client.contact_person,
         coalesce(account.email, '') as email, client.status, client.joined_date,
         totals.invoice_count, totals.outstanding_balance, totals.unpaid_billed, totals.unpaid_paid,
         totals.unpaid_refunded
    from public.clients as client
    left join public.client_totals as totals on totals.client_id = client.id
    left join public.users as account on account.id = client.user_id;

create or replace view public.firm_totals with (security_invoker = true) as
  select (select count(*)::integer from public.clients where status = 'active') as active_clients,
         (select count(*)::integer from public.projects where status in ('in_progress', 'on_hold')) as active_projects,
         (totals.outstanding + unassigned.outstanding)::numeric(14, 2) as outstanding_revenue,
         (totals.invoice_count + unassigned.invoice_count)::integer as invoice_count,
         totals.unread_count,
         (totals.billed + unassigned.billed)::numeric(14, 2) as unpaid_billed,
         (totals.paid + unassigned.paid)::numeric(14, 2) as unpaid_paid,
         (totals.refunded + unassigned.refunded)::numeric(14, 2) as unpaid_refunded,
         unassigned.unpaid_count as unassigned_unpaid_count
    from (select coalesce(sum(outstanding_balance), 0) as outstanding,
                 coalesce(sum(invoice_count), 0) as invoice_count,
                 coalesce(sum(unread_count), 0)::integer as unread_count,
                 coalesce(sum(unpaid_billed), 0) as billed,
                 coalesce(sum(unpaid_paid), 0) as paid,
                 coalesce(sum(unpaid_refunded), 0) as refunded
            from public.client_totals) as totals,
         (select count(*) as invoice_count,
                 (count(*) filter (where is_unpaid))::integer as unpaid_count,
                 coalesce(sum(owed), 0) as outstanding,
                 coalesce(sum(amount) filter (where is_unpaid), 0) as billed,
                 coalesce(sum(paid) filter (where is_unpaid), 0) as paid,
                 coalesce(sum(refunded_amount) filter (where is_unpaid), 0) as refunded
            from (select amount, refunded_amount,
                         private.invoice_is_unpaid(status, square_status) as is_unpaid,
                         private.invoice_amount_owed(status, square_status, amount, total_paid_amount) as owed,
                         private.invoice_amount_paid(status, amount, total_paid_amount, refunded_amount) as paid
                    from public.invoices
                   where client_id is null) as invoice) as unassigned;
comment on view public.firm_totals is
  'Dashboard figures, number of invoices, number of unread messages, and dollars of the unpaid invoices. unassigned_unpaid_count counts unpaid invoices without a client. For a client, they include only its own rows.';
