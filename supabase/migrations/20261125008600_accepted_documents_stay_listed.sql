-- The document of an accepted proposal stays in the client's list after an upload with the same name.
create or replace function private.update_latest_document_version() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  changed public.documents := case when tg_op = 'DELETE' then old else new end;
begin
  update public.documents as document
     set is_latest = not document.is_latest
   where document.client_id = changed.client_id and lower(document.name) = lower(changed.name)
     and document.is_latest is distinct from (document.scan_status <> 'quarantined' and (
           document.version = (
             select max(sibling.version) from public.documents as sibling
              where sibling.client_id = changed.client_id and lower(sibling.name) = lower(changed.name)
                and sibling.is_internal = document.is_internal and sibling.scan_status <> 'quarantined')
           or exists (select from public.proposal_acceptances as acceptance where acceptance.document_id = document.id)));
  return null;
end
$$;
comment on column public.documents.is_latest is
  'True for the newest version that is not quarantined, and for the document of an accepted proposal. Internal documents have their own newest version. Set by a trigger.';
