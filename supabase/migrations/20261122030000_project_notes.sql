-- What the firm notes about a project is not the client's to read. Row policies show whole rows and both sides share a
-- database role, so the notes get a table of their own.

create table public.project_notes (
  -- Deferred: the notes of a new project are written just before the project itself.
  project_id uuid primary key references public.projects (id) on delete cascade deferrable initially deferred,
  notes      text not null check (length(notes) between 1 and 5000)
);
comment on table public.project_notes is
  'The firm''s own notes on a project. Written through projects.notes, in the statement that writes the project.';

insert into public.project_notes (project_id, notes)
  select id, notes from public.projects where notes <> '';
update public.projects set notes = '' where notes <> '';
alter table public.projects add constraint projects_notes_lie_apart check (notes = '');
comment on column public.projects.notes is
  'Write only: what is written here is kept in project_notes, for the firm alone. Always read as empty.';

create function private.keep_notes_apart() returns trigger
  language plpgsql security definer
  -- Definer: project_notes has no other way in, so that form and specification write one row, all or nothing.
  set search_path = ''
as $$
begin
  if new.notes <> '' then
    insert into public.project_notes (project_id, notes) values (new.id, new.notes)
      on conflict (project_id) do update set notes = excluded.notes;
  elsif tg_op = 'UPDATE' then
    delete from public.project_notes where project_id = new.id;
  end if;
  new.notes := '';
  return new;
end
$$;
revoke all on function private.keep_notes_apart() from public;
-- An update that does not name the column leaves the notes alone; one that empties it deletes them.
create trigger projects_notes before insert or update of notes on public.projects
  for each row execute function private.keep_notes_apart();

alter table public.project_notes enable row level security;
grant select on public.project_notes to authenticated;
grant all on public.project_notes to service_role;
-- Serves the administrator. The client has none.
create policy "administrators read every note" on public.project_notes
  for select to authenticated using ((select access.is_admin()));
