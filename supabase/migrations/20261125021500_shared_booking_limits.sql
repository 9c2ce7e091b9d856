-- Administrators are alerted when visitors who share a network or an email domain can't book.
alter table private.reached_limits drop constraint reached_limits_name_check;
alter table private.reached_limits add constraint reached_limits_name_check
  check (name in ('holds', 'confirmations', 'daily_confirmations', 'network', 'domain'));
comment on table private.reached_limits is
  'When bookings last reached a limit on all visitors, or on visitors who share a network or an email domain. The dashboard reports it.';
