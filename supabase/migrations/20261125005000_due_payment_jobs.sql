-- Prepares the invoice of a payment as soon as the payment is due, for example the deposit after an acceptance. The
-- scheduled job does the same every minute.

create function private.add_planned_invoice_job() returns trigger
  language plpgsql security definer
  -- `security definer`, because clients cannot access the queue.
  set search_path = ''
as $$
begin
  perform graphile_worker.add_job('prepare-planned-invoices', '{}'::json, job_key := 'prepare-planned-invoices');
  return null;
end
$$;
comment on function private.add_planned_invoice_job() is
  'Adds the job that prepares the invoices of due payments, in the transaction that makes a payment due.';
revoke all on function private.add_planned_invoice_job() from public;
create trigger planned_payments_add_job after update of due_at on public.planned_payments
  for each row when (old.due_at is null and new.due_at is not null)
  execute function private.add_planned_invoice_job();
