-- Second-factor data for which Supabase Auth has no table.

create table embedded.spent_totp_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step      bigint not null
);
comment on table embedded.spent_totp_steps is
  'The latest accepted 30-second step per factor, so that each code works only once.';

-- Drop this unique constraint, because two factors can be challenged in the same millisecond.
alter table auth.mfa_factors drop constraint mfa_factors_last_challenged_at_key;
