-- The connection to the payment provider: authorization, webhook events and sync runs.

-- Provider connections --------------------------------------------------------------------------------------------

create table private.provider_connections (
  id                      uuid primary key default gen_random_uuid(),
  provider                text not null default 'square' check (provider in ('square')),
  merchant_id             text not null,
  merchant_name           text not null default '',
  access_token_encrypted  bytea,
  refresh_token_encrypted bytea,
  encryption_key_id       text,
  scopes                  text[] not null default '{}',
  expires_at              timestamptz,
  refreshed_at            timestamptz,
  renewal_failed_at       timestamptz,
  renewal_error           text,
  connected_by            uuid,
  connected_at            timestamptz not null default now(),
  revoked_at              timestamptz,
  released_at             timestamptz,
  first_synced_at         timestamptz,
  last_synced_at          timestamptz,
  last_error              text
);
-- Allow one active connection, so that invoices of two merchants are never mixed.
create unique index provider_connections_active_key on private.provider_connections (provider) where revoked_at is null;

-- Row level security without policies denies access even if a grant is added by mistake.
alter table private.provider_connections enable row level security;
grant select, insert, update, delete on private.provider_connections to service_role;

create function private.set_first_synced_at() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- Use clock_timestamp() instead of now(), so that the time is later than that of every row the sync stored.
  new.first_synced_at := clock_timestamp();
  return new;
end
$$;
revoke all on function private.set_first_synced_at() from public;

create trigger provider_connections_set_first_synced_at before update of last_synced_at on private.provider_connections
  for each row when (new.last_synced_at is not null and new.first_synced_at is null)
  execute function private.set_first_synced_at();

comment on table private.provider_connections is
  'The firm''s accounts at the payment provider. Tokens are encrypted with AES-256-GCM.';
comment on column private.provider_connections.renewal_failed_at is
  'When renewing access first failed. Null after a successful renewal.';
comment on column private.provider_connections.released_at is
  'When an administrator allowed connecting another account while open invoices of this account are stored.';
comment on column private.provider_connections.first_synced_at is
  'When the first full sync completed. Clients get no email about invoices that were stored before.';

-- OAuth -----------------------------------------------------------------------------------------------------------

create table private.oauth_tickets (
  ticket_hash bytea primary key,
  admin_id    uuid not null,
  created_at  timestamptz not null,
  used_at     timestamptz
);

alter table private.oauth_tickets enable row level security;
grant select, insert, update, delete on private.oauth_tickets to service_role;

comment on table private.oauth_tickets is
  'One-time tickets that authenticate the page navigation that starts the authorization. A navigation cannot send a bearer token.';

create table private.oauth_states (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  admin_id     uuid not null,
  created_at   timestamptz not null,
  used_at      timestamptz
);

alter table private.oauth_states enable row level security;
grant select, insert, update, delete on private.oauth_states to service_role;

comment on table private.oauth_states is 'One-time OAuth states, bound to the browser that started the authorization.';

-- Webhook events --------------------------------------------------------------------------------------------------

create table private.webhook_events (
  event_id     text primary key,
  provider     text not null default 'square' check (provider in ('square')),
  merchant_id  text,
  type         text not null,
  body         jsonb not null,
  received_at  timestamptz not null default now(),
  processed_at timestamptz,
  outcome      text,
  attempts     integer not null default 0
);
create index webhook_events_received_idx on private.webhook_events (received_at desc);
create index webhook_events_unprocessed_idx on private.webhook_events (received_at desc) where processed_at is null;

alter table private.webhook_events enable row level security;
grant select, insert, update, delete on private.webhook_events to service_role;

comment on table private.webhook_events is
  'Webhook events with a valid signature. Each event is stored once, before it is acknowledged.';

-- Invoice reads ---------------------------------------------------------------------------------------------------

create table private.square_invoice_reads (
  square_invoice_id text primary key,
  order_id          text,
  versions          jsonb not null default '{}' check (jsonb_typeof(versions) = 'object')
);
create index square_invoice_reads_order_idx on private.square_invoice_reads (order_id);
create index square_invoice_reads_versions_idx on private.square_invoice_reads using gin (versions);

alter table private.square_invoice_reads enable row level security;
grant select, insert, update, delete on private.square_invoice_reads to service_role;

comment on table private.square_invoice_reads is
  'The Square objects that each stored invoice was read from. Used to find the invoice of an order, payment or refund, and to reject outdated data.';
comment on column private.square_invoice_reads.versions is
  'Map from Square ids to versions: the order''s version, and the time in milliseconds when each payment and refund last changed. Empty if the invoice was not read completely.';

-- Sync runs -------------------------------------------------------------------------------------------------------

create table private.sync_runs (
  id           uuid primary key default gen_random_uuid(),
  provider     text not null default 'square' check (provider in ('square')),
  cause        text not null check (cause in ('button', 'schedule', 'comparison', 'demo')),
  status       text not null default 'queued' check (status in ('queued', 'running', 'succeeded', 'failed')),
  requested_by uuid,
  seen         integer not null default 0,
  report       jsonb not null default '{}',
  comparison   jsonb,
  error        text,
  resumed      integer not null default 0,
  created_at   timestamptz not null default now(),
  started_at   timestamptz,
  heartbeat_at timestamptz,
  finished_at  timestamptz
);
-- Allow one run at a time.
create unique index sync_runs_unfinished_key on private.sync_runs (provider) where status in ('queued', 'running');
create index sync_runs_created_idx on private.sync_runs (created_at desc);

alter table private.sync_runs enable row level security;
grant select, insert, update, delete on private.sync_runs to service_role;

comment on table private.sync_runs is 'Syncs with the provider, with their progress and report.';
comment on column private.sync_runs.seen is 'Number of invoices read so far.';
comment on column private.sync_runs.comparison is
  'Counts, totals and versions on both sides, and the differences. Null if the sync did not compare.';
comment on column private.sync_runs.resumed is 'How many times the run was resumed after its process had ended.';

-- Provider status -------------------------------------------------------------------------------------------------

create table public.provider_status (
  provider       text primary key check (provider in ('square')),
  last_synced_at timestamptz
);

alter table public.provider_status enable row level security;
grant select on public.provider_status to authenticated;
grant all on public.provider_status to service_role;

create policy "Clients can read the time of the last sync" on public.provider_status
  for select to authenticated using ((select access.current_client_id()) is not null);
create policy "Administrators can read the time of the last sync" on public.provider_status
  for select to authenticated using ((select access.is_admin()));

comment on table public.provider_status is
  'When the stored amounts were last confirmed to match the provider''s. Screens show this time as "as of".';
