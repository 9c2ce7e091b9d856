import type { DraftPaymentKind, InvoiceDelivery } from "#domain/invoices/drafts/invoice-draft.ts";

const PAYMENT_KIND_LABELS = {
  deposit: "Deposit",
  balance: "Balance",
  installment: "Installment",
} satisfies Record<DraftPaymentKind, string>;

/** The name of a payment, such as "Installment 2". Only installments are numbered, and a single payment is not called a balance. */
export function draftPaymentName(payments: readonly { kind: DraftPaymentKind }[], index: number): string {
  const kind = payments[index]?.kind ?? "balance";
  if (payments.length === 1) {
    return "Payment";
  }
  if (kind !== "installment") {
    return PAYMENT_KIND_LABELS[kind];
  }
  const number = payments.slice(0, index + 1).filter((payment) => payment.kind === "installment").length;
  return `${PAYMENT_KIND_LABELS[kind]} ${number}`;
}

export const DELIVERY_LABELS = {
  email: "Square, by email",
  link: "Us, by email with a payment link",
} satisfies Record<InvoiceDelivery, string>;
