-- Limits on the bookings of one network and of one email domain.

create or replace function private.mailbox(email text) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  -- Keep a local part that would be empty, such as that of "+tag@example.com".
  select case when address.domain in ('gmail.com', 'googlemail.com')
              then coalesce(nullif(replace(untagged.local, '.', ''), ''), address.local) || '@gmail.com'
              else untagged.local || '@' || address.domain end
    from (select split_part(lower(mailbox.email), '@', 1) as local,
                 split_part(lower(mailbox.email), '@', 2) as domain) as address,
         lateral (select coalesce(nullif(split_part(address.local, '+', 1), ''), address.local) as local) as untagged
$$;
comment on function private.mailbox(text) is
  'The mailbox of an address for counting: without its tag. Gmail also ignores dots and has two domains. At other providers, addresses with and without dots may belong to different people.';

create function private.is_in_domain(email text, domain text) returns boolean
  language sql immutable parallel safe
  set search_path = ''
as $$
  select right('.' || split_part(lower(is_in_domain.email), '@', 2), length(is_in_domain.domain) + 1)
         = '.' || is_in_domain.domain
$$;
revoke all on function private.is_in_domain(text, text) from public;
comment on function private.is_in_domain(text, text) is
  'Whether an address belongs to a domain or to a subdomain of it. Null without a domain.';

create table private.hold_networks (
  consultation_id uuid primary key references public.consultations (id) on delete cascade,
  network         text not null check (length(network) between 1 and 100)
);

alter table private.hold_networks enable row level security;
grant select, insert, update, delete on private.hold_networks to service_role;

comment on table private.hold_networks is
  'The network (/24 of IPv4, /32 of IPv6) from which a time is held, to limit the share of each network. Deleted when the hold ends.';

create function private.delete_hold_network() returns trigger
  language plpgsql security definer
  -- `security definer`, because administrators who cancel a hold cannot write private.hold_networks.
  set search_path = ''
as $$
begin
  delete from private.hold_networks as hold where hold.consultation_id = new.id;
  return null;
end
$$;
revoke all on function private.delete_hold_network() from public;

create trigger consultations_delete_hold_network after update of status on public.consultations
  for each row when (old.status = 'held' and new.status <> 'held') execute function private.delete_hold_network();

alter table private.reached_limits drop constraint reached_limits_name_check;
alter table private.reached_limits add constraint reached_limits_name_check
  check (name in ('holds', 'confirmations', 'daily_confirmations'));
comment on table private.reached_limits is
  'When the bookings of all visitors last reached a limit. The dashboard reports it.';
