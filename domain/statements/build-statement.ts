import { groupBy } from "#domain/collections/group-by.ts";
import { type CalendarDate, calendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import {
  billedAmount,
  billingDate,
  OTHER_PAYMENTS_LABEL,
  otherPayments,
  otherPaymentsDate,
  overpaidShare,
} from "#domain/invoices/billed-amount.ts";
import { balanceDue, type InvoiceMoney } from "#domain/invoices/invoice.ts";
import { paymentMethodLabel } from "#domain/invoices/payments/payment-label.ts";
import { addCents, type Cents, subtractCents, sumCents, toCents, ZERO_CENTS } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";

/** An invoice with the columns that a statement needs. */
export type StatementInvoice = InvoiceMoney &
  Pick<
    Tables<"invoices">,
    | "id"
    | "invoice_number"
    | "description"
    | "square_status"
    | "issued_date"
    | "due_date"
    | "paid_date"
    | "time_zone"
  >;

/** A payment or refund with the columns that a statement needs. */
export type StatementPayment = Pick<
  Tables<"invoice_payments">,
  "invoice_id" | "kind" | "status" | "amount" | "created_at" | "method" | "card_brand" | "card_last4"
>;

/** The first and last day of a statement. Null means no limit. */
export type StatementPeriod = { from: CalendarDate | null; to: CalendarDate | null };

export type StatementEntryKind = "invoice" | "payment" | "refund" | "credit";

/** One line of a statement. */
export type StatementEntry = {
  date: CalendarDate;
  kind: StatementEntryKind;
  invoiceId: string;
  invoiceNumber: string;
  description: string;
  /** Added to the balance. Negative for payments and credits. */
  cents: Cents;
  /** The balance after this entry. */
  balanceCents: Cents;
};

/** A client's account in a period. The opening balance plus all other amounts is the closing balance. */
export type Statement = {
  entries: StatementEntry[];
  openingCents: Cents;
  /** Signed sums of the entries by kind. */
  totals: Record<StatementEntryKind, Cents>;
  closingCents: Cents;
  /** What the client owes now, also if the period has ended. */
  balanceDueCents: Cents;
};

/** The order of entries on one day. */
const KIND_ORDER = { invoice: 0, payment: 1, refund: 2, credit: 3 } satisfies Record<
  StatementEntryKind,
  number
>;
/** The date of an invoice whose dates are all unknown, so that it is part of the opening balance. */
const UNKNOWN_DATE = calendarDate("0001-01-01");

type BalanceChange = Omit<StatementEntry, "balanceCents">;

/**
 * Builds a statement of account. An issued invoice adds its amount, a payment subtracts its amount, and a refund adds its
 * amount together with a credit that subtracts it again, because a refund does not increase the balance
 * (docs/decisions/018-refunds-do-not-increase-the-balance.md). The closing balance of a period that ends today therefore
 * equals the balance due minus what the client paid beyond the billed amounts and was not refunded.
 */
export function buildStatement(
  invoices: readonly StatementInvoice[],
  payments: readonly StatementPayment[],
  { from, to }: StatementPeriod,
): Statement {
  const paymentsByInvoice = groupBy(
    payments.filter(({ status }) => status === "completed"),
    (payment) => payment.invoice_id,
  );
  const changes = invoices
    .flatMap((invoice) => listChanges(invoice, paymentsByInvoice.get(invoice.id) ?? []))
    .filter(({ date }) => to === null || date <= to)
    .sort(compareChanges);
  const openingCents = sumCents(
    changes.filter(({ date }) => from !== null && date < from).map((change) => change.cents),
  );
  let balanceCents = openingCents;
  const entries = changes
    .filter(({ date }) => from === null || date >= from)
    .map((change): StatementEntry => {
      balanceCents = addCents(balanceCents, change.cents);
      return { ...change, balanceCents };
    });
  const sumKind = (kind: StatementEntryKind) =>
    sumCents(entries.filter((entry) => entry.kind === kind).map((entry) => entry.cents));
  return {
    entries,
    openingCents,
    totals: {
      invoice: sumKind("invoice"),
      payment: sumKind("payment"),
      refund: sumKind("refund"),
      credit: sumKind("credit"),
    },
    closingCents: balanceCents,
    balanceDueCents: balanceDue(invoices),
  };
}

function listChanges(invoice: StatementInvoice, payments: readonly StatementPayment[]): BalanceChange[] {
  const createChange = (
    kind: StatementEntryKind,
    date: CalendarDate,
    description: string,
    amount: Cents,
  ): BalanceChange => ({
    date,
    kind,
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoice_number,
    description,
    cents: amount,
  });
  const toDate = ({ created_at }: StatementPayment) =>
    dateInTimeZone(new Date(created_at), invoice.time_zone);
  const paid = payments.filter(({ kind }) => kind === "payment");
  const billedCents = billedAmount(invoice);
  const otherCents = otherPayments(
    invoice,
    paid.map(({ amount }) => amount),
  );
  const changes = [
    createChange("invoice", billingDate(invoice) ?? UNKNOWN_DATE, invoice.description, billedCents),
    createChange(
      "payment",
      otherPaymentsDate(invoice) ?? UNKNOWN_DATE,
      OTHER_PAYMENTS_LABEL,
      negate(otherCents),
    ),
    ...paid.map((payment) =>
      createChange("payment", toDate(payment), paymentMethodLabel(payment), negate(toCents(payment.amount))),
    ),
  ];
  const receivedCents = sumCents([otherCents, ...paid.map(({ amount }) => toCents(amount))]);
  let refundedBeforeCents = ZERO_CENTS;
  const refunds = payments
    .filter(({ kind }) => kind === "refund")
    .sort((a, b) => compareText(a.created_at, b.created_at));
  for (const refund of refunds) {
    const refundCents = toCents(refund.amount);
    const returnedCents = overpaidShare(refundCents, { billedCents, receivedCents, refundedBeforeCents });
    refundedBeforeCents = addCents(refundedBeforeCents, refundCents);
    changes.push(
      createChange("refund", toDate(refund), paymentMethodLabel(refund), refundCents),
      createChange(
        "credit",
        toDate(refund),
        "Credit for the refund",
        subtractCents(returnedCents, refundCents),
      ),
    );
  }
  return changes.filter((change) => change.cents !== 0);
}

function compareChanges(a: BalanceChange, b: BalanceChange): number {
  return (
    compareText(a.date, b.date) ||
    KIND_ORDER[a.kind] - KIND_ORDER[b.kind] ||
    compareText(a.invoiceNumber, b.invoiceNumber) ||
    compareText(a.invoiceId, b.invoiceId) ||
    a.cents - b.cents
  );
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function negate(amount: Cents): Cents {
  return subtractCents(ZERO_CENTS, amount);
}
