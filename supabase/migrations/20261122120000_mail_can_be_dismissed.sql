-- A mail that cannot be delivered is done with when an administrator says so.

alter table private.mail_outbox
  drop constraint mail_outbox_state_check,
  add constraint mail_outbox_state_check check (state in ('queued', 'sent', 'failed', 'dismissed'));
comment on column private.mail_outbox.state is
  'queued: waits, or is tried again; failed: given up after its last try; dismissed: an administrator wants it tried no more.';
