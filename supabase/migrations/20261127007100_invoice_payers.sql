-- The customers in Square of invoices without a client, so that administrators can see whose invoice they assign.

-- A separate table, because clients can read all columns of their invoices.
create table public.invoice_payers (
  invoice_id  uuid primary key references public.invoices (id) on delete cascade,
  payer_name  text,
  payer_email text,
  constraint invoice_payers_empty_check check (payer_name is not null or payer_email is not null)
);

alter table public.invoice_payers enable row level security;
grant select on public.invoice_payers to authenticated;
grant all on public.invoice_payers to service_role;

create policy "Administrators can read the payers of invoices" on public.invoice_payers
  for select to authenticated using ((select access.is_admin()));

comment on table public.invoice_payers is
  'The customers in Square of invoices without a client. A row is kept when an administrator assigns the invoice, because the assignment may be wrong, and removed when Square''s customer matches a client. Clients cannot read it.';
comment on column public.invoice_payers.payer_email is 'The email address of the customer in Square.';

create function private.remove_invoice_payer() returns trigger
  language plpgsql security definer
  -- `security definer`, because no caller can write public.invoice_payers.
  set search_path = ''
as $$
begin
  delete from public.invoice_payers as payer where payer.invoice_id = new.id;
  return null;
end
$$;
revoke all on function private.remove_invoice_payer() from public;
comment on function private.remove_invoice_payer() is
  'Removes the payer of an invoice that no longer needs one, because its customer matches a client.';

create trigger invoices_remove_payer after update of client_id, client_assigned_manually on public.invoices
  for each row when (new.client_id is not null and not new.client_assigned_manually
                     and old.client_id is distinct from new.client_id)
  execute function private.remove_invoice_payer();

create or replace view public.invoice_list with (security_invoker = true) as
  select invoice.id, invoice.client_id, client.company, lower(client.company) as company_order,
         invoice.invoice_number, invoice.description, invoice.status, invoice.issued_date, invoice.due_date,
         invoice.next_payment_due_date,
         private.invoice_overdue_date(invoice.status, invoice.next_payment_due_date, invoice.due_date) as overdue_date,
         invoice.paid_date, invoice.amount, invoice.total_paid_amount,
         private.invoice_amount_owed(invoice.status, invoice.square_status, invoice.amount, invoice.total_paid_amount)
           ::numeric(12, 2) as open_amount,
         invoice.square_invoice_id, invoice.square_status, invoice.square_payment_url, invoice.project_id,
         invoice.client_assigned_manually, invoice.refunded_amount, invoice.pending_refund_amount,
         invoice.is_processing, invoice.is_scheduled,
         private.invoice_urgency_order(invoice.status, invoice.next_payment_due_date, invoice.due_date) as urgency_order,
         invoice.next_payment_amount, invoice.payment_schedule,
         -- Read from an index for the rows of a page only.
         (select max(reminder.sent_on) from public.invoice_reminders as reminder
           where reminder.invoice_id = invoice.id and reminder.client_id = invoice.client_id) as last_reminded_on,
         payer.payer_name, payer.payer_email
    from public.invoices as invoice
    left join public.clients as client on client.id = invoice.client_id
    left join public.invoice_payers as payer on payer.invoice_id = invoice.id and invoice.client_id is null;

comment on column public.invoice_list.payer_name is
  'The customer in Square of an invoice without a client. Only administrators can read it.';

-- The function is stored with the columns of the view, so it must be replaced with the view.
create or replace function public.invoices_in_aging_bucket(today date, days_late integer[], aging_bucket integer)
  returns setof public.invoice_list
  language sql stable
begin atomic
  select listed.*
    from public.invoice_list as listed
   where listed.id in (select aged.invoice_id from private.invoice_aging_amounts(today, days_late) as aged
                        where aged.bucket = aging_bucket);
end;

create or replace function endpoints.erase_member(email text)
  returns table (outcome text, account_id uuid, company text, members integer, emails integer)
  language plpgsql security definer
  -- `security definer`, because administrators cannot write these tables.
  set search_path = ''
as $$
declare
  deleted_person constant text := 'deleted person';
  erased_email constant text := lower(erase_member.email);
  owned record;
  invitation_count integer;
  payer_count integer;
  names text[];
  clients uuid[];
begin
  if not access.is_admin() then
    raise exception 'only administrators can erase members' using errcode = '42501';
  end if;
  select account.id into account_id
    from public.users as account where lower(account.email) = erased_email and account.role = 'client';

  -- Return the client that needs another owner instead of raising the trigger's error.
  for owned in select client.id, client.company from public.client_members as member
                 join public.clients as client on client.id = member.client_id
                where member.user_id = account_id and member.role = 'owner' and member.suspended_at is null
                order by client.id loop
    perform pg_advisory_xact_lock(hashtextextended('client owners ' || owned.id::text, 0));
    if not private.has_other_owner(owned.id, account_id) then
      outcome := 'last-owner';
      company := owned.company;
      return next;
      return;
    end if;
  end loop;

  -- How the history of findings names the person, and the clients in which it can.
  select array_agg(named.name) filter (where named.name <> '') || erased_email, array_agg(named.client_id)
    into names, clients
    from (select member.client_id, member.name from public.client_members as member where member.user_id = account_id
          union
          select former.client_id, former.name from private.former_member_names as former
           where former.user_id = account_id) as named;

  delete from public.client_members as member where member.user_id = account_id;
  get diagnostics members = row_count;
  delete from private.former_member_names as former where former.user_id = account_id;
  delete from public.client_invitations as invitation where lower(invitation.email) = erased_email;
  get diagnostics invitation_count = row_count;
  -- A sync stores the payer again while the invoice has no client and Square still has the customer.
  delete from public.invoice_payers as payer where lower(payer.payer_email) = erased_email;
  get diagnostics payer_count = row_count;
  if account_id is null and invitation_count = 0 and payer_count = 0 then
    outcome := 'unknown';
    return next;
    return;
  end if;
  update public.client_invitations as invitation set inviter = deleted_person where invitation.invited_by = account_id;
  update public.client_activity as entry
     set actor = case when entry.actor_id = account_id then deleted_person else entry.actor end,
         subject = case when lower(entry.subject) = erased_email then deleted_person else entry.subject end
   where entry.actor_id = account_id or lower(entry.subject) = erased_email;
  update public.access_reviews as review
     set reviewer = case when review.reviewed_by = account_id then deleted_person else review.reviewer end,
         members = (select coalesce(jsonb_agg(case when lower(listed ->> 'email') = erased_email
                              then listed || jsonb_build_object('email', deleted_person, 'name', '') else listed end
                              order by position), '[]')
                      from jsonb_array_elements(review.members) with ordinality as item (listed, position))
   where review.reviewed_by = account_id
      or exists (select from jsonb_array_elements(review.members) as listed where lower(listed ->> 'email') = erased_email);
  update public.finding_events as event
     set actor = case when event.actor_id = account_id then deleted_person else event.actor end,
         from_value = case when event.action = 'assigned' and event.client_id = any (clients) and event.from_value = any (names) then deleted_person else event.from_value end,
         to_value = case when event.action = 'assigned' and event.client_id = any (clients) and event.to_value = any (names) then deleted_person else event.to_value end
   where event.actor_id = account_id
      or event.action = 'assigned' and event.client_id = any (clients) and names && array[event.from_value, event.to_value];
  update public.finding_comments as comment set author = deleted_person where comment.author_id = account_id;
  update public.retest_rounds as round set requester = deleted_person where round.requested_by = account_id;
  update public.risk_acceptances as acceptance
     set requester = case when acceptance.requested_by = account_id then deleted_person else acceptance.requester end,
         decider = case when acceptance.decided_by = account_id then deleted_person else acceptance.decider end
   where account_id in (acceptance.requested_by, acceptance.decided_by);
  -- The acceptance of a proposal is kept, because it is the evidence of a contract.
  update public.proposal_events as event set actor = deleted_person where event.actor_id = account_id;
  update public.proposal_comments as comment set author = deleted_person where comment.author_id = account_id;
  update public.project_milestones as milestone set accepter = deleted_person where milestone.accepted_by = account_id;
  delete from private.sign_in_attempts as attempt
   where attempt.user_id = account_id or lower(attempt.email) = erased_email;
  delete from private.email_outbox as queued where lower(queued.recipient) = erased_email;
  get diagnostics emails = row_count;
  -- Record only the numbers of rows, so that the audit log does not keep erased data.
  perform endpoints.record_audit_entry('erase member', 'client_members', '',
                                       jsonb_build_object('members', members, 'emails', emails));
  outcome := 'erased';
  return next;
end
$$;
