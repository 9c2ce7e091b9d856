-- The history of a project's status: from what to what, when, and by whom.

create table public.project_status_changes (
  id          bigint generated always as identity primary key,
  project_id  uuid not null references public.projects (id) on delete cascade,
  from_status text,
  to_status   text not null,
  changed_by  uuid references public.users (id) on delete set null,
  changed_at  timestamptz not null default clock_timestamp()
);
comment on table public.project_status_changes is
  'Every status a project had, written by trigger alone. Kept beside the audit log because clients read it too.';
comment on column public.project_status_changes.from_status is 'Null for the status the project was created with.';
comment on column public.project_status_changes.changed_by is 'Null where no account acted, or the account is gone.';
create index project_status_changes_project_idx on public.project_status_changes (project_id, changed_at, id);
create index project_status_changes_by_idx on public.project_status_changes (changed_by);

create function private.note_project_status() returns trigger
  language plpgsql security definer
  -- Definer: nobody else may write the history.
  set search_path = ''
as $$
declare
  -- The server names the administrator it acts for when it bypasses the policies.
  named text := nullif(current_setting('app.actor', true), '');
  actor uuid := coalesce(auth.uid(), case when named ~ '^[0-9a-f-]{36}$' then named::uuid end);
begin
  insert into public.project_status_changes (project_id, from_status, to_status, changed_by, changed_at)
  values (new.id, case when tg_op = 'UPDATE' then old.status end, new.status,
          (select account.id from public.users as account where account.id = actor),
          case when tg_op = 'INSERT' then new.created_at else clock_timestamp() end);
  return null;
end
$$;
revoke all on function private.note_project_status() from public;
create trigger projects_first_status after insert on public.projects
  for each row execute function private.note_project_status();
create trigger projects_next_status after update of status on public.projects
  for each row when (old.status is distinct from new.status) execute function private.note_project_status();

-- What happened before this table: the audit log knows the changes, and so the status each project began with.
insert into public.project_status_changes (project_id, from_status, to_status, changed_at)
select project.id, null,
       coalesce((select entry.before ->> 'status' from public.audit_log as entry
                  where entry.table_name = 'projects' and entry.row_id = project.id::text and entry.action = 'update'
                  order by entry.id limit 1), project.status),
       project.created_at
  from public.projects as project;
insert into public.project_status_changes (project_id, from_status, to_status, changed_by, changed_at)
select project.id, entry.before ->> 'status', entry.after ->> 'status', account.id, entry.at
  from public.audit_log as entry
  join public.projects as project on project.id::text = entry.row_id
  left join public.users as account on account.id = entry.actor_id
 where entry.table_name = 'projects' and entry.action = 'update'
   and entry.before ->> 'status' is distinct from entry.after ->> 'status'
 order by entry.id;

alter table public.project_status_changes enable row level security;
-- Not even the service writes here: take back what it is given on every new table.
revoke all on public.project_status_changes from service_role;
grant select on public.project_status_changes to authenticated, service_role;
-- Serves the client's timeline.
create policy "clients read the history of their own projects" on public.project_status_changes
  for select to authenticated
  using (project_id in (select project.id from public.projects as project
                         where project.client_id = (select access.client_id())));
-- Serves the administrator's timeline.
create policy "administrators read the history of every project" on public.project_status_changes
  for select to authenticated using ((select access.is_admin()));
