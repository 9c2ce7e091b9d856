-- An administrator who moves a consultation emails the visitor a link.

create function endpoints.add_consultation_link(consultation uuid, token_hash bytea, created_at timestamptz) returns void
  language plpgsql security definer
  -- `security definer`, because callers cannot write private.consultation_tokens.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can add a link to a consultation' using errcode = '42501';
  end if;
  insert into private.consultation_tokens (token_hash, consultation_id, created_at)
  values (add_consultation_link.token_hash, add_consultation_link.consultation, add_consultation_link.created_at);
end
$$;
comment on function endpoints.add_consultation_link(uuid, bytea, timestamptz) is
  'Stores the hash of the token in an email about a consultation. Requires an administrator.';
revoke all on function endpoints.add_consultation_link(uuid, bytea, timestamptz) from public;
grant execute on function endpoints.add_consultation_link(uuid, bytea, timestamptz) to authenticated;
