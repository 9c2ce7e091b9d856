-- What else a client sees: rates, documents, support plans and bookings.

create table public.client_rates (
  id               uuid primary key default gen_random_uuid(),
  client_id        uuid not null references public.clients (id) on delete cascade,
  service_type     text not null check (length(btrim(service_type)) between 1 and 200),
  hourly_rate      numeric(10, 2) not null check (hourly_rate between 0 and 100000),
  monthly_retainer numeric(12, 2) check (monthly_retainer between 0 and 10000000),
  discount_tier    text check (length(discount_tier) <= 100),
  description      text not null default '' check (length(description) <= 1000),
  effective_from   date not null default current_date,
  created_at       timestamptz not null default now()
);
comment on table public.client_rates is 'One rate card per service type of a client, in dollars.';
create index client_rates_client_idx on public.client_rates (client_id, service_type);

create table public.documents (
  id          uuid primary key default gen_random_uuid(),
  client_id   uuid not null references public.clients (id) on delete restrict,
  name        text not null check (length(name) between 1 and 255),
  category    text not null default 'report' check (category in ('contract', 'report', 'deliverable', 'invoice', 'other')),
  file_size   bigint not null check (file_size between 0 and 52428800),
  mime_type   text not null,
  uploaded_at timestamptz not null default now()
);
comment on table public.documents is 'Files for a client; size in bytes, at most 50 MB.';
create index documents_client_idx on public.documents (client_id, uploaded_at desc);
create index documents_uploaded_idx on public.documents (uploaded_at desc);

create table private.document_files (
  document_id uuid primary key references public.documents (id) on delete cascade,
  storage_key text not null unique,
  sha256      text not null check (sha256 ~ '^[0-9a-f]{64}$')
);
comment on table private.document_files is 'Where a document''s bytes lie, and their hash: the server''s business alone.';
alter table private.document_files enable row level security;
grant select, insert, update, delete on private.document_files to service_role;

create table public.subscription_tiers (
  id                       uuid primary key default gen_random_uuid(),
  tier_name                text not null unique check (length(btrim(tier_name)) between 1 and 100),
  monthly_price            numeric(10, 2) not null check (monthly_price >= 0),
  features                 text[] not null default '{}',
  is_popular               boolean not null default false,
  is_active                boolean not null default true,
  display_order            integer not null default 0,
  square_checkout_url      text check (access.is_payment_address(square_checkout_url)),
  square_plan_variation_id text unique
);
comment on table public.subscription_tiers is 'Support plans a client can subscribe to. Price in dollars a month.';

create table public.client_subscriptions (
  id                     uuid primary key default gen_random_uuid(),
  client_id              uuid not null references public.clients (id) on delete restrict,
  tier_id                uuid not null references public.subscription_tiers (id) on delete restrict,
  status                 text not null check (status in ('active', 'paused', 'past_due', 'cancelled')),
  current_period_end     date,
  square_subscription_id text unique,
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now()
);
comment on table public.client_subscriptions is 'A client''s subscription to a tier; at most one of them active.';
create unique index client_subscriptions_one_active on public.client_subscriptions (client_id) where status = 'active';
create index client_subscriptions_client_idx on public.client_subscriptions (client_id);
create index client_subscriptions_tier_idx on public.client_subscriptions (tier_id);
create trigger client_subscriptions_updated_at before update on public.client_subscriptions
  for each row execute function access.touch_updated_at();

create table public.service_bookings (
  id                   uuid primary key default gen_random_uuid(),
  client_id            uuid not null default access.client_id() references public.clients (id) on delete restrict,
  kind                 text not null default 'booking' check (kind in ('booking', 'quote')),
  status               text not null default 'pending'
                       check (status in ('pending', 'approved', 'in_progress', 'completed', 'declined', 'cancelled')),
  service_type         text not null check (length(btrim(service_type)) between 1 and 200),
  preferred_start_date date not null,
  estimated_scope      text not null default '' check (length(estimated_scope) <= 500),
  project_description  text not null check (length(btrim(project_description)) between 1 and 5000),
  urgency              text not null default 'medium' check (urgency in ('low', 'medium', 'high')),
  scheduled_at         timestamptz,
  decline_reason       text check (length(decline_reason) <= 1000),
  created_at           timestamptz not null default now(),
  updated_at           timestamptz not null default now()
);
comment on table public.service_bookings is 'What a client asks for: a booking, or a quote. scheduled_at is set when the firm approves.';
create index service_bookings_client_idx on public.service_bookings (client_id, created_at desc);
create index service_bookings_status_idx on public.service_bookings (status, created_at);
create trigger service_bookings_updated_at before update on public.service_bookings
  for each row execute function access.touch_updated_at();

alter table public.client_rates enable row level security;
alter table public.documents enable row level security;
alter table public.subscription_tiers enable row level security;
alter table public.client_subscriptions enable row level security;
alter table public.service_bookings enable row level security;

grant select on public.client_rates, public.documents, public.subscription_tiers, public.client_subscriptions,
   public.service_bookings to authenticated;
grant insert (client_id, kind, service_type, preferred_start_date, estimated_scope, project_description, urgency)
   on public.service_bookings to authenticated;
grant all on public.client_rates, public.documents, public.subscription_tiers, public.client_subscriptions,
   public.service_bookings to service_role;

-- Serve the client.
create policy "clients read their own rates" on public.client_rates
  for select to authenticated using (client_id = (select access.client_id()));
create policy "clients read their own documents" on public.documents
  for select to authenticated using (client_id = (select access.client_id()));
create policy "clients read active tiers" on public.subscription_tiers
  for select to authenticated using (is_active and (select access.client_id()) is not null);
create policy "clients read their own subscription" on public.client_subscriptions
  for select to authenticated using (client_id = (select access.client_id()));
create policy "clients read their own bookings" on public.service_bookings
  for select to authenticated using (client_id = (select access.client_id()));
create policy "clients make their own bookings" on public.service_bookings
  for insert to authenticated with check (client_id = (select access.client_id()) and status = 'pending');

-- Serve the administrator.
create policy "administrators read every rate" on public.client_rates
  for select to authenticated using ((select access.is_admin()));
create policy "administrators read every document" on public.documents
  for select to authenticated using ((select access.is_admin()));
create policy "administrators read every tier" on public.subscription_tiers
  for select to authenticated using ((select access.is_admin()));
create policy "administrators read every subscription" on public.client_subscriptions
  for select to authenticated using ((select access.is_admin()));
create policy "administrators read every booking" on public.service_bookings
  for select to authenticated using ((select access.is_admin()));
