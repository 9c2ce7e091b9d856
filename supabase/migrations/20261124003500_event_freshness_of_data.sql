-- The end of an authorization changes no stored amounts, so it does not make them more recent.

drop trigger webhook_events_record_time on private.webhook_events;
create trigger webhook_events_record_time after update of processed_at on private.webhook_events
  for each row when (new.processed_at is not null and new.outcome in ('applied', 'unchanged')
                     and new.type <> 'oauth.authorization.revoked')
  execute function private.record_event_time();
