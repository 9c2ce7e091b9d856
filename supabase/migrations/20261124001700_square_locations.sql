-- Excluded locations of a Square account, and the cause of the sync after connecting.

alter table private.provider_connections
  add column excluded_location_ids text[] not null default '{}';

comment on column private.provider_connections.excluded_location_ids is
  'Locations whose new invoices are not imported. Invoices that are already stored are still updated. Empty by default, so that all locations, including new ones, are imported.';

alter table private.sync_runs drop constraint sync_runs_cause_check;
alter table private.sync_runs
  add constraint sync_runs_cause_check check (cause in ('button', 'schedule', 'comparison', 'demo', 'connect'));
