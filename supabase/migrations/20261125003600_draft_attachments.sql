-- Clients cannot see the attachments of drafts.

create index finding_attachments_client_idx on public.finding_attachments (client_id);

create function private.is_draft_attachment(document uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select count(*) > 0 and bool_and(finding.publication_status = 'draft')
    from public.finding_attachments as attachment
    join public.findings as finding on finding.id = attachment.finding_id
   where attachment.document_id = is_draft_attachment.document
$$;
comment on function private.is_draft_attachment(uuid) is
  'Whether a document is attached to drafts, and to no other findings. Clients cannot see it until one of them is published.';
revoke all on function private.is_draft_attachment(uuid) from public;

create function access.draft_attachments() returns uuid[]
  language sql stable security definer
  -- `security definer`, because policies call it, and clients cannot read drafts.
  set search_path = ''
as $$
  select coalesce(array_agg(distinct attachment.document_id), '{}')
    from public.finding_attachments as attachment
   where attachment.client_id = (select access.current_client_id())
     and private.is_draft_attachment(attachment.document_id)
$$;
comment on function access.draft_attachments() is
  'The documents of the caller''s client that are attached only to drafts.';
revoke all on function access.draft_attachments() from public;
grant execute on function access.draft_attachments() to authenticated, service_role;

alter policy "Clients can read their own documents except quarantined ones" on public.documents
  using (client_id = (select access.current_client_id()) and scan_status <> 'quarantined'
         and (category = any ((select access.readable_categories())::text[])
              and (category <> 'deliverable' or project_id is not null or (select access.current_client_role()) = 'owner')
              or (select access.current_client_role()) = any (shared_with))
         and id <> all ((select access.draft_attachments())::uuid[]));
alter policy "Clients can read the downloads of their own documents" on public.document_downloads
  using ((client_id = (select access.current_client_id('people'))
          or client_id = (select access.current_client_id()) and user_id = (select auth.uid()))
         and (document_id is null or document_id <> all ((select access.draft_attachments())::uuid[])));

create or replace function private.can_download(account uuid, document uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select from public.documents as own
      join public.clients as client on client.id = own.client_id and client.status = 'active'
      join public.client_members as member on member.client_id = client.id
     where own.id = can_download.document and member.user_id = can_download.account
       and member.suspended_at is null and (member.expires_at is null or member.expires_at > now())
       and not private.is_draft_attachment(own.id)
       and (member.role = any (own.shared_with)
            or (own.category <> 'deliverable' or own.project_id is not null or member.role = 'owner')
               and exists (select from public.client_role_documents as readable
                            where readable.role = member.role and readable.category = own.category)))
$$;

-- The log of downloads keeps the names of deleted documents, so a draft's attachment takes its downloads with it.
create function private.delete_draft_downloads() returns trigger
  language plpgsql security definer
  -- `security definer`, because no one can delete downloads.
  set search_path = ''
as $$
begin
  if private.is_draft_attachment(old.id) then
    delete from public.document_downloads as download where download.document_id = old.id;
  end if;
  return old;
end
$$;
revoke all on function private.delete_draft_downloads() from public;
create trigger documents_delete_draft_downloads before delete on public.documents
  for each row execute function private.delete_draft_downloads();
