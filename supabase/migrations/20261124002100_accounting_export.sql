-- The accounting export selects invoices by the date on which they are billed. Same rule as `billingDate` in
-- domain/invoices/.
create index invoices_billing_date_idx on public.invoices (coalesce(issued_date, due_date, paid_date));
