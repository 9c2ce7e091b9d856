-- What second factors need beyond the shapes of Supabase Auth.

create table embedded.spent_totp_steps (
  factor_id uuid primary key references auth.mfa_factors (id) on delete cascade,
  step      bigint not null
);
comment on table embedded.spent_totp_steps is
  'The newest 30-second step whose code was accepted, one row a factor: no code works twice.';

-- Two people may be asked for a code in the same millisecond.
alter table auth.mfa_factors drop constraint mfa_factors_last_challenged_at_key;
