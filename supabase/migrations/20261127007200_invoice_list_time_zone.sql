-- The list of invoices shows which ones are due today in their time zone.

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
         private.invoice_urgency_order(invoice.status, invoice.next_payment_due_date, invoice.due_date) as urgency_order,
         invoice.next_payment_amount, invoice.payment_schedule,
         -- Read from an index for the rows of a page only.
         (select max(reminder.sent_on) from public.invoice_reminders as reminder
           where reminder.invoice_id = invoice.id and reminder.client_id = invoice.client_id) as last_reminded_on,
         payer.payer_name, payer.payer_email,
         invoice.time_zone
    from public.invoices as invoice
    left join public.clients as client on client.id = invoice.client_id
    left join public.invoice_payers as payer on payer.invoice_id = invoice.id and invoice.client_id is null;

-- The function is stored with the columns of the view, so it must be replaced with the view.
create or replace function public.invoices_in_aging_bucket(today date, days_late integer[], aging_bucket integer)
  returns setof public.invoice_list
  language sql stable
begin atomic
  select listed.*
    from public.invoice_list as listed
   where listed.id in (select aged.invoice_id from private.invoice_aging_amounts(today, days_late) as aged
                        where aged.bucket = aging_bucket);
end;
