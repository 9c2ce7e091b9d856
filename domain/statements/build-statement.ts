import { type CalendarDate, calendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { amountReceived, type InvoiceMoney, isUnpaid } from "#domain/invoices/invoice.ts";
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

/** The first and last day of a statement. Null means without a limit. */
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
};

/** The order of entries on one day. */
const KIND_ORDER = { invoice: 0, payment: 1, refund: 2, credit: 3 } satisfies Record<
  StatementEntryKind,
  number
>;
/** The date of an invoice whose dates are all unknown, so that it is part of the opening balance. */
const UNKNOWN_DATE = calendarDate("0001-01-01");

type Effect = Omit<StatementEntry, "balanceCents">;

/**
 * Builds a statement of account. An issued invoice adds its amount, a payment subtracts its amount, and a refund adds its
 * amount together with a credit that subtracts it again, because a refund does not increase the balance
 * (docs/decisions/018-refunds-do-not-increase-the-balance.md). The closing balance of a period that ends today therefore
 * equals the balance due, unless an invoice is overpaid.
 */
export function buildStatement(
  invoices: readonly StatementInvoice[],
  payments: readonly StatementPayment[],
  { from, to }: StatementPeriod,
): Statement {
  const paymentsByInvoice = Map.groupBy(
    payments.filter(({ status }) => status === "completed"),
    (payment) => payment.invoice_id,
  );
  const effects = invoices
    .flatMap((invoice) => listEffects(invoice, paymentsByInvoice.get(invoice.id) ?? []))
    .filter(({ date }) => to === null || date <= to)
    .sort(compareEffects);
  const openingCents = sumCents(
    effects.filter(({ date }) => from !== null && date < from).map((effect) => effect.cents),
  );
  let balanceCents = openingCents;
  const entries = effects
    .filter(({ date }) => from === null || date >= from)
    .map((effect): StatementEntry => {
      balanceCents = addCents(balanceCents, effect.cents);
      return { ...effect, balanceCents };
    });
  const sumOf = (kind: StatementEntryKind) =>
    sumCents(entries.filter((entry) => entry.kind === kind).map((entry) => entry.cents));
  return {
    entries,
    openingCents,
    totals: {
      invoice: sumOf("invoice"),
      payment: sumOf("payment"),
      refund: sumOf("refund"),
      credit: sumOf("credit"),
    },
    closingCents: balanceCents,
  };
}

function listEffects(invoice: StatementInvoice, payments: readonly StatementPayment[]): Effect[] {
  const issueDate = invoice.issued_date ?? invoice.due_date ?? invoice.paid_date ?? UNKNOWN_DATE;
  const createEffect = (
    kind: StatementEntryKind,
    date: CalendarDate,
    description: string,
    amount: Cents,
  ): Effect => ({
    date,
    kind,
    invoiceId: invoice.id,
    invoiceNumber: invoice.invoice_number,
    description,
    cents: amount,
  });
  const effects = [
    createEffect("invoice", issueDate, invoice.description, getCharge(invoice)),
    createEffect(
      "payment",
      invoice.paid_date ?? issueDate,
      "Other payments",
      subtractCents(ZERO_CENTS, getUnlistedPayments(invoice, payments)),
    ),
    ...payments.flatMap((payment) => {
      const date = dateInTimeZone(new Date(payment.created_at), invoice.time_zone);
      const amount = toCents(payment.amount);
      const negativeAmount = subtractCents(ZERO_CENTS, amount);
      return payment.kind === "payment"
        ? [createEffect("payment", date, paymentMethodLabel(payment), negativeAmount)]
        : [
            createEffect("refund", date, paymentMethodLabel(payment), amount),
            createEffect("credit", date, "Credit for the refund", negativeAmount),
          ];
    }),
  ];
  return effects.filter((effect) => effect.cents !== 0);
}

/** Returns what an invoice adds to the balance: its amount, or what was received for it if nothing else is owed. */
function getCharge(invoice: StatementInvoice): Cents {
  if (invoice.status === "cancelled") {
    return amountReceived(invoice);
  }
  // Square sends a scheduled invoice later. Until then, only its payments count.
  const isIssued = invoice.status === "paid" || isUnpaid(invoice);
  return isIssued ? toCents(invoice.amount) : amountReceived(invoice);
}

/** Returns the received amount that is not in `payments`, such as for an invoice whose payments are unknown. */
function getUnlistedPayments(invoice: StatementInvoice, payments: readonly StatementPayment[]): Cents {
  const listed = payments.filter(({ kind }) => kind === "payment").map(({ amount }) => toCents(amount));
  return subtractCents(amountReceived(invoice), sumCents(listed));
}

function compareEffects(a: Effect, b: Effect): number {
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
