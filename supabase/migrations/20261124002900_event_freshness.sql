-- When the last event from the provider was applied, so that screens do not look outdated between syncs.

alter table public.provider_status add column last_event_at timestamptz;
comment on table public.provider_status is
  'When the stored amounts were last confirmed to match the provider''s. Screens show the newer of the two times.';
comment on column public.provider_status.last_synced_at is 'When the last full sync completed.';
comment on column public.provider_status.last_event_at is
  'When the last webhook event was processed whose data is stored now.';

create function private.record_event_time() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  update public.provider_status as status
     set last_event_at = new.processed_at
   where status.provider = new.provider
     and (status.last_event_at is null or status.last_event_at < new.processed_at);
  return null;
end
$$;
revoke all on function private.record_event_time() from public;

create trigger webhook_events_record_time after update of processed_at on private.webhook_events
  for each row when (new.processed_at is not null and new.outcome in ('applied', 'unchanged'))
  execute function private.record_event_time();
