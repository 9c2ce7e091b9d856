-- Version numbers are never reused, the newest version is the one that was uploaded last, and a document that clients can
-- see never becomes internal.

-- Version numbers -------------------------------------------------------------------------------------------------

create table private.document_version_counters (
  client_id    uuid not null references public.clients (id) on delete cascade,
  name         text not null,
  is_internal  boolean not null,
  last_version integer not null check (last_version > 0),
  primary key (client_id, name, is_internal)
);
alter table private.document_version_counters enable row level security;
comment on table private.document_version_counters is
  'The highest version number of the documents with a name (in lower case), including deleted ones. Reports, letters and download logs name versions, so a number is not used again.';

insert into private.document_version_counters (client_id, name, is_internal, last_version)
select document.client_id, lower(document.name), document.is_internal, max(document.version)
  from public.documents as document group by 1, 2, 3;
insert into private.document_version_counters as counter (client_id, name, is_internal, last_version)
select download.client_id, lower(download.document_name), false, max(download.document_version)
  from public.document_downloads as download
 where download.document_id is null and download.document_version is not null
 group by 1, 2
on conflict (client_id, name, is_internal) do update
   set last_version = greatest(counter.last_version, excluded.last_version);

create or replace function private.set_document_version() returns trigger
  language plpgsql security definer
  -- `security definer`, because no role can write the counters.
  set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.is_internal = old.is_internal then
    return new;
  end if;
  -- Concurrent uploads of the same name wait here, so that each gets its own version number.
  insert into private.document_version_counters as counter (client_id, name, is_internal, last_version)
  values (new.client_id, lower(new.name), new.is_internal, 1)
  on conflict (client_id, name, is_internal) do update set last_version = counter.last_version + 1
  returning last_version into new.version;
  return new;
end
$$;

comment on column public.documents.version is
  'Version number among the client''s documents with the same name, ignoring case. Never reused. Internal documents have their own numbers, because gaps would show clients that they exist. Set by a trigger.';

-- The newest version ----------------------------------------------------------------------------------------------

create function private.is_latest_document(document public.documents) returns boolean
  language sql stable
  set search_path = ''
as $$
  select document.scan_status <> 'quarantined' and (
    not exists (
      select from public.documents as newer
       where newer.client_id = document.client_id and lower(newer.name) = lower(document.name)
         and newer.is_internal = document.is_internal and newer.scan_status <> 'quarantined'
         and (newer.uploaded_at, newer.version) > (document.uploaded_at, document.version))
    or exists (select from public.proposal_acceptances as acceptance where acceptance.document_id = document.id))
$$;
revoke all on function private.is_latest_document(public.documents) from public;

create or replace function private.update_latest_document_version() returns trigger
  language plpgsql security definer
  -- `security definer`, because callers cannot read all acceptances.
  set search_path = ''
as $$
declare
  changed public.documents := case when tg_op = 'DELETE' then old else new end;
begin
  update public.documents as document
     set is_latest = not document.is_latest
   where document.client_id = changed.client_id and lower(document.name) = lower(changed.name)
     and document.is_latest <> private.is_latest_document(document);
  return null;
end
$$;
comment on column public.documents.is_latest is
  'True for the version that was uploaded last and is not quarantined, and for the document of an accepted proposal. A document that is published later does not replace one that was uploaded after it. Internal documents have their own newest version. Set by a trigger.';

-- When documents became visible -----------------------------------------------------------------------------------

create table private.shared_documents (
  document_id uuid primary key references public.documents (id) on delete cascade,
  shared_at   timestamptz not null default clock_timestamp() check (isfinite(shared_at))
);
alter table private.shared_documents enable row level security;
comment on table private.shared_documents is
  'When internal documents became visible to the client. Separate from public.documents, because clients must not see how long a document was internal.';
insert into private.shared_documents (document_id, shared_at)
select id, shared_at from public.documents where shared_at is not null;

drop trigger documents_set_shared_at on public.documents;
drop function private.set_document_shared_at();
alter table public.documents drop column shared_at;

create function private.record_shared_document() returns trigger
  language plpgsql security definer
  -- `security definer`, because no role can write the table.
  set search_path = ''
as $$
begin
  if not new.is_internal then
    insert into private.shared_documents (document_id) values (new.id) on conflict (document_id) do nothing;
  end if;
  return null;
end
$$;
revoke all on function private.record_shared_document() from public;
create trigger documents_record_shared after update of is_internal on public.documents
  for each row when (old.is_internal and not new.is_internal) execute function private.record_shared_document();

-- Internal documents ----------------------------------------------------------------------------------------------

-- Members keep their own entries in the log of downloads, which are evidence that a document was delivered.
create or replace function private.delete_internal_downloads() returns trigger
  language plpgsql security definer
  -- `security definer`, because no one can delete downloads.
  set search_path = ''
as $$
begin
  if old.is_internal then
    delete from public.document_downloads as download
     where download.document_id = old.id and download.user_role = 'admin';
  end if;
  return old;
end
$$;

-- Until 20261125010000, attaching a document to a draft hid it. Members get back what they had.
alter table public.documents disable trigger documents_audit;
update public.documents as document set is_internal = false
 where document.is_internal
   and (exists (select from public.document_downloads as download
                 where download.document_id = document.id and download.user_role = 'client')
        or exists (select from public.finding_reports as report where report.document_id = document.id)
        or exists (select from public.attestation_letters as letter where letter.document_id = document.id));
update private.shared_documents as shared set shared_at = document.uploaded_at
  from public.documents as document
 where document.id = shared.document_id and shared.shared_at >= transaction_timestamp();
update public.documents as document set is_latest = not document.is_latest
 where document.is_latest <> private.is_latest_document(document);
alter table public.documents enable trigger documents_audit;

create function private.protect_visible_document() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'a document that clients can see cannot become internal' using errcode = '23514';
end
$$;
revoke all on function private.protect_visible_document() from public;
create trigger documents_protect_visible before update of is_internal on public.documents
  for each row when (new.is_internal and not old.is_internal) execute function private.protect_visible_document();
