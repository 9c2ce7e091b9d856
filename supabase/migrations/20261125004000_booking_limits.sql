-- Limits on bookings of the whole site and of each mailbox, and an alert when one is reached.

create function private.mailbox(email text) returns text
  language sql immutable parallel safe
  set search_path = ''
as $$
  -- Keep a local part that would be empty, such as that of "+tag@example.com".
  select coalesce(
           nullif(replace(split_part(split_part(lower(mailbox.email), '@', 1), '+', 1), '.', ''), ''),
           split_part(lower(mailbox.email), '@', 1))
         || '@' || split_part(lower(mailbox.email), '@', 2)
$$;
revoke all on function private.mailbox(text) from public;
comment on function private.mailbox(text) is
  'The mailbox of an address for counting: without its tag and dots, because many providers deliver all variants to one mailbox.';

create index consultations_confirmed_idx on public.consultations (confirmed_at) where confirmed_at is not null;

create table private.reached_limits (
  name       text primary key check (name in ('holds', 'confirmations')),
  reached_at timestamptz not null
);

alter table private.reached_limits enable row level security;
grant select, insert, update, delete on private.reached_limits to service_role;

comment on table private.reached_limits is
  'When a limit on the bookings of all visitors last rejected one. The dashboard reports it.';

-- Add to the constraint as it is, because other migrations add kinds too.
do $$
declare
  kinds text[] := array(
    select distinct matched[1]
      from pg_constraint as rule, regexp_matches(pg_get_constraintdef(rule.oid), '''([a-z-]+)''', 'g') as matched
     where rule.conname = 'email_outbox_kind_check');
begin
  alter table private.email_outbox drop constraint email_outbox_kind_check;
  execute format('alter table private.email_outbox add constraint email_outbox_kind_check check (kind in (%s))',
    (select string_agg(quote_literal(kind), ', ' order by kind) from unnest(kinds || array['booking-alarm']) as kind));
end
$$;
