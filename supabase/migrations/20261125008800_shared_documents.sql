-- Members are told about an internal document when it becomes visible to them.
alter table public.documents add column shared_at timestamptz check (isfinite(shared_at));
comment on column public.documents.shared_at is
  'When the document stopped being internal. Null if it is internal, or never was. Set by a trigger.';

create function private.set_document_shared_at() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  new.shared_at := case when not new.is_internal then clock_timestamp() end;
  return new;
end
$$;
revoke all on function private.set_document_shared_at() from public;
create trigger documents_set_shared_at before update of is_internal on public.documents
  for each row when (old.is_internal <> new.is_internal) execute function private.set_document_shared_at();
