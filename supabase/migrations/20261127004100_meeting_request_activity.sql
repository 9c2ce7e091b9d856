-- Requests for a meeting have their own action in the activity log, because their subject is a topic, not a service.

alter table public.client_activity
  drop constraint client_activity_action_check,
  add constraint client_activity_action_check check (action in (
    'signed-in', 'downloaded', 'previewed', 'invited', 'invitation-resent', 'invitation-revoked',
    'invitation-declined', 'joined', 'role-changed', 'expiry-changed', 'suspended', 'restored', 'removed',
    'second-factor-required', 'second-factor-optional', 'access-reviewed', 'booking-requested',
    'quote-requested', 'meeting-requested', 'plan-change-requested', 'plan-cancellation-requested',
    'plan-keeping-requested', 'proposal-accepted', 'proposal-declined', 'milestone-accepted'));

create or replace function private.record_request_activity() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write to the log.
  set search_path = ''
as $$
begin
  if tg_table_name = 'service_bookings' then
    perform private.record_client_activity(new.client_id, new.kind || '-requested', new.service_type);
  else
    perform private.record_client_activity(new.client_id,
      case new.kind when 'cancel' then 'plan-cancellation-requested'
                    when 'keep' then 'plan-keeping-requested'
                    else 'plan-change-requested' end, '');
  end if;
  return null;
end
$$;
