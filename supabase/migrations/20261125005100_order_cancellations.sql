-- Canceling the order of a draft whose invoice was not created.

alter table private.square_writes
  drop constraint square_writes_step_check,
  add constraint square_writes_step_check
    check (step in ('create_customer', 'create_order', 'create_invoice', 'publish_invoice', 'cancel_invoice',
                    'delete_invoice', 'cancel_order'));
comment on column private.square_writes.target_id is
  'The invoice to publish, cancel or delete, or the order to cancel. Null for a creation.';
