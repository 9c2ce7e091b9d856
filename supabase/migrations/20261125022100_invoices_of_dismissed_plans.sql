-- The dashboard does not ask for a client of the invoices of dismissed plans.
create or replace view public.firm_totals with (security_invoker = true) as
  select (select count(*)::integer from public.clients where status = 'active') as active_clients,
         (select count(*)::integer from public.projects where status in ('in_progress', 'on_hold')) as active_projects,
         (totals.outstanding + unassigned.outstanding)::numeric(14, 2) as outstanding_revenue,
         (totals.invoice_count + unassigned.invoice_count)::integer as invoice_count,
         totals.unread_count,
         (totals.billed + unassigned.billed)::numeric(14, 2) as unpaid_billed,
         (totals.paid + unassigned.paid)::numeric(14, 2) as unpaid_paid,
         (totals.refunded + unassigned.refunded)::numeric(14, 2) as unpaid_refunded,
         unassigned.unpaid_count as unassigned_unpaid_count,
         unassigned.assignable_count as assignable_unpaid_count
    from (select coalesce(sum(outstanding_balance), 0) as outstanding,
                 coalesce(sum(invoice_count), 0) as invoice_count,
                 coalesce(sum(unread_count), 0)::integer as unread_count,
                 coalesce(sum(unpaid_billed), 0) as billed,
                 coalesce(sum(unpaid_paid), 0) as paid,
                 coalesce(sum(unpaid_refunded), 0) as refunded
            from public.client_totals) as totals,
         (select count(*) as invoice_count,
                 (count(*) filter (where is_unpaid))::integer as unpaid_count,
                 (count(*) filter (where is_unpaid and not is_dismissed))::integer as assignable_count,
                 coalesce(sum(owed), 0) as outstanding,
                 coalesce(sum(amount) filter (where is_unpaid), 0) as billed,
                 coalesce(sum(paid) filter (where is_unpaid), 0) as paid,
                 coalesce(sum(refunded_amount) filter (where is_unpaid), 0) as refunded
            from (select amount, refunded_amount,
                         private.invoice_is_unpaid(status, square_status) as is_unpaid,
                         private.invoice_amount_owed(status, square_status, amount, total_paid_amount) as owed,
                         private.invoice_amount_paid(status, amount, total_paid_amount, refunded_amount) as paid,
                         exists (select from public.unmatched_subscriptions as plan
                                  where plan.square_subscription_id = stored.square_subscription_id
                                    and plan.dismissed_at is not null) as is_dismissed
                    from public.invoices as stored
                   where client_id is null) as invoice) as unassigned;
comment on view public.firm_totals is
  'Dashboard figures, number of invoices, number of unread messages, and dollars of the unpaid invoices. unassigned_unpaid_count counts unpaid invoices without a client, and assignable_unpaid_count those that are not of a dismissed plan. For a client, they include only its own rows.';
