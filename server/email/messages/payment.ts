import type { Brand } from "#brand";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, formatDollars } from "#domain/money/money.ts";
import {
  button,
  clientSignature,
  contact,
  type Detail,
  details,
  type EmailContent,
  greeting,
  paragraph,
  preferences,
  reasonFootnote,
} from "#server/email/content.ts";

type Firm = Pick<Brand, "name" | "contactEmail" | "accountManager">;

/** The details of a completed payment that a receipt contains. */
export type ReceivedPayment = {
  contactPerson: string;
  invoiceId: string;
  invoiceNumber: string;
  amountCents: Cents;
  tipCents: Cents;
  /** The remaining balance of the invoice. */
  balanceCents: Cents;
  /** False for an invoice that was cancelled after a partial payment. Its balance is zero, too. */
  isPaidInFull: boolean;
  paidOn: CalendarDate;
  /** Such as "Visa ending in 4242". */
  method: string;
  receiptNumber: string | null;
};

/** Sent to the client when a payment is completed. */
export function paymentReceived(payment: ReceivedPayment, publicUrl: string, brand: Firm): EmailContent {
  const { amountCents, tipCents, balanceCents, invoiceNumber, receiptNumber } = payment;
  const amount = formatDollars(amountCents);
  const rows: (Detail | false)[] = [
    ["Amount", amount],
    tipCents > 0 && ["Tip", formatDollars(tipCents)],
    ["Paid on", formatDate(payment.paidOn)],
    ["Paid with", payment.method],
    invoiceNumber !== "" && ["Invoice", invoiceNumber],
    receiptNumber !== null && ["Receipt", receiptNumber],
    ["Balance", formatDollars(balanceCents)],
  ];
  return {
    subject: `Receipt from ${brand.name}: ${amount}${invoiceNumber ? ` for invoice ${invoiceNumber}` : ""}`,
    blocks: [
      greeting(payment.contactPerson),
      paragraph(`Thanks for your payment.${describeBalance(payment)}`),
      details(...rows.filter((row) => row !== false)),
      button("View invoice", `${publicUrl}/client-portal?section=billing&invoice=${payment.invoiceId}`),
      contact(brand),
      clientSignature(brand),
      preferences(publicUrl),
      reasonFootnote(`your role in the ${brand.name} client portal includes billing.`),
    ],
  };
}

/** The details contain a remaining balance. */
function describeBalance({ balanceCents, isPaidInFull }: ReceivedPayment): string {
  if (balanceCents > 0) {
    return "";
  }
  return isPaidInFull ? " The invoice is paid in full." : " Nothing is left to pay.";
}
