-- Proposals: offers to clients, with their versions, history and comments.

-- Permission ------------------------------------------------------------------------------------------------------

-- Other migrations extend this list too, so add to it instead of replacing it.
do $$
declare
  permissions text[] := array(
    select distinct matched[1]
      from pg_constraint as listed, regexp_matches(pg_get_constraintdef(listed.oid), '''([a-z_-]+)''', 'g') as matched
     where listed.conname = 'client_role_permissions_permission_check');
begin
  alter table public.client_role_permissions drop constraint client_role_permissions_permission_check;
  execute format(
    'alter table public.client_role_permissions add constraint client_role_permissions_permission_check check (permission in (%s))',
    (select string_agg(quote_literal(permission), ', ' order by permission)
       from (select unnest(permissions || array['proposals']) as permission) as listed));
end
$$;
insert into public.client_role_permissions (role, permission) values ('owner', 'proposals'), ('billing', 'proposals');
comment on column public.client_role_permissions.permission is
  'projects: overview, projects and timelines without amounts; meetings: dates and titles; billing: invoices, payments, statements and plans; rates: rates and quotes; messages: messages; requests: bookings, quote requests and meeting links; settings: company settings; people: members and access reviews; findings: reading findings and their comments; remediation: changing the status of findings, planning fixes, commenting, and requesting retests and risk acceptances; proposals: reading, accepting and declining proposals, and accepting milestones.';

-- Terms -----------------------------------------------------------------------------------------------------------

create table public.proposal_terms (
  version      integer primary key,
  body         text not null check (length(btrim(body)) between 1 and 50000),
  published_at timestamptz not null default clock_timestamp()
);

alter table public.proposal_terms enable row level security;
grant select on public.proposal_terms to authenticated;
grant all on public.proposal_terms to service_role;

create policy "Administrators can read the terms of proposals" on public.proposal_terms
  for select to authenticated using ((select access.is_admin()));

create function private.protect_proposal_terms() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'published terms cannot change' using errcode = '23514';
end
$$;
revoke all on function private.protect_proposal_terms() from public;
create trigger proposal_terms_protect before update or delete on public.proposal_terms
  for each row execute function private.protect_proposal_terms();
create trigger proposal_terms_audit after insert on public.proposal_terms
  for each row execute function private.record_audit_entry('body');

create view endpoints.proposal_terms with (security_barrier) as
  select version, body from public.proposal_terms where (select access.is_admin()) with check option;
grant select, insert on endpoints.proposal_terms to authenticated;
comment on view endpoints.proposal_terms is 'Lets administrators publish new terms.';

comment on table public.proposal_terms is
  'The firm''s terms for proposals. A sent proposal contains a copy of the latest version. Published terms do not change.';
comment on column public.proposal_terms.body is 'Markdown.';

insert into public.proposal_terms (version, body) values (1, $terms$## Services

We perform the services described in this proposal with the care and skill of an experienced professional. Tests show the state of the tested systems at the time of the test. They do not prove that a system has no other weaknesses.

## Authorization

You confirm that you may have the systems in scope tested, and that you have informed the providers who operate them where their rules require it.

## Confidentiality

Each party keeps the other party's confidential information secret, uses it only for this work, and protects it as it protects its own. We delete your data within 90 days of completion, except for what the law requires us to keep.

## Results

You own the reports and other deliverables after full payment. We keep our methods, tools and general knowledge.

## Payment

Invoices are due on the dates in the payment plan. Amounts are in US dollars. Changes of the scope require a new proposal or a written agreement.

## Liability

Each party's total liability under this agreement is limited to the amount paid and payable for the work. This limit does not apply to intent, gross negligence, or where the law does not permit it.

## Ending the work

Each party can end the work with 30 days' written notice. You pay for the work done until then.

## Law

This agreement is governed by the laws of the State of California.
$terms$);

-- Proposals -------------------------------------------------------------------------------------------------------

create table public.proposals (
  id              uuid primary key default gen_random_uuid(),
  number          integer generated always as identity unique,
  client_id       uuid references public.clients (id) on delete restrict,
  inquiry_id      uuid references public.contact_inquiries (id) on delete set null,
  booking_id      uuid references public.service_bookings (id) on delete set null,
  project_id      uuid,
  status          text not null default 'draft'
                  check (status in ('draft', 'sent', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn')),
  current_version integer not null default 0 check (current_version >= 0),
  title           text not null check (length(btrim(title)) between 1 and 200 and access.is_single_line(title)),
  value           numeric(14, 2) not null default 0 check (value >= 0),
  valid_until     date,
  status_reason   text not null default '' check (length(status_reason) <= 2000),
  first_sent_at   timestamptz,
  sent_at         timestamptz,
  viewed_at       timestamptz,
  closed_at       timestamptz,
  created_at      timestamptz not null default clock_timestamp(),
  updated_at      timestamptz not null default clock_timestamp(),
  foreign key (project_id, client_id) references public.projects (id, client_id),
  unique (id, client_id),
  constraint proposals_sent_check
    check (status = 'draft' and current_version = 0 and sent_at is null
           or status <> 'draft' and current_version > 0 and sent_at is not null and client_id is not null
              and valid_until is not null),
  constraint proposals_closed_check
    check ((closed_at is not null) = (status in ('accepted', 'declined', 'expired', 'withdrawn'))),
  constraint proposals_accepted_check check (status <> 'accepted' or project_id is not null)
);
create index proposals_client_idx on public.proposals (client_id, sent_at desc);
create index proposals_list_idx on public.proposals (status, created_at desc, id);
create index proposals_project_idx on public.proposals (project_id, client_id);
create index proposals_inquiry_idx on public.proposals (inquiry_id);
create index proposals_booking_idx on public.proposals (booking_id);
create index proposals_open_idx on public.proposals (valid_until) where status in ('sent', 'viewed');

alter table public.proposals enable row level security;
grant select on public.proposals to authenticated;
grant all on public.proposals to service_role;

create policy "Clients can read their own proposals after they are sent" on public.proposals
  for select to authenticated
  using (client_id = (select access.current_client_id('proposals')) and status <> 'draft');
create policy "Administrators can read all proposals" on public.proposals
  for select to authenticated using ((select access.is_admin()));

create trigger proposals_audit after insert or update or delete on public.proposals
  for each row execute function private.record_audit_entry('status_reason');

comment on table public.proposals is
  'Offers to clients. title, value and valid_until are those of the latest version that was sent, so that a draft of a new version does not change what clients can read. private.check_proposal_change() lists the allowed changes.';
comment on column public.proposals.client_id is
  'Null for a draft for an inquiry that is not a client yet. Set when the client is created from the inquiry.';
comment on column public.proposals.inquiry_id is 'The inquiry that led to the proposal.';
comment on column public.proposals.booking_id is 'The quote request that led to the proposal.';
comment on column public.proposals.project_id is
  'The project that acceptance extends. Null if acceptance creates one. After acceptance, the project of the proposal.';
comment on column public.proposals.current_version is 'The latest version that was sent. 0 before the first.';
comment on column public.proposals.value is
  'Dollars. The total with the preselected optional items, and after acceptance the accepted total. Separate from projects.total_estimated_value, which follows the linked invoices.';
comment on column public.proposals.valid_until is 'The last day of validity in the firm''s time zone.';
comment on column public.proposals.status_reason is 'Why the client declined the proposal, or the firm withdrew it.';
comment on column public.proposals.viewed_at is 'When a member first opened the current version.';

-- Versions --------------------------------------------------------------------------------------------------------

create table public.proposal_versions (
  proposal_id uuid not null references public.proposals (id) on delete cascade,
  version     integer not null check (version > 0),
  content     jsonb not null,
  title       text not null check (length(btrim(title)) between 1 and 200 and access.is_single_line(title)),
  total       numeric(14, 2) not null check (total >= 0),
  valid_until date,
  revision    integer not null default 1 check (revision > 0),
  sha256      text check (sha256 ~ '^[0-9a-f]{64}$'),
  sent_at     timestamptz,
  updated_at  timestamptz not null default clock_timestamp(),
  primary key (proposal_id, version),
  constraint proposal_versions_sent_check check ((sha256 is null) = (sent_at is null) and (sent_at is null or valid_until is not null))
);
create unique index proposal_versions_draft_key on public.proposal_versions (proposal_id) where sent_at is null;

alter table public.proposal_versions enable row level security;
grant select on public.proposal_versions to authenticated;
grant all on public.proposal_versions to service_role;

create policy "Clients can read the sent versions of their own proposals" on public.proposal_versions
  for select to authenticated
  using (sent_at is not null
         and proposal_id in (select proposal.id from public.proposals as proposal
                              where proposal.client_id = (select access.current_client_id('proposals'))));
create policy "Administrators can read all versions of proposals" on public.proposal_versions
  for select to authenticated using ((select access.is_admin()));

comment on table public.proposal_versions is
  'The content of each version of a proposal. A version without sent_at is the draft. Sent versions do not change.';
comment on column public.proposal_versions.content is 'Its type is ProposalContent in domain/proposals/proposal-content.ts. Amounts are in cents.';
comment on column public.proposal_versions.total is 'Dollars, with the preselected optional items.';
comment on column public.proposal_versions.revision is 'Increases each time the draft is saved, so that two administrators do not overwrite each other.';
comment on column public.proposal_versions.sha256 is 'The hash of the content as canonical JSON. Null in drafts.';

create function private.protect_sent_version() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if old.sent_at is not null then
    raise exception 'a sent version of a proposal cannot change' using errcode = '23514';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
revoke all on function private.protect_sent_version() from public;
create trigger proposal_versions_protect_sent before update or delete on public.proposal_versions
  for each row execute function private.protect_sent_version();

-- Estimates of the firm -------------------------------------------------------------------------------------------

create table public.proposal_forecasts (
  proposal_id uuid primary key references public.proposals (id) on delete cascade,
  probability smallint not null check (probability between 0 and 100)
);

alter table public.proposal_forecasts enable row level security;
grant select on public.proposal_forecasts to authenticated;
grant all on public.proposal_forecasts to service_role;

create policy "Administrators can read all forecasts" on public.proposal_forecasts
  for select to authenticated using ((select access.is_admin()));

create function endpoints.set_proposal_probability(proposal uuid, probability integer) returns boolean
  language plpgsql security definer
  -- `security definer`, because administrators cannot write public.proposal_forecasts.
  set search_path = ''
as $$
begin
  if not access.is_admin() then
    raise exception 'only administrators can set probabilities' using errcode = '42501';
  end if;
  delete from public.proposal_forecasts as forecast where forecast.proposal_id = set_proposal_probability.proposal;
  insert into public.proposal_forecasts (proposal_id, probability)
  select target.id, set_proposal_probability.probability from public.proposals as target
   where target.id = set_proposal_probability.proposal and set_proposal_probability.probability is not null
  on conflict (proposal_id) do update set probability = excluded.probability;
  return exists (select from public.proposals as target where target.id = set_proposal_probability.proposal);
end
$$;
comment on function endpoints.set_proposal_probability(uuid, integer) is
  'Sets the probability of acceptance in percent. Null uses that of the status. Returns false for an unknown proposal. Requires an administrator.';
revoke all on function endpoints.set_proposal_probability(uuid, integer) from public;
grant execute on function endpoints.set_proposal_probability(uuid, integer) to authenticated;

comment on table public.proposal_forecasts is
  'The firm''s estimate of the probability that a proposal is accepted, in percent. Separate from proposals, because row policies cannot hide a column from clients. Without a row, the probability of the status applies.';

-- History ---------------------------------------------------------------------------------------------------------

create table public.proposal_events (
  id           bigint generated always as identity primary key,
  proposal_id  uuid not null,
  client_id    uuid not null,
  version      integer not null,
  at           timestamptz not null default clock_timestamp(),
  actor_role   text not null check (actor_role in ('client', 'admin', 'system')),
  actor_id     uuid references public.users (id) on delete set null,
  actor        text not null default '',
  action       text not null
               check (action in ('sent', 'viewed', 'accepted', 'declined', 'expired', 'withdrawn')),
  note         text not null default '',
  announced_at timestamptz,
  foreign key (proposal_id, client_id) references public.proposals (id, client_id)
);
create index proposal_events_proposal_idx on public.proposal_events (proposal_id, client_id, at, id);
create index proposal_events_client_idx on public.proposal_events (client_id, at);
create index proposal_events_actor_idx on public.proposal_events (actor_id);
create index proposal_events_unannounced_idx on public.proposal_events (at) where announced_at is null;

alter table public.proposal_events enable row level security;
-- Only triggers and functions write here. Default privileges would let service_role write too.
revoke all on public.proposal_events from service_role;
grant select on public.proposal_events to authenticated, service_role;

create policy "Clients can read the history of their own proposals" on public.proposal_events
  for select to authenticated using (client_id = (select access.current_client_id('proposals')));
create policy "Administrators can read the history of all proposals" on public.proposal_events
  for select to authenticated using ((select access.is_admin()));

comment on table public.proposal_events is
  'What happened to each proposal after it was sent. Work on drafts is not recorded here, because clients can read the table.';
comment on column public.proposal_events.actor is
  'The name or the email address of the member at the time. Empty for administrators and the system.';
comment on column public.proposal_events.announced_at is 'When the emails about this event were queued. Null if they are still due.';

create function private.record_proposal_event(proposal public.proposals, action text, note text default '') returns void
  language plpgsql security definer
  -- `security definer`, because no other role can write to the history.
  set search_path = ''
as $$
declare
  is_admin constant boolean := coalesce(auth.jwt() -> 'app_metadata' ->> 'role' = 'admin', false)
                               or nullif(current_setting('app.actor', true), '') is not null;
  member_id uuid;
begin
  if not is_admin then
    select account.id into member_id from public.users as account where account.id = auth.uid();
  end if;
  insert into public.proposal_events (proposal_id, client_id, version, actor_role, actor_id, actor, action, note, announced_at)
  values (proposal.id, proposal.client_id, proposal.current_version,
          case when is_admin then 'admin' when member_id is null then 'system' else 'client' end, member_id,
          coalesce(private.member_name(proposal.client_id, member_id), ''), record_proposal_event.action,
          record_proposal_event.note,
          -- No one is emailed that a proposal was opened.
          case when record_proposal_event.action = 'viewed' then clock_timestamp() end);
end
$$;

create function private.check_proposal_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads versions and acceptances without policies.
  set search_path = ''
as $$
begin
  if (new.id, new.number, new.created_at) is distinct from (old.id, old.number, old.created_at) then
    raise exception 'the number of a proposal cannot change' using errcode = '23514';
  end if;
  if old.status <> 'draft' and new.client_id is distinct from old.client_id then
    raise exception 'the client of a sent proposal cannot change' using errcode = '23514';
  end if;
  -- Deleting the inquiry or the quote request sets its id to null.
  if old.status = 'accepted'
     and to_jsonb(new) - array['inquiry_id', 'booking_id'] <> to_jsonb(old) - array['inquiry_id', 'booking_id'] then
    raise exception 'an accepted proposal cannot change' using errcode = '23514';
  end if;
  -- The same rule as NEXT_STATUSES in domain/proposals/proposal-status.ts.
  if new.status <> old.status
     and not (new.status = 'sent' and old.status <> 'accepted'
              or old.status in ('sent', 'viewed') and new.status in ('accepted', 'declined', 'expired', 'withdrawn')
              or old.status = 'sent' and new.status = 'viewed') then
    raise exception 'a proposal cannot change from % to %', old.status, new.status using errcode = '23514';
  end if;
  if new.current_version <> old.current_version and not (new.current_version = old.current_version + 1 and new.status = 'sent')
     or new.status = 'sent' and old.status not in ('draft', 'sent') and new.current_version = old.current_version then
    raise exception 'only sending a new version changes the version' using errcode = '23514';
  end if;
  if new.current_version > 0
     and not exists (select from public.proposal_versions as sent
                      where sent.proposal_id = new.id and sent.version = new.current_version and sent.sent_at is not null
                        and sent.title = new.title and sent.valid_until = new.valid_until) then
    raise exception 'a proposal must match its sent version' using errcode = '23514';
  end if;
  if new.status = 'accepted'
     and not exists (select from public.proposal_acceptances as acceptance
                      where acceptance.proposal_id = new.id and acceptance.version = new.current_version
                        and acceptance.total = new.value) then
    raise exception 'an accepted proposal requires an acceptance' using errcode = '23514';
  end if;
  if new.status = 'declined' and btrim(new.status_reason) = '' then
    raise exception 'declining requires a reason' using errcode = '23514';
  end if;
  -- A draft of a new version must not be visible in the row.
  if to_jsonb(new) - 'updated_at' <> to_jsonb(old) - 'updated_at' then
    new.updated_at := clock_timestamp();
  end if;
  return new;
end
$$;
comment on function private.check_proposal_change() is 'Rejects changes of a proposal that are not allowed.';

create function private.record_proposal_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because no other role can write the history.
  set search_path = ''
as $$
begin
  perform private.record_proposal_event(new, new.status,
    case when new.status in ('declined', 'withdrawn') then new.status_reason else '' end);
  return null;
end
$$;

create function private.protect_sent_proposal() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if old.status <> 'draft' then
    raise exception 'a sent proposal can only be withdrawn' using errcode = '23514';
  end if;
  return old;
end
$$;
revoke all on function private.record_proposal_event(public.proposals, text, text), private.check_proposal_change(),
  private.record_proposal_change(), private.protect_sent_proposal() from public;

create trigger proposals_check_change before update on public.proposals
  for each row execute function private.check_proposal_change();
-- Each member's first view has its own event.
create trigger proposals_record_change after update on public.proposals
  for each row
  when (new.status <> 'viewed'
        and (new.status is distinct from old.status or new.current_version is distinct from old.current_version))
  execute function private.record_proposal_change();
create trigger proposals_protect_sent before delete on public.proposals
  for each row execute function private.protect_sent_proposal();

-- Creating a client from an inquiry assigns the drafts for the inquiry.
create function private.assign_proposals_of_inquiry() returns trigger
  language plpgsql security definer
  -- `security definer`, because administrators cannot write public.proposals.
  set search_path = ''
as $$
begin
  update public.proposals as draft set client_id = new.client_id
   where draft.inquiry_id = new.id and draft.client_id is null;
  return null;
end
$$;
revoke all on function private.assign_proposals_of_inquiry() from public;
create trigger contact_inquiries_assign_proposals after update of client_id on public.contact_inquiries
  for each row when (new.client_id is not null and new.client_id is distinct from old.client_id)
  execute function private.assign_proposals_of_inquiry();

-- Comments --------------------------------------------------------------------------------------------------------

create table public.proposal_comments (
  id           uuid primary key default gen_random_uuid(),
  proposal_id  uuid not null,
  client_id    uuid not null,
  author_role  text not null default 'client' check (author_role in ('client', 'admin')),
  author_id    uuid references public.users (id) on delete set null,
  author       text not null default '',
  body         text not null check (length(btrim(body)) between 1 and 5000),
  created_at   timestamptz not null default clock_timestamp(),
  announced_at timestamptz,
  foreign key (proposal_id, client_id) references public.proposals (id, client_id)
);
create index proposal_comments_proposal_idx on public.proposal_comments (proposal_id, client_id, created_at);
create index proposal_comments_client_idx on public.proposal_comments (client_id, created_at);
create index proposal_comments_author_idx on public.proposal_comments (author_id);
create index proposal_comments_unannounced_idx on public.proposal_comments (created_at) where announced_at is null;

alter table public.proposal_comments enable row level security;
grant select on public.proposal_comments to authenticated;
-- The trigger sets the author.
grant insert (proposal_id, client_id, body) on public.proposal_comments to authenticated;
grant all on public.proposal_comments to service_role;

create policy "Clients can read the comments on their own proposals" on public.proposal_comments
  for select to authenticated using (client_id = (select access.current_client_id('proposals')));
create policy "Clients can comment on their own proposals as themselves" on public.proposal_comments
  for insert to authenticated
  with check (client_id = (select access.current_client_id('proposals')) and author_role = 'client'
              and author_id = (select auth.uid()));
create policy "Administrators can read all comments on proposals" on public.proposal_comments
  for select to authenticated using ((select access.is_admin()));
create policy "Administrators can comment on proposals as themselves" on public.proposal_comments
  for insert to authenticated
  with check ((select access.is_admin()) and author_role = 'admin' and author_id = (select auth.uid()));

comment on table public.proposal_comments is
  'The conversation between the client and the firm about a proposal. Comments are plain text and do not change.';
comment on column public.proposal_comments.author is
  'The name or the email address of the member at the time. Empty for administrators.';
comment on column public.proposal_comments.announced_at is 'When the emails about this comment were queued. Null if they are still due.';

create function private.check_proposal_comment() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads proposals without policies.
  set search_path = ''
as $$
begin
  -- Clients can read comments, so a comment on a draft would reveal it.
  if not exists (select from public.proposals as proposal
                  where proposal.id = new.proposal_id and proposal.status <> 'draft') then
    raise exception 'only sent proposals have comments' using errcode = '42501';
  end if;
  -- The server and the demo store comments of others.
  if auth.uid() is not null then
    new.author_id := auth.uid();
    new.author_role := case when access.is_admin() then 'admin' else 'client' end;
    -- Each comment sends email.
    perform pg_advisory_xact_lock(hashtextextended('proposal_comments ' || new.proposal_id::text, 0));
    if new.author_role = 'client'
       and (select count(*) from public.proposal_comments as earlier
             where earlier.proposal_id = new.proposal_id and earlier.author_role = 'client'
               and earlier.created_at > now() - interval '1 hour') >= 60 then
      raise sqlstate 'PT429' using message = 'Too many comments', hint = 'Wait an hour.';
    end if;
  end if;
  new.author := case when new.author_role = 'client' then coalesce(private.member_name(new.client_id, new.author_id), '')
                     else '' end;
  return new;
end
$$;
revoke all on function private.check_proposal_comment() from public;
create trigger proposal_comments_check before insert on public.proposal_comments
  for each row execute function private.check_proposal_comment();

-- Templates -------------------------------------------------------------------------------------------------------

create table public.proposal_templates (
  id         uuid primary key default gen_random_uuid(),
  name       text not null check (length(btrim(name)) between 1 and 200 and access.is_single_line(name)),
  content    jsonb not null,
  is_builtin boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index proposal_templates_name_key on public.proposal_templates (lower(name));

alter table public.proposal_templates enable row level security;
grant select on public.proposal_templates to authenticated;
grant all on public.proposal_templates to service_role;

create policy "Administrators can read the proposal templates" on public.proposal_templates
  for select to authenticated using ((select access.is_admin()));

create trigger proposal_templates_set_updated_at before update on public.proposal_templates
  for each row execute function access.set_updated_at();
create trigger proposal_templates_audit after insert or update or delete on public.proposal_templates
  for each row execute function private.record_audit_entry('content');

create view endpoints.proposal_templates with (security_barrier) as
  select id, name, content from public.proposal_templates where (select access.is_admin()) with check option;
grant select, insert (name, content), update (name, content), delete on endpoints.proposal_templates to authenticated;
comment on view endpoints.proposal_templates is 'Lets administrators write proposal templates.';

comment on table public.proposal_templates is
  'Contents that proposals can start from. A proposal copies the content, so a later change of the template does not change it.';
comment on column public.proposal_templates.content is 'Its type is ProposalContent in domain/proposals/proposal-content.ts.';
comment on column public.proposal_templates.is_builtin is 'Whether a migration added the template.';
