-- Attaching a document that clients can already see to a draft no longer hides it from them.

drop trigger finding_attachments_update_document on public.finding_attachments;
drop function private.update_attached_document();

create function private.share_attached_document() returns trigger
  language plpgsql security definer
  -- `security definer`, because callers cannot write documents.
  set search_path = ''
as $$
begin
  update public.documents as document
     set is_internal = false
   where document.id = new.document_id and document.is_internal
     and exists (select from public.findings as finding
                  where finding.id = new.finding_id and finding.publication_status <> 'draft');
  return null;
end
$$;
revoke all on function private.share_attached_document() from public;
create trigger finding_attachments_share_document after insert on public.finding_attachments
  for each row execute function private.share_attached_document();

comment on column public.documents.is_internal is
  'Whether clients cannot see the document. True for uploads in the form of a finding, until a finding they are attached to is published, or an administrator shares them.';
