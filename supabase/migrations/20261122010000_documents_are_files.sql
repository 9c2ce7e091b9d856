-- A document is a file: checked, kept in versions, its bytes in one of the stores.

alter table public.documents
  add column version      integer not null default 1 check (version >= 1),
  add column is_latest    boolean not null default true,
  add column scan_state   text not null default 'pending'
                          check (scan_state in ('pending', 'clear', 'unscanned', 'quarantined')),
  add column scanned_at   timestamptz,
  add column scan_finding text check (length(scan_finding) <= 500);
comment on column public.documents.version is
  'Counts the uploads of one name for one client, case apart; set by trigger.';
comment on column public.documents.is_latest is
  'The highest version of its name that is not quarantined; kept by trigger.';
comment on column public.documents.scan_state is
  'pending: being checked; clear: a scanner found nothing; unscanned: no scanner is installed; quarantined: never handed out. Only clear and unscanned are downloadable.';
comment on column public.documents.scan_finding is 'What the scanner named, or why it could not look.';
create unique index documents_version_key on public.documents (client_id, lower(name), version);
create index documents_pending_idx on public.documents (uploaded_at) where scan_state in ('pending', 'unscanned');

create function private.number_version() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  -- Two uploads of one name at once wait for one another here: each gets a number of its own.
  perform pg_advisory_xact_lock(hashtextextended('documents ' || new.client_id::text || lower(new.name), 0));
  new.version := 1 + coalesce((select max(earlier.version) from public.documents as earlier
                                where earlier.client_id = new.client_id and lower(earlier.name) = lower(new.name)), 0);
  return new;
end
$$;
revoke all on function private.number_version() from public;
create trigger documents_version before insert on public.documents
  for each row execute function private.number_version();

create function private.mark_latest_version() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  touched public.documents := case when tg_op = 'DELETE' then old else new end;
begin
  update public.documents as document
     set is_latest = not document.is_latest
   where document.client_id = touched.client_id and lower(document.name) = lower(touched.name)
     and document.is_latest is distinct from coalesce(document.version = (
           select max(sibling.version) from public.documents as sibling
            where sibling.client_id = touched.client_id and lower(sibling.name) = lower(touched.name)
              and sibling.scan_state <> 'quarantined'), false);
  return null;
end
$$;
revoke all on function private.mark_latest_version() from public;
create trigger documents_latest after insert or delete or update of scan_state on public.documents
  for each row execute function private.mark_latest_version();

-- Where the bytes lie. Moving between stores is a change of this column, document by document.
alter table private.document_files add column store text not null default 'disk' check (store in ('disk', 's3'));

create table private.unclaimed_files (
  storage_key text primary key,
  store       text not null check (store in ('disk', 's3')),
  since       timestamptz not null default now()
);
comment on table private.unclaimed_files is
  'Bytes in a store that no document claims: of an upload under way, or of a deleted document. Swept by a job.';
create index unclaimed_files_since_idx on private.unclaimed_files (since);
alter table private.unclaimed_files enable row level security;
grant select, insert, update, delete on private.unclaimed_files to service_role;

create table public.document_downloads (
  id               uuid primary key default gen_random_uuid(),
  document_id      uuid references public.documents (id) on delete set null,
  client_id        uuid not null references public.clients (id) on delete restrict,
  document_name    text not null,
  document_version integer not null default 1,
  kind             text not null default 'download' check (kind in ('download', 'preview')),
  by_role          text not null check (by_role in ('client', 'admin')),
  user_id          uuid references public.users (id) on delete set null,
  downloaded_at    timestamptz not null default now()
);
comment on table public.document_downloads is
  'Each link to a document that was used, once: by whom and when. Stays when the document is deleted.';
comment on column public.document_downloads.id is 'The link''s own id: however often one link is resumed, it counts once.';
create index document_downloads_client_idx on public.document_downloads (client_id, downloaded_at desc);
create index document_downloads_document_idx on public.document_downloads (document_id, downloaded_at desc);
create index document_downloads_user_idx on public.document_downloads (user_id);
create index document_downloads_at_idx on public.document_downloads (downloaded_at desc);

alter table public.document_downloads enable row level security;
grant select on public.document_downloads to authenticated;
grant all on public.document_downloads to service_role;
-- Serves the client: who fetched its documents, the firm included.
create policy "clients read the downloads of their own documents" on public.document_downloads
  for select to authenticated using (client_id = (select access.client_id()));
-- Serves the administrator.
create policy "administrators read every download" on public.document_downloads
  for select to authenticated using ((select access.is_admin()));

-- What a scanner found bad is the firm's matter: the client never sees it.
drop policy "clients read their own documents" on public.documents;
-- Serves the client.
create policy "clients read their own documents" on public.documents
  for select to authenticated using (client_id = (select access.client_id()) and scan_state <> 'quarantined');
