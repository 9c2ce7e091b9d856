-- Pauses of sync runs while the provider is unavailable.

alter table private.sync_runs add column paused_until timestamptz;

comment on column private.sync_runs.paused_until is
  'When a running sync sends its next request after the provider was unavailable. Null while it is not paused.';
