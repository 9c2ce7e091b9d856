-- Prevents a second invoice: when a request was last sent, which failed deletions are resolved, and drafts that were
-- published or canceled in Square.

alter table private.square_writes
  add column last_sent_at timestamptz,
  add column resolved_at timestamptz,
  add constraint square_writes_resolved_check check (resolved_at is null or status = 'failed');
update private.square_writes set last_sent_at = sent_at where sent_at is not null;
alter table private.square_writes
  add constraint square_writes_sent_check check ((sent_at is null) = (last_sent_at is null));

comment on column private.square_writes.sent_at is
  'When the request was first sent. Its key can be repeated for a limited time after that.';
comment on column private.square_writes.last_sent_at is
  'When the request was last sent. Several minutes later, Square lists what it created.';
comment on column private.square_writes.resolved_at is
  'When a failed deletion no longer mattered, because the invoice was deleted or canceled. Until then, the next revision is not created.';

alter table public.invoice_drafts
  drop constraint invoice_drafts_problem_check,
  add constraint invoice_drafts_problem_check check (problem in (
    'not_connected', 'writing_off', 'permission_missing', 'another_merchant', 'outage', 'several_customers',
    'customer_of_another_client', 'customer_missing', 'email_missing', 'recipient_changed',
    'amount_differs', 'changed_in_square', 'deleted_in_square', 'published_in_square', 'canceled_in_square',
    'previous_in_square', 'due_date_passed', 'location_unavailable', 'not_cancelable', 'rejected')),
  drop constraint invoice_drafts_confirmed_check,
  -- Publishing requires the amount and the recipient that an administrator confirmed. A draft that was published in
  -- Square's dashboard has neither.
  add constraint invoice_drafts_confirmed_check
    check (requested_status <> 'published' or status = 'published'
           or confirmed_cents is not null and confirmed_recipient is not null);
