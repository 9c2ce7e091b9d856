-- The inbox: what the firm notes about an inquiry, when it answered, and the client that came of it.

alter table public.contact_inquiries
  add column notes       text not null default '' check (length(notes) <= 5000),
  add column answered_at timestamptz,
  add column client_id   uuid references public.clients (id) on delete set null;
comment on column public.contact_inquiries.notes is 'For the firm; written through the server alone.';
comment on column public.contact_inquiries.answered_at is 'When the first reply was sent from the inbox: it stops the 24-hour clock.';
comment on column public.contact_inquiries.client_id is 'The client the inquiry was turned into.';
create index contact_inquiries_state_idx on public.contact_inquiries (state, created_at desc);
create index contact_inquiries_client_idx on public.contact_inquiries (client_id);
