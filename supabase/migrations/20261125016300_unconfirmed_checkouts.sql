-- A client that starts a checkout while an earlier one is not confirmed causes a sync, which finds a plan that was paid.

alter table private.sync_runs drop constraint sync_runs_cause_check;
alter table private.sync_runs
  add constraint sync_runs_cause_check check (cause in ('button', 'schedule', 'comparison', 'demo', 'connect', 'checkout'));
