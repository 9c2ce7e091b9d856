import { plannedInvoiceKey } from "#domain/proposals/planned-invoice.ts";
import type { Query } from "#server/database/database.ts";

/**
 * Records an invoice that was created by hand in Square for the planned payment it must be for: the only unpaid invoice
 * of the client with this amount, issued since the acceptance, and the only payment of the client with this amount and
 * without an invoice. Payments that are not due yet count too, so that nothing is guessed. A payment whose draft was ever
 * sent to Square is not matched, because an earlier revision may still be there. Deletes drafts that only listed what to
 * enter in Square. `query` must come from `bypassPolicies`.
 */
export async function matchPlannedInvoices(query: Query): Promise<void> {
  await lockDuePayments(query);
  const matched = await query(
    `with open_payment as (
       select payment.id, payment.client_id, payment.amount, payment.status, acceptance.accepted_on
         from public.planned_payments as payment
         join public.proposal_acceptances as acceptance on acceptance.proposal_id = payment.proposal_id
        where payment.invoice_id is null
     ), candidate as (
       select payment.id as payment_id, payment.status, invoice.id as invoice_id,
              count(*) over (partition by payment.id) as invoice_count,
              count(*) over (partition by invoice.id) as payment_count
         from open_payment as payment
         join public.invoices as invoice
           on invoice.client_id = payment.client_id and invoice.amount = payment.amount
          and invoice.status in ('pending', 'overdue') and invoice.total_paid_amount = 0
          and invoice.square_subscription_id is null
          and coalesce(invoice.issued_date, invoice.created_at::date) >= payment.accepted_on
        where not exists (select from public.planned_payments as linked where linked.invoice_id = invoice.id)
          and not exists (select from public.invoice_drafts as draft
                           where draft.square_invoice_id = invoice.square_invoice_id)
     )
     update public.planned_payments as payment set invoice_id = candidate.invoice_id
       from candidate
      where payment.id = candidate.payment_id and candidate.status = 'due'
        and candidate.invoice_count = 1 and candidate.payment_count = 1
        and not exists (select from public.invoice_drafts as draft
                         where draft.source_key = 'planned-payment:' || payment.id and draft.status <> 'deleted'
                           and (draft.requested_status <> 'draft' or draft.square_merchant_id is not null))
     returning payment.id`,
  );
  // Publishing such a draft later would bill the client twice.
  await query(
    `update public.invoice_drafts
        set status = 'deleted', requested_status = 'deleted', problem = null, problem_detail = '', problem_at = null
      where source_key = any($1) and status = 'draft' and requested_status = 'draft' and square_merchant_id is null`,
    [matched.map(({ id }) => plannedInvoiceKey(id))],
  );
}

/** Locks the due payments, then their drafts, so that no draft is sent to Square while its payment gets an invoice. */
async function lockDuePayments(query: Query): Promise<void> {
  const payments = await query(
    "select id from public.planned_payments where status = 'due' and invoice_id is null order by id for update",
  );
  await query("select id from public.invoice_drafts where source_key = any($1) order by id for update", [
    payments.map(({ id }) => plannedInvoiceKey(id)),
  ]);
}
