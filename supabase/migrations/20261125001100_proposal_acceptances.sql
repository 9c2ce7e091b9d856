-- What follows from accepting a proposal: the acceptance record, milestones and planned payments.

-- Acceptances -----------------------------------------------------------------------------------------------------

create table public.proposal_acceptances (
  proposal_id     uuid primary key,
  client_id       uuid not null,
  version         integer not null,
  content_sha256  text not null check (content_sha256 ~ '^[0-9a-f]{64}$'),
  totals          jsonb not null,
  total           numeric(14, 2) not null check (total >= 0),
  terms_version   integer not null,
  consent_version text not null check (length(consent_version) <= 50),
  consent_text    text not null check (length(consent_text) between 1 and 5000),
  accepted_at     timestamptz not null default clock_timestamp(),
  accepted_on     date not null,
  signer_id       uuid references public.users (id) on delete set null,
  signer_name     text not null check (length(btrim(signer_name)) between 1 and 200 and access.is_single_line(signer_name)),
  signer_title    text not null check (length(btrim(signer_title)) between 1 and 200 and access.is_single_line(signer_title)),
  signer_email    text not null check (length(signer_email) <= 320),
  signer_role     text not null check (signer_role in ('owner', 'billing')),
  company         text not null,
  assurance_level text not null check (assurance_level in ('aal1', 'aal2')),
  session_id      uuid,
  ip              inet,
  user_agent      text not null default '' check (length(user_agent) <= 1000),
  code            text not null unique
                  check (code ~ '^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$'),
  document_id     uuid,
  pdf_sha256      text check (pdf_sha256 ~ '^[0-9a-f]{64}$'),
  foreign key (proposal_id, client_id) references public.proposals (id, client_id),
  foreign key (proposal_id, version) references public.proposal_versions (proposal_id, version),
  -- The document of an accepted proposal cannot be deleted.
  foreign key (document_id, client_id) references public.documents (id, client_id),
  constraint proposal_acceptances_document_check check ((document_id is null) = (pdf_sha256 is null))
);
create index proposal_acceptances_client_idx on public.proposal_acceptances (client_id, accepted_at desc);
create index proposal_acceptances_proposal_idx on public.proposal_acceptances (proposal_id, client_id);
create index proposal_acceptances_version_idx on public.proposal_acceptances (proposal_id, version);
create index proposal_acceptances_signer_idx on public.proposal_acceptances (signer_id);
create index proposal_acceptances_document_idx on public.proposal_acceptances (document_id, client_id);
create index proposal_acceptances_sha256_idx on public.proposal_acceptances (pdf_sha256);

alter table public.proposal_acceptances enable row level security;
-- Only functions write here. Default privileges would let service_role write too.
revoke all on public.proposal_acceptances from service_role;
grant select on public.proposal_acceptances to authenticated, service_role;

create policy "Clients can read the acceptances of their own proposals" on public.proposal_acceptances
  for select to authenticated using (client_id = (select access.current_client_id('proposals')));
create policy "Administrators can read all acceptances" on public.proposal_acceptances
  for select to authenticated using ((select access.is_admin()));

comment on table public.proposal_acceptances is
  'Who accepted which version of a proposal, when and how. Does not change, and is kept when the person''s account is deleted.';
comment on column public.proposal_acceptances.content_sha256 is 'The hash of the accepted version. See proposal_versions.sha256.';
comment on column public.proposal_acceptances.totals is
  'The line items with their amounts in cents, and which optional items the client selected. Its type is ProposalTotals in domain/proposals/proposal-totals.ts.';
comment on column public.proposal_acceptances.total is 'Dollars.';
comment on column public.proposal_acceptances.accepted_on is 'The day of acceptance in the firm''s time zone.';
comment on column public.proposal_acceptances.signer_name is 'The full name as the person typed it.';
comment on column public.proposal_acceptances.company is 'The name of the client at the time.';
comment on column public.proposal_acceptances.assurance_level is 'aal2 if the session had verified a second factor.';
comment on column public.proposal_acceptances.code is 'The verification code that is printed in the PDF.';
comment on column public.proposal_acceptances.document_id is 'The PDF with the certificate. Null until a job has stored it.';

create function private.protect_proposal_acceptance() returns trigger
  language plpgsql
  set search_path = ''
as $$
declare
  late_columns constant text[] := array['document_id', 'pdf_sha256', 'signer_id'];
begin
  if tg_op = 'DELETE'
     or to_jsonb(new) - late_columns <> to_jsonb(old) - late_columns
     -- Deleting the account sets signer_id to null.
     or new.signer_id is not null and new.signer_id is distinct from old.signer_id
     or old.document_id is not null
        and (new.document_id, new.pdf_sha256) is distinct from (old.document_id, old.pdf_sha256) then
    raise exception 'the acceptance of a proposal cannot change' using errcode = '23514';
  end if;
  return new;
end
$$;
create trigger proposal_acceptances_protect before update or delete on public.proposal_acceptances
  for each row execute function private.protect_proposal_acceptance();
create trigger proposal_acceptances_reject_truncate before truncate on public.proposal_acceptances
  for each statement execute function private.protect_proposal_acceptance();

create function private.protect_accepted_document() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads acceptances without policies.
  set search_path = ''
as $$
declare
  changed_columns constant text[] := array['is_latest', 'scan_status', 'scanned_at', 'scan_detail'];
begin
  if exists (select from public.proposal_acceptances as acceptance where acceptance.document_id = old.id)
     and (tg_op = 'DELETE' or to_jsonb(new) - changed_columns <> to_jsonb(old) - changed_columns) then
    raise exception 'the document of an accepted proposal cannot change' using errcode = '23001';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;
create trigger documents_protect_accepted before update or delete on public.documents
  for each row execute function private.protect_accepted_document();

create function private.protect_accepted_file() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads acceptances without policies.
  set search_path = ''
as $$
begin
  if new.sha256 <> old.sha256
     and exists (select from public.proposal_acceptances as acceptance where acceptance.document_id = old.document_id) then
    raise exception 'the document of an accepted proposal cannot change' using errcode = '23001';
  end if;
  return new;
end
$$;
create trigger document_files_protect_accepted before update on private.document_files
  for each row execute function private.protect_accepted_file();
revoke all on function private.protect_proposal_acceptance(), private.protect_accepted_document(),
  private.protect_accepted_file() from public;

-- Milestones ------------------------------------------------------------------------------------------------------

create table public.project_milestones (
  id          uuid primary key default gen_random_uuid(),
  project_id  uuid not null,
  client_id   uuid not null,
  proposal_id uuid references public.proposals (id),
  part_id     text check (length(part_id) <= 40),
  position    integer not null default 0,
  title       text not null check (length(btrim(title)) between 1 and 200 and access.is_single_line(title)),
  due_on      date,
  done_at     timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references public.users (id) on delete set null,
  accepter    text not null default '',
  created_at  timestamptz not null default clock_timestamp(),
  foreign key (project_id, client_id) references public.projects (id, client_id),
  unique (id, client_id),
  unique (proposal_id, part_id),
  constraint project_milestones_accepted_check check (accepted_at is null or done_at is not null)
);
create index project_milestones_project_idx on public.project_milestones (project_id, client_id, position);
create index project_milestones_client_idx on public.project_milestones (client_id);
create index project_milestones_accepted_by_idx on public.project_milestones (accepted_by);

alter table public.project_milestones enable row level security;
grant select on public.project_milestones to authenticated;
grant all on public.project_milestones to service_role;

create policy "Clients can read the milestones of their own projects" on public.project_milestones
  for select to authenticated using (client_id = (select access.current_client_id('projects')));
create policy "Administrators can read all milestones" on public.project_milestones
  for select to authenticated using ((select access.is_admin()));

create trigger project_milestones_audit after insert or update or delete on public.project_milestones
  for each row execute function private.record_audit_entry('accepter');

comment on table public.project_milestones is
  'Milestones of a project. The firm marks one as done, and then the client accepts it. They contain no amounts, so every role can read them.';
comment on column public.project_milestones.proposal_id is 'The proposal that the milestone is from. Null if the firm added it to the project.';
comment on column public.project_milestones.part_id is 'The id of the milestone in the content of the proposal.';
comment on column public.project_milestones.done_at is 'When the firm marked it as done.';
comment on column public.project_milestones.accepter is 'The name or the email address of the member who accepted it.';

create function private.check_milestone_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  if old.accepted_at is not null
     and (tg_op = 'DELETE'
          -- Deleting the account sets accepted_by to null, and erasing the person replaces the name.
          or to_jsonb(new) - array['accepted_by', 'accepter', 'position'] <> to_jsonb(old) - array['accepted_by', 'accepter', 'position']) then
    raise exception 'an accepted milestone cannot change' using errcode = '23514';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if (new.id, new.project_id, new.client_id, new.proposal_id, new.part_id)
     is distinct from (old.id, old.project_id, old.client_id, old.proposal_id, old.part_id) then
    raise exception 'the project of a milestone cannot change' using errcode = '23514';
  end if;
  return new;
end
$$;
revoke all on function private.check_milestone_change() from public;
create trigger project_milestones_check before update or delete on public.project_milestones
  for each row execute function private.check_milestone_change();

-- Planned payments ------------------------------------------------------------------------------------------------

create table public.planned_payments (
  id           uuid primary key default gen_random_uuid(),
  proposal_id  uuid not null,
  client_id    uuid not null,
  project_id   uuid not null,
  position     integer not null,
  kind         text not null check (kind in ('deposit', 'installment', 'balance')),
  number       integer check (number between 1 and 12),
  amount       numeric(14, 2) not null check (amount > 0),
  due_kind     text not null check (due_kind in ('date', 'on_acceptance', 'on_completion', 'milestone')),
  due_days     integer not null default 0 check (due_days between 0 and 365),
  due_on       date,
  milestone_id uuid,
  when_due     text not null check (when_due in ('prepare_invoice', 'publish_invoice')),
  due_at       timestamptz,
  invoice_id   uuid,
  -- The same rule as getPlannedPaymentStatus() in domain/proposals/planned-payment.ts.
  status       text not null generated always as (
                 case when invoice_id is not null then 'invoiced' when due_at is not null then 'due' else 'waiting' end) stored
               constraint planned_payments_status_check check (status in ('waiting', 'due', 'invoiced')),
  foreign key (proposal_id, client_id) references public.proposals (id, client_id),
  foreign key (project_id, client_id) references public.projects (id, client_id),
  foreign key (milestone_id, client_id) references public.project_milestones (id, client_id),
  foreign key (invoice_id) references public.invoices (id) on delete set null,
  unique (proposal_id, position),
  constraint planned_payments_installment_check check ((kind = 'installment') = (number is not null)),
  constraint planned_payments_milestone_check check ((due_kind = 'milestone') = (milestone_id is not null))
);
create index planned_payments_proposal_idx on public.planned_payments (proposal_id, client_id);
create index planned_payments_project_idx on public.planned_payments (project_id, client_id);
create index planned_payments_client_idx on public.planned_payments (client_id);
create index planned_payments_milestone_idx on public.planned_payments (milestone_id, client_id);
create index planned_payments_invoice_idx on public.planned_payments (invoice_id);
create index planned_payments_due_idx on public.planned_payments (due_on) where due_at is null;

alter table public.planned_payments enable row level security;
grant select on public.planned_payments to authenticated;
grant all on public.planned_payments to service_role;

create policy "Clients can read their own planned payments" on public.planned_payments
  for select to authenticated using (client_id = (select access.current_client_id('proposals')));
create policy "Administrators can read all planned payments" on public.planned_payments
  for select to authenticated using ((select access.is_admin()));

create trigger planned_payments_audit after insert or update or delete on public.planned_payments
  for each row execute function private.record_audit_entry();

comment on table public.planned_payments is
  'The payment plan of an accepted proposal. The sum of the amounts is the accepted total. A payment becomes due on its date, or when its event happens.';
comment on column public.planned_payments.amount is 'Dollars.';
comment on column public.planned_payments.due_days is 'Days from the event to the due date. 0 for a date.';
comment on column public.planned_payments.due_on is 'The due date. Null until the event happens.';
comment on column public.planned_payments.when_due is
  'What happens when the payment becomes due: its invoice is prepared, or prepared and published.';
comment on column public.planned_payments.due_at is 'When the payment became due. Null while it waits for its date or event.';
comment on column public.planned_payments.invoice_id is 'The invoice for the payment.';

create function private.check_planned_payment_change() returns trigger
  language plpgsql security definer
  -- `security definer`, because it reads invoices without policies.
  set search_path = ''
as $$
declare
  late_columns constant text[] := array['due_on', 'due_at', 'invoice_id', 'status', 'when_due'];
begin
  if to_jsonb(new) - late_columns <> to_jsonb(old) - late_columns then
    raise exception 'a planned payment cannot change after acceptance' using errcode = '23514';
  end if;
  if old.due_at is not null and new.due_at is null then
    raise exception 'a payment that is due stays due' using errcode = '23514';
  end if;
  if new.invoice_id is not null and new.invoice_id is distinct from old.invoice_id
     and not exists (select from public.invoices as invoice
                      where invoice.id = new.invoice_id and invoice.client_id = new.client_id) then
    raise exception 'the invoice belongs to another client' using errcode = '23514';
  end if;
  return new;
end
$$;

revoke all on function private.check_planned_payment_change() from public;
create trigger planned_payments_check before update on public.planned_payments
  for each row execute function private.check_planned_payment_change();

create function private.make_payments_due(today date) returns void
  language sql security definer
  -- `security definer`, because clients cannot write public.planned_payments.
  set search_path = ''
as $$
  update public.planned_payments as payment
     set due_at = clock_timestamp(), due_on = coalesce(payment.due_on, make_payments_due.today + payment.due_days)
    from public.projects as project
   where project.id = payment.project_id and project.client_id = payment.client_id and payment.due_at is null
     and case payment.due_kind
           when 'date' then payment.due_on <= make_payments_due.today
           when 'on_acceptance' then true
           when 'on_completion' then project.status = 'completed'
           when 'milestone' then exists (select from public.project_milestones as milestone
                                          where milestone.id = payment.milestone_id and milestone.accepted_at is not null)
         end
$$;
comment on function private.make_payments_due(date) is
  'Makes payments due whose date has come or whose event has happened. today is the date in the firm''s time zone.';
revoke all on function private.make_payments_due(date) from public;
