-- Nobody's through the browser: the mail queue, sign-in attempts, the provider's tokens and events.
-- The server reaches these with the handle that bypasses policies; no role of a browser has a grant here.

create table private.mail_outbox (
  id              uuid primary key default gen_random_uuid(),
  -- Exactly once per recipient: a cause that is handled twice cannot queue a second message.
  deduplication_key text not null unique,
  kind            text not null,
  recipient       text not null,
  reply_to        text,
  subject         text not null check (subject !~ '[\r\n]'),
  body_text       text not null,
  state           text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  attempts        integer not null default 0,
  last_error      text,
  message_id      text not null unique,
  created_at      timestamptz not null default now(),
  sent_at         timestamptz
);
comment on table private.mail_outbox is 'Mail, written in the transaction of its cause and sent by a job.';
create index mail_outbox_state_idx on private.mail_outbox (state, created_at);

create table private.sign_in_attempts (
  id         bigint generated always as identity primary key,
  email      text not null,
  user_id    uuid,
  outcome    text not null,
  address    text not null,
  user_agent text not null default '',
  created_at timestamptz not null default now()
);
comment on table private.sign_in_attempts is 'Every attempt to sign in, as the administrator''s login page promises.';
create index sign_in_attempts_created_idx on private.sign_in_attempts (created_at desc);

create table private.rate_limits (
  key    text primary key,
  points integer not null default 0,
  expire bigint
);
comment on table private.rate_limits is 'Counters of the product''s own limits, shared by all processes.';

create table private.provider_connections (
  id                       uuid primary key default gen_random_uuid(),
  provider                 text not null default 'square' check (provider = 'square'),
  merchant_id              text not null,
  merchant_name            text not null default '',
  access_token_sealed      bytea,
  refresh_token_sealed     bytea,
  encryption_key_id        text,
  scopes                   text[] not null default '{}',
  expires_at               timestamptz,
  refreshed_at             timestamptz,
  connected_by             uuid,
  connected_at             timestamptz not null default now(),
  revoked_at               timestamptz,
  last_synced_at           timestamptz,
  last_error               text
);
comment on table private.provider_connections is 'The firm''s account at the payment provider; tokens sealed with AES-256-GCM.';
-- One live connection: another merchant can never be mixed in.
create unique index provider_connections_one_live on private.provider_connections (provider) where revoked_at is null;

create table private.oauth_tickets (
  ticket_hash bytea primary key,
  admin_id    uuid not null,
  created_at  timestamptz not null,
  used_at     timestamptz
);
comment on table private.oauth_tickets is 'One-time tickets that let an administrator''s page navigation start the authorization.';

create table private.oauth_states (
  state_hash   bytea primary key,
  browser_hash bytea not null,
  admin_id     uuid not null,
  created_at   timestamptz not null,
  used_at      timestamptz
);
comment on table private.oauth_states is 'One-time states of the authorization, bound to the browser that began it.';

create table private.webhook_events (
  event_id     text primary key,
  provider     text not null default 'square',
  merchant_id  text,
  type         text not null,
  body         jsonb not null,
  received_at  timestamptz not null default now(),
  processed_at timestamptz,
  outcome      text,
  attempts     integer not null default 0
);
comment on table private.webhook_events is 'Signed events of the provider, stored once before they are acknowledged.';
create index webhook_events_received_idx on private.webhook_events (received_at desc);

create table private.sync_runs (
  id          uuid primary key default gen_random_uuid(),
  provider    text not null default 'square',
  cause       text not null check (cause in ('button', 'schedule', 'demonstration')),
  state       text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'failed')),
  requested_by uuid,
  seen        integer not null default 0,
  report      jsonb not null default '{}',
  error       text,
  created_at  timestamptz not null default now(),
  started_at  timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz
);
comment on table private.sync_runs is 'Each synchronization with the provider: its progress and its report.';
-- One run at a time.
create unique index sync_runs_one_at_a_time on private.sync_runs (provider) where state in ('queued', 'running');
create index sync_runs_created_idx on private.sync_runs (created_at desc);

create table private.settings (
  key   text primary key,
  value jsonb not null
);
comment on table private.settings is 'Small facts of the installation, such as whether the demonstration has been loaded.';

-- Row security without a policy: even a grant made by mistake shows nothing.
alter table private.mail_outbox enable row level security;
alter table private.sign_in_attempts enable row level security;
alter table private.rate_limits enable row level security;
alter table private.provider_connections enable row level security;
alter table private.oauth_tickets enable row level security;
alter table private.oauth_states enable row level security;
alter table private.webhook_events enable row level security;
alter table private.sync_runs enable row level security;
alter table private.settings enable row level security;
-- The list of migrations that ran, where it is kept in this schema, is the owner's alone.
alter table if exists private.migrations enable row level security;
grant select, insert, update, delete on
  private.mail_outbox, private.sign_in_attempts, private.rate_limits, private.provider_connections,
  private.oauth_tickets, private.oauth_states, private.webhook_events, private.sync_runs, private.settings
  to service_role;
-- An attempt, once recorded, stays as it was.
revoke update, delete on private.sign_in_attempts from service_role;

create table public.provider_status (
  provider       text primary key,
  last_synced_at timestamptz
);
comment on table public.provider_status is 'Since when the amounts shown are known to equal the provider''s: the "as of" of every screen with money.';
alter table public.provider_status enable row level security;
grant select on public.provider_status to authenticated;
grant all on public.provider_status to service_role;
-- Serve whoever sees amounts.
create policy "clients read the time of the last sync" on public.provider_status
  for select to authenticated using ((select access.client_id()) is not null);
create policy "administrators read the time of the last sync" on public.provider_status
  for select to authenticated using ((select access.is_admin()));
