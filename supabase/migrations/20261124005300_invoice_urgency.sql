-- The order of invoices by urgency, so that lists lead with what is overdue.

-- Written so that PostgreSQL can inline it and use its index, like the money rules.
create function private.invoice_urgency_order(
  status text, next_payment_due_date date, due_date date
) returns integer
  language sql immutable
  return case status
           when 'overdue' then coalesce(coalesce(next_payment_due_date, due_date) - date '2000-01-01', 999999)
           when 'pending' then 1000000 + coalesce(coalesce(next_payment_due_date, due_date) - date '2000-01-01', 999999)
           else 3000000 - coalesce(due_date - date '2000-01-01', 0)
         end;
comment on function private.invoice_urgency_order(text, date, date) is
  'Sorts overdue invoices first, the most overdue one before the others, then pending ones by their next due date, then the others, the latest one first. Implements sortByUrgency in domain/invoices/due-dates/overdue.ts.';
revoke all on function private.invoice_urgency_order(text, date, date) from public;
-- The view invoice_list calls this function as the caller.
grant execute on function private.invoice_urgency_order(text, date, date) to authenticated, service_role;

create index invoices_urgency_idx on public.invoices
  (private.invoice_urgency_order(status, next_payment_due_date, due_date), id);

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
         invoice.is_processing, invoice.is_scheduled,
         private.invoice_urgency_order(invoice.status, invoice.next_payment_due_date, invoice.due_date) as urgency_order
    from public.invoices as invoice
    left join public.clients as client on client.id = invoice.client_id;
