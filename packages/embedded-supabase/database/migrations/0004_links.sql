-- Several links of a kind can be valid at the same time, and sign-in links are separate from recovery links.

alter table auth.one_time_tokens drop constraint one_time_tokens_user_id_token_type_key;
create index one_time_tokens_user_id_token_type_idx on auth.one_time_tokens (user_id, token_type);

-- Supabase Auth stores sign-in links as recovery links.
alter type auth.one_time_token_type add value 'magiclink_token' after 'recovery_token';
alter table auth.users add column magiclink_sent_at timestamptz;
comment on column auth.users.magiclink_sent_at is
  'When a sign-in link was last sent. Supabase Auth has no such column and uses recovery_sent_at.';
