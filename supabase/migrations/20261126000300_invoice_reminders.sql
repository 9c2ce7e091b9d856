-- Emails that remind clients of overdue invoices, at most one per invoice, client and day.

create table public.invoice_reminders (
  id           uuid primary key default gen_random_uuid(),
  invoice_id   uuid not null references public.invoices (id) on delete cascade,
  client_id    uuid not null references public.clients (id) on delete cascade,
  sent_on      date not null check (isfinite(sent_on)),
  amount_cents bigint not null check (amount_cents >= 0),
  sent_by      uuid default auth.uid(),
  created_at   timestamptz not null default now(),
  constraint invoice_reminders_day_key unique (invoice_id, client_id, sent_on)
);
create index invoice_reminders_client_idx on public.invoice_reminders (client_id);

alter table public.invoice_reminders enable row level security;
grant select on public.invoice_reminders to authenticated;
grant all on public.invoice_reminders to service_role;

create policy "Administrators can read all invoice reminders" on public.invoice_reminders
  for select to authenticated using ((select access.is_admin()));

create trigger invoice_reminders_audit after insert on public.invoice_reminders
  for each row execute function private.record_audit_entry();

create view endpoints.invoice_reminders with (security_barrier) as
  select id, invoice_id, client_id, sent_on, amount_cents from public.invoice_reminders where (select access.is_admin())
  with check option;
grant select, insert on endpoints.invoice_reminders to authenticated;

comment on table public.invoice_reminders is
  'Emails about overdue invoices, including the automatic one. A second reminder to the same client on the same day is rejected.';
comment on column public.invoice_reminders.client_id is 'The client of the invoice when the reminder was sent.';
comment on column public.invoice_reminders.sent_on is 'The day in the firm''s time zone.';
comment on column public.invoice_reminders.amount_cents is 'The overdue amount that the email states.';
comment on column public.invoice_reminders.sent_by is
  'The administrator who sent the reminder. Null if it was sent automatically.';
