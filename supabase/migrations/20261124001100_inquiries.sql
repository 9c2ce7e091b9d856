-- Inquiries from the contact form.

create table public.contact_inquiries (
  id               uuid primary key default gen_random_uuid(),
  reference        text not null unique,
  name             text not null check (length(btrim(name)) between 2 and 200),
  email            text not null check (length(email) between 3 and 320),
  company          text not null check (length(btrim(company)) between 2 and 200),
  service_interest text not null check (service_interest in
                   ('AI Security Assessment', 'AI Security Governance', 'AI Engineering Acceleration', 'General Inquiry', 'Other')),
  message          text not null check (length(btrim(message)) between 10 and 5000),
  status           text not null default 'new' check (status in ('new', 'in_progress', 'replied', 'closed')),
  notes            text not null default '' check (length(notes) <= 5000),
  client_id        uuid references public.clients (id) on delete set null,
  retention_months integer not null default 24 check (retention_months between 1 and 120),
  replied_at       timestamptz,
  created_at       timestamptz not null default now()
);
create index contact_inquiries_created_idx on public.contact_inquiries (created_at desc);
create index contact_inquiries_status_idx on public.contact_inquiries (status, created_at desc);
create index contact_inquiries_client_idx on public.contact_inquiries (client_id);

alter table public.contact_inquiries enable row level security;
-- Visitors submit inquiries through the server.
grant select on public.contact_inquiries to authenticated;
grant all on public.contact_inquiries to service_role;

create policy "Administrators can read all inquiries" on public.contact_inquiries
  for select to authenticated using ((select access.is_admin()));

create function private.set_inquiry_retention() returns trigger
  language plpgsql security definer
  -- `security definer`, because the role that stores an inquiry may not be allowed to read the settings.
  set search_path = ''
as $$
begin
  select period.inquiry_months into strict new.retention_months from public.retention_periods as period;
  return new;
end
$$;
revoke all on function private.set_inquiry_retention() from public;

create trigger contact_inquiries_set_retention before insert on public.contact_inquiries
  for each row execute function private.set_inquiry_retention();
-- Exclude personal data, because entries of the audit log cannot be erased on request.
create trigger contact_inquiries_audit after update or delete on public.contact_inquiries
  for each row execute function private.record_audit_entry('name', 'email', 'company', 'message', 'notes');

create view endpoints.contact_inquiries with (security_barrier) as
  select id, reference, name, email, status, notes, client_id, replied_at from public.contact_inquiries
   where (select access.is_admin())
  with check option;
grant select, update (status, notes, client_id, replied_at) on endpoints.contact_inquiries to authenticated;
comment on view endpoints.contact_inquiries is 'Lets administrators update inquiries.';

comment on table public.contact_inquiries is
  'Inquiries from visitors, stored before any email is sent. The site promises a reply within 24 hours of created_at.';
comment on column public.contact_inquiries.notes is 'Internal notes. Written through the server.';
comment on column public.contact_inquiries.client_id is 'The client created from this inquiry.';
comment on column public.contact_inquiries.retention_months is
  'The retention period shown on the form when the inquiry was sent. A longer period set later does not apply to this inquiry.';
comment on column public.contact_inquiries.replied_at is
  'When the first reply was sent from the inbox. Determines whether the 24-hour deadline was met.';
