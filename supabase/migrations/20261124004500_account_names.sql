-- The name of the person who uses an account, for greetings in emails.

create function private.account_name(account_id uuid) returns text
  language sql stable
  set search_path = ''
as $$
  select coalesce(
    (select client.contact_person from public.clients as client where client.user_id = account_id),
    (select member.name from public.client_members as member
      where member.user_id = account_id and member.name <> '' and member.suspended_at is null
        and (member.expires_at is null or member.expires_at > now())
      order by member.joined_at limit 1))
$$;
comment on function private.account_name(uuid) is
  'The name of a primary contact or member. Null for administrators, whose names are not stored.';
revoke all on function private.account_name(uuid) from public;
grant execute on function private.account_name(uuid) to service_role;
