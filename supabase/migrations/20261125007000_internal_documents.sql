-- Internal documents, which clients cannot see. Attachments of drafts stay internal when the draft is deleted.

drop policy "Clients can read their own documents except quarantined ones" on public.documents;
drop policy "Clients can read the downloads of their own documents" on public.document_downloads;
drop trigger documents_delete_draft_downloads on public.documents;
drop function private.delete_draft_downloads();
drop function access.draft_attachments();

-- Documents -------------------------------------------------------------------------------------------------------

alter table public.documents add column is_internal boolean not null default false;
comment on column public.documents.is_internal is
  'Whether clients cannot see the document. True for uploads in the form of a finding, and for documents that are attached to a draft, until a finding they are attached to is published, or an administrator shares them.';
comment on column public.documents.version is
  'Version number among the client''s documents with the same name, ignoring case. Internal documents have their own numbers, because gaps would show clients that they exist. Set by a trigger.';
comment on column public.documents.is_latest is
  'True for the newest version that is not quarantined. Internal documents have their own newest version. Set by a trigger.';

drop index public.documents_version_key;
create unique index documents_version_key on public.documents (client_id, lower(name), is_internal, version);
create index documents_internal_idx on public.documents (client_id) where is_internal;

create or replace function private.set_document_version() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.is_internal = old.is_internal then
    return new;
  end if;
  -- Serialize uploads of the same name, so that each gets its own version number.
  perform pg_advisory_xact_lock(hashtextextended('documents ' || new.client_id::text || lower(new.name), 0));
  new.version := 1 + coalesce((select max(earlier.version) from public.documents as earlier
                                where earlier.client_id = new.client_id and lower(earlier.name) = lower(new.name)
                                  and earlier.is_internal = new.is_internal), 0);
  return new;
end
$$;

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
     and document.is_latest is distinct from coalesce(document.version = (
           select max(sibling.version) from public.documents as sibling
            where sibling.client_id = changed.client_id and lower(sibling.name) = lower(changed.name)
              and sibling.is_internal = document.is_internal and sibling.scan_status <> 'quarantined'), false);
  return null;
end
$$;
create trigger documents_renumber before update of is_internal on public.documents
  for each row execute function private.set_document_version();
drop trigger documents_update_latest_version on public.documents;
create trigger documents_update_latest_version
  after insert or delete or update of scan_status, is_internal on public.documents
  for each row execute function private.update_latest_document_version();

create or replace function endpoints.delete_documents(document_id uuid, includes_all_versions boolean)
  returns table (storage_key text)
  language plpgsql security definer
  -- `security definer`, because callers cannot write documents and their files.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can delete documents' using errcode = '42501';
  end if;
  return query
    with target as (
      select document.client_id, lower(document.name) as name, document.is_internal from public.documents as document
       where document.id = delete_documents.document_id for update
    ), selected as (
      select document.id, file.storage_key, file.store
        from target
        join public.documents as document
          on document.client_id = target.client_id and lower(document.name) = target.name
         and document.is_internal = target.is_internal
        left join private.document_files as file on file.document_id = document.id
       where document.id = delete_documents.document_id or includes_all_versions
       order by document.id for update of document
    ), unclaimed as (
      insert into private.unclaimed_files (storage_key, store)
      select selected.storage_key, selected.store from selected where selected.storage_key is not null
    ), deleted as (
      delete from public.documents as document using selected where document.id = selected.id
      returning selected.storage_key
    )
    select deleted.storage_key from deleted;
end
$$;

-- Access ----------------------------------------------------------------------------------------------------------

create policy "Clients can read their own documents except quarantined and internal ones" on public.documents
  for select to authenticated
  using (client_id = (select access.current_client_id()) and scan_status <> 'quarantined' and not is_internal
         and (category = any ((select access.readable_categories())::text[])
              and (category <> 'deliverable' or project_id is not null or (select access.current_client_role()) = 'owner')
              or (select access.current_client_role()) = any (shared_with)));

create function access.list_internal_documents() returns uuid[]
  language sql stable security definer
  -- `security definer`, because policies call it, and clients cannot read internal documents.
  set search_path = ''
as $$
  select coalesce(array_agg(document.id), '{}')
    from public.documents as document
   where document.client_id = (select access.current_client_id()) and document.is_internal
$$;
comment on function access.list_internal_documents() is 'The internal documents of the caller''s client.';
revoke all on function access.list_internal_documents() from public;
grant execute on function access.list_internal_documents() to authenticated, service_role;

create policy "Clients can read the downloads of their own documents" on public.document_downloads
  for select to authenticated
  using ((client_id = (select access.current_client_id('people'))
          or client_id = (select access.current_client_id()) and user_id = (select auth.uid()))
         and (document_id is null or document_id <> all ((select access.list_internal_documents())::uuid[])));

create or replace function private.can_download(account uuid, document uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select from public.documents as own
      join public.clients as client on client.id = own.client_id and client.status = 'active'
      join public.client_members as member on member.client_id = client.id
     where own.id = can_download.document and member.user_id = can_download.account and not own.is_internal
       and member.suspended_at is null and (member.expires_at is null or member.expires_at > now())
       and (member.role = any (own.shared_with)
            or (own.category <> 'deliverable' or own.project_id is not null or member.role = 'owner')
               and exists (select from public.client_role_documents as readable
                            where readable.role = member.role and readable.category = own.category)))
$$;

-- The log of downloads keeps the names of deleted documents, so an internal document takes its downloads with it.
create function private.delete_internal_downloads() returns trigger
  language plpgsql security definer
  -- `security definer`, because no one can delete downloads.
  set search_path = ''
as $$
begin
  if old.is_internal then
    delete from public.document_downloads as download where download.document_id = old.id;
  end if;
  return old;
end
$$;
revoke all on function private.delete_internal_downloads() from public;
create trigger documents_delete_internal_downloads before delete on public.documents
  for each row execute function private.delete_internal_downloads();

-- Attachments -----------------------------------------------------------------------------------------------------

-- Clients keep the document of an accepted proposal, even if it is attached to a draft.
create function private.update_attached_document() returns trigger
  language plpgsql security definer
  -- `security definer`, because callers cannot write documents.
  set search_path = ''
as $$
declare
  is_shared constant boolean := exists (
    select from public.finding_attachments as attachment
      join public.findings as finding on finding.id = attachment.finding_id
     where attachment.document_id = new.document_id and finding.publication_status <> 'draft');
begin
  update public.documents as document
     set is_internal = not is_shared
   where document.id = new.document_id and document.is_internal = is_shared
     and not exists (select from public.proposal_acceptances as acceptance where acceptance.document_id = document.id);
  return null;
end
$$;

create function private.share_attachments() returns trigger
  language plpgsql security definer
  -- `security definer`, because callers cannot write documents.
  set search_path = ''
as $$
begin
  update public.documents as document
     set is_internal = false
    from public.finding_attachments as attachment
   where attachment.finding_id = new.id and document.id = attachment.document_id and document.is_internal;
  return null;
end
$$;
revoke all on function private.update_attached_document(), private.share_attachments() from public;
create trigger finding_attachments_update_document after insert on public.finding_attachments
  for each row execute function private.update_attached_document();
create trigger findings_share_attachments after update of publication_status on public.findings
  for each row when (old.publication_status = 'draft' and new.publication_status <> 'draft')
  execute function private.share_attachments();

-- The audit log records what administrators do.
alter table public.documents disable trigger documents_audit;
update public.documents as document set is_internal = true
 where private.is_draft_attachment(document.id)
   and not exists (select from public.proposal_acceptances as acceptance where acceptance.document_id = document.id);
alter table public.documents enable trigger documents_audit;
drop function private.is_draft_attachment(uuid);

-- Sharing ---------------------------------------------------------------------------------------------------------

create function endpoints.share_document(document uuid) returns text
  language plpgsql security definer
  -- `security definer`, because administrators cannot write public.documents.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can share documents' using errcode = '42501';
  end if;
  perform from public.documents as target where target.id = share_document.document for update;
  if not found then
    return 'unknown';
  end if;
  if exists (select from public.finding_attachments as attachment
               join public.findings as finding on finding.id = attachment.finding_id
              where attachment.document_id = share_document.document and finding.publication_status = 'draft')
     and exists (select from public.documents as target where target.id = share_document.document and target.is_internal) then
    return 'attached-to-draft';
  end if;
  update public.documents as target set is_internal = false
   where target.id = share_document.document and target.is_internal;
  return 'shared';
end
$$;
comment on function endpoints.share_document(uuid) is
  'Makes an internal document visible to the client. Returns shared, attached-to-draft or unknown. Requires an administrator.';
revoke all on function endpoints.share_document(uuid) from public;
grant execute on function endpoints.share_document(uuid) to authenticated;
