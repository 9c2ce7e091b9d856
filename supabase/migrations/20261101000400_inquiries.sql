-- What visitors send through the contact form.

create table public.contact_inquiries (
  id               uuid primary key default gen_random_uuid(),
  reference        text not null unique,
  name             text not null check (length(btrim(name)) between 2 and 200),
  email            text not null check (length(email) between 3 and 320),
  company          text not null check (length(btrim(company)) between 2 and 200),
  service_interest text not null check (service_interest in
                   ('AI Security Assessment', 'AI Security Governance', 'AI Engineering Acceleration', 'General Inquiry', 'Other')),
  message          text not null check (length(btrim(message)) between 10 and 5000),
  state            text not null default 'new' check (state in ('new', 'in_progress', 'answered', 'closed')),
  created_at       timestamptz not null default now()
);
comment on table public.contact_inquiries is
  'Inquiries of visitors, stored before they are mailed. Promised an answer within 24 hours of created_at.';
create index contact_inquiries_created_idx on public.contact_inquiries (created_at desc);

alter table public.contact_inquiries enable row level security;
grant select on public.contact_inquiries to authenticated;
grant all on public.contact_inquiries to service_role;
-- Serves the administrator's inbox. Visitors write through the server alone.
create policy "administrators read every inquiry" on public.contact_inquiries
  for select to authenticated using ((select access.is_admin()));
