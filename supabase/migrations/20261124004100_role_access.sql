-- Row policies, views and functions that give each role of a client's members what it can access.

alter policy "Clients can update their own settings" on public.clients
  using (id = (select access.current_client_id('settings')))
  with check (id = (select access.current_client_id('settings')));

-- Money -----------------------------------------------------------------------------------------------------------

alter policy "Clients can read their own invoices" on public.invoices
  using (client_id = (select access.current_client_id('billing')));
alter policy "Clients can read the payments of their own invoices" on public.invoice_payments
  using (invoice_id in (select invoice.id from public.invoices as invoice
                         where invoice.client_id = (select access.current_client_id('billing'))));
alter policy "Clients can read their own totals" on public.client_totals
  using (client_id = (select access.current_client_id('billing')));
alter policy "Clients can read active tiers" on public.subscription_tiers
  using (is_active and (select access.current_client_id('billing')) is not null);
alter policy "Clients can read their own subscriptions" on public.client_subscriptions
  using (client_id = (select access.current_client_id('billing')));
alter policy "Clients can read their own checkouts" on public.plan_checkouts
  using (client_id = (select access.current_client_id('billing')));
alter policy "Clients can read their own plan requests" on public.plan_requests
  using (client_id = (select access.current_client_id('billing')));
alter policy "Clients can read the manage link" on public.square_links
  using (purpose = 'manage_plan' and (select access.current_client_id('billing')) is not null);
alter policy "Clients can read their own rates" on public.client_rates
  using (client_id = (select access.current_client_id('rates')));

-- Projects --------------------------------------------------------------------------------------------------------
-- Row policies cannot hide a column, and projects contain an amount. Roles without the billing permission read public.client_projects.

alter policy "Clients can read their own projects" on public.projects
  using (client_id = (select access.current_client_id('billing')));
alter policy "Clients can read the totals of their own projects" on public.project_totals
  using (project_id in (select project.id from public.projects as project
                         where project.client_id = (select access.current_client_id('billing'))));

create function access.list_own_projects()
  returns table (id uuid, client_id uuid, project_name text, description text, status text, start_date date,
                 target_completion_date date, total_estimated_value numeric, created_at timestamptz,
                 updated_at timestamptz)
  language sql stable security definer
  -- `security definer`, because roles without the billing permission cannot read public.projects.
  set search_path = ''
as $$
  select project.id, project.client_id, project.project_name, project.description, project.status, project.start_date,
         project.target_completion_date,
         case when (select access.current_client_id('billing')) is not null then project.total_estimated_value end,
         project.created_at, project.updated_at
    from public.projects as project
   where project.client_id = (select access.current_client_id('projects'))
$$;
comment on function access.list_own_projects() is
  'The projects of the caller''s client. The amount is null for roles without the billing permission.';

create view public.client_projects with (security_invoker = true) as
  select id, client_id, project_name, description, status, start_date, target_completion_date,
         total_estimated_value::numeric(14, 2), created_at, updated_at
    from access.list_own_projects();
comment on view public.client_projects is
  'The projects of the caller''s client. total_estimated_value is in dollars, and null for roles without the billing permission.';

revoke all on function access.list_own_projects() from public;
grant execute on function access.list_own_projects() to authenticated, service_role;
grant select on public.client_projects to authenticated, service_role;

alter policy "Clients can read the status history of their own projects" on public.project_status_changes
  using (project_id in (select project.id from public.client_projects as project));

-- Bookings, quotes and messages -----------------------------------------------------------------------------------

alter table public.service_bookings
  add column created_by uuid default auth.uid() references public.users (id) on delete set null;
create index service_bookings_created_by_idx on public.service_bookings (created_by);
comment on column public.service_bookings.created_by is 'The account that sent the request. Null for older requests.';

alter policy "Clients can read their own bookings" on public.service_bookings
  using (client_id = (select access.current_client_id('requests'))
         and (kind = 'booking' or created_by = (select auth.uid())
              or (select access.current_client_id('rates')) is not null));
create function private.can_use_booking(booking public.service_bookings) returns boolean
  language sql stable
  set search_path = ''
as $$
  select coalesce(booking.client_id = (select access.current_client_id('requests')), false)
         and (booking.kind = 'booking' or booking.created_by = (select auth.uid())
              or (select access.current_client_id('rates')) is not null)
$$;
comment on function private.can_use_booking(public.service_bookings) is
  'Whether the caller can read, cancel and move a booking. The same rule as the policy on public.service_bookings.';
revoke all on function private.can_use_booking(public.service_bookings) from public;

alter policy "Clients can request bookings for themselves" on public.service_bookings
  with check (client_id = (select access.current_client_id('requests')) and status = 'pending');

alter policy "Clients can read their own messages" on public.messages
  using (client_id = (select access.current_client_id('messages')));
alter policy "Clients can send messages as themselves" on public.messages
  with check (client_id = (select access.current_client_id('messages')) and sender_role = 'client'
              and sender_id = (select auth.uid()));
alter policy "Clients can mark their own messages as read" on public.messages
  using (client_id = (select access.current_client_id('messages')))
  with check (client_id = (select access.current_client_id('messages')));

-- Documents -------------------------------------------------------------------------------------------------------

alter table public.documents
  add column project_id  uuid,
  add column shared_with text[] not null default '{}'
             check (shared_with <@ array['billing', 'technical', 'auditor'] and array_position(shared_with, null) is null),
  add constraint documents_project_fkey foreign key (project_id, client_id)
      references public.projects (id, client_id);
create index documents_project_idx on public.documents (project_id, client_id);
comment on column public.documents.project_id is 'The project that the document belongs to. Null for the whole company.';
comment on column public.documents.shared_with is
  'Roles that can read the document in addition to the roles of its category.';

create function access.readable_categories() returns text[]
  language sql stable security definer
  -- `security definer`, because policies call it, so it must read the categories without policies.
  set search_path = ''
as $$
  select coalesce(array_agg(readable.category), '{}')
    from access.current_membership() as membership
    join public.client_role_documents as readable on readable.role = membership.role
$$;
comment on function access.readable_categories() is
  'The document categories that the caller''s role can read by default. Deliverables without a project are for owners only.';
revoke all on function access.readable_categories() from public;
grant execute on function access.readable_categories() to authenticated, service_role;

alter policy "Clients can read their own documents except quarantined ones" on public.documents
  using (client_id = (select access.current_client_id()) and scan_status <> 'quarantined'
         and (category = any ((select access.readable_categories())::text[])
              and (category <> 'deliverable' or project_id is not null or (select access.current_client_role()) = 'owner')
              or (select access.current_client_role()) = any (shared_with)));
alter policy "Clients can read the downloads of their own documents" on public.document_downloads
  using (client_id = (select access.current_client_id('people'))
         or client_id = (select access.current_client_id()) and user_id = (select auth.uid()));

create function private.can_download(account uuid, document uuid) returns boolean
  language sql stable
  set search_path = ''
as $$
  select exists (
    select from public.documents as own
      join public.clients as client on client.id = own.client_id and client.status = 'active'
      join public.client_members as member on member.client_id = client.id
     where own.id = can_download.document and member.user_id = can_download.account
       and member.suspended_at is null and (member.expires_at is null or member.expires_at > now())
       and (member.role = any (own.shared_with)
            or (own.category <> 'deliverable' or own.project_id is not null or member.role = 'owner')
               and exists (select from public.client_role_documents as readable
                            where readable.role = member.role and readable.category = own.category)))
$$;
comment on function private.can_download(uuid, uuid) is
  'Whether an account is a member whose role can read the document. The same rule as the policy on public.documents, for download links, which are used without a session.';
revoke all on function private.can_download(uuid, uuid) from public;
grant execute on function private.can_download(uuid, uuid) to service_role;

-- Functions that write for clients --------------------------------------------------------------------------------

create or replace function endpoints.cancel_booking(booking uuid) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot update public.service_bookings.
  set search_path = ''
as $$
begin
  update public.service_bookings as own
     set status = 'cancelled', cancelled_at = clock_timestamp(), proposed_at = null, proposal_note = '',
         calendar_sequence = own.calendar_sequence + case when own.scheduled_at is null then 0 else 1 end
   where own.id = cancel_booking.booking and private.can_use_booking(own)
     and (own.status = 'pending' or own.status = 'approved' and own.scheduled_at > now());
  if found then
    return 'cancelled';
  end if;
  return case when exists (select from public.service_bookings as own
                            where own.id = cancel_booking.booking and private.can_use_booking(own))
              then 'too-late' else 'unknown' end;
end
$$;

create or replace function endpoints.propose_meeting_time(booking uuid, proposed_time timestamptz, note text) returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot update public.service_bookings.
  set search_path = ''
as $$
declare
  own public.service_bookings;
begin
  select * into own from public.service_bookings as row
   where row.id = propose_meeting_time.booking and private.can_use_booking(row) for update;
  if not found then
    return 'unknown';
  end if;
  if own.status <> 'approved' or own.scheduled_at is null or own.scheduled_at <= now() then
    return 'too-late';
  end if;
  -- Each proposal sends email to the firm.
  if own.proposal_made_at > now() - interval '1 minute' then
    return 'too-many';
  end if;
  update public.service_bookings
     set proposed_at = propose_meeting_time.proposed_time, proposal_note = propose_meeting_time.note,
         proposal_made_at = clock_timestamp()
   where id = own.id;
  return 'proposed';
end
$$;

create or replace function endpoints.start_plan_checkout(tier uuid) returns void
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_checkouts.
  set search_path = ''
as $$
declare
  client uuid := access.current_client_id('billing');
begin
  if client is null then
    raise exception 'only clients can start a checkout' using errcode = '42501';
  end if;
  insert into public.plan_checkouts (client_id, tier_id) values (client, tier)
  on conflict (client_id, tier_id) do update
     set started_at = now(), subscription_id = null, confirmed_at = null;
end
$$;

create or replace function endpoints.request_plan(subscription uuid, kind text, tier uuid, note text, effective_on date)
  returns text
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_requests.
  set search_path = ''
as $$
declare
  client uuid := access.current_client_id('billing');
begin
  if client is null then
    raise exception 'only clients can request a plan' using errcode = '42501';
  end if;
  -- Serialize the requests of one client: concurrent inserts would not count each other.
  perform pg_advisory_xact_lock(hashtextextended('plan_requests ' || client::text, 0));
  if not exists (select from public.client_subscriptions as own
                  where own.id = request_plan.subscription and own.client_id = client) then
    return 'unknown-subscription';
  end if;
  if exists (select from public.plan_requests as earlier
              where earlier.client_id = client and earlier.kind = request_plan.kind and earlier.status = 'open') then
    return 'already-open';
  end if;
  -- Each request sends email to the firm and the client.
  if (select count(*) from public.plan_requests as earlier
       where earlier.client_id = client and earlier.created_at > now() - interval '1 hour') >= 10 then
    return 'too-many';
  end if;
  insert into public.plan_requests (client_id, subscription_id, kind, requested_tier_id, note, effective_on)
  values (client, request_plan.subscription, request_plan.kind, request_plan.tier, request_plan.note,
          request_plan.effective_on);
  return 'created';
end
$$;

create or replace function endpoints.withdraw_plan_request(request uuid) returns boolean
  language plpgsql security definer
  -- `security definer`, because clients cannot write public.plan_requests.
  set search_path = ''
as $$
begin
  update public.plan_requests set status = 'withdrawn'
   where id = request and client_id = access.current_client_id('billing') and status = 'open';
  return found;
end
$$;
