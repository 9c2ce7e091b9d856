-- Issued letters of attestation cannot be deleted, and their end does not change.

create or replace function private.check_attestation_letter_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'an issued letter of attestation cannot be deleted' using errcode = '23514';
  end if;
  if (old.id, old.project_id, old.client_id, old.code, old.issued_on, old.content, old.sha256, old.created_at)
     is distinct from
     (new.id, new.project_id, new.client_id, new.code, new.issued_on, new.content, new.sha256, new.created_at) then
    raise exception 'an issued letter of attestation cannot change' using errcode = '23514';
  end if;
  if new.status <> old.status and old.status = 'withdrawn' then
    raise exception 'a withdrawn letter of attestation stays withdrawn' using errcode = '23514';
  end if;
  if new.status = 'valid' and old.status <> 'valid' then
    raise exception 'a letter of attestation cannot become valid again' using errcode = '23514';
  end if;
  if new.status = old.status
     and (old.ended_on, old.withdrawal_reason) is distinct from (new.ended_on, new.withdrawal_reason) then
    raise exception 'the end of a letter of attestation cannot change' using errcode = '23514';
  end if;
  -- Only deleting the document removes the reference to it.
  if new.document_id is distinct from old.document_id and new.document_id is not null then
    raise exception 'the document of a letter of attestation cannot change' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger attestation_letters_keep before delete on public.attestation_letters
  for each row execute function private.check_attestation_letter_change();

-- As private.can_download(), which calls it.
grant execute on function private.is_draft_attachment(uuid) to service_role;
