import { formatDate } from "#domain/dates/calendar-date.ts";
import { draftSubtotal } from "#domain/invoices/drafts/draft-amounts.ts";
import { hasInstallments } from "#domain/invoices/drafts/draft-schedule.ts";
import type { DraftLine, DraftPayment, InvoiceDelivery } from "#domain/invoices/drafts/invoice-draft.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";

/** Response of `GET /api/admin/invoice-drafts/{id}/preview`: what the recipient gets. */
export type InvoicePreview = {
  title: string;
  message: string;
  lines: DraftLine[];
  subtotalCents: Cents;
  discountCents: Cents;
  totalCents: Cents;
  payments: DraftPayment[];
  recipient: { name: string; email: string | null };
  delivery: InvoiceDelivery;
  /** Who sends what to whom. */
  deliveryText: string;
  /** The confirmation to send with `publish`. */
  confirmation: { amountCents: Cents; recipient: string };
  notices: string[];
  /** Whether Square has confirmed the amounts and the recipient. */
  isConfirmedBySquare: boolean;
};

type PreviewedDraft = Pick<
  InvoicePreview,
  "title" | "message" | "lines" | "discountCents" | "totalCents" | "payments" | "recipient" | "delivery"
> & {
  reminderDays: readonly number[];
  hasReplacedInstallments: boolean;
  isConfirmedBySquare: boolean;
  /** Whether Square recently rejected installments. */
  areInstallmentsRejected: boolean;
};

export function previewInvoice({
  reminderDays,
  hasReplacedInstallments,
  areInstallmentsRejected,
  ...draft
}: PreviewedDraft): InvoicePreview {
  return {
    ...draft,
    subtotalCents: draftSubtotal(draft.lines),
    deliveryText: deliveryText(draft, reminderDays),
    confirmation: { amountCents: draft.totalCents, recipient: confirmedRecipient(draft) },
    notices: [
      ...(hasReplacedInstallments
        ? [
            "Square doesn't accept installments without Invoices Plus. They were replaced with a deposit and a balance.",
          ]
        : []),
      ...(areInstallmentsRejected && hasInstallments(draft.payments)
        ? [
            "Your Square account has no Invoices Plus. The installments will be replaced with a deposit and a balance.",
          ]
        : []),
      ...(draft.delivery === "email" && !draft.recipient.email
        ? ["The client has no email address. Square can't email the invoice."]
        : []),
    ],
  };
}

/** What the confirmation has to name: the address that Square emails, or nothing for a link. */
export function confirmedRecipient({
  delivery,
  recipient,
}: Pick<PreviewedDraft, "delivery" | "recipient">): string {
  return delivery === "email" ? (recipient.email ?? "") : "";
}

/**
 * The question before publishing, such as "Publish an invoice for $1,200.00 to ada@contoso.example?". Names the payments
 * if there are several.
 */
export function publishQuestion({
  totalCents,
  delivery,
  recipient,
  payments,
}: Pick<PreviewedDraft, "totalCents" | "delivery" | "recipient" | "payments">): string {
  const to = confirmedRecipient({ delivery, recipient }) || recipient.name;
  const question = `Publish an invoice for ${formatDollars(totalCents)} to ${to}?`;
  const [first] = payments;
  return first && payments.length > 1
    ? `${question} It has ${payments.length} payments, the first due ${formatDate(first.dueOn)}.`
    : question;
}

/** How a published invoice was delivered. */
export function deliveredText({
  delivery,
  recipient,
}: Pick<InvoicePreview, "delivery" | "recipient">): string {
  return delivery === "email"
    ? `Square emailed it to ${recipient.email ?? "the customer"}.`
    : "We emailed the payment link to the client's billing contacts.";
}

function deliveryText(
  { delivery, recipient }: Pick<PreviewedDraft, "delivery" | "recipient">,
  reminderDays: readonly number[],
): string {
  if (delivery === "link") {
    return "Square sends nothing. We email the payment link to the client's billing contacts.";
  }
  const to = recipient.email ?? "the customer";
  return reminderDays.length > 0
    ? `Square emails the invoice and reminders to ${to}. We don't send them again.`
    : `Square emails the invoice to ${to}. We don't send it again.`;
}
