import { type CalendarDate, compareDates } from "#domain/dates/calendar-date.ts";
import { INVOICE_DRAFT_LIMITS, type NewInvoiceDraft } from "#domain/invoices/drafts/draft-form.ts";
import { confirmedRecipient } from "#domain/invoices/drafts/draft-preview.ts";
import { toCents, toDollars, ZERO_CENTS } from "#domain/money/money.ts";
import { formatPaymentName } from "#domain/proposals/format-proposal.ts";
import { MAX_PLANNED_INVOICE, plannedInvoiceKey } from "#domain/proposals/planned-invoice.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import type { Query } from "#server/database/database.ts";
import type { StatementRow } from "#server/database/query.ts";
import type { JobHandler } from "#server/jobs/queue/job.ts";
import type { PaymentContext } from "#server/payments/payment-context.ts";
import { requestPublishing } from "#server/payments/writing/draft-requests.ts";
import { insertDraft } from "#server/payments/writing/draft-store.ts";
import { prepareInvoice } from "#server/payments/writing/prepare-invoice.ts";
import { readWritingSettings, todayAtLocation } from "#server/payments/writing/writing-settings.ts";
import { matchPlannedInvoices } from "#server/proposals/match-planned-invoices.ts";

/** The due payments without a draft. plannedInvoiceProblem() shows administrators the ones that get none. */
const DUE_PAYMENTS = `
  select payment.id, payment.client_id, payment.project_id, payment.proposal_id, payment.kind, payment.number, payment.amount,
         payment.due_on::text, payment.when_due, proposal.number as proposal_number, proposal.title
    from public.planned_payments as payment
    join public.proposals as proposal on proposal.id = payment.proposal_id
   where payment.status = 'due' and payment.amount <= $1
     and not exists (select from public.invoice_drafts as draft
                      where draft.source_key = 'planned-payment:' || payment.id)
   order by payment.due_at, payment.position
   limit 1
     for update of payment skip locked`;

type DuePayment = StatementRow<typeof DUE_PAYMENTS>;
type Context = Pick<PaymentContext, "database" | "provider" | "jobs" | "now">;

/**
 * Records the invoices that were created by hand. Prepares the invoice of each other planned payment that is due, and publishes it if
 * the proposal says so. Then records the invoices that Square has returned. While creating invoices is turned off, the drafts list what to enter in Square.
 */
export function createPreparePlannedInvoicesJob(context: Context): JobHandler {
  return async () => {
    await context.database.bypassPolicies(
      { reason: "match invoices with planned payments" },
      matchPlannedInvoices,
    );
    while (await prepareNext(context)) {
      // Each invoice has its own transaction, so that one that fails does not undo the others.
    }
    await context.database.bypassPolicies({ reason: "record the invoices of planned payments" }, (query) =>
      query(
        `update public.planned_payments as payment set invoice_id = invoice.id
           from public.invoice_drafts as draft
           join public.invoices as invoice on invoice.square_invoice_id = draft.square_invoice_id
          where draft.source_key = 'planned-payment:' || payment.id and payment.invoice_id is null
            and invoice.client_id = payment.client_id
            and not exists (select from public.planned_payments as other where other.invoice_id = invoice.id)`,
      ),
    );
  };
}

async function prepareNext(context: Context): Promise<boolean> {
  return context.database.bypassPolicies(
    { reason: "prepare the invoice of a planned payment" },
    async (query) => {
      const [payment] = await query(DUE_PAYMENTS, [toDollars(MAX_PLANNED_INVOICE)]);
      if (!payment) {
        return false;
      }
      const today = todayAtLocation(await readWritingSettings(query, context), context.now());
      const draft = toDraft(payment, today);
      const options = { sourceKey: plannedInvoiceKey(payment.id), actor: null };
      if (payment.when_due === "publish_invoice") {
        await publish(context, query, draft, options.sourceKey, today);
      } else {
        await prepareInvoice(context, query, draft, options);
      }
      return true;
    },
  );
}

/** Stores the draft and requests that it is published. The firm confirmed this and the amount when it sent the proposal. */
async function publish(
  context: Context,
  query: Query,
  draft: NewInvoiceDraft,
  sourceKey: string,
  today: CalendarDate,
): Promise<void> {
  const { id } = await insertDraft(query, draft, { sourceKey, createdBy: null, today });
  const { isEnabled } = await readWritingSettings(query, context);
  const [stored] = await query(
    "select delivery, total_cents, recipient_name, recipient_email from public.invoice_drafts where id = $1",
    [id],
  );
  if (!isEnabled || !stored) {
    return;
  }
  const recipient = confirmedRecipient({
    delivery: stored.delivery,
    recipient: { name: stored.recipient_name, email: stored.recipient_email },
  });
  // If the request is rejected, such as for a client without an email address, an administrator publishes the draft.
  await requestPublishing({ jobs: context.jobs, now: context.now, actor: null }, query, id, {
    amountCents: draft.payments[0]?.amountCents ?? draft.discountCents,
    recipient,
  });
}

function toDraft(payment: DuePayment, today: CalendarDate): NewInvoiceDraft {
  const amountCents = toCents(payment.amount);
  const dueOn = payment.due_on && compareDates(payment.due_on, today) > 0 ? payment.due_on : today;
  const reference = getProposalReference(payment.proposal_number);
  const name = `${formatPaymentName(payment)}: ${payment.title}`;
  return {
    clientId: payment.client_id,
    projectId: payment.project_id,
    proposalId: payment.proposal_id,
    title: name.slice(0, INVOICE_DRAFT_LIMITS.title),
    message: `As agreed in proposal ${reference}.`,
    lines: [
      {
        name: name.slice(0, INVOICE_DRAFT_LIMITS.lineName),
        note: `Proposal ${reference}`,
        quantity: "1",
        unitCents: amountCents,
      },
    ],
    discountCents: ZERO_CENTS,
    payments: [{ kind: "balance", dueOn, amountCents }],
    delivery: "email",
    reminderDays: [],
    acceptsBankTransfers: true,
  };
}
