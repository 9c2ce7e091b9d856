-- One-time codes that replace a lost second factor.

create table private.recovery_codes (
  user_id    uuid not null references public.users (id) on delete cascade,
  code_hash  bytea not null check (octet_length(code_hash) = 32),
  created_at timestamptz not null default now(),
  primary key (user_id, code_hash)
);

-- Row level security without policies denies access even if a grant is added by mistake.
alter table private.recovery_codes enable row level security;
grant select, insert, delete on private.recovery_codes to service_role;

comment on table private.recovery_codes is
  'SHA-256 hashes of unused recovery codes. A code has at least 79 random bits, so the hash needs no salt. Using a code deletes all codes of the account.';

create function endpoints.replace_recovery_codes(code_hashes bytea[]) returns void
  language plpgsql security definer
  -- `security definer`, because callers cannot write private.recovery_codes.
  set search_path = ''
as $$
begin
  if endpoints.needs_second_factor()
     or not exists (select from auth.mfa_factors as factor
                     where factor.user_id = auth.uid() and factor.status = 'verified') then
    raise exception 'recovery codes require a verified second factor' using errcode = '42501';
  end if;
  delete from private.recovery_codes as old where old.user_id = auth.uid();
  insert into private.recovery_codes (user_id, code_hash) select auth.uid(), unnest(code_hashes);
end
$$;
comment on function endpoints.replace_recovery_codes(bytea[]) is
  'Replaces the caller''s recovery codes. Requires that the session has verified a second factor.';

create function endpoints.count_recovery_codes() returns integer
  language sql stable security definer
  -- `security definer`, because callers cannot read private.recovery_codes.
  set search_path = ''
as $$
  select count(*)::integer from private.recovery_codes as code
   where code.user_id = (select auth.uid()) and not endpoints.needs_second_factor()
$$;
comment on function endpoints.count_recovery_codes() is
  'The number of the caller''s unused recovery codes. 0 if the session has not verified a required second factor.';

revoke all on function endpoints.replace_recovery_codes(bytea[]), endpoints.count_recovery_codes() from public;
grant execute on function endpoints.replace_recovery_codes(bytea[]), endpoints.count_recovery_codes() to authenticated;

-- Codes without a second factor would survive its removal and skip a factor that is added later.
create function private.delete_recovery_codes() returns trigger
  language plpgsql security definer
  -- `security definer`, because the authentication service cannot write private.recovery_codes.
  set search_path = ''
as $$
begin
  delete from private.recovery_codes as code
   where code.user_id = old.user_id
     and not exists (select from auth.mfa_factors as factor
                      where factor.user_id = old.user_id and factor.status = 'verified');
  return null;
end
$$;
revoke all on function private.delete_recovery_codes() from public;

create trigger mfa_factors_delete_recovery_codes after delete on auth.mfa_factors
  for each row execute function private.delete_recovery_codes();
