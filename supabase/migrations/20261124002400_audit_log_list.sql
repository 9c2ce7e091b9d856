-- The audit log with the names of its targets.

create function private.uuid_or_null(value text) returns uuid
  language sql immutable
  return case when value ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then value::uuid end;
comment on function private.uuid_or_null(text) is 'Converts text to a UUID. Null if it is not one.';
revoke all on function private.uuid_or_null(text) from public;
-- The view audit_log_list calls this function as the caller.
grant execute on function private.uuid_or_null(text) to authenticated, service_role;

-- Subqueries instead of joins, so that PostgreSQL does not look up names when it only counts rows.
create view public.audit_log_list with (security_invoker = true) as
  select entry.id, entry.at, entry.actor_id, entry.actor, entry.action, entry.table_name, entry.row_id, entry.before,
         entry.after,
         coalesce(
           nullif(entry.changed ->> 'project_name', ''), nullif(entry.changed ->> 'company', ''),
           nullif(entry.changed ->> 'tier_name', ''), nullif('#' || (entry.changed ->> 'invoice_number'), '#'),
           nullif(entry.changed ->> 'name', ''), nullif(entry.changed ->> 'service_type', ''),
           nullif(entry.changed ->> 'email', ''), nullif(entry.changed ->> 'reference', ''),
           case entry.table_name
             when 'clients' then (select client.company from public.clients as client
                                   where client.id = private.uuid_or_null(entry.row_id))
             when 'project_notes' then (select project.project_name from public.projects as project
                                         where project.id = private.uuid_or_null(entry.row_id))
             when 'users' then (select account.email from public.users as account
                                 where account.id = private.uuid_or_null(entry.row_id))
           end) as target_name,
         case when entry.table_name <> 'clients'
              then (select client.company from public.clients as client
                     where client.id = private.uuid_or_null(entry.changed ->> 'client_id')) end as client_name
    from (select log.*, coalesce(log.after, log.before) as changed from public.audit_log as log) as entry;
grant select on public.audit_log_list to authenticated, service_role;
comment on view public.audit_log_list is
  'The audit log with the name of each target, and the company of the client it belongs to. Null if there is no name.';
