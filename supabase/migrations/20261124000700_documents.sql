-- Documents, the location of their content, and the download log.

-- Documents -------------------------------------------------------------------------------------------------------

create table public.documents (
  id           uuid primary key default gen_random_uuid(),
  client_id    uuid not null references public.clients (id) on delete restrict,
  name         text not null check (length(name) between 1 and 255),
  category     text not null default 'report'
               check (category in ('contract', 'report', 'deliverable', 'invoice', 'other')),
  file_size    bigint not null check (file_size between 0 and 52428800),
  mime_type    text not null,
  uploaded_at  timestamptz not null default now(),
  version      integer not null default 1 check (version >= 1),
  is_latest    boolean not null default true,
  scan_status  text not null default 'pending'
               check (scan_status in ('pending', 'clear', 'unscanned', 'quarantined')),
  scanned_at   timestamptz,
  scan_detail  text check (length(scan_detail) <= 500)
);
create index documents_client_idx on public.documents (client_id, uploaded_at desc);
create index documents_uploaded_idx on public.documents (uploaded_at desc);
create unique index documents_version_key on public.documents (client_id, lower(name), version);
create index documents_pending_idx on public.documents (uploaded_at) where scan_status in ('pending', 'unscanned');

alter table public.documents enable row level security;
grant select on public.documents to authenticated;
grant all on public.documents to service_role;

create policy "Clients can read their own documents except quarantined ones" on public.documents
  for select to authenticated
  using (client_id = (select access.current_client_id()) and scan_status <> 'quarantined');
create policy "Administrators can read all documents" on public.documents
  for select to authenticated using ((select access.is_admin()));

create function private.set_document_version() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- Serialize uploads of the same name, so that each gets its own version number.
  perform pg_advisory_xact_lock(hashtextextended('documents ' || new.client_id::text || lower(new.name), 0));
  new.version := 1 + coalesce((select max(earlier.version) from public.documents as earlier
                                where earlier.client_id = new.client_id and lower(earlier.name) = lower(new.name)), 0);
  return new;
end
$$;

create function private.update_latest_document_version() returns trigger
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
              and sibling.scan_status <> 'quarantined'), false);
  return null;
end
$$;
revoke all on function private.set_document_version(), private.update_latest_document_version() from public;

create trigger documents_set_version before insert on public.documents
  for each row execute function private.set_document_version();
create trigger documents_update_latest_version after insert or delete or update of scan_status on public.documents
  for each row execute function private.update_latest_document_version();
create trigger documents_audit after insert or update or delete on public.documents
  for each row execute function private.record_audit_entry();

comment on table public.documents is 'Files shared with a client. Size in bytes, at most 50 MB.';
comment on column public.documents.version is
  'Version number among the client''s documents with the same name, ignoring case. Set by a trigger.';
comment on column public.documents.is_latest is
  'True for the newest version that is not quarantined. Set by a trigger.';
comment on column public.documents.scan_status is
  'pending: not scanned yet; clear: the scanner found no threat; unscanned: no scanner is installed; quarantined: the scanner found a threat. Only clear and unscanned documents can be downloaded.';
comment on column public.documents.scan_detail is
  'The threat that the scanner reported, or why the document could not be scanned.';

-- Document content ------------------------------------------------------------------------------------------------

create table private.document_files (
  document_id uuid primary key references public.documents (id) on delete cascade,
  storage_key text not null unique,
  sha256      text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  store       text not null default 'disk' check (store in ('disk', 's3'))
);

alter table private.document_files enable row level security;
grant select, insert, update, delete on private.document_files to service_role;

comment on table private.document_files is 'Where a document''s content is stored, and its hash. Only the server reads it.';
comment on column private.document_files.store is
  'The store that contains the file. A move between stores updates this column after copying the file.';

create table private.unclaimed_files (
  storage_key text primary key,
  store       text not null check (store in ('disk', 's3')),
  since       timestamptz not null default now()
);
create index unclaimed_files_since_idx on private.unclaimed_files (since);

alter table private.unclaimed_files enable row level security;
grant select, insert, update, delete on private.unclaimed_files to service_role;

comment on table private.unclaimed_files is
  'Files without a document, from uploads in progress and deleted documents. A job deletes them.';

create function endpoints.delete_documents(document_id uuid, includes_all_versions boolean)
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
      select document.client_id, lower(document.name) as name from public.documents as document
       where document.id = delete_documents.document_id for update
    ), selected as (
      select document.id, file.storage_key, file.store
        from target
        join public.documents as document on document.client_id = target.client_id and lower(document.name) = target.name
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
comment on function endpoints.delete_documents(uuid, boolean) is
  'Deletes a document or all its versions. Returns one row per deleted document, with the storage key of its file. The file becomes unclaimed. Requires an administrator.';
revoke all on function endpoints.delete_documents(uuid, boolean) from public;
grant execute on function endpoints.delete_documents(uuid, boolean) to authenticated;

-- Download log ----------------------------------------------------------------------------------------------------

create table public.document_downloads (
  id               uuid primary key default gen_random_uuid(),
  document_id      uuid references public.documents (id) on delete set null,
  client_id        uuid not null references public.clients (id) on delete restrict,
  document_name    text not null,
  document_version integer not null default 1,
  kind             text not null default 'download' check (kind in ('download', 'preview')),
  user_role        text not null check (user_role in ('client', 'admin')),
  user_id          uuid references public.users (id) on delete set null,
  downloaded_at    timestamptz not null default now()
);
create index document_downloads_client_idx on public.document_downloads (client_id, downloaded_at desc);
create index document_downloads_document_idx on public.document_downloads (document_id, downloaded_at desc);
create index document_downloads_user_idx on public.document_downloads (user_id);
create index document_downloads_at_idx on public.document_downloads (downloaded_at desc);

alter table public.document_downloads enable row level security;
grant select on public.document_downloads to authenticated;
grant all on public.document_downloads to service_role;

create policy "Clients can read the downloads of their own documents" on public.document_downloads
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all downloads" on public.document_downloads
  for select to authenticated using ((select access.is_admin()));

comment on table public.document_downloads is
  'Who used which download link, and when. One row per link. Kept when the document is deleted.';
comment on column public.document_downloads.id is
  'The link''s id. Resuming a download with the same link does not add a row.';
