-- One invoice for two payments would hide that one of them was never billed.
drop index public.planned_payments_invoice_idx;
create unique index planned_payments_invoice_key on public.planned_payments (invoice_id);
