-- Indexes for the list of invoices by amount and by outstanding amount. The list sorts nulls last in both directions, so each
-- direction needs its own index, except for the one on descending amounts that exists. The expression must match open_amount in
-- the view invoice_list.
create index invoices_amount_ascending_idx on public.invoices (amount, id);
create index invoices_open_amount_idx on public.invoices
  ((private.invoice_amount_owed(status, square_status, amount, total_paid_amount)::numeric(12, 2)) desc nulls last, id);
create index invoices_open_amount_ascending_idx on public.invoices
  ((private.invoice_amount_owed(status, square_status, amount, total_paid_amount)::numeric(12, 2)), id);
