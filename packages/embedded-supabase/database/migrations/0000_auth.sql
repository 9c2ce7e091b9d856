-- Accounts and sessions, with the tables and columns of Supabase Auth, so that migrations, policies and foreign keys
-- written for Supabase work unchanged.

-- Deny by default: tables and functions are accessible only through explicit grants.
revoke all on schema public from public;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant all on tables to service_role;
alter default privileges in schema public grant all on sequences to service_role;
alter default privileges in schema public grant execute on functions to service_role;

create schema auth;
comment on schema auth is 'Accounts and sessions, as in Supabase Auth. Not exposed by the API.';

create type auth.aal_level as enum ('aal1', 'aal2', 'aal3');
create type auth.code_challenge_method as enum ('s256', 'plain');
create type auth.factor_status as enum ('unverified', 'verified');
create type auth.factor_type as enum ('totp', 'webauthn', 'phone');
create type auth.one_time_token_type as enum (
  'confirmation_token', 'reauthentication_token', 'recovery_token',
  'email_change_token_new', 'email_change_token_current', 'phone_change_token');

create table auth.users (
  instance_id                 uuid,
  id                          uuid primary key,
  aud                         varchar(255),
  role                        varchar(255),
  email                       varchar(255),
  encrypted_password          varchar(255),
  email_confirmed_at          timestamptz,
  invited_at                  timestamptz,
  confirmation_token          varchar(255),
  confirmation_sent_at        timestamptz,
  recovery_token              varchar(255),
  recovery_sent_at            timestamptz,
  email_change_token_new      varchar(255),
  email_change                varchar(255),
  email_change_sent_at        timestamptz,
  last_sign_in_at             timestamptz,
  raw_app_meta_data           jsonb,
  raw_user_meta_data          jsonb,
  is_super_admin              boolean,
  created_at                  timestamptz,
  updated_at                  timestamptz,
  phone                       text unique default null,
  phone_confirmed_at          timestamptz,
  phone_change                text default '',
  phone_change_token          varchar(255) default '',
  phone_change_sent_at        timestamptz,
  confirmed_at                timestamptz generated always as (least(email_confirmed_at, phone_confirmed_at)) stored,
  email_change_token_current  varchar(255) default '',
  email_change_confirm_status smallint default 0 check (email_change_confirm_status between 0 and 2),
  banned_until                timestamptz,
  reauthentication_token      varchar(255) default '',
  reauthentication_sent_at    timestamptz,
  is_sso_user                 boolean not null default false,
  deleted_at                  timestamptz,
  is_anonymous                boolean not null default false
);
comment on table auth.users is 'Accounts. Passwords are bcrypt hashes.';
create unique index users_email_partial_key on auth.users (email) where is_sso_user = false;
create index users_instance_id_email_idx on auth.users (instance_id, lower(email));

create table auth.identities (
  provider_id     text not null,
  user_id         uuid not null references auth.users (id) on delete cascade,
  identity_data   jsonb not null,
  provider        text not null,
  last_sign_in_at timestamptz,
  created_at      timestamptz,
  updated_at      timestamptz,
  email           text generated always as (lower(identity_data ->> 'email')) stored,
  id              uuid primary key default gen_random_uuid(),
  unique (provider_id, provider)
);
comment on table auth.identities is 'Sign-in methods of an account.';
create index identities_user_id_idx on auth.identities (user_id);

create table auth.mfa_factors (
  id                           uuid primary key,
  user_id                      uuid not null references auth.users (id) on delete cascade,
  friendly_name                text,
  factor_type                  auth.factor_type not null,
  status                       auth.factor_status not null,
  created_at                   timestamptz not null,
  updated_at                   timestamptz not null,
  secret                       text,
  phone                        text,
  last_challenged_at           timestamptz unique,
  web_authn_credential         jsonb,
  web_authn_aaguid             uuid,
  last_webauthn_challenge_data jsonb
);
comment on table auth.mfa_factors is 'Second factors.';
create unique index mfa_factors_user_friendly_name_unique on auth.mfa_factors (friendly_name, user_id)
  where trim(friendly_name) <> '';
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);

create table auth.sessions (
  id           uuid primary key,
  user_id      uuid not null references auth.users (id) on delete cascade,
  created_at   timestamptz,
  updated_at   timestamptz,
  factor_id    uuid,
  aal          auth.aal_level,
  not_after    timestamptz,
  refreshed_at timestamp,
  user_agent   text,
  ip           inet,
  tag          text
);
comment on table auth.sessions is 'Active sessions. Deleting a row ends the session immediately.';
create index sessions_user_id_idx on auth.sessions (user_id);
create index sessions_not_after_idx on auth.sessions (not_after desc);

create table auth.refresh_tokens (
  instance_id uuid,
  id          bigserial primary key,
  token       varchar(255) unique,
  user_id     varchar(255),
  revoked     boolean,
  created_at  timestamptz,
  updated_at  timestamptz,
  parent      varchar(255),
  session_id  uuid references auth.sessions (id) on delete cascade
);
comment on table auth.refresh_tokens is 'Refresh tokens. Each references the token that it replaced.';
create index refresh_tokens_session_id_revoked_idx on auth.refresh_tokens (session_id, revoked);
create index refresh_tokens_parent_idx on auth.refresh_tokens (parent);
create index refresh_tokens_updated_at_idx on auth.refresh_tokens (updated_at desc);

create table auth.mfa_challenges (
  id                     uuid primary key,
  factor_id              uuid not null references auth.mfa_factors (id) on delete cascade,
  created_at             timestamptz not null,
  verified_at            timestamptz,
  ip_address             inet not null,
  otp_code               text,
  web_authn_session_data jsonb
);
comment on table auth.mfa_challenges is 'Second-factor challenges.';
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at desc);

create table auth.mfa_amr_claims (
  session_id            uuid not null references auth.sessions (id) on delete cascade,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  authentication_method text not null,
  id                    uuid primary key,
  unique (session_id, authentication_method)
);
comment on table auth.mfa_amr_claims is 'Authentication methods of each session.';

create table auth.one_time_tokens (
  id         uuid primary key,
  user_id    uuid not null references auth.users (id) on delete cascade,
  token_type auth.one_time_token_type not null,
  token_hash text not null check (char_length(token_hash) > 0),
  relates_to text not null,
  created_at timestamp not null default now(),
  updated_at timestamp not null default now(),
  unique (user_id, token_type)
);
comment on table auth.one_time_tokens is 'Hashes of the tokens in email links. Each can be used once.';
create index one_time_tokens_token_hash_idx on auth.one_time_tokens using hash (token_hash);
create index one_time_tokens_relates_to_idx on auth.one_time_tokens using hash (relates_to);

create table auth.flow_state (
  id                     uuid primary key,
  user_id                uuid,
  auth_code              text not null,
  code_challenge_method  auth.code_challenge_method not null,
  code_challenge         text not null,
  provider_type          text not null,
  provider_access_token  text,
  provider_refresh_token text,
  created_at             timestamptz,
  updated_at             timestamptz,
  authentication_method  text not null,
  auth_code_issued_at    timestamptz
);
comment on table auth.flow_state is 'Pending PKCE sign-ins.';
create index flow_state_auth_code_idx on auth.flow_state (auth_code);
create index flow_state_user_id_idx on auth.flow_state (user_id, authentication_method);
create index flow_state_created_at_idx on auth.flow_state (created_at desc);

create table auth.audit_log_entries (
  instance_id uuid,
  id          uuid primary key,
  payload     json,
  created_at  timestamptz,
  ip_address  varchar(64) not null default ''
);
comment on table auth.audit_log_entries is 'Audit log of accounts and sessions.';
create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);

alter table auth.users             enable row level security;
alter table auth.identities        enable row level security;
alter table auth.mfa_factors       enable row level security;
alter table auth.sessions          enable row level security;
alter table auth.refresh_tokens    enable row level security;
alter table auth.mfa_challenges    enable row level security;
alter table auth.mfa_amr_claims    enable row level security;
alter table auth.one_time_tokens   enable row level security;
alter table auth.flow_state        enable row level security;
alter table auth.audit_log_entries enable row level security;

-- Functions that policies use to identify the caller.

create function auth.jwt() returns jsonb
language sql stable
as $$ select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
                      nullif(current_setting('request.jwt.claims', true), ''))::jsonb $$;

create function auth.uid() returns uuid
language sql stable
as $$ select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
                      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;

create function auth.role() returns text
language sql stable
as $$ select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
                      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role') $$;

create function auth.email() returns text
language sql stable
as $$ select coalesce(nullif(current_setting('request.jwt.claim.email', true), ''),
                      nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email') $$;

grant usage on schema auth to anon, authenticated, service_role;
grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.email() to anon, authenticated, service_role;
grant select on all tables in schema auth to service_role;
