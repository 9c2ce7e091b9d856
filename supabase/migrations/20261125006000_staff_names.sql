-- Names of the firm's people, which are stored with the hosts of meetings.

create or replace function private.account_name(account_id uuid) returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select client.contact_person from public.clients as client where client.user_id = account_id),
    (select member.name from public.client_members as member
      where member.user_id = account_id and member.name <> '' and member.suspended_at is null
        and (member.expires_at is null or member.expires_at > now())
      order by member.joined_at limit 1),
    (select host.name from public.consultation_hosts as host
       join public.users as account on account.id = account_id and account.role = 'admin'
      where host.user_id = account.id or lower(host.email) = lower(account.email)
      order by host.user_id is not distinct from account.id desc, host.created_at, host.id limit 1))
$$;
comment on function private.account_name(uuid) is
  'The name of a primary contact, a member, or an administrator who is a host. Null for other administrators.';
