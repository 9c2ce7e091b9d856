-- Projects, internal notes on projects, and the status history of projects.

-- Projects --------------------------------------------------------------------------------------------------------

create table public.projects (
  id                     uuid primary key default gen_random_uuid(),
  client_id              uuid not null references public.clients (id) on delete restrict,
  project_name           text not null check (length(btrim(project_name)) between 1 and 200),
  description            text not null default '' check (length(description) <= 5000),
  status                 text not null default 'open'
                         check (status in ('open', 'in_progress', 'on_hold', 'completed', 'frozen', 'cancelled')),
  start_date             date not null default current_date,
  target_completion_date date,
  notes                  text not null default '' constraint projects_notes_empty_check check (notes = ''),
  total_estimated_value  numeric(14, 2) not null default 0 check (total_estimated_value >= 0),
  created_at             timestamptz not null default now(),
  updated_at             timestamptz not null default now(),
  -- Referenced by the composite foreign key of invoices.
  unique (id, client_id)
);
create index projects_client_idx on public.projects (client_id, target_completion_date desc);
create index projects_list_idx on public.projects (status, target_completion_date, id);

alter table public.projects enable row level security;
grant select on public.projects to authenticated;
grant insert (client_id, project_name, description, status, start_date, target_completion_date, notes)
   on public.projects to authenticated;
grant update (client_id, project_name, description, status, start_date, target_completion_date, notes, updated_at)
   on public.projects to authenticated;
grant all on public.projects to service_role;

create policy "Clients can read their own projects" on public.projects
  for select to authenticated using (client_id = (select access.current_client_id()));
create policy "Administrators can read all projects" on public.projects
  for select to authenticated using ((select access.is_admin()));
create policy "Administrators can create projects" on public.projects
  for insert to authenticated with check ((select access.is_admin()));
create policy "Administrators can update all projects" on public.projects
  for update to authenticated using ((select access.is_admin())) with check ((select access.is_admin()));

create function private.move_project_notes() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write project_notes. The project and its notes are written in one
  -- statement.
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

create function private.record_project_status() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write the history.
  set search_path = ''
as $$
declare
  -- app.actor identifies the administrator when the server bypasses policies.
  app_actor text := nullif(current_setting('app.actor', true), '');
  actor uuid := coalesce(auth.uid(), case when app_actor ~ '^[0-9a-f-]{36}$' then app_actor::uuid end);
begin
  insert into public.project_status_changes (project_id, from_status, to_status, changed_by, changed_at)
  values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status,
          (select account.id from public.users as account where account.id = actor),
          case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end);
  return null;
end
$$;
revoke all on function private.move_project_notes(), private.record_project_status() from public;

-- An update without this column keeps the notes. An empty string deletes them.
create trigger projects_move_notes before insert or update of notes on public.projects
  for each row execute function private.move_project_notes();
create trigger projects_set_updated_at before update on public.projects
  for each row execute function access.set_updated_at();
create trigger projects_record_first_status after insert on public.projects
  for each row execute function private.record_project_status();
create trigger projects_record_status after update of status on public.projects
  for each row when (old.status is distinct from new.status) execute function private.record_project_status();
create trigger projects_audit after insert or update or delete on public.projects
  for each row execute function private.record_audit_entry();

comment on table public.projects is 'Work for one client. A project can change from any status to any other.';
comment on column public.projects.total_estimated_value is
  'Dollars. A value given at insert is kept until the first invoice is linked. After that, a trigger sets it to the sum of the linked invoices that are not cancelled.';
comment on column public.projects.notes is
  'Write-only. A trigger moves the text to project_notes, which clients cannot read. Always empty when read.';

-- Project notes ---------------------------------------------------------------------------------------------------
-- Notes have a separate table, because row policies apply to whole rows and clients can read projects.

create table public.project_notes (
  -- The foreign key is deferred, because a new project's notes are inserted before the project.
  project_id uuid primary key references public.projects (id) on delete cascade deferrable initially deferred,
  notes      text not null check (length(notes) between 1 and 5000)
);

alter table public.project_notes enable row level security;
grant select on public.project_notes to authenticated;
grant all on public.project_notes to service_role;

create policy "Administrators can read all project notes" on public.project_notes
  for select to authenticated using ((select access.is_admin()));

create trigger project_notes_audit after insert or update or delete on public.project_notes
  for each row execute function private.record_audit_entry();

comment on table public.project_notes is
  'Internal notes on a project. To write them, insert or update projects.notes.';

-- Project status history ------------------------------------------------------------------------------------------

create table public.project_status_changes (
  id          bigint generated always as identity primary key,
  project_id  uuid not null references public.projects (id) on delete cascade,
  from_status text check (from_status in ('open', 'in_progress', 'on_hold', 'completed', 'frozen', 'cancelled')),
  to_status   text not null
              check (to_status in ('open', 'in_progress', 'on_hold', 'completed', 'frozen', 'cancelled')),
  changed_by  uuid references public.users (id) on delete set null,
  changed_at  timestamptz not null default clock_timestamp()
);
create index project_status_changes_project_idx on public.project_status_changes (project_id, changed_at, id);
create index project_status_changes_by_idx on public.project_status_changes (changed_by);

alter table public.project_status_changes enable row level security;
-- Only the trigger writes here. Default privileges would let service_role write too.
revoke all on public.project_status_changes from service_role;
grant select on public.project_status_changes to authenticated, service_role;

create policy "Clients can read the status history of their own projects" on public.project_status_changes
  for select to authenticated
  using (project_id in (select project.id from public.projects as project
                         where project.client_id = (select access.current_client_id())));
create policy "Administrators can read the status history of all projects" on public.project_status_changes
  for select to authenticated using ((select access.is_admin()));

comment on table public.project_status_changes is
  'Every status of each project, recorded by a trigger. Separate from the audit log, because clients can read it.';
comment on column public.project_status_changes.from_status is 'Null for the initial status.';
comment on column public.project_status_changes.changed_by is
  'Null if no account made the change, or if the account has been deleted.';
